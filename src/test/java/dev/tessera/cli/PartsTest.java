package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `--device` with several devices: the case runs in parts, and its results do not depend on them.
final class PartsTest extends TinyCaseKit {
    @TempDir
    static Path together;

    private static final Map<List<String>, Path> ONE_PARTS = new HashMap<>(); // results of cases with their changes

    private static final String VESSEL = """
            tessera: 1
            name: duct
            title: A duct with a ball in it, an inlet with a ramp and an outlet
            geometry:
              box: [24 mm, 9 mm, 8 mm]
              spacing: 1 mm
              obstacles: {ball: {sphere: {centre: [9 mm, 4 mm, 4 mm], diameter: 4 mm}}}
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1000 kg/m3, viscosity: 1e-5 m2/s}
            model: {lattice: D3Q19, collision: mrt}
            boundaries:
              inlet: {mean-velocity: 5 mm/s, profile: parabolic, ramp: auto}
              outlet: {pressure: 0 Pa}
            time: {lattice-speed: 0.05, stop: {steps: 60}}
            output: {log-every: 10 steps, fields: [velocity, pressure, wall-shear-stress], formats: [vtu]}
            """;

    /// A periodic series at the inlet, an expression of t at the outlet, and functions of place and time that
    /// cannot be separated at a wall and as a force.
    private static final String IN_TIME = VESSEL.replace(
                    "mean-velocity: 5 mm/s", "mean-velocity: {series: beat.csv, period: 60 ms, interpolation: cubic}")
            .replace("pressure: 0 Pa", "pressure: {expression: '0.002*sin(90*t)*(1 + y/0.009)', unit: Pa}")
            .replace("outlet}\nfluid", "outlet, y-max: lid}\nfluid")
            .replace("\ntime:", """

                      lid: {scheme: moving, velocity: [{expression: '1e-3*max(sin(200*x - 90*t), x)', unit: m/s}, 0 m/s, 0 m/s]}
                    drive: {force-density: [{expression: '0.1*tanh(400*x - 90*t)', unit: N/m3}, 0 N/m3, 0 N/m3]}
                    time:""");

    private static final String MIXTURE = """
            tessera: 1
            name: layers
            device: cpu:interpreter
            geometry: {box: [12 mm, 10 mm], spacing: 1 mm}
            sides: {x: periodic}
            fluid:
              density: 1000 kg/m3
              viscosity: 1 mm2/s
              components:
                oil: {density: {expression: "0.5 + 0.4*sin(700*y + 500*x)", unit: g/cm3}}
                water: {density: {expression: "0.5 - 0.4*sin(700*y + 500*x)", unit: g/cm3}}
            model: {mixture: shan-chen, coupling: {oil-water: 2.5}}
            drive: {acceleration: [{expression: "1e-6*sin(t)", unit: m/s2}, 0 m/s2]}
            reference: {velocity: 0.1 mm/s, length: 10 mm}
            time: {relaxation-time: 1, stop: {steps: 6}}
            output: {fields: [velocity, pressure, density-oil], formats: [vtu]}
            """;

