package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.ShearRate;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;

final class SpongeTest {
    @Test
    void viscosity_rises_smoothly_to_its_factor_at_the_opening() {
        assertThat(Sponge.omega(0.02, 10, -0.1)).isEqualTo(ShearRate.of(0.02));
        assertThat(Sponge.omega(0.02, 10, 1)).isEqualTo(ShearRate.of(0.2));
        assertThat(Sponge.omega(0.02, 10, 0.5)).isCloseTo(ShearRate.of(0.11), within(1e-15));
    }

    @Test
    void a_factor_below_one_is_refused() {
        assertThatThrownBy(() -> Sponge.omega(0.02, 0.5, 1))
                .hasMessage("a sponge's factor is 0.5, but must be at least 1");
    }

    /// Half of a channel is a sponge of twice the viscosity: the shear rate is half as large there, as in
    /// two fluids
    /// with one shear stress.
    @Test
    void a_node_in_the_sponge_has_its_own_viscosity() {
        var model = new FluidModel(Lattices.D2Q9, new Incompressible(), new Bgk(), BodyForce.NONE);
        int height = 16;
        var flow = new PlaneFlow(2, height, true, model, 0.1);
        var lid = new Sponge(new LinkWise(false, false));
        for (int x = 0; x < 2; x++) {
            for (int y = height / 2; y < height; y++) {
                flow.rule(x, y, y == height - 1 ? lid : Sponge.ofBulk());
                flow.field(x, y, Sponge.OMEGA, Sponge.omega(0.1, 2, 1));
            }
            flow.field(x, height - 1, "value-pmz", 6.0 / 36 * 0.03);
            flow.field(x, height - 1, "value-mmz", -6.0 / 36 * 0.03);
        }
        flow.run(6000);
        double lower = flow.velocity(0, 5, 0) - flow.velocity(0, 3, 0);
        double upper = flow.velocity(0, 13, 0) - flow.velocity(0, 11, 0);
        assertThat(lower / upper).isCloseTo(2, within(1e-6));
    }

    @Test
    void it_hands_everything_else_to_the_inner_rule() {
        var inner = ZouHe.pressure(0, -1);
        assertThat(new Sponge(inner).key()).isEqualTo("sponge-zou-he-pressure");
        assertThat(Sponge.ofBulk().key()).isEqualTo("sponge");
        assertThat(new Sponge(inner).fields(Lattices.D2Q9))
                .extracting(field -> field.name())
                .containsExactly("density", "sponge-omega");
    }
}
