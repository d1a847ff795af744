package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.output.Outputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sections and profiles of channels whose flow is known.
final class SectionTest {
    private static final String SECTIONS =
            "{start: x 0%, middle: x 50%, end: x 100%, across: y 50%, part: {plane: x 50%, from: [0 m, 0 m], to: [1 m, 0.5 m]}}";
    private static final double ACCELERATION = 1e-5;

    @TempDir
    private Path folder;

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

    /// TRT with a magic number of 3/16: the parabola is exact at the nodes.
    private static Case channel(String sides, String sections) {
        return CaseFile.parse(
                        "channel.yaml",
                        """
                        tessera: 1
                        geometry: {box: [0.6 m, 1 m], spacing: 0.05 m}
                        sides: SIDES
                        fluid: {density: 1000 kg/m3, viscosity: 1e-3 m2/s}
                        model: {collision: trt, magic: 3/16, equilibrium: incompressible}
                        drive: {acceleration: [1e-5 m/s2, 0 m/s2]}
                        reference: {velocity: 1 mm/s, length: 1 m}
                        time: {relaxation-time: 1.5, stop: {steps: 20000}}
                        output: {fields: none, sections: SECTIONS, profiles: [x, velocity pressure y]}
                        """.replace("SIDES", sides).replace("SECTIONS", sections),
                        Path.of("/"),
                        List.of())
                .theCase();
    }

