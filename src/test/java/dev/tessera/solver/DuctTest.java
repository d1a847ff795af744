package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Duct flow between a velocity and a pressure opening, in every orientation, along planes and link-wise:
/// flow balances, and the pressure gradient is that of developed duct flow.
final class DuctTest {
    private static ForkJoinPool pool;
    private static Devices devices;
    private static Device cpu; // kernels are compiled once

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
        cpu = devices.byKey("cpu:jvm");
    }

    @AfterAll
    static void stop() {
        devices.close();
        pool.close();
    }

    @ParameterizedTest
    @CsvSource({
        "0, false, ZOU_HE",
        "1, true, ZOU_HE",
        "2, false, ZOU_HE",
        "0, true, LINK_WISE",
        "1, false, LINK_WISE",
        "2, true, LINK_WISE"
    })
    void duct_flow_is_the_same_in_every_orientation(int axis, boolean fromHighEnd, Scheme scheme) {
        Case theCase = Ducts.duct(axis, fromHighEnd, scheme).build();
        try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
            simulation.step(1200); // the profile adapts by 1/e in 32 steps
            List<Observable> observables = simulation.observables(false);
            double in = value(observables, "inlet.flow_rate");
            double out = value(observables, "outlet.flow_rate");
            assertThat(in).isCloseTo(1, within(scheme == Scheme.LINK_WISE ? 1e-9 : 0.02));
            assertThat(out).isCloseTo(-in, within(2e-4));
            // Mean velocity of a square duct: 0.0351442537 G a² / mu.
            double gradient = -slope(simulation, axis) * (fromHighEnd ? -1 : 1);
            assertThat(gradient).isCloseTo(0.4 / 0.0351442537, within(0.05 * 0.4 / 0.0351442537));
        }
    }

    @ParameterizedTest
    @CsvSource({"ZOU_HE, DEVELOPED", "ZOU_HE, PLUG", "LINK_WISE, DEVELOPED", "LINK_WISE, PLUG"})
    void the_mean_velocity_between_mixed_walls_is_that_of_the_space_between_them(Scheme scheme, Profile profile) {
        Case theCase = Ducts.betweenMixedWalls(scheme, profile).build();
        try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
            simulation.step(1200);
            assertThat(value(simulation.observables(false), "inlet.flow_rate"))
                    .as("1 m/s through 1 m²")
                    .isCloseTo(1, within(1e-9));
        }
    }

    /// Pressure gradient along the axis between one third and two thirds of the duct, Pa/m.
    private static double slope(Simulation simulation, int axis) {
        var nodes = simulation.nodes();
        double[] pressure = simulation.snapshot().pressurePa();
        double[] sum = new double[2];
        int[] count = new int[2];
        for (int n = 0; n < pressure.length; n++) {
            long at = nodes.fluid().boxIndex(n);
            int place = axis == 0
                    ? nodes.box().x(at)
                    : axis == 1 ? nodes.box().y(at) : nodes.box().z(at);
            if (place == 8 || place == 16) {
                sum[place / 16] += pressure[n];
                count[place / 16]++;
            }
        }
        return (sum[1] / count[1] - sum[0] / count[0]) / (8 * nodes.spacingM());
    }

    private static double value(List<Observable> observables, String name) {
        return observables.stream()
                .filter(o -> o.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
