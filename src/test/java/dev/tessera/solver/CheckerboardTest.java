package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.PressureOpening;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// D3Q13 joins only nodes whose sums of coordinates are both even or both odd.
final class CheckerboardTest {
    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// A box of `nodes` x 6 x 6 nodes between walls across z.
    private static CaseBuilder draft(int nodes, Side x) {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        return Case.named("checkerboard")
                .geometry(ShapeSource.in(Domain.of(new Vec(nodes, 6, 6), x, x, open, open, wall, wall)))
                .spacingM(1)
                .fluid(1, 0.02)
                .lattice(Lattices.D3Q13)
                .collision(new Mrt())
                .storage(new AaPattern(), new CompactTiles())
                .accelerationMPerS2(1e-4, 0, 0)
                .referenceLengthM(6)
                .timeStepS(1)
                .atMostSteps(1);
    }

    /// Velocities after 20 steps, where one population of the node (1, 0, 0) starts with more.
    private static double[][] disturbed(int nodes, double more) {
        Case theCase = draft(nodes, Side.periodic()).build();
        try (Simulation simulation = Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            var map = simulation.nodes();
            long place = map.fluid().number(map.box().index(1, 0, 0));
            double[] populations = new double[Lattices.D3Q13.size()];
            simulation.execution().readPopulations(place, 1, populations);
            populations[3] += more;
            simulation.execution().writePopulations(place, 1, populations);
            simulation.step(20);
            return simulation.snapshot().velocityMPerS();
        }
    }

    private static boolean isEven(int node, int nx) {
        int x = node % nx;
        int y = node / nx % 6;
        int z = node / nx / 6;
        return (x + y + z) % 2 == 0;
    }

    @Test
    void in_a_box_of_even_length_a_disturbance_stays_on_nodes_of_its_own_parity() {
        double[] calm = disturbed(8, 0)[0];
        double[] stirred = disturbed(8, 1e-4)[0];
        int changed = 0;
        for (int node = 0; node < calm.length; node++) {
            if (isEven(node, 8)) {
                assertThat(stirred[node]).as("node %d", node).isEqualTo(calm[node]);
            } else if (stirred[node] != calm[node]) {
                changed++;
            }
        }
        assertThat(changed).isGreaterThan(calm.length / 4);
    }

    @Test
    void an_odd_number_of_nodes_between_periodic_sides_joins_both_parities() {
        double[] calm = disturbed(7, 0)[0];
        double[] stirred = disturbed(7, 1e-4)[0];
        int changed = 0;
        for (int node = 0; node < calm.length; node++) {
            changed += stirred[node] != calm[node] ? 1 : 0;
        }
        assertThat(changed).isGreaterThan(calm.length * 3 / 4);
    }

    @Test
    void openings_with_a_pressure_are_refused() {
        Case open = draft(8, Side.opening("ends"))
                .boundary("ends", new PressureOpening(Value.ZERO, Boundary.Scheme.LINK_WISE, 0, false, null))
                .build();
        assertThatThrownBy(() -> Simulation.open(open, Devices.on(pool).byKey("cpu:jvm"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(
                        "needs a lattice that is isotropic to order 4, but D3Q13 is isotropic to order 2 only")
                .hasMessageContaining("periodic sides with a drive, or link-wise velocities with an outlet do-nothing");
    }

    @Test
    void collisions_with_one_rate_are_refused() {
        Case wrong = draft(8, Side.periodic()).collision(new Trt()).build();
        assertThatThrownBy(() -> Simulation.open(wrong, Devices.on(pool).byKey("cpu:jvm"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("Use collision mrt");
    }
}
