package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A half-disc of oil on the floor, radius 0.3 mm, in the middle of a box of 1.2 mm × 0.6 mm.
final class PhaseQuantitiesTest {
    private static final String FREE_ENERGY = "{mixture: free-energy, surface-tension: 5 mN/m, interface-width: 60 um}";
    private static final String SHAN_CHEN = "{mixture: shan-chen, coupling: {oil-water: 3}}";
    private static final String OF_ALL =
            "[phase-volumes, interface y, interface x at y 0%, contact-angle floor, contact-angle floor of water]";

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

    private static Case drop(String model, String quantities) {
        return CaseFile.parse(
                        "drop.yaml",
                        """
                        tessera: 1
                        geometry: {box: [1.2 mm, 0.6 mm], spacing: 20 um}
                        sides: {x: periodic, y-min: floor, y-max: ceiling}
                        fluid:
                          density: 1000 kg/m3
                          viscosity: 10 mPa.s
                          components:
                            oil: {density: {expression: "0.52 + 0.48*tanh((3e-4 - sqrt((x - 6e-4)^2 + y^2))/6e-5)", unit: g/cm3}}
                            water: {density: {expression: "0.52 - 0.48*tanh((3e-4 - sqrt((x - 6e-4)^2 + y^2))/6e-5)", unit: g/cm3}}
                        model: MODEL
                        reference: {velocity: 10 mm/s, length: 1 mm}
                        time: {relaxation-time: 1, stop: {steps: 40}}
                        output: {fields: none, quantities: QUANTITIES}
                        """.replace("MODEL", model).replace("QUANTITIES", quantities),
                        Path.of("/"),
                        List.of())
                .theCase();
    }

    @ParameterizedTest
    @ValueSource(strings = {FREE_ENERGY, SHAN_CHEN})
    void a_half_disc_has_its_volume_place_and_angle(String model) {
        try (Simulation flow = Simulation.open(drop(model, OF_ALL), devices.byKey("cpu:interpreter"), pool)) {
            List<Observable> start = flow.observables(false);
            double area = Math.PI * 3e-4 * 3e-4 / 2;
            double oil = Observable.value(start, "oil.volume");
            assertThat(oil).isCloseTo(area, within(0.01 * area));
            assertThat(oil + Observable.value(start, "water.volume")).isCloseTo(7.2e-7, within(1e-16));
            assertThat(Observable.value(start, "interface_y.first")).isCloseTo(3e-4, within(1e-6));
            assertThat(Observable.value(start, "interface_y.last")).isCloseTo(3e-4, within(1e-6));
            assertThat(Observable.value(start, "interface_x_y0.first")).isCloseTo(3e-4, within(1e-6));
            assertThat(Observable.value(start, "interface_x_y0.last")).isCloseTo(9e-4, within(1e-6));
            assertThat(Observable.value(start, "interface_x_y0.crossings")).isEqualTo(2);
            assertThat(Observable.value(start, "floor.contact_angle")).isCloseTo(90, within(0.3));
            assertThat(Observable.value(start, "floor.contact_angle_water"))
                    .isCloseTo(180 - Observable.value(start, "floor.contact_angle"), within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FREE_ENERGY, SHAN_CHEN})
    void several_parts_have_the_same_digits_as_one(String model) {
        Case theCase = drop(model, OF_ALL);
        Device one = devices.byKey("cpu:jvm");
        Device three = new PartedDevice(List.of(one, one, one), PartedDevice.Division.balanced(), pool);
        try (Simulation flow = Simulation.open(theCase, one, pool);
                Simulation parts = Simulation.open(theCase, three, pool)) {
            flow.step(25);
            parts.step(25);
            assertThat(parts.observables(false)).isEqualTo(flow.observables(false));
            assertThat(Observable.value(flow.observables(false), "floor.contact_angle"))
                    .isBetween(80.0, 100.0);
        }
    }

    /// Where there is no drop the run goes on.
    @Test
    void a_wall_without_an_interface_has_no_angle_and_says_why() {
        Case theCase = drop(FREE_ENERGY, "[contact-angle ceiling, interface x at y 90%]");
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool)) {
            Observation last = Observation.ofLog(flow);
            assertThat(Observable.value(last.row(), "ceiling.contact_angle")).isNaN();
            assertThat(Observable.value(last.row(), "interface_x_y90.first")).isNaN();
            assertThat(Observable.value(last.row(), "interface_x_y90.crossings"))
                    .isZero();
            assertThat(last.warnings())
                    .anySatisfy(warning -> assertThat(warning)
                            .contains("contact-angle ceiling")
                            .contains("no interface meets the wall"))
                    .anySatisfy(warning -> assertThat(warning).contains("interface x at y 90%"));
        }
    }

    @Test
    void what_a_case_does_not_have_is_refused() {
        refused(drop(FREE_ENERGY, "[contact-angle flor]"), "no wall is called flor. This geometry has floor, ceiling");
        refused(drop(FREE_ENERGY, "[interface y of air]"), "no component is called air. This fluid has oil, water");
        refused(drop(FREE_ENERGY, "[interface z]"), "the geometry is 2D and has no axis z");
        refused(drop(FREE_ENERGY, "dissipation"), "Use kinetic-energy and enstrophy");
        refused(drop(SHAN_CHEN, "[enstrophy, dissipation]"), "Use kinetic-energy and enstrophy");
        Case single =
                CaseFile.parse("single.yaml", """
                        tessera: 1
                        geometry: {box: [4 mm, 4 mm], spacing: 1 mm}
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1 kg/m3, viscosity: 1 mm2/s}
                        time: {relaxation-time: 1, stop: {steps: 1}}
                        output: {quantities: phase-volumes}
                        """, Path.of("/"), List.of()).theCase();
        refused(single, "only a mixture of two or more components");
        Case oneWall =
                CaseFile.parse("one-wall.yaml", """
                        tessera: 1
                        geometry: {box: [4 mm, 4 mm], spacing: 1 mm}
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1 g/cm3, viscosity: 1 mm2/s, components: {a: {density: 1 g/cm3}, b: {density: 0 g/cm3}}}
                        model: {mixture: free-energy, surface-tension: 0.001 mN/m, interface-width: 1.5 mm}
                        time: {relaxation-time: 1, stop: {steps: 1}}
                        output: {quantities: contact-angle wall}
                        """, Path.of("/"), List.of()).theCase();
        refused(oneWall, "the wall wall is not flat");
        Case plotted = CaseFile.parse("plot.yaml", """
                        tessera: 1
                        geometry: {box: [4 mm, 4 mm], spacing: 1 mm}
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1 kg/m3, viscosity: 1 mm2/s}
                        time: {relaxation-time: 1, stop: {steps: 1}}
                        output: {plots: oil.volume}
                        """, Path.of("/"), List.of()).theCase();
        refused(plotted, "neither output.quantities nor output.sections requests it");
    }

    private static void refused(Case theCase, String reason) {
        assertThatThrownBy(() -> Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(reason);
    }
}
