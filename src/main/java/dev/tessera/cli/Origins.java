package dev.tessera.cli;

import dev.tessera.Version;
import dev.tessera.device.Device;
import dev.tessera.device.Host;
import dev.tessera.suites.Provenance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/// Describes the origin of this process's results.
final class Origins {
    private static final int LONGEST_WAIT_S = 10;

    private Origins() {}

    /// @param command as a user types it
    static Provenance of(Device device, String command) {
        Host host = Host.probe();
        return new Provenance(
                program(ComputeResources.home()),
                "%s, %d cores, %d GiB, Java %s, %s"
                        .formatted(
                                host.processor(),
                                host.cores(),
                                Math.round(host.memoryBytes() / (double) (1L << 30)),
                                Runtime.version().feature(),
                                System.getProperty("os.name")),
                device.key(),
                LocalDate.now(ZoneOffset.UTC).toString(),
                command);
    }

    /// The version, and the commit where `home` is a git working tree and git is installed.
    static String program(Path home) {
        String commit = commit(home);
        return "Tessera %s%s".formatted(Version.text(), commit.isEmpty() ? "" : " (commit %s)".formatted(commit));
    }

    private static String commit(Path home) {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty")
                    .directory(home.toAbsolutePath().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(LONGEST_WAIT_S, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : "";
        } catch (IOException noGit) {
            return "";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