    /// The sum over the nodes of `g/(2 nu) y (H - y)` is larger than the integral by `g H dx²/(24 nu)`; with the
    /// parabola
    /// at the nodes known, so is their sum.
    @Test
    void every_plane_of_a_channel_has_the_exact_flow_rate() throws IOException {
        Case theCase = channel("{x: periodic, y: wall}", SECTIONS);
        double dx = 0.05;
        double exact = ACCELERATION / (12 * 1e-3);
        double ofNodes = exact * (1 + dx * dx / 2);
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            flow.step(20_000);
            List<Observable> found = flow.observables(false);
            for (String plane : List.of("start", "middle", "end")) {
                assertThat(Observable.value(found, plane + ".area")).isCloseTo(1, within(1e-12));
                assertThat(Observable.value(found, plane + ".flow_rate")).isCloseTo(ofNodes, within(1e-6 * exact));
                assertThat(Observable.value(found, plane + ".mean_velocity_x")).isCloseTo(exact, within(2e-3 * exact));
                assertThat(Observable.value(found, plane + ".mean_velocity_y")).isCloseTo(0, within(1e-12));
                assertThat(Observable.value(found, plane + ".mean_pressure")).isCloseTo(0, within(1e-9));
                assertThat(Observable.value(found, plane + ".flow_rate"))
                        .isCloseTo(Observable.value(found, "start.flow_rate"), within(1e-12 * exact));
            }
            assertThat(Observable.value(found, "part.area")).isCloseTo(0.5, within(1e-12));
            assertThat(Observable.value(found, "part.flow_rate")).isCloseTo(ofNodes / 2, within(1e-6 * exact));
            assertThat(Observable.value(found, "across.area")).isCloseTo(0.6, within(1e-12));
            assertThat(Observable.value(found, "across.flow_rate")).isCloseTo(0, within(1e-12));
            profiles(theCase, flow, ofNodes);
        }
    }

    private void profiles(Case theCase, Simulation flow, double flowRate) throws IOException {
        for (Output output : Outputs.of(theCase, folder, pool)) {
            output.write(flow.snapshot(theCase.output().allFields()));
        }
        List<String> along = Files.readAllLines(folder.resolve("profile-x-000020000.csv"));
        assertThat(along).hasSize(1 + 12);
        assertThat(along.getFirst()).isEqualTo("x [m],area [m2/m],velocity_x [m/s],velocity_y [m/s],flow_rate [m2/s]");
        for (String row : along.subList(1, along.size())) {
            String[] cells = row.split(",", -1);
            assertThat(Double.parseDouble(cells[1])).isCloseTo(1, within(1e-12));
            assertThat(Double.parseDouble(cells[4])).isCloseTo(flowRate, within(1e-6 * flowRate));
        }
        List<String> across = Files.readAllLines(folder.resolve("profile-y-000020000.csv"));
        assertThat(across.getFirst())
                .isEqualTo("y [m],area [m2/m],velocity_x [m/s],velocity_y [m/s],pressure [Pa],flow_rate [m2/s]");
        for (String row : across.subList(1, across.size())) {
            String[] cells = row.split(",", -1);
            double y = Double.parseDouble(cells[0]);
            double exact = ACCELERATION / (2 * 1e-3) * y * (1 - y);
            assertThat(Double.parseDouble(cells[2])).isCloseTo(exact, within(1e-8));
        }
    }

    /// Half a channel beside a symmetry side has half of everything: nodes on the side count half.
    @Test
    void a_symmetry_side_halves_the_area_of_its_nodes() {
        Case theCase = CaseFile.parse("half.yaml", """
                        tessera: 1
                        geometry: {box: [0.6 m, 0.975 m], spacing: 0.05 m}
                        sides: {x: periodic, y-min: wall, y-max: middle}
                        boundaries: {middle: {scheme: symmetry}}
                        fluid: {density: 1000 kg/m3, viscosity: 1e-3 m2/s}
                        drive: {acceleration: [1e-5 m/s2, 0 m/s2]}
                        reference: {velocity: 1 mm/s, length: 1 m}
                        time: {relaxation-time: 1.5, stop: {steps: 3}}
                        output: {sections: {along: x 50%, mirror: y 100%}}
                        """, Path.of("/"), List.of()).theCase();
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool)) {
            flow.step(3);
            List<Observable> found = flow.observables(false);
            double area = Observable.value(found, "along.area");
            int nodes = flow.nodes().box().ny();
            assertThat(area).isCloseTo((nodes - 0.5) * 0.05, within(1e-12));
            assertThat(Observable.value(found, "mirror.area")).isCloseTo(0.6, within(1e-12));
            assertThat(Observable.value(found, "along.mean_velocity_x"))
                    .isCloseTo(Observable.value(found, "velocity.mean_x"), within(1e-15));
            double[] areas = new PlaneSums(flow.nodes(), 0).areas();
            assertThat(areas[0] * 0.05).isCloseTo(area, within(1e-12));
        }
    }

    @Test
    void several_parts_and_other_devices_have_the_same_digits() {
        Case theCase = channel("{x: periodic, y: wall}", SECTIONS);
        Device one = devices.byKey("cpu:jvm");
        Device three = new PartedDevice(List.of(one, one, one), PartedDevice.Division.balanced(), pool);
        try (Simulation flow = Simulation.open(theCase, one, pool);
                Simulation parts = Simulation.open(theCase, three, pool);
                Simulation slow = Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool)) {
            flow.step(20);
            parts.step(20);
            slow.step(20);
            assertThat(Observable.value(flow.observables(false), "middle.flow_rate"))
                    .isPositive();
            assertThat(parts.observables(false)).isEqualTo(flow.observables(false));
            assertThat(slow.observables(false)).isEqualTo(flow.observables(false));
        }
    }

    /// Mass is conserved: the same through each section of a duct that an obstacle narrows.
    @Test
    void a_steady_flow_passes_every_section_of_a_narrowed_channel() {
        Case theCase =
                CaseFile.parse("narrowed.yaml", """
                        tessera: 1
                        geometry:
                          box: [2 m, 1 m]
                          obstacles: {bar: {box: {from: [0.8 m, 0 m], to: [1.2 m, 0.4 m]}}}
                          spacing: 0.05 m
                        sides: {x: periodic, y: wall}
                        fluid: {density: 1000 kg/m3, viscosity: 1e-2 m2/s}
                        model: {collision: trt, equilibrium: incompressible}
                        drive: {acceleration: [1e-5 m/s2, 0 m/s2]}
                        reference: {velocity: 1 mm/s, length: 1 m}
                        time: {relaxation-time: 1.5, stop: {steps: 6000}}
                        output: {sections: {before: x 0%, throat: x 50%}}
                        """, Path.of("/"), List.of()).theCase();
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            flow.step(6000);
            List<Observable> found = flow.observables(false);
            double before = Observable.value(found, "before.flow_rate");
            assertThat(Observable.value(found, "throat.area")).isCloseTo(0.6, within(1e-12));
            assertThat(Observable.value(found, "throat.flow_rate")).isCloseTo(before, within(0.01 * before));
            assertThat(Observable.value(found, "throat.mean_velocity_x"))
                    .isCloseTo(Observable.value(found, "before.mean_velocity_x") / 0.6, within(0.02 * before));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{wall: x 50%}", "{velocity: x 50%}"})
    void a_name_of_other_columns_is_refused(String sections) {
        assertThatThrownBy(() -> open(channel("{x: periodic, y: wall}", sections)))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("Use another name");
    }

    @Test
    void planes_without_fluid_or_along_z_in_2d_are_refused() {
        String outside = "{far: {plane: x 50%, from: [2 m, 0 m], to: [3 m, 1 m]}}";
        assertThatThrownBy(() -> open(channel("{x: periodic, y: wall}", outside)))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("output.sections.far: no fluid node is in it");
        assertThatThrownBy(() -> open(channel("{x: periodic, y: wall}", "{deep: z 50%}")))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("no planes across z");
    }

    private static void open(Case theCase) {
        Simulation.open(theCase, devices.byKey("cpu:interpreter"), pool).close();
    }
}
