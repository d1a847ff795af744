package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Boundary.Sponge;
import dev.tessera.solver.boundary.PressureOpening;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A duct of 3 m whose last metre is a sponge, with three times the viscosity at the outlet.
final class SpongeLayersTest {
    private static final double FACTOR = 3;

    private static Case duct(int axis, boolean fromHighEnd, Scheme scheme) {
        return Ducts.duct(axis, fromHighEnd, scheme)
                .collision(new Trt()) // its walls lie where they are at every viscosity
                .boundary("outlet", new PressureOpening(Value.ZERO, scheme, 0, false, new Sponge(1, FACTOR)))
                .build();
    }

    /// From the inlet on, m.
    private static double along(NodeMap nodes, long fluidNumber, int axis, boolean fromHighEnd) {
        long at = nodes.fluid().boxIndex(fluidNumber);
        var box = nodes.box();
        int place = axis == 0 ? box.x(at) : axis == 1 ? box.y(at) : box.z(at);
        double x = nodes.originM()[axis] + place * nodes.spacingM();
        return fromHighEnd ? 3 - x : x;
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "2, false"})
    void a_sponge_begins_its_length_before_the_opening_and_is_deepest_there(int axis, boolean fromHighEnd) {
        Case theCase = duct(axis, fromHighEnd, Scheme.LINK_WISE);
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
        SpongeLayers layers = SpongeLayers.of(theCase, nodes);
        assertThat(layers.any()).isTrue();
        assertThat(layers.nodes()).isSorted().hasSize((int) nodes.fluid().count() / 3);
        for (long n = 0; n < nodes.fluid().count(); n++) {
            double expected = Math.max(0, along(nodes, n, axis, fromHighEnd) - 2);
            assertThat(layers.depthAt(n)).isCloseTo(expected, within(1e-9));
            assertThat(layers.factorAt(n)).isEqualTo(expected > 0 ? FACTOR : 1);
        }
    }

    /// One and a half radii of the opening's circle and a node, not into a vessel that runs beside it.
    @Test
    void a_sponge_reaches_little_further_sideways_than_its_opening() {
        Case theCase = duct(0, false, Scheme.LINK_WISE);
        NodeMap whole = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
        double radius = 0.1;
        List<Opening> narrow = whole.openings().stream()
                .map(o -> new Opening(o.name(), o.surface(), o.centreM(), o.normal(), 0.03, radius, true, 0))
                .toList();
        NodeMap nodes = new NodeMap(
                whole.fluid(),
                whole.spacingM(),
                whole.originM(),
                whole.surfaces(),
                whole.links(),
                narrow,
                whole.findings());
        SpongeLayers layers = SpongeLayers.of(theCase, nodes);
        double reach = 1.5 * radius + nodes.spacingM();
        for (long n = 0; n < nodes.fluid().count(); n++) {
            double aside = Math.hypot(along(nodes, n, 1, false) - 0.5, along(nodes, n, 2, false) - 0.5);
            assertThat(layers.depthAt(n) > 0).isEqualTo(along(nodes, n, 0, false) > 2 && aside < reach);
        }
    }

    /// The viscosity rises as 1 + (factor - 1) s² (3 - 2 s).
    @ParameterizedTest
    @CsvSource({"1, true, LINK_WISE", "2, false, ZOU_HE"})
    void the_pressure_falls_in_a_sponge_as_its_viscosity_says(int axis, boolean fromHighEnd, Scheme scheme) {
        try (var pool = new ForkJoinPool(1);
                Simulation simulation = Simulation.open(
                        duct(axis, fromHighEnd, scheme), Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(1500);
            double[] plain = pressureAndPlace(simulation, 8, axis, fromHighEnd);
            double[] entry = pressureAndPlace(simulation, 15, axis, fromHighEnd);
            double gradient = (plain[0] - entry[0]) / (entry[1] - plain[1]);
            double[] last = pressureAndPlace(simulation, 23, axis, fromHighEnd);
            double depth = last[1] - 2;
            double mean = depth + (FACTOR - 1) * (Math.pow(depth, 3) - Math.pow(depth, 4) / 2);
            double expected = gradient * (2 - entry[1] + mean);
            assertThat(entry[0] - last[0]).isCloseTo(expected, within(0.02 * expected));
        }
    }

    /// Means over the plane so many nodes behind the inlet: Pa, m.
    private static double[] pressureAndPlace(Simulation simulation, int plane, int axis, boolean fromHighEnd) {
        NodeMap nodes = simulation.nodes();
        double[] pressure = simulation.snapshot().pressurePa();
        double[] sums = new double[2];
        int count = 0;
        for (int n = 0; n < pressure.length; n++) {
            double along = along(nodes, n, axis, fromHighEnd);
            if ((int) Math.floor(along / nodes.spacingM() + 1e-6) == plane) {
                sums[0] += pressure[n];
                sums[1] += along;
                count++;
            }
        }
        return new double[] {sums[0] / count, sums[1] / count};
    }
}
