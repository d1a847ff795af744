package dev.tessera.emit.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.emit.KernelSource;
import dev.tessera.emit.SampleKernels;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JvmTargetTest {
    private final JvmTarget target = new JvmTarget();

    @Test
    void the_same_kernel_gives_the_same_text_and_hash() {
        KernelSource one = target.print(SampleKernels.random(5, 300), Precision.FP64);
        KernelSource two = target.print(SampleKernels.random(5, 300), Precision.FP64);
        assertThat(one.text()).isEqualTo(two.text());
        assertThat(one.hash()).isEqualTo(two.hash());
        assertThat(target.print(SampleKernels.random(6, 300), Precision.FP64).hash())
                .isNotEqualTo(one.hash());
        assertThat(target.print(SampleKernels.random(5, 300), Precision.FP32).hash())
                .isNotEqualTo(one.hash());
    }

    @Test
    void the_first_line_names_program_kernel_lattice_precision_and_hash() {
        KernelSource source = target.print(SampleKernels.relaxation(), Precision.FP32);
        assertThat(source.text().lines().findFirst().orElseThrow())
                .startsWith("// Tessera ")
                .endsWith("jvm · relaxation · D3Q19 · fp32 · " + source.hash());
    }

    @Test
    void values_keep_the_names_of_the_kernel_and_constants_are_exact() {
        String text = target.print(SampleKernels.relaxation(), Precision.FP64).text();
        assertThat(text)
                .contains("DoubleVector f_pzz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_pzz + at, ORDER);")
                .contains("DoubleVector c_1_2 = DoubleVector.broadcast(SPECIES, 0x1.0p-1 /* 1/2 */);")
                .contains("double omega = parameters[0];");
    }

    @Test
    void a_truth_value_that_is_used_everywhere_is_computed_in_every_method_that_uses_it() {
        ExprGraph graph = new ExprGraph();
        Expr f = graph.symbol("f");
        Expr g = graph.symbol("g");
        Expr isLess = graph.compare(Comparison.LESS, f, g);
        Expr value = f;
        for (int k = 0; k < 40; k++) {
            value = graph.select(isLess, value.times(f).plus(g), value);
        }
        Kernel kernel = kernel(
                graph,
                List.of(
                        new Statement.Load(f, new Source.PopulationIn(0)),
                        new Statement.Load(g, new Source.PopulationIn(1)),
                        new Statement.Store(new Sink.PopulationOut(0), value)));
        StageCutter.Stages cut = StageCutter.cut(LaneProgram.of(kernel, Precision.FP64), 30);
        assertThat(cut.stages()).hasSizeGreaterThan(3);
        List<LaneProgram> used = cut.stages().subList(1, cut.stages().size());
        assertThat(used)
                .allSatisfy(stage -> assertThat(stage.body())
                        .filteredOn(step -> step.targets().stream().anyMatch(Step.Value::truth))
                        .hasSize(1));
    }

    @Test
    void unused_values_are_not_computed() {
        ExprGraph graph = new ExprGraph();
        Expr f = graph.symbol("f");
        Expr unused = graph.symbol("unused");
        Kernel kernel = kernel(
                graph,
                List.of(
                        new Statement.Load(f, new Source.PopulationIn(0)),
                        new Statement.Let(unused, f.times(f)),
                        new Statement.Store(new Sink.PopulationOut(0), f)));
        assertThat(target.print(kernel, Precision.FP64).text()).doesNotContain("unused");
    }

    @Test
    void an_elementary_function_is_rejected_with_a_remedy() {
        ExprGraph graph = new ExprGraph();
        Expr f = graph.symbol("f");
        Expr sine = graph.call(ElementaryFunction.SIN, List.of(f));
        Kernel kernel = kernel(
                graph,
                List.of(
                        new Statement.Load(f, new Source.PopulationIn(0)),
                        new Statement.Store(new Sink.PopulationOut(0), sine)));
        assertThatThrownBy(() -> target.print(kernel, Precision.FP64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kernel sample calls SIN")
                .hasMessageContaining("evaluated on the host");
    }

    @Test
    void a_value_used_before_its_definition_is_rejected() {
        ExprGraph graph = new ExprGraph();
        Kernel kernel = kernel(graph, List.of(new Statement.Store(new Sink.PopulationOut(0), graph.symbol("rho"))));
        assertThatThrownBy(() -> target.print(kernel, Precision.FP64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernel sample uses rho before a load or a let defines it");
    }

    private static Kernel kernel(ExprGraph graph, List<Statement> statements) {
        return new Kernel("sample", Lattices.D2Q9, graph, List.of(), statements);
    }
}
