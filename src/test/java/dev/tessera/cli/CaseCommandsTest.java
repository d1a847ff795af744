package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The commands that examine a case without running it: `geometry`, `plan`, `codegen`.
final class CaseCommandsTest extends TinyCaseKit {
    @Test
    void geometry_describes_the_nodes_and_draws_them() throws IOException {
        assertThat(Main.run(console.pipe(), "geometry", theCase.toString(), "--out", out.toString()))
                .as(console.err())
                .isZero();
        assertThat(console.out())
                .contains("box")
                .contains("fluid")
                .contains("tiles")
                .contains("geometry.png");
        assertThat(names(out)).containsExactly("geometry.png");
        assertThat(run())
                .as("a run does not mind the picture: %s", console.err())
                .isZero();
    }

    @Test
    void codegen_prints_the_kernels_of_the_case() {
        assertThat(Main.run(console.pipe(), "codegen", theCase.toString(), "--target", "jvm"))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("DoubleVector");
        assertThat(Main.run(console.pipe(), "codegen", theCase.toString(), "--target", "pascal"))
                .isEqualTo(2);
        assertThat(console.err()).contains("--target pascal").contains("Known are");
    }

    @Test
    void codegen_prints_equations_of_the_bulk_and_of_boundaries() {
        assertThat(Main.run(console.pipe(), "codegen", theCase.toString(), "--equations"))
                .as(console.err())
                .isZero();
        assertThat(console.out())
                .startsWith("\\documentclass{article}")
                .contains("\\subsection*{bulk}", "\\rho &= f_{000}", "f^{\\mathrm{completed}}_{")
                .endsWith("\\end{document}\n");
        assertThat(Main.run(console.pipe(), "codegen", theCase.toString(), "--equations", "--target", "c"))
                .isEqualTo(2);
        assertThat(console.err()).contains("equations are the same for all targets");
    }

    @Test
    void codegen_prints_the_launch_that_a_case_fixes_on_a_machine_without_the_device() {
        assertThat(Main.run(
                        console.pipe(),
                        "codegen",
                        theCase.toString(),
                        "--target",
                        "cuda",
                        "--set",
                        "storage.addressing=compact-tiles",
                        "--set",
                        "storage.launch=[64, 12, 1]"))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("__launch_bounds__(64, 12) tessera_bulk_");
    }

    private String codegen(String... storage) {
        List<String> command = new ArrayList<>(
                List.of("codegen", theCase.toString(), "--device", "cpu:interpreter", "--target", "cuda"));
        for (String said : storage) {
            command.addAll(List.of("--set", "storage." + said));
        }
        TestConsole fresh = new TestConsole();
        assertThat(Main.run(fresh.pipe(), command.toArray(String[]::new)))
                .as(fresh.err())
                .isZero();
        return fresh.out();
    }

    @Test
    void codegen_prints_how_the_case_looks_up_tiles() {
        String shared = codegen("addressing=tiles", "lookup=shared");
        assertThat(shared).contains("__shared__");
        assertThat(codegen("addressing=tiles", "lookup=cached"))
                .isEqualTo(codegen("addressing=tiles"))
                .doesNotContain("__shared__");
        assertThat(codegen("addressing=tiles", "lookup=shared", "launch=[64, 12, 1]"))
                .contains("__shared__")
                .contains("__launch_bounds__(64, 12)");
    }

    @Test
    void a_look_up_that_the_launch_or_the_device_cannot_have_is_refused_at_its_place() throws IOException {
        Files.writeString(theCase, "storage: {addressing: tiles, lookup: shared}\n", StandardOpenOption.APPEND);
        assertThat(Main.run(console.pipe(), "run", theCase.toString(), "--device", "cpu", "--out", out.toString()))
                .isEqualTo(2);
        assertThat(console.err())
                .containsPattern("case.yaml:\\d+:30: storage.lookup: only GPUs have it, and this run is on cpu")
                .contains("--device with a GPU", "remove the key");
        assertThat(out).doesNotExist();
        assertThat(Main.run(
                        console.pipe(),
                        "codegen",
                        theCase.toString(),
                        "--target",
                        "opencl",
                        "--set",
                        "storage.launch=[96, 0, 1]"))
                .isEqualTo(2);
        assertThat(console.err())
                .containsPattern("case.yaml:\\d+:30: storage.lookup: shared needs thread blocks")
                .contains("Use storage.launch: [");
    }

