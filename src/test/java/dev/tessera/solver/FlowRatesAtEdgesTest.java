package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.EdgesOfOpeningsTest.Kind;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Flow rates of openings that share nodes, at edges and corners, add up to the change of the mass in the box.
final class FlowRatesAtEdgesTest {
    private static final double SPEED = 0.02;
    private static final int NODES = 8;
    private static final int STEPS = 25;

    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// Openings and walls of sides that meet; without full-way walls, which hold a part of the mass, walls that move
    /// along their normal, which add to it, and pairs of kinds that both read nodes behind them, which are refused.
    static Stream<Arguments> pairs() {
        List<Kind> kinds = EdgesOfOpeningsTest.kinds().stream()
                .filter(kind -> !(kind.boundary() instanceof FullWayWall))
                .toList();
        return kinds.stream()
                .filter(one -> !(one.boundary() instanceof MovingWall))
                .flatMap(one -> kinds.stream()
                        .skip(kinds.indexOf(one))
                        .filter(other -> !(one.readsBehind() && other.readsBehind()))
                        .map(other -> Arguments.of(one, other)));
    }

    /// On neighbouring sides; flow enters over y-max and leaves over x-max.
    @ParameterizedTest
    @MethodSource("pairs")
    void flow_rates_add_up_to_the_change_of_mass(Kind one, Kind other) {
        check(Lattices.D2Q9, "cpu:interpreter", List.of(one, outlet(), other, inlet()));
    }

    static Stream<Arguments> turns() {
        return Stream.of(
                Arguments.of(Lattices.D3Q15, 0),
                Arguments.of(Lattices.D3Q19, 1),
                Arguments.of(Lattices.D3Q19, 2),
                Arguments.of(Lattices.D3Q19, 3),
                Arguments.of(Lattices.D3Q27, 4));
    }

    /// Six kinds, so that three of them meet at each corner.
    @ParameterizedTest
    @MethodSource("turns")
    void flow_rates_add_up_at_corners(VelocitySet lattice, int turn) {
        List<String> names = List.of(
                "velocity regularized", "do-nothing", "grad", "pressure zou-he", "symmetry", "velocity equilibrium");
        List<Kind> kinds = new ArrayList<>();
        for (String name : names) {
            kinds.add(EdgesOfOpeningsTest.kinds().stream()
                    .filter(kind -> kind.name().equals(name))
                    .findFirst()
                    .orElseThrow());
        }
        Collections.rotate(kinds, turn);
        check(lattice, "cpu:jvm", kinds);
    }

    private static Kind outlet() {
        return Kind.of("out", Boundaries.pressure("0 Pa").by(Scheme.LINK_WISE));
    }

    private static Kind inlet() {
        return Kind.of(
                "in",
                Boundaries.velocity(Value.ZERO, Value.of(-SPEED), Value.ZERO).by(Scheme.LINK_WISE));
    }

    private static void check(VelocitySet lattice, String device, List<Kind> kinds) {
        Case theCase = EdgesOfOpeningsTest.box(lattice, NODES, kinds).build();
        try (Simulation simulation = Simulation.open(theCase, devices.byKey(device), pool)) {
            double[] weights = weights(simulation, kinds);
            double before = mass(simulation, weights);
            var gained = new ExactSum();
            double gross = 0;
            for (int step = 0; step < STEPS; step++) {
                for (Observable observable : simulation.observables(false)) {
                    if (observable.name().endsWith(".flow_rate")) {
                        gained.add(observable.value());
                        gross += Math.abs(observable.value());
                    }
                }
                simulation.step(1);
            }
            double change = mass(simulation, weights) - before;
            assertThat(gross).isGreaterThan(0.1);
            assertThat(gained.value()).isCloseTo(change, within(1e-12 * before));
        }
    }

    /// The parts of populations that are inside, `[node][direction]`: of a node on a symmetry side half of those along
    /// it, and none of those that come over it.
    private static double[] weights(Simulation simulation, List<Kind> kinds) {
        var box = simulation.nodes().box();
        VelocitySet lattice = simulation.theCase().model().lattice();
        double[] weights = new double[Math.toIntExact(simulation.nodes().fluid().count()) * lattice.size()];
        for (int k = 0; k < weights.length; k++) {
            long at = simulation.nodes().fluid().boxIndex(k / lattice.size());
            int[] place = {box.x(at), box.y(at), box.z(at)};
            Velocity velocity = lattice.velocity(k % lattice.size());
            weights[k] = 1;
            for (int side = 0; side < kinds.size(); side++) {
                int plane = side % 2 == 0 ? 0 : box.nodes(side / 2) - 1;
                if (kinds.get(side).boundary() instanceof SymmetrySide && place[side / 2] == plane) {
                    int inward = velocity.along(side / 2) * (side % 2 == 0 ? 1 : -1);
                    weights[k] *= inward > 0 ? 0 : inward == 0 ? 0.5 : 1;
                }
            }
        }
        return weights;
    }

    private static double mass(Simulation simulation, double[] weights) {
        double[] populations = new double[weights.length];
        int nodes = Math.toIntExact(simulation.nodes().fluid().count());
        simulation.readPopulations(Kernel.FLUID, 0, nodes, populations);
        var sum = new ExactSum();
        for (int k = 0; k < populations.length; k++) {
            sum.add(populations[k] * weights[k]);
        }
        return sum.value();
    }
}
