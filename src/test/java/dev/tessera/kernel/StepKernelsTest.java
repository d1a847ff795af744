package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.pass.Lower;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.kernel.pass.Passes;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StepKernelsTest {
    private static final FluidModel BGK =
            new FluidModel(Lattices.D3Q19, new Incompressible(), new Bgk(), BodyForce.NONE);

    static Stream<FluidModel> models() {
        List<FluidModel> models = new ArrayList<>();
        for (var lattice : Lattices.all()) {
            for (var equilibrium : Equilibria.all()) {
                for (var collision : Collisions.on(lattice, equilibrium)) {
                    for (BodyForce force : BodyForce.values()) {
                        models.add(new FluidModel(lattice, equilibrium, collision, force));
                    }
                }
            }
        }
        return models.stream();
    }

    @ParameterizedTest
    @MethodSource("models")
    void every_pass_keeps_the_stored_values_of_a_model(FluidModel model) {
        var verified = new PassRunner(Passes.all(), () -> 0, true, report -> {});
        StepKernels kernels =
                StepKernels.raw("bulk", model, null, ValuesInTime.NONE).improved(verified);
        assertThat(Lower.isLowered(kernels.step())).isTrue();
        assertThat(Lower.isLowered(kernels.observe())).isTrue();
        assertThat(kernels.step().parameters()).isEqualTo(StepKernels.parameters(model));
    }

    @Test
    void bgk_in_three_dimensions_needs_at_most_140_operations() {
        KernelCost cost = KernelCost.of(StepKernels.bulk(BGK).step());
        assertThat(cost.operations().flops()).isLessThanOrEqualTo(140);
        assertThat(cost.operations().divs()).isZero();
        assertThat(cost.liveValues()).isLessThanOrEqualTo(32);
        assertThat(cost.loads()).isEqualTo(19);
        assertThat(cost.stores()).isEqualTo(19);
    }

    @Test
    void other_collisions_in_three_dimensions_keep_their_budgets() {
        assertThat(flops(new Trt())).isLessThanOrEqualTo(149);
        assertThat(flops(new Mrt())).isLessThanOrEqualTo(186);
    }

    private static int flops(Collision collision) {
        var model = new FluidModel(Lattices.D3Q19, new Incompressible(), collision, BodyForce.NONE);
        return KernelCost.of(StepKernels.bulk(model).step()).operations().flops();
    }

    @Test
    void a_kernel_is_the_same_each_time_it_is_built() {
        assertThat(KernelText.of(StepKernels.bulk(BGK).step()))
                .isEqualTo(KernelText.of(StepKernels.bulk(BGK).step()));
    }

    @Test
    void a_uniform_force_is_a_parameter_and_a_varying_one_a_field() {
        var uniform =
                StepKernels.bulk(new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.UNIFORM));
        assertThat(uniform.step().parameters()).containsExactly("omega", "force-x", "force-y");
        assertThat(uniform.step().fieldsIn()).isEmpty();
        var varying = StepKernels.bulk(new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.FIELD));
        assertThat(varying.step().parameters()).containsExactly("omega");
        assertThat(varying.step().fieldsIn()).containsExactly("force-x", "force-y");
        assertThat(varying.observe().fieldsOut()).contains("density", "velocity-x", "velocity-y");
    }
}