    @Test
    void all_c_kernels_of_a_case_have_names_of_their_own_and_compile_together() throws Exception {
        Files.writeString(theCase, """
                tessera: 1
                geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                model: {lattice: D2Q9, collision: bgk, precision: fp32/fp16}
                sides: {x-min: in, x-max: out}
                boundaries:
                  in: {pressure: 1 mPa, scheme: zou-he}
                  out: {pressure: 0 Pa, scheme: zou-he}
                time: {relaxation-time: 0.8, stop: {steps: 4}}
                """);
        assertThat(Main.run(console.pipe(), "codegen", theCase.toString(), "--target", "c"))
                .as(console.err())
                .isZero();
        assertThat(console.out().lines().filter(line -> line.startsWith("void ")))
                .extracting(line -> line.substring("void ".length(), line.indexOf('(')))
                .containsExactly("tessera_bulk", "tessera_zou_he_pressure", "tessera_zou_he_pressure_2");

        var compiler = CCompiler.find();
        Needs.part("c", compiler.isPresent());
        Path text = Files.writeString(temp.resolve("kernels.c"), console.out());
        Process process = new ProcessBuilder(
                        compiler.orElseThrow().program().toString(),
                        "-std=c11",
                        "-fsyntax-only",
                        "-Werror",
                        text.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void plan_compares_every_storage_and_marks_the_one_that_a_run_takes() throws IOException {
        Path json = temp.resolve("plan.json");
        assertThat(Main.run(console.pipe(), "plan", theCase.toString(), "--json", json.toString()))
                .as(console.err())
                .isZero();
        assertThat(console.out().lines().filter(line -> line.startsWith("* ") && !line.startsWith("* is")))
                .hasSize(1);
        assertThat(console.out()).contains("dense", "tiles", "compact-tiles", "aa", "esoteric-pull", "pull");
        assertThat(Files.readString(json)).contains("\"predicted_mlups\"", "\"chosen\": true", "\"tile_utilisation\"");
        assertThat(console.out())
                .contains("Java heap of a run, without populations: at the start ", ", while stepping ", "cut links");
        assertThat(Files.readString(json).split("\"host_memory\"", -1)).hasSize(2);
        assertThat(Files.readString(json)).contains("\"steps_bytes\": ", "\"snapshot of fields\": ");
    }

    @Test
    void plan_says_how_long_a_run_takes_and_warns_and_refuses_as_the_run_does() {
        Path channel = temp.resolve("channel");
        assertThat(Main.run(console.pipe(), "init", channel.toString())).isZero();
        String[] plan = {"plan", channel.toString(), "--device", "h200", "--set", "time.stop={steps: 50}"};
        assertThat(Main.run(console.pipe(), plan)).as(console.err()).isZero();
        assertThat(console.out())
                .containsPattern("\ntime step [^,]+ s, relaxation time [^,]+, Mach ")
                .containsPattern("\n50 steps at most, about [^ ]+ [a-z]+ at the predicted speed");
        assertThat(console.out()).contains("\nwarning: boundaries.inlet.ramp: 4 s is longer than the run");
        String[] fast = Stream.concat(Arrays.stream(plan), Stream.of("--set", "time.lattice-speed=0.4"))
                .toArray(String[]::new);
        assertThat(Main.run(console.pipe(), fast)).isEqualTo(ExitCode.WRONG_INPUT.code());
        String said = console.err();
        fast[0] = "run";
        fast[3] = "cpu:jvm";
        TestConsole ofRun = new TestConsole();
        assertThat(Main.run(ofRun.pipe(), fast)).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(ofRun.err().lines().filter(line -> line.contains("Mach"))).isNotEmpty();
        assertThat(said.lines())
                .containsAll(ofRun.err()
                        .lines()
                        .filter(line -> line.contains("Mach"))
                        .toList());
    }

    @Test
    void a_plot_of_an_opening_by_the_column_of_a_probe_is_refused_with_the_columns_of_openings() {
        Path channel = temp.resolve("channel");
        assertThat(Main.run(console.pipe(), "init", channel.toString())).isZero();
        assertThat(Main.run(console.pipe(), "plan", channel.toString(), "--set", "output.plots=[inlet.pressure]"))
                .isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err())
                .contains("inlet is an opening, which has inlet.flow_rate and inlet.mean_pressure; pressure is a");
    }

    @Test
    void a_mixture_is_planned_also_in_parts() {
        Path droplet = Path.of("examples/droplet/case.yaml");
        assertThat(Main.run(console.pipe(), "plan", droplet.toString(), "--device", "h200", "--parts", "2"))
                .as(console.err())
                .isZero();
        assertThat(console.out())
                .containsPattern("\n\\* dense +pull .* selected: the fastest that fits")
                .containsPattern("\nPredicted: .* MLUPS on 2 devices");
        TestConsole onCpu = new TestConsole();
        assertThat(Main.run(onCpu.pipe(), "plan", droplet.toString())).isZero();
        assertThat(onCpu.out()).contains("phases ", "that of mixtures was fitted to full boxes");
    }

    private static final String DUCT = """
            tessera: 1
            geometry:
              box: [40 mm, 9 mm, 9 mm]
              spacing: 1 mm
              obstacles: {ball: {sphere: {centre: [9 mm, 4 mm, 4 mm], diameter: 4 mm}}}
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1000 kg/m3, viscosity: 1e-5 m2/s}
            boundaries: {inlet: {mean-velocity: 5 mm/s, ramp: auto}, outlet: {pressure: 0 Pa}}
            time: {lattice-speed: 0.05, stop: {steps: 60}}
            storage: {addressing: compact-tiles}
            """;

    /// Parts are cut between planes of 9 × 9 nodes: with 3 layers each computes two more planes of its neighbour.
    @Test
    void a_plan_lists_what_layers_add_to_parts() throws IOException {
        Path duct = Files.writeString(temp.resolve("duct.yaml"), DUCT);
        String[] plan = {"plan", duct.toString(), "--device", "h200", "--parts", "2", "--halo-layers"};
        assertThat(Main.run(console.pipe(), with(plan, "1"))).as(console.err()).isZero();
        assertThat(console.out())
                .contains("With 1 layer of neighbours' nodes values are exchanged after every step:")
                .as("as the rows without layers, memory included")
                .containsPattern("(?s)\n +1 +(\\d+) +81 +81 +1 +\\d+ +\\S+ KiB +(\\S+ KiB)\n.*"
                        + "\n +1 +\\1 +0 \\(0.0 %\\) +81 +\\2\n");
        TestConsole three = new TestConsole();
        assertThat(Main.run(three.pipe(), with(plan, "3"))).isZero();
        assertThat(three.out())
                .contains("With 3 layers of neighbours' nodes values are exchanged after every 3 steps:")
                .containsPattern("\n +1 +\\d+ +162 \\(\\d+.\\d %\\) +81 +\\S+ KiB\n");
    }

    @Test
    void a_plan_refuses_layers_where_a_run_does() throws IOException {
        Path duct = Files.writeString(
                temp.resolve("duct.yaml"), DUCT + "model: {lattice: D3Q19, walls: bouzidi-quadratic}\n");
        String[] plan = {"plan", duct.toString(), "--device", "h200", "--parts", "2", "--halo-layers"};
        assertThat(Main.run(console.pipe(), with(plan, "2"))).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err())
                .contains("parts with 2 layers of halo nodes", "nodes of this case need fields of their neighbours");
        assertThat(Main.run(console.pipe(), with(plan, "1"))).isZero();
        assertThat(Main.run(console.pipe(), "plan", duct.toString(), "--halo-layers", "2"))
                .isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("--halo-layers need --parts N");
    }

