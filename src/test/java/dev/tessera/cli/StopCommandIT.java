package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// `tessera stop` with runs in processes of their own. Every wait is for a file or for the end of a process.
@Tag("alone")
@DisabledOnOs(OS.WINDOWS)
final class StopCommandIT extends TinyCaseKit {
    private @Nullable Process process;

    @AfterEach
    void leave_no_process_behind() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process startEndlessRun() throws IOException {
        Process started = OwnProcess.start(
                temp,
                List.of(),
                "run",
                theCase.toString(),
                "--device",
                "cpu:interpreter",
                "--out",
                out.toString(),
                "--set",
                "time.stop.steps=1000000000",
                "--set",
                "output.log-every=20 steps",
                "--set",
                "output.checkpoints.every=100 steps");
        process = started;
        await(started, () -> Files.exists(out.resolve("log.csv")));
        return started;
    }

    private void await(Process running, BooleanSupplier event) throws IOException {
        while (!event.getAsBoolean()) {
            assertThat(running.isAlive()).as(messages()).isTrue();
            try {
                Thread.sleep(5);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IOException(ended);
            }
        }
    }

    private String messages() throws IOException {
        return Files.readString(temp.resolve("stderr"));
    }

    private int stop(String... more) {
        List<String> arguments = new ArrayList<>(List.of("stop", out.toString()));
        arguments.addAll(List.of(more));
        return Main.run(console.pipe(), arguments.toArray(String[]::new));
    }

    @Test
    void a_stopped_run_leaves_a_checkpoint_says_so_and_continues() throws Exception {
        Process run = startEndlessRun();
        assertThat(stop("--wait")).as(console.err()).isZero();
        assertThat(console.err()).contains("requested process " + run.pid() + " on ");
        assertThat(console.out()).contains("the run has ended (stopped at step ", "--resume " + out);
        assertThat(run.waitFor()).as(messages()).isEqualTo(130);
        assertThat(messages()).contains("stopped; finishing the step").doesNotContain("Exception");
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"stop_reason\": \"stopped\"");
        assertThat(names(out)).doesNotContain(StopRequest.NAME, ResultLock.NAME);
        assertThat(names(out.resolve("checkpoints"))).isNotEmpty();
        assertThat(run("--resume", out.toString(), "--set", "time.stop.steps=1"))
                .as(console.err())
                .isZero();
    }

    @Test
    void a_request_for_another_process_stops_nothing_and_a_timeout_keeps_the_request() throws Exception {
        Process run = startEndlessRun();
        StopRequest.place(out, "process 1 on elsewhere, started long ago");
        long rows = lines();
        await(run, () -> Files.exists(out.resolve("log.csv")) && lines() > rows + 20);
        assertThat(run.isAlive()).isTrue();

        pause(run);
        assertThat(stop("--wait", "--timeout", "1")).isEqualTo(1);
        assertThat(console.err()).contains("has not released the folder within 1 s; the request stays");
        assertThat(Files.readString(out.resolve(StopRequest.NAME))).contains("process " + run.pid());
        signal(run, "CONT");
        assertThat(run.waitFor()).as(messages()).isEqualTo(130);
    }

    private long lines() {
        try (var lines = Files.lines(out.resolve("log.csv"))) {
            return lines.count();
        } catch (IOException beingWritten) {
            return 0;
        }
    }

    private static void pause(Process run) throws Exception {
        signal(run, "STOP");
    }

    private static void signal(Process run, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(run.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void the_lock_of_a_killed_run_is_named_and_stops_nothing() throws Exception {
        Process run = startEndlessRun();
        run.destroyForcibly().waitFor();
        assertThat(stop("--wait")).isZero();
        assertThat(console.out()).contains("nothing runs here; process " + run.pid(), "was killed", "--resume " + out);
        assertThat(names(out)).doesNotContain(StopRequest.NAME);
    }

    @Test
    void a_run_on_another_machine_is_requested_to_stop_although_its_lock_cannot_be_seen() throws Exception {
        Files.createDirectories(out);
        Files.writeString(out.resolve(ResultLock.NAME), "process 12 on another-machine, started 2026-01-01");
        assertThat(stop()).isZero();
        assertThat(console.err())
                .contains("requested process 12 on another-machine", "cannot be seen from this machine");
        assertThat(Files.readString(out.resolve(StopRequest.NAME))).startsWith("process 12 on another-machine");
    }

    @Test
    void folders_without_a_run_are_told_apart() throws IOException {
        assertThat(stop()).isEqualTo(2);
        assertThat(console.err()).contains("there is no such folder");
        Path empty = Files.createDirectories(temp.resolve("empty"));
        assertThat(Main.run(console.pipe(), "stop", empty.toString())).isEqualTo(2);
        assertThat(console.err()).contains("no run writes here, and none has ended here");
        assertThat(run()).as(console.err()).isZero();
        assertThat(stop("--wait")).isZero();
        assertThat(console.out()).contains("nothing runs here; the run has finished (steps at step 4).");
    }
}