    @AfterAll
    static void forget() {
        ONE_PARTS.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm,cpu:interpreter", "cpu:jvm,cpu:jvm,cpu:jvm", "cpu:jvm"})
    void the_log_and_the_fields_are_those_of_one_part_byte_for_byte(String device) throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), VESSEL);
        checkEqualsOnePart(device);
    }

    /// Four steps run between exchanges; rows of the log and odd numbers of steps divide them.
    @ParameterizedTest
    @CsvSource({
        "'cpu:jvm,cpu:interpreter', 4, VESSEL",
        "'cpu:jvm,cpu:jvm,cpu:jvm', 3, VESSEL",
        "'cpu:jvm,cpu:c', 4, IN_TIME",
        "'cpu:jvm,opencl:0', 2, IN_TIME"
    })
    void several_layers_of_neighbours_change_no_byte(String device, int layers, String name) throws IOException {
        Files.writeString(temp.resolve("beat.csv"), "time [ms],velocity [mm/s]\n0,2\n10,6\n30,4\n50,2.5\n");
        theCase = Files.writeString(temp.resolve("case.yaml"), name.equals("VESSEL") ? VESSEL : IN_TIME);
        checkEqualsOnePart(device, "--halo-layers=" + layers);
    }

    @Test
    void layers_are_refused_where_nodes_need_more_of_their_neighbours() throws IOException {
        out = temp.resolve("parts");
        // Voxelising would refuse so many nodes.
        String[] layers = {
            "--device", "cpu:interpreter,cpu:interpreter", "--halo-layers", "2", "--set", "geometry.spacing=1 nm"
        };
        theCase = Files.writeString(temp.resolve("case.yaml"), MIXTURE);
        assertThat(run(layers)).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err())
                .contains("parts with 2 layers of halo nodes", "more than the populations of one fluid");
        theCase = Files.writeString(
                temp.resolve("case.yaml"), VESSEL.replace("pressure: 0 Pa", "pressure: 0 Pa, scheme: characteristic"));
        assertThat(run(layers)).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("nodes at boundaries.outlet remember values from step to step");
        assertThat(run("--device", "cpu:jvm,cpu:jvm", "--halo-layers", "0")).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("--halo-layers 0: parts need at least 1 layer");
    }

    /// The results of the case in one part, computed once for all devices.
    private Path ofOnePart(String... more) throws IOException {
        List<String> run = Stream.concat(Stream.of(Files.readString(theCase)), Arrays.stream(more))
                .toList();
        if (!ONE_PARTS.containsKey(run)) {
            Path results = Files.createTempDirectory(together, "one").resolve("results");
            out = results;
            assertThat(run(more)).as(console.err()).isZero();
            ONE_PARTS.put(run, results);
        }
        return ONE_PARTS.get(run);
    }

    private void checkEqualsOnePart(String device, String... more) throws IOException {
        if (device.contains("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        if (device.contains("opencl")) {
            Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        }
        Path one = ofOnePart(more);
        out = temp.resolve("parts");
        String[] inParts = Stream.concat(Stream.of("--device", device), Arrays.stream(more))
                .toArray(String[]::new);
        assertThat(run(inParts)).as(console.err()).isZero();
        List<String> same = names(one).stream()
                .filter(name -> name.endsWith(".csv") || name.endsWith(".vtu"))
                .toList();
        assertThat(same).contains("log.csv").hasSizeGreaterThan(1);
        for (String name : same) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm,cpu:interpreter", "cpu:interpreter,cpu:jvm,cpu:c", "cpu:jvm,opencl:0"})
    void values_in_time_are_those_of_one_part_byte_for_byte(String device) throws IOException {
        Files.writeString(temp.resolve("beat.csv"), "time [ms],velocity [mm/s]\n0,2\n10,6\n30,4\n50,2.5\n");
        theCase = Files.writeString(temp.resolve("case.yaml"), IN_TIME);
        checkEqualsOnePart(device);
    }

    /// The example of docs/guides/vessels.md, 8 nodes across the inlet; an OpenCL device is tried where there
    /// is one.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm,cpu:c", "cpu:jvm,opencl:0"})
    void an_aneurysm_is_that_of_one_part_byte_for_byte(String device) throws IOException {
        theCase = Path.of("examples/aneurysm/case.yaml");
        checkEqualsOnePart(
                device,
                "--set=geometry.spacing=0.5 mm",
                "--set=time.stop={steps: 60}",
                "--set=output.log-every=10 steps",
                "--set=output.pictures=[]");
    }

    /// Components read potentials across the cut, in a step and in an observation.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter,cpu:interpreter", "cpu:interpreter,cpu:interpreter,cpu:interpreter"})
    void a_mixture_is_that_of_one_part_byte_for_byte(String device) throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), MIXTURE);
        checkEqualsOnePart(device);
    }

    /// The order parameter is read across the cut, and walls have a contact angle in every part.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter,cpu:interpreter", "cpu:interpreter,cpu:interpreter,cpu:interpreter"})
    void a_free_energy_mixture_is_that_of_one_part_byte_for_byte(String device) throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), """
                tessera: 1
                name: drop
                device: cpu:interpreter
                geometry: {box: [12 mm, 10 mm], spacing: 1 mm}
                sides: {x: periodic}
                fluid:
                  density: 1000 kg/m3
                  viscosity: 1 mm2/s
                  components:
                    oil: {viscosity: 2 mm2/s, density: {expression: "0.5 + 0.4*sin(700*y + 500*x)", unit: g/cm3}}
                    water: {density: {expression: "0.5 - 0.4*sin(700*y + 500*x)", unit: g/cm3}}
                model: {mixture: free-energy, surface-tension: 0.5 uN/m, interface-width: 1.2 mm, contact-angle: 50 deg}
                drive: {acceleration: [{expression: "1e-6*sin(t)", unit: m/s2}, 0 m/s2]}
                reference: {velocity: 0.1 mm/s, length: 10 mm}
                time: {relaxation-time: 1, stop: {steps: 6}}
                output: {fields: [velocity, pressure, order-parameter], formats: [vtu]}
                """);
        checkEqualsOnePart(device);
    }

    /// Outlets whose pressure follows from the flow, and an inlet whose flow is controlled.
    private static final String CIRCUITS = """
            tessera: 1
            name: cross
            title: Crossing ducts
            geometry:
              box: [24 mm, 16 mm, 6 mm]
              spacing: 1 mm
              inside:
                union:
                  - {box: {from: [-1 mm, 5 mm, -1 mm], to: [25 mm, 11 mm, 7 mm]}}
                  - {box: {from: [9 mm, -1 mm, -1 mm], to: [15 mm, 17 mm, 7 mm]}}
            sides: {x-min: inlet, x-max: outlet, y-min: left, y-max: right}
            fluid: {density: 1000 kg/m3, viscosity: 1e-5 m2/s}
            model: {lattice: D3Q19, collision: mrt}
            boundaries:
              inlet: {controlled-flow-rate: 0.1 mL/s}
              outlet: {resistance: 2e6 Pa.s/m3}
              left: {resistance: 3e6 Pa.s/m3, proximal-resistance: 1e5 Pa.s/m3, compliance: 1e-6 m3/Pa}
              right: {resistance: 2e6 Pa.s/m3, compliance: 1e-6 m3/Pa, distal-pressure: 0.001 Pa, scheme: link-wise}
            time: {lattice-speed: 0.05, stop: {steps: 60}}
            output: {log-every: 10 steps, fields: [velocity, pressure], formats: [vtu]}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm,cpu:interpreter", "cpu:interpreter,cpu:jvm,cpu:c"})
    void pressures_that_follow_from_the_flow_are_those_of_one_part_byte_for_byte(String device) throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), CIRCUITS);
        checkEqualsOnePart(device);
    }

    @Test
    void a_plan_in_parts_shows_what_crosses_the_cuts() throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), VESSEL);
        Path json = temp.resolve("plan.json");
        Path picture = temp.resolve("parts.png");
        assertThat(Main.run(
                        console.pipe(),
                        "plan",
                        theCase.toString(),
                        "--device=h200",
                        "--parts=3",
                        "--json=" + json,
                        "--picture=" + picture))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("3 parts, divided by", "Link nvlink: 360 GB/s", "planes: ", "efficiency");
        assertThat(Files.readString(json)).contains("\"cut_links\"", "\"sent_populations\"", "\"cuts\"");
        assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void a_plan_with_too_many_parts_or_an_unknown_link_is_refused() throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), VESSEL);
        assertThat(Main.run(console.pipe(), "plan", theCase.toString(), "--device=h200", "--parts=999"))
                .isEqualTo(2);
        assertThat(console.err()).contains("--parts: 999 parts are too many");
        assertThat(Main.run(console.pipe(), "plan", theCase.toString(), "--parts=2", "--link=rope"))
                .isEqualTo(2);
        assertThat(console.err()).contains("there is no link rope");
    }

    @Test
    void commands_for_one_device_refuse_several() {
        assertThat(Main.run(console.pipe(), "plan", theCase.toString(), "--device", "cpu:jvm,cpu:jvm"))
                .isEqualTo(2);
        assertThat(console.err()).contains("only `tessera run` divides a case");
    }

    @Test
    void an_unknown_device_among_several_is_refused() {
        assertThat(run("--device", "cpu:jvm,gpu")).isEqualTo(2);
        assertThat(console.err()).contains("--device cpu:jvm,gpu: there is no such device");
    }
}
