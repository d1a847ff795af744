package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Sends a real signal to a real process.
@DisabledOnOs(OS.WINDOWS)
final class InterruptionIT {
    private static final long PATIENCE_S = 60;

    @TempDir
    private Path temp;

    @Test
    void ctrl_c_ends_with_code_130_and_a_checkpoint_from_which_the_run_goes_on() throws Exception {
        Path folder = temp.resolve("channel");
        assertThat(start("init", folder.toString()).waitFor()).isZero();
        Path out = temp.resolve("out");
        Process run = start("run", folder.toString(), "--out", out.toString(), "--device", "cpu:interpreter");
        waitForStep(out.resolve("log.csv"), run);
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(run.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(run.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("ended").isTrue();
        assertThat(run.exitValue()).as(messages()).isEqualTo(130);
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"stop_reason\": \"interrupted\"");
        try (var checkpoints = Files.list(out.resolve("checkpoints"))) {
            assertThat(checkpoints).hasSize(1);
        }
        Process resumed = start(
                "run",
                folder.toString(),
                "--resume",
                out.toString(),
                "--set",
                "time.stop.steps=1",
                "--device",
                "cpu:interpreter");
        assertThat(resumed.waitFor()).as(messages()).isZero();
        assertThat(messages()).contains("resumed at step");
    }

    private void waitForStep(Path log, Process run) throws InterruptedException {
        for (int i = 0; i < 10 * PATIENCE_S && run.isAlive() && !Files.exists(log); i++) {
            Thread.sleep(100);
        }
        assertThat(run.isAlive()).as("the run goes on").isTrue();
    }

    private Process start(String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ProcessBuilder(
                java,
                "@" + Path.of("jvm.options").toAbsolutePath(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        command.command().addAll(List.of(arguments));
        return command.redirectOutput(temp.resolve("stdout").toFile())
                .redirectError(temp.resolve("stderr").toFile())
                .start();
    }

    private String messages() throws IOException {
        return Files.readString(temp.resolve("stderr"));
    }
}
