package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

final class RunCommandTest {
    private static final String TINY = """
            tessera: 1
            name: tiny
            title: A tiny cavity
            geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
            fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
            model: {lattice: D2Q9, collision: bgk}
            boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}
            time: {lattice-speed: 0.1, stop: {steps: 4}}
            output: {pictures: [slice z 50%]}
            """;

    /// The keys of summary.json that scripts rely on.
    private static final String CONTRACT = "schema version steps time_s dx_m dt_s reynolds mach relaxation_time nodes"
            + " fluid_nodes porosity tiles tile_utilisation addressing pattern lattice collision equilibrium precision"
            + " device backend memory_bytes mlups wall_s converged stop_reason residual observables outputs warnings";

    private final TestConsole console = new TestConsole();

    @TempDir
    private Path temp;

    private Path theCase;
    private Path out;

    @BeforeEach
    void write_the_case() throws IOException {
        theCase = Files.writeString(temp.resolve("case.yaml"), TINY);
        out = temp.resolve("results");
    }

    @Test
    void a_run_writes_its_numbers_to_stdout_and_everything_else_to_the_folder() throws IOException {
        assertThat(run()).as(console.err()).isZero();
        assertThat(console.out())
                .startsWith("A tiny cavity: end of the steps at step 4")
                .contains("velocity.mean")
                .contains(out.resolve("summary.json").toString());
        assertThat(names(out))
                .contains("summary.json", "log.csv", "case.yaml", "fields-000000004.vti", "velocity-z50-000000004.png");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"steps\": 4", "\"stop_reason\": \"steps\"");
    }

    @Test
    void numbers_of_a_speed_that_nobody_gave_do_not_read_as_0() throws IOException {
        Files.writeString(
                theCase,
                TINY.replace(
                                "boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}",
                                "sides: {x: periodic}\ndrive: {pressure-gradient: [1 Pa/m, 0 Pa/m]}")
                        .replace("lattice-speed: 0.1", "relaxation-time: 0.8"));
        assertThat(run()).as(console.err()).isZero();
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"reynolds\": null", "\"mach\": null", "\"grid_reynolds\": null");
    }

    @Test
    void the_summary_keeps_its_contract_with_scripts() throws IOException {
        assertThat(run()).as(console.err()).isZero();
        Object json = new Load(
                        LoadSettings.builder().setSchema(new JsonSchema()).build())
                .loadFromString(Files.readString(out.resolve("summary.json")));
        assertThat(json)
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsKeys(CONTRACT.split(" "))
                .containsEntry("steps", 4)
                .containsEntry("converged", false)
                .containsEntry("dx_m", 1e-3)
                .containsEntry("fluid_nodes", 64)
                .containsEntry("lattice", "D2Q9");
        assertThat(Files.readAllLines(out.resolve("log.csv")).stream().map(line -> line.split(",", -1)[0]))
                .as("one row a step")
                .doesNotHaveDuplicates()
                .endsWith("4");
    }

    @Test
    void a_signal_during_the_final_outputs_lets_them_finish_and_leaves_a_checkpoint() throws IOException {
        var interruption = new Interruption(console.pipe().err(), () -> {
            throw new AssertionError("ended at once");
        });
        var atItsResults = new PrintStream(OutputStream.nullOutputStream()) {
            private boolean sent;

            @Override
            public void println(String line) {
                if (!sent) {
                    interruption.arrive();
                }
                sent = true;
            }
        };
        Console pipe = console.pipe();
        var signalled = new Console(atItsResults, pipe.err(), pipe.columns(), pipe.nanos());
        int code = Main.run(
                signalled,
                interruption,
                "run",
                theCase.toString(),
                "--device",
                "cpu:interpreter",
                "--out",
                out.toString());
        assertThat(code).as(console.err()).isEqualTo(130);
        assertThat(names(out)).contains("summary.json", "fields-000000004.vti");
        assertThat(names(out.resolve("checkpoints"))).containsExactly("step-000000000004.checkpoint");
    }

    @Test
    void a_folder_with_results_is_refused_with_the_ways_out_that_there_are() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve("precious.txt"), "mine");
        assertThat(run()).isEqualTo(2);
        assertThat(console.err())
                .contains("is not empty")
                .contains("--overwrite")
                .contains("--out")
                .doesNotContain("--resume");
        Files.createFile(Files.createDirectories(out.resolve("checkpoints")).resolve("step-000000000001.checkpoint"));
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).contains("Go on from its checkpoint with --resume " + out);
        assertThat(names(out)).contains("precious.txt");
    }

    @Test
    void overwrite_replaces_results_and_leaves_other_files_alone() throws IOException {
        Files.createDirectories(out.resolve("checkpoints"));
        Files.writeString(out.resolve("precious.txt"), "mine");
        Files.writeString(out.resolve("fields-000000099.vti"), "old");
        Files.writeString(out.resolve("log.csv"), "old");
        Files.writeString(out.resolve("checkpoints/step-99.ckpt"), "old");
        assertThat(run("--overwrite")).as(console.err()).isZero();
        assertThat(names(out)).contains("precious.txt", "log.csv").doesNotContain("fields-000000099.vti");
        assertThat(names(out.resolve("checkpoints"))).doesNotContain("step-99.ckpt");
        assertThat(Files.readString(out.resolve("log.csv"))).doesNotContain("old");
    }

    @Test
    void results_stay_where_the_new_case_turns_out_to_be_wrong() throws IOException {
        assertThat(run("--set", "output.checkpoints.every=2 steps"))
                .as(console.err())
                .isZero();
        String before = Files.readString(out.resolve("case.yaml"));
        assertThat(run("--resume", out.toString(), "--set", "geometry.box=[9 mm, 8 mm]"))
                .isEqualTo(2);
        assertThat(console.err()).contains("Resume with the case that wrote it");
        assertThat(run("--overwrite", "--set", "geometry.spacing=20 mm")).isEqualTo(2);
        assertThat(Files.readString(out.resolve("case.yaml"))).isEqualTo(before);
        assertThat(names(out)).contains("summary.json", "log.csv", "fields-000000004.vti");
    }

    @Test
    void plots_are_those_that_the_case_names_and_a_plot_of_nothing_is_refused() throws IOException {
        assertThat(run("--set", "output.plots=[velocity.mean, y-max.force_x]"))
                .as(console.err())
                .isZero();
        assertThat(names(out))
                .contains("velocity.mean.png", "y-max.force_x.png")
                .doesNotContain("convergence.png");
        assertThat(run("--overwrite", "--set", "output.plots=none"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).noneMatch(name -> name.endsWith("force_x.png") || name.equals("residual.png"));
        assertThat(run("--overwrite", "--set", "output.plots=lid.force_x")).isEqualTo(2);
        assertThat(console.err())
                .contains("output.plots: lid.force_x: no wall is called lid. This geometry has: ")
                .contains("y-max");
        assertThat(run("--overwrite", "--set", "output.plots=permeability")).isEqualTo(2);
        assertThat(console.err()).contains("this case has none. Give drive, or remove the plot.");
        assertThat(run("--overwrite", "--set", "output.plots=velocity.mean_z")).isEqualTo(2);
        assertThat(run("--overwrite", "--set", "output.plots=inlet.flow_rate")).isEqualTo(2);
        assertThat(console.err()).contains("no opening is called inlet. This geometry has none");
    }

    @Test
    void what_is_no_checkpoint_or_a_damaged_one_is_wrong_input() throws IOException {
        assertThat(run("--resume", theCase.toString())).isEqualTo(2);
        assertThat(console.err()).contains("case.yaml is not a checkpoint");
        assertThat(run("--set", "output.checkpoints.every=2 steps"))
                .as(console.err())
                .isZero();
        Path checkpoint = out.resolve("checkpoints/step-000000000004.checkpoint");
        byte[] bytes = Files.readAllBytes(checkpoint);
        bytes[bytes.length / 2] ^= 1;
        Files.write(checkpoint, bytes);
        assertThat(run("--resume", checkpoint.toString())).isEqualTo(2);
        assertThat(console.err()).contains("its checksum does not fit");
        assertThat(run("--resume", out.toString())).isZero();
        Files.writeString(checkpoint, "tessera-checkpoint: 1\nfield: many\n\n");
        assertThat(run("--resume", checkpoint.toString())).isEqualTo(2);
        assertThat(console.err()).contains("damaged: field: many");
        assertThat(run("--resume", temp.resolve("nowhere").toString())).isEqualTo(2);
        assertThat(console.err()).contains("there is no such file or folder").doesNotContain("please report");
    }

    private static final String[] CHECKPOINTED = {
        "--set", "output.checkpoints.every=2 steps", "--set", "output.log-every=1 steps", "--set", "time.stop.steps=8"
    };

    private void assertSameResults(Path one, Path other) throws IOException {
        for (String file : List.of("fields-000000008.vti", "log.csv", "checkpoints/step-000000000008.checkpoint")) {
            assertThat(one.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
        }
    }

    @Test
    void a_run_that_was_killed_while_it_wrote_goes_on_as_if_nothing_had_happened() throws IOException {
        assertThat(run(CHECKPOINTED)).as(console.err()).isZero();
        Path whole = Files.move(out, temp.resolve("whole"));

        assertThat(run(more(CHECKPOINTED, "--set", "time.stop.steps=6")))
                .as(console.err())
                .isZero();
        Path checkpoints = out.resolve("checkpoints");
        byte[] newest = Files.readAllBytes(checkpoints.resolve("step-000000000006.checkpoint"));
        Files.write(checkpoints.resolve(".writing.checkpoint"), Arrays.copyOf(newest, newest.length / 2));
        Files.writeString(out.resolve("log.csv"), "7,0.0", StandardOpenOption.APPEND);
        Files.delete(out.resolve("summary.json"));
        assertThat(run(more(CHECKPOINTED, "--resume", out.toString())))
                .as(console.err())
                .isZero();
        assertSameResults(whole, out);
        assertThat(checkpoints.resolve(".writing.checkpoint")).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_full_disk_ends_the_run_and_leaves_the_last_good_checkpoint() throws IOException {
        assertThat(run(CHECKPOINTED)).as(console.err()).isZero();
        Path whole = Files.move(out, temp.resolve("whole"));

        assertThat(run(more(CHECKPOINTED, "--set", "time.stop.steps=4")))
                .as(console.err())
                .isZero();
        Path checkpoints = out.resolve("checkpoints");
        Files.createSymbolicLink(checkpoints.resolve(".writing.checkpoint"), Path.of("/dev/full"));
        assertThat(run(more(CHECKPOINTED, "--resume", out.toString()))).isEqualTo(1);
        assertThat(console.err())
                .contains(
                        "the checkpoint of step 6 could not be written to ",
                        "No space left on device",
                        "free some space")
                .contains("Last good checkpoint: " + checkpoints.resolve("step-000000000004.checkpoint"))
                .doesNotContain("\tat ");
        assertThat(names(checkpoints)).containsExactly("step-000000000002.checkpoint", "step-000000000004.checkpoint");

        assertThat(run(more(CHECKPOINTED, "--resume", out.toString())))
                .as(console.err())
                .isZero();
        assertSameResults(whole, out);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_full_disk_names_the_file_that_found_no_room_and_the_way_out() throws IOException {
        assertThat(run(more(CHECKPOINTED, "--set", "time.stop.steps=4")))
                .as(console.err())
                .isZero();
        Files.createSymbolicLink(out.resolve(".fields-000000008.vti.body"), Path.of("/dev/full"));
        assertThat(run(more(CHECKPOINTED, "--resume", out.toString()))).isEqualTo(1);
        assertThat(console.err())
                .contains("fields-000000008.vti could not be written: No space left on device. Make room, or ")
                .contains("Last good checkpoint: " + out.resolve("checkpoints/step-000000000008.checkpoint"));
    }

    private static String[] more(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void a_file_in_the_way_of_the_folder_is_named() throws IOException {
        out = Files.writeString(temp.resolve("file"), "mine").resolve("results");
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).contains("a file is in the way").contains("--out");
    }

    @Test
    void values_are_changed_on_the_command_line_and_recorded_in_the_folder() throws IOException {
        assertThat(run("--set", "time.stop.steps=2")).as(console.err()).isZero();
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"steps\": 2");
        assertThat(Files.readString(out.resolve("case.yaml"))).contains("steps: 2");
    }

    @Test
    void a_run_without_fields_and_pictures_writes_numbers_only() throws IOException {
        assertThat(run("--set", "output.pictures=[]", "--set", "output.fields=[]", "--set", "output.plots=[]"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).containsExactly("case.yaml", "log.csv", "summary.json");
    }

    @Test
    void a_folder_stands_for_the_case_in_it() {
        assertThat(Main.run(console.pipe(), "run", temp.toString(), "--out", out.toString()))
                .as(console.err())
                .isZero();
    }

    @Test
    void a_wrong_case_is_wrong_input_with_its_place() throws IOException {
        Files.writeString(theCase, TINY.replace("spacing: 1 mm", "spacing: 1 mmm"));
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).startsWith(theCase + ":4:").contains("mmm");
        assertThat(out).doesNotExist();
    }

    @Test
    void a_flow_that_diverges_names_the_node_the_step_the_cause_and_the_checkpoint() throws IOException {
        Files.writeString(theCase, """
                tessera: 1
                geometry: {box: [8 mm, 8 mm], spacing: 1 mm}
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                model: {lattice: D2Q9, collision: bgk}
                sides: {x: periodic}
                drive: {acceleration: [{expression: "0.001*exp(t/2)", unit: m/s2}, 0 m/s2]}
                time: {relaxation-time: 0.8, stop: {steps: 2000}}
                output: {checkpoints: {every: 5 steps}}
                """);
        assertThat(run()).as(console.err()).isEqualTo(1);
        assertThat(console.err())
                .contains(
                        "the flow diverged: at node (", "step ", "above the speed of sound", "Lower time.lattice-speed")
                .containsPattern("Last good checkpoint: \\S+\\.checkpoint");
    }

    @Test
    void a_box_that_no_memory_holds_is_refused_at_once_with_its_place() throws IOException {
        assertThat(run("--set", "geometry.spacing=1 nm")).isEqualTo(3);
        assertThat(console.err())
                .contains("case.yaml:4:31: geometry.spacing: 8,000,000 x 8,000,000 x 1 nodes (6.4e13)")
                .contains("A spacing of ")
                .doesNotContain("\tat ");
        assertThat(out).doesNotExist();
    }

    @Test
    void a_missing_case_is_wrong_input() {
        assertThat(Main.run(console.pipe(), "run", temp.resolve("nowhere.yaml").toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("nowhere.yaml").contains("no such file");
    }

    @Test
    void a_device_that_is_not_there_is_told_apart_from_one_that_does_not_exist() {
        assertThat(run("--device", "cuda:0")).isEqualTo(3);
        assertThat(run("--device", "abacus")).isEqualTo(2);
        assertThat(console.err())
                .contains("--device abacus: there is no such device. Known are")
                .contains("cpu");
        assertThat(run("--device", "opencl:x")).isEqualTo(2);
        assertThat(run("--device", "cuda:0,opencl:0")).isEqualTo(2);
    }

    @Test
    void a_device_is_told_where_it_is_written_and_the_command_line_comes_first() throws IOException {
        Files.writeString(theCase, TINY + "device: abacus\n");
        assertThat(Main.run(console.pipe(), "run", theCase.toString(), "--out", out.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains(theCase + ":10:1: device: abacus: there is no such device. Known are");
        assertThat(run("--device", "auto")).as(console.err()).isZero();
    }

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
    void plan_compares_every_storage_and_marks_the_one_that_a_run_takes() throws IOException {
        Path json = temp.resolve("plan.json");
        assertThat(Main.run(console.pipe(), "plan", theCase.toString(), "--json", json.toString()))
                .as(console.err())
                .isZero();
        assertThat(console.out().lines().filter(line -> line.startsWith("* ") && !line.startsWith("* is")))
                .hasSize(1);
        assertThat(console.out()).contains("dense", "tiles", "compact-tiles", "aa", "esoteric-pull", "pull");
        assertThat(Files.readString(json)).contains("\"predicted_mlups\"", "\"chosen\": true", "\"tile_utilisation\"");
    }

    @Test
    void an_unknown_suite_lists_the_known_ones() {
        assertThat(Main.run(console.pipe(), "validate", "--suite", "pois")).isEqualTo(2);
        assertThat(console.err()).contains("pois").contains("poiseuille").contains("full");
    }

    private int run(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("run", theCase.toString(), "--device", "cpu:interpreter", "--out", out.toString()));
        for (String argument : more) {
            int device = arguments.indexOf("--device");
            if (argument.equals("--device") && device >= 0) {
                arguments.remove(device + 1);
                arguments.remove(device);
            }
            arguments.add(argument);
        }
        return Main.run(console.pipe(), arguments.toArray(String[]::new));
    }

    private static List<String> names(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }
}