    private static String[] with(String[] command, String last) {
        return Stream.concat(Arrays.stream(command), Stream.of(last)).toArray(String[]::new);
    }

    /// The tiles of the case are listed beside the standard ones.
    @Test
    void a_plan_tells_tiles_of_a_case_from_the_usual_ones() {
        assertThat(Main.run(
                        console.pipe(),
                        "plan",
                        theCase.toString(),
                        "--device",
                        "h200",
                        "--set",
                        "storage.addressing=tiles",
                        "--set",
                        "storage.tile=[8, 4]"))
                .isZero();
        assertThat(console.out()).containsPattern("\n\\* tiles \\(8×4×1\\) +").containsPattern("\n {2}tiles {10,}pull");
    }

    /// A block of threads would hold 4096 nodes.
    @Test
    void tiles_that_no_gpu_has_kernels_for_are_wrong_input() {
        for (String[] command : new String[][] {
            {"codegen", theCase.toString(), "--target", "cuda"},
            {"codegen", theCase.toString(), "--target", "opencl"},
            {"run", theCase.toString(), "--device", "opencl:0", "--out", out.toString()}
        }) {
            String[] all = Stream.concat(
                            Arrays.stream(command),
                            Stream.of("--set", "storage.addressing=ghost-tiles", "--set", "storage.tile=[64, 64]"))
                    .toArray(String[]::new);
            int code = Main.run(console.pipe(), all);
            assertThat(code).isIn(2, 3); // 3: no OpenCL here
            assertThat(console.err()).doesNotContain("internal error");
        }
        assertThat(console.err()).contains("4096 nodes per tile", "storage.tile");
    }
}
