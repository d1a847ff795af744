package dev.tessera.kernel.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Real;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeProgramTest {
    private static double run(Real real, double a, double b, BiFunction<Expr, Expr, Expr> operation) {
        ExprGraph graph = new ExprGraph();
        Expr x = graph.symbol("x");
        Expr y = graph.symbol("y");
        Kernel kernel = new Kernel(
                "probe",
                Lattices.D2Q9,
                graph,
                List.of("x", "y"),
                List.of(
                        new Statement.Load(x, new Source.Parameter("x")),
                        new Statement.Load(y, new Source.Parameter("y")),
                        new Statement.Store(new Sink.FieldOut("value"), operation.apply(x, y))));
        NodeProgram program = ProgramBuilder.of(kernel, real);
        double[] registers = program.registers();
        program.put(registers, program.ins().get(0).register(), a);
        program.put(registers, program.ins().get(1).register(), b);
        program.run(registers);
        return registers[program.outs().getFirst().register()];
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1, 1, 0", "2, 2, 0, 1, 1", "3, 2, 0, 0, 0", "-2, 1, 1, 1, 0", "NaN, 1, 0, 0, 0"})
    void comparisons_differ_where_their_sides_are_equal(double a, double b, int less, int lessOrEqual, int equal) {
        assertThat(compared(Form.Comparison.LESS, a, b)).isEqualTo(less);
        assertThat(compared(Form.Comparison.LESS_OR_EQUAL, a, b)).isEqualTo(lessOrEqual);
        assertThat(compared(Form.Comparison.EQUAL, a, b)).isEqualTo(equal);
    }

    private static double compared(Form.Comparison comparison, double a, double b) {
        return run(Real.FP64, a, b, (x, y) -> {
            ExprGraph graph = x.graph();
            return graph.select(graph.compare(comparison, x, y), graph.constant(1), graph.constant(0));
        });
    }

    @ParameterizedTest
    @CsvSource({"FP64", "FP32"})
    void every_result_is_rounded_to_the_precision(Real real) {
        double third = run(real, 1, 3, Expr::over);
        assertThat(third).isEqualTo(real == Real.FP32 ? 1f / 3 : 1.0 / 3);
        double constant = run(real, 0, 0, (x, y) -> x.graph().constant(1, 3));
        assertThat(constant).isEqualTo(third);
        assertThat(run(real, 1e-9, 1, Expr::plus)).isEqualTo(real == Real.FP32 ? 1 : 1 + 1e-9);
        assertThat(run(real, 0.1, 1, Expr::times)).isEqualTo(real == Real.FP32 ? 0.1f : 0.1);
    }
}
