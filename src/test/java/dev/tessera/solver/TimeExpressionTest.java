package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Parts of a case ask for the value of a series at the same time, for different steps.
final class TimeExpressionTest {
    private static final int TIMES = 400_000;
    private static final double STEP_S = 1e-3;

    @Test
    void threads_that_ask_for_different_times_get_their_own_values() {
        TimeExpression sine = sine();
        var together = new CyclicBarrier(2);
        List<CompletableFuture<Integer>> wrong = IntStream.range(0, 2)
                .mapToObj(thread -> CompletableFuture.supplyAsync(() -> wrong(sine, thread, together)))
                .toList();
        assertThat(wrong).allSatisfy(each -> assertThat(each.join()).isZero());
    }

    /// Times of a thread with a wrong value; every time is asked for twice, as by the kernels of two classes.
    private static int wrong(TimeExpression sine, int thread, CyclicBarrier together) {
        try {
            together.await();
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        int wrong = 0;
        for (int step = 0; step < TIMES; step++) {
            double timeS = (step / 2 + thread) * STEP_S;
            wrong += sine.at(timeS) == StrictMath.sin(timeS) ? 0 : 1;
        }
        return wrong;
    }

    private static TimeExpression sine() {
        ExprGraph graph = new ExprGraph();
        Expr sine = graph.call(ElementaryFunction.SIN, List.of(graph.symbol("t")));
        return TimeExpression.factor(sine, sine, "sin(t)");
    }
}
