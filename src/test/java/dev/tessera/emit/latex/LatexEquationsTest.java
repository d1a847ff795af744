package dev.tessera.emit.latex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LatexEquationsTest {
    private final ExprGraph graph = new ExprGraph();

    private String equation(Function<Expr, Expr> of) {
        Expr omega = graph.symbol("omega");
        Kernel kernel = new Kernel(
                "k",
                Lattices.D2Q9,
                graph,
                List.of("omega"),
                List.of(
                        new Statement.Load(omega, new Source.Parameter("omega")),
                        new Statement.Store(new Sink.PopulationOut(0), of.apply(omega))));
        return LatexEquations.of("t", List.of(kernel))
                .lines()
                .filter(line -> line.startsWith("f^*"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void operations_have_the_brackets_that_they_need() {
        Expr x = graph.symbol("x");
        Expr y = graph.symbol("rho");
        assertThat(equation(omega -> x.minus(y.minus(omega)))).isEqualTo("f^*_{000} &= \\mathrm{x} - \\rho + \\omega");
        assertThat(equation(omega -> x.times(y.minus(omega))))
                .isEqualTo("f^*_{000} &= \\mathrm{x} \\, \\left(\\rho - \\omega\\right)");
        assertThat(equation(omega -> x.plus(omega).over(y)))
                .isEqualTo("f^*_{000} &= \\frac{\\mathrm{x} + \\omega}{\\rho}");
        assertThat(equation(omega -> graph.constant(-1, 3).times(omega)))
                .isEqualTo("f^*_{000} &= \\left(-\\tfrac{1}{3}\\right) \\, \\omega");
        assertThat(equation(omega -> graph.select(
                        graph.compare(Form.Comparison.LESS, x, y), omega, graph.minimum(x, graph.squareRoot(y)))))
                .isEqualTo(
                        "f^*_{000} &= \\begin{cases} \\omega & \\text{if } \\mathrm{x} < \\rho \\\\ \\min\\left(\\mathrm{x}, \\sqrt{\\rho}\\right) & \\text{otherwise} \\end{cases}");
    }

    @Test
    void the_density_and_velocity_of_bgk_are_written_by_their_names() {
        String document = document(new FluidModel(
                Lattices.D2Q9,
                Equilibria.byKey("quasi-compressible"),
                Collisions.byKey("bgk"),
                FluidModel.BodyForce.NONE));
        assertThat(document)
                .contains("\\rho &= f_{000} + f_{100} + f_{\\bar{1}00}")
                .contains("Given: $\\omega$.")
                .contains("\\usepackage{amsmath}");
        assertThat(document.lines().filter(line -> line.startsWith("f^*_{"))).hasSize(9);
    }

    static Stream<Collision> collisions() {
        return Collisions.all().stream();
    }

    /// Every name is defined before it is used, and brackets and environments are closed in order.
    @ParameterizedTest
    @MethodSource("collisions")
    void documents_of_all_collisions_are_complete(Collision collision) {
        for (var lattice : Lattices.all()) {
            var equilibrium = Equilibria.all().stream()
                    .filter(one -> collision.unsupported(one).isEmpty()
                            && one.unsupported(lattice).isEmpty())
                    .findFirst();
            if (collision.unsupported(lattice).isPresent() || equilibrium.isEmpty()) {
                continue;
            }
            FluidModel model = new FluidModel(lattice, equilibrium.get(), collision, FluidModel.BodyForce.NONE);
            String document = document(model);
            requireClosed(document);
            requireDefined(document);
        }
    }

    private static String document(FluidModel model) {
        return LatexEquations.of(
                "a_b & 5 %",
                List.of(StepKernels.raw("bulk", model, null, ValuesInTime.NONE).step()));
    }

    private static void requireDefined(String document) {
        int known = 0;
        for (String line : document.lines().toList()) {
            Matcher use = Pattern.compile("(?<![a-z])a_\\{(\\d+)}").matcher(line);
            boolean isDefinition = line.matches("a_\\{\\d+} &=.*");
            while (use.find()) {
                int number = Integer.parseInt(use.group(1));
                assertThat(number).as(line).isLessThanOrEqualTo(isDefinition && use.start() == 0 ? known + 1 : known);
                known = Math.max(known, number);
            }
        }
    }

    private static void requireClosed(String document) {
        Deque<String> open = new ArrayDeque<>();
        Matcher mark = Pattern.compile("\\\\begin\\{(\\w+\\*?)}|\\\\end\\{(\\w+\\*?)}|\\\\left(?!arrow)|\\\\right|[{}]")
                .matcher(document);
        while (mark.find()) {
            String found = mark.group();
            if (found.startsWith("\\begin")) {
                open.push(mark.group(1));
            } else if (found.startsWith("\\end")) {
                assertThat(open.pop()).isEqualTo(mark.group(2));
            } else if (found.equals("\\left") || found.equals("{")) {
                open.push(found);
            } else {
                assertThat(open.pop()).isEqualTo(found.equals("}") ? "{" : "\\left");
            }
        }
        assertThat(open).isEmpty();
    }
}
