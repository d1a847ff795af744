package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.FluidModel;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

final class ExpandOperationsTest {
    private static final int THREADS = 4;

    private static Kernel entropic() {
        var model = new FluidModel(Lattices.D2Q9, new QuasiCompressible(), new Elbm(), FluidModel.BodyForce.NONE);
        return StepKernels.bulk(model).step();
    }

    /// Plans of several storages do.
    @RepeatedTest(5)
    void several_threads_expand_one_kernel_at_a_time() throws Exception {
        Kernel kernel = entropic();
        String alone = statements(entropic().computing(Real.FP64));
        CountDownLatch start = new CountDownLatch(THREADS);
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<String>> expanded = IntStream.range(0, THREADS)
                    .mapToObj(thread -> threads.submit(() -> {
                        start.countDown();
                        start.await();
                        return statements(kernel.computing(Real.FP64));
                    }))
                    .toList();
            for (Future<String> each : expanded) {
                assertThat(each.get()).isEqualTo(alone);
            }
        }
    }

    /// Two iterations that compute the same from their inputs, of which the result of the second alone is kept.
    @Test
    void names_of_the_body_of_an_iteration_end_with_it() {
        ExprGraph graph = new ExprGraph();
        Expr x = graph.symbol("x");
        Expr chosen = graph.select(graph.compare(Form.Comparison.LESS, x, graph.constant(1)), x, graph.constant(7));
        List<Expr> roots = new ArrayList<>();
        for (int divisor : new int[] {2, 3}) {
            roots.addAll(graph.iterate(
                    5,
                    List.of(x),
                    states -> new Iteration.Step(
                            graph.compare(Form.Comparison.LESS, x, states.getFirst()),
                            List.of(graph.minimum(chosen, states.getFirst()).over(graph.constant(divisor))))));
        }
        Kernel kernel = new Kernel(
                "two",
                Lattices.D2Q9,
                graph,
                List.of(),
                List.of(
                        new Statement.Load(x, new Source.FieldIn("x")),
                        new Statement.Let(graph.symbol("first"), roots.getFirst()),
                        new Statement.Let(graph.symbol("second"), roots.getLast()),
                        new Statement.Store(new Sink.FieldOut("a"), graph.symbol("first")),
                        new Statement.Store(new Sink.FieldOut("b"), graph.symbol("second"))));
        Set<Expr> known = new HashSet<>();
        int iterations = 0;
        for (Statement statement :
                kernel.computing(Real.FP64).storingOnly(List.of("b")).statements()) {
            if (statement instanceof Statement.Iterate iterate) {
                iterations++;
                Set<Expr> inBody = new HashSet<>(known);
                inBody.addAll(iterate.states());
                for (Statement.Let let : iterate.body()) {
                    requireKnown(let.value(), inBody);
                    inBody.add(let.symbol());
                }
            } else {
                statement.values().forEach(value -> requireKnown(value, known));
            }
            known.addAll(statement.symbols());
        }
        assertThat(iterations).isOne();
    }

    private static void requireKnown(Expr value, Set<Expr> known) {
        assertThat(Reachable.from(List.of(value)))
                .filteredOn(node -> node.form() instanceof Form.Symbol)
                .as("%s", value)
                .allMatch(known::contains);
    }

    private static String statements(Kernel kernel) {
        return kernel.statements().toString();
    }
}
