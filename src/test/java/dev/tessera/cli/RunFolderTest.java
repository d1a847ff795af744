package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// When a folder of results is refused, kept, replaced and continued.
final class RunFolderTest extends TinyCaseKit {
    private static final String[] CHECKPOINTED = {
        "--set", "output.checkpoints.every=2 steps", "--set", "output.log-every=1 steps", "--set", "time.stop.steps=8"
    };

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
                    interruption.handleSignal();
                }
                sent = true;
            }
        };
        Console pipe = console.pipe();
        var signalled = new Console(atItsResults, pipe.err(), pipe.columns(), pipe.nanos(), pipe.clock());
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
        assertThat(names(out.resolve("checkpoints")))
                .containsExactly("step-000000000004.checkpoint", "velocity-z50-000000004.values");
    }

    @Test
    void a_folder_with_results_is_refused_with_the_remedies() throws IOException {
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
        assertThat(console.err()).contains("Continue from its checkpoint with --resume " + out);
        assertThat(names(out)).contains("precious.txt");
    }

    @Test
    void an_empty_name_of_the_folder_is_refused() {
        for (String command : List.of("run", "geometry")) {
            assertThat(Main.run(console.pipe(), command, theCase.toString(), "--out", ""))
                    .isEqualTo(2);
            assertThat(console.err()).contains("--out: the name of the folder is empty. Name a folder, or");
            assertThat(console.err()).doesNotContain("--overwrite");
        }
    }

    @Test
    void overwrite_replaces_results_and_leaves_other_files_alone() throws IOException {
        Files.createDirectories(out.resolve("checkpoints"));
        Files.writeString(out.resolve("precious.txt"), "mine");
        Files.writeString(out.resolve("fields-000000099.vti"), "old");
        Files.writeString(out.resolve("log.csv"), "old");
        Files.writeString(out.resolve("checkpoints/step-000000000099.checkpoint"), "old");
        Files.writeString(out.resolve("checkpoints/velocity-x50-000000099.values"), "old");
        Files.writeString(out.resolve(".fields-000000099.vti.writing"), "old");
        Files.writeString(out.resolve(".mine.writing"), "mine");
        Files.writeString(out.resolve("checkpoints/notes.txt"), "mine");
        assertThat(run("--overwrite")).as(console.err()).isZero();
        assertThat(names(out))
                .contains("precious.txt", "log.csv", ".mine.writing")
                .doesNotContain("fields-000000099.vti", ".fields-000000099.vti.writing");
        assertThat(names(out.resolve("checkpoints")))
                .contains("notes.txt")
                .doesNotContain("step-000000000099.checkpoint", "velocity-x50-000000099.values");
        assertThat(Files.readString(out.resolve("log.csv"))).doesNotContain("old");
    }

    @Test
    void overwrite_does_not_replace_the_case_that_it_runs() throws IOException {
        String own = Files.readString(theCase);
        out = Objects.requireNonNull(theCase.getParent());
        assertThat(run("--overwrite", "--set", "title=other")).isEqualTo(2);
        assertThat(console.err()).contains("would replace " + theCase, "Name another folder with --out");
        assertThat(Files.readString(theCase)).isEqualTo(own);
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
    void a_file_in_the_way_of_the_folder_is_named() throws IOException {
        out = Files.writeString(temp.resolve("file"), "mine").resolve("results");
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).contains("a file is in the way").contains("--out");
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
        assertThat(console.err()).contains("does not match");
        assertThat(run("--resume", out.toString())).isZero();
        Files.writeString(checkpoint, "tessera-checkpoint: 1\nfield: many\n\n");
        assertThat(run("--resume", checkpoint.toString())).isEqualTo(2);
        assertThat(console.err()).contains("damaged: field: many");
        assertThat(run("--resume", temp.resolve("nowhere").toString())).isEqualTo(2);
        assertThat(console.err()).contains("there is no such file or folder").doesNotContain("please report");
    }

    @Test
    void a_run_that_was_killed_while_writing_continues_bit_for_bit() throws IOException {
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
    void a_checkpoint_that_finds_no_space_costs_nothing_but_itself() throws IOException {
        assertThat(run(CHECKPOINTED)).as(console.err()).isZero();
        Path whole = Files.move(out, temp.resolve("whole"));

        assertThat(run(more(CHECKPOINTED, "--set", "time.stop.steps=4")))
                .as(console.err())
                .isZero();
        Path checkpoints = out.resolve("checkpoints");
        Files.createSymbolicLink(checkpoints.resolve(".writing.checkpoint"), Path.of("/dev/full"));
        assertThat(run(more(CHECKPOINTED, "--resume", out.toString()))).isEqualTo(1);
        assertThat(console.err()).doesNotContain("\tat ");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"stop_reason\": \"steps\"", "\"complete\": false")
                .contains(
                        "the checkpoint of step 6 could not be written: No space left on device",
                        "earlier checkpoints are untouched",
                        "free some space");
        assertThat(names(checkpoints))
                .containsExactly(
                        "step-000000000004.checkpoint",
                        "step-000000000008.checkpoint",
                        "velocity-z50-000000004.values",
                        "velocity-z50-000000008.values");
        assertSameResults(whole, out);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_file_that_finds_no_space_is_named_and_written_by_the_next_resume() throws IOException {
        assertThat(run(more(CHECKPOINTED, "--set", "time.stop.steps=4")))
                .as(console.err())
                .isZero();
        Files.createSymbolicLink(out.resolve(".fields-000000008.vti.writing"), Path.of("/dev/full"));
        assertThat(run(more(CHECKPOINTED, "--resume", out.toString()))).isEqualTo(1);
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains(
                        "fields-000000008.vti could not be written: No space left on device. The run continues without it")
                .contains("velocity-z50-000000008.png");
        assertThat(names(out)).doesNotContain("fields-000000008.vti");

        assertThat(run(more(CHECKPOINTED, "--resume", out.toString())))
                .as(console.err())
                .isZero();
        assertThat(names(out)).contains("fields-000000008.vti");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_resumed_run_tells_which_files_of_earlier_steps_are_missing() throws IOException {
        String[] often = more(CHECKPOINTED, "--set", "output.every=1 steps");
        assertThat(run(more(often, "--set", "time.stop.steps=2")))
                .as(console.err())
                .isZero();
        for (String file : List.of("fields-000000003.vti", "fields-000000004.vti")) {
            Files.createSymbolicLink(out.resolve("." + file + ".writing"), Path.of("/dev/full"));
        }
        assertThat(run(more(often, "--set", "time.stop.steps=4", "--resume", out.toString())))
                .isEqualTo(1);
        assertThat(names(out)).doesNotContain("fields-000000003.vti", "fields-000000004.vti");

        assertThat(run(more(often, "--resume", out.toString()))).isEqualTo(1);
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("stay missing: fields-000000003.vti. Run the case again", "\"complete\": false");
        assertThat(names(out))
                .contains("fields-000000004.vti", "fields-000000005.vti", "fields-000000008.vti")
                .doesNotContain("fields-000000003.vti");
    }

    private void assertSameResults(Path one, Path other) throws IOException {
        for (String file : List.of("fields-000000008.vti", "log.csv", "checkpoints/step-000000000008.checkpoint")) {
            assertThat(one.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
        }
    }

    private static String[] more(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
