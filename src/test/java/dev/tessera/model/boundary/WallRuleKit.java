package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;

/// The requirements of every wall rule in addition to those of every boundary rule.
abstract class WallRuleKit extends BoundaryRuleKit {
    @Override
    final Role role() {
        return Role.WALL;
    }

    @Test
    void walls_conserve_the_mass_of_a_driven_flow() {
        var model = new FluidModel(Lattices.D3Q19, new Incompressible(), new Bgk(), BodyForce.UNIFORM);
        SmallFlow flow = ExactFlow.closedBox(this, model);
        double mass = flow.mass();
        flow.run(200);
        assertThat(flow.velocity(flow.node(2, 2, 2), 0)).isNotZero();
        assertThat(flow.mass()).isCloseTo(mass, within(1e-12 * mass));
    }
}
