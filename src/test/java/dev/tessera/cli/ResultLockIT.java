package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tessera.solver.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Runs in processes of their own: one that holds its folder, and one whose machine has no folder for temporary
/// files.
@Tag("alone")
final class ResultLockIT extends TinyCaseKit {
    private @Nullable Process process;

    @AfterEach
    void leave_no_process_behind() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process start(List<String> flags, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("run", theCase.toString(), "--device", "cpu:interpreter", "--out", out.toString()));
        arguments.addAll(List.of(more));
        process = OwnProcess.start(temp, flags, arguments.toArray(String[]::new));
        return process;
    }

    @Test
    void a_second_run_names_the_process_that_holds_the_folder_and_a_killed_one_holds_nothing() throws Exception {
        Process first = start(
                List.of(),
                "--set",
                "time.stop.steps=1000000000",
                "--set",
                "output.checkpoints.every=5 steps",
                "--set",
                "output.log-every=5 steps");
        while (!Checkpoints.areIn(out.resolve("checkpoints"))) {
            assertThat(first.isAlive()).isTrue();
            Thread.sleep(5);
        }
        assertThat(run()).isEqualTo(2);
        assertThat(console.err()).contains("another run writes to " + out + ": process " + first.pid() + " on ");
        assertThat(run("--resume", out.toString())).isEqualTo(2);
        assertThat(run("--overwrite")).isEqualTo(2);
        first.destroyForcibly().waitFor();
        assertThat(names(out)).contains(ResultLock.NAME);
        assertThat(run("--resume", out.toString(), "--set", "time.stop.steps=1"))
                .as(console.err())
                .isZero();
        assertThat(names(out)).contains("summary.json").doesNotContain(ResultLock.NAME);
    }

    @Test
    void pictures_and_plots_need_no_folder_for_temporary_files() throws Exception {
        // Java copies the program's own letters to that folder.
        assumeThat(Path.of("/usr/share/fonts")).as("fonts of the machine").exists();
        Path nowhere = temp.resolve("nowhere");
        Process run = start(List.of("-Djava.io.tmpdir=" + nowhere), "--set", "output.log-every=1 steps");
        assertThat(run.waitFor()).as(Files.readString(temp.resolve("stderr"))).isZero();
        assertThat(names(out)).contains("summary.json", "velocity-z50-000000004.png", "convergence.png");
    }
}
