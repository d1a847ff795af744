package dev.tessera.emit.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkPressure;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CTargetTest {
    @Test
    void moments_and_completed_pairs_have_descriptive_names() {
        var mrt = new FluidModel(Lattices.D3Q19, new Incompressible(), new Mrt(), BodyForce.NONE);
        assertThat(new CTarget()
                        .print(StepKernels.bulk(mrt).step(), Precision.FP64)
                        .text())
                .contains(
                        "moment_xy = sum_ppz - sum_pmz;",
                        "sum_yz = sum_zpp + sum_zpm;",
                        "momentum_x_of_xz = difference_pzp + difference_pzm;",
                        "momentum_z_of_xz = difference_pzp - difference_pzm;");
        var trt = new FluidModel(Lattices.D3Q19, new Incompressible(), new Trt(), BodyForce.NONE);
        assertThat(new CTarget()
                        .print(
                                StepKernels.boundary(trt, LinkNode.of(new LinkPressure(false)))
                                        .step(),
                                Precision.FP64)
                        .text())
                .contains(
                        "sum_pzz = completed_pzz + completed_mzz;", "difference_zpm = completed_zpm - completed_zmp;");
    }

    @Test
    void single_precision_has_no_double_in_its_arithmetic() {
        Kernel kernel = StepKernels.bulk(new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE))
                .step();
        String text = new CTarget().print(kernel, Precision.FP32).text();
        assertThat(text).contains("__builtin_fmaf(", "const float omega = (float) parameters[0];");
        String loop = text.substring(text.indexOf("for (int64_t node"));
        assertThat(loop).doesNotContain("double");
    }

    @Test
    void elementary_functions_are_rejected_because_machines_round_them_differently() {
        Kernel kernel = StepKernels.bulk(new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE))
                .step();
        var sine = kernel.graph()
                .call(ElementaryFunction.SIN, List.of(kernel.graph().symbol("rho")));
        Kernel calling = kernel.with(List.of(new Kernel.Statement.Store(new Kernel.Sink.FieldOut("wave"), sine)));
        assertThatThrownBy(() -> new CTarget().print(calling, Precision.FP64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SIN")
                .hasMessageContaining("on the host");
    }
}
