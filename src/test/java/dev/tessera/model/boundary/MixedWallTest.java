package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MixedWallTest {
    private static final VelocitySet LATTICE = Lattices.D2Q9;

    static List<Collision> collisions() {
        return Collisions.all();
    }

    private static PlaneFlow channel(Collision collision, int height, double push) {
        var model = new FluidModel(LATTICE, new QuasiCompressible(), collision, BodyForce.UNIFORM);
        var flow = new PlaneFlow(3, height, true, model, 0.15, push, 0.4 * push);
        for (int x = 0; x < flow.nx; x++) {
            for (int y : new int[] {0, height - 1}) {
                flow.rule(x, y, new MixedWall());
                for (int i = 1; i < LATTICE.size(); i++) {
                    flow.field(x, y, "cut-" + LATTICE.velocity(i).letters(), flow.arrivesOverCut(x, y, i) ? 1 : 0);
                }
            }
        }
        return flow;
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void poiseuille_flow_vanishes_on_the_wall_nodes_and_keeps_its_mass(Collision collision) {
        int height = 12;
        double push = 1e-5;
        var flow = channel(collision, height, push);
        double mass = flow.mass();
        flow.run(2500);
        assertThat(flow.mass()).isCloseTo(mass, within(1e-11));
        double peak = push * (height - 1) * (height - 1) / (8 * 0.15);
        for (int y = 0; y < height; y++) {
            double place = y / (height - 1.0);
            assertThat(flow.velocity(0, y, 0)).isCloseTo(4 * peak * place * (1 - place), within(0.02 * peak));
        }
        assertThat(flow.velocity(0, 0, 0)).isZero();
    }
}
