package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.solver.field.ComponentDensity;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Components in a channel of 24 × 22 nodes with an obstacle of 4 × 4.
final class ComponentMassesTest {
    private static final double CELL = 1e-6; // m2
    private static final String THREE = "{oil: {density: {expression: 0.5 + 0.3*sin(k*x), unit: g/cm3}},"
            + " water: {density: {expression: 0.4 + 0.2*sin(k*x + 2)*cos(k*y), unit: g/cm3}},"
            + " gas: {density: {expression: 0.3 - 0.2*cos(k*x), unit: g/cm3}}}";
    private static final String TWO = "{oil: {density: {expression: 0.5 + 0.4*sin(k*x), unit: g/cm3}},"
            + " water: {density: {expression: 0.5 - 0.4*sin(k*x), unit: g/cm3}}}";
    private static final String SHAN_CHEN =
            "{mixture: shan-chen, coupling: {oil-water: 3, oil-gas: 3, water-gas: 2.5}}";
    private static final String FREE_ENERGY =
            "{mixture: free-energy, surface-tension: 0.001 mN/m, interface-width: 2 mm}";

    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        devices.close();
        pool.close();
    }

    private static Case channel(String components, String model, String quantities) {
        return CaseFile.parse(
                        "masses.yaml",
                        """
                        tessera: 1
                        constants: {k: 261.79938779914943 1/m}
                        geometry:
                          box: [24 mm, 22 mm]
                          spacing: 1 mm
                          obstacles: {block: {box: {from: [8 mm, 9 mm], to: [12 mm, 13 mm]}}}
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1 g/cm3, viscosity: 1 mm2/s, components: COMPONENTS}
                        model: MODEL
                        drive: {acceleration: [1e-4 m/s2, 0 m/s2]}
                        reference: {velocity: 1 mm/s, length: 10 mm}
                        time: {relaxation-time: 1, stop: {steps: 400}}
                        output: {fields: none, quantities: QUANTITIES}
                        """.replace("COMPONENTS", components)
                                .replace("MODEL", model)
                                .replace("QUANTITIES", quantities),
                        Path.of("/"),
                        List.of())
                .theCase();
    }

    private static double[] density(Simulation mixture, String component) {
        var field = new ComponentDensity(component);
        return mixture.snapshot(List.of(field)).field(field).values()[0];
    }

    private static double contrast(Simulation mixture, String component) {
        var all = Arrays.stream(density(mixture, component)).summaryStatistics();
        return all.getMax() - all.getMin();
    }

    @Test
    void three_components_separate_and_keep_their_masses() {
        Case theCase = channel(THREE, SHAN_CHEN, "masses");
        try (Simulation mixture = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            List<Observable> before = mixture.observables(false);
            mixture.step(400);
            List<Observable> after = mixture.observables(false);
            for (String component : List.of("oil", "water", "gas")) {
                double mass = Observable.value(before, component + ".mass");
                double sum = Arrays.stream(density(mixture, component)).sum() * CELL;
                assertThat(mass).isBetween(0.05, 0.35);
                assertThat(Observable.value(after, component + ".mass"))
                        .isCloseTo(mass, within(1e-12 * mass))
                        .isCloseTo(sum, within(1e-12 * mass));
            }
            assertThat(contrast(mixture, "oil")).isGreaterThan(700);
        }
    }

    @Test
    void parts_and_devices_have_the_same_digits() {
        Case theCase = channel(THREE, SHAN_CHEN, "masses");
        Device one = devices.byKey("cpu:jvm");
        Device three = new PartedDevice(List.of(one, one, one), PartedDevice.Division.balanced(), pool);
        try (Simulation mixture = Simulation.open(theCase, one, pool);
                Simulation parts = Simulation.open(theCase, three, pool);
                Simulation interpreted = Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool)) {
            mixture.step(10);
            parts.step(10);
            interpreted.step(10);
            List<Observable> found = mixture.observables(false);
            assertThat(parts.observables(false)).isEqualTo(found);
            assertThat(interpreted.observables(false)).isEqualTo(found);
            assertThat(found).filteredOn(each -> each.name().endsWith(".mass")).hasSize(3);
        }
    }

    /// The density and the order parameter are conserved, the product of both is not.
    @Test
    void masses_of_a_free_energy_mixture_are_kept_and_add_up() {
        Case theCase = channel(TWO, FREE_ENERGY, "masses");
        try (Simulation mixture = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            double all = (24 * 22 - 16) * 1000 * CELL;
            double oil = Observable.value(mixture.observables(false), "oil.mass");
            mixture.step(400);
            List<Observable> after = mixture.observables(false);
            assertThat(Observable.value(after, "oil.mass")).isCloseTo(oil, within(1e-12 * oil));
            assertThat(oil + Observable.value(after, "water.mass")).isCloseTo(all, within(1e-12 * all));
            double order = Observable.value(after, "order_parameter.mean");
            assertThat(oil).isCloseTo(all * (1 + order) / 2, within(1e-12 * oil));
            double sum = Arrays.stream(density(mixture, "oil")).sum() * CELL;
            assertThat(sum / oil).isBetween(0.99, 1.01);
        }
    }

    @Test
    void one_fluid_has_no_masses_of_components() {
        Case single =
                CaseFile.parse("single.yaml", """
                        tessera: 1
                        geometry: {box: [4 mm, 4 mm], spacing: 1 mm}
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1 kg/m3, viscosity: 1 mm2/s}
                        time: {relaxation-time: 1, stop: {steps: 1}}
                        output: {quantities: masses}
                        """, Path.of("/"), List.of()).theCase();
        assertThatThrownBy(() -> Simulation.open(single, devices.byKey("cpu:interpreter"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("output.quantities: masses: only a mixture has components");
    }
}
