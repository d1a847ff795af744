package dev.tessera.cli;

import dev.tessera.device.Host;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.cpu.JvmVectors;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// Lists what can compute here, what is missing, and how to get it.
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = "What can be used here; what is missing and how to get it.")
final class DevicesCommand implements Callable<Integer> {
    private static final List<String> LIBRARY_FOLDERS = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/usr/local/lib",
            "/usr/lib/wsl/lib",
            "/usr/local/cuda/compat");

    private final Console console;

    DevicesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Host host = Host.probe();
        row(
                "cpu",
                "%s, %d %s, %s of memory, %s"
                        .formatted(
                                host.processor(),
                                host.cores(),
                                host.cores() == 1 ? "core" : "cores",
                                gibibytes(host.memoryBytes()),
                                host.vectorBits() == 0 ? "vectors unknown" : host.vectorBits() + "-bit vectors"));
        row("cpu:jvm", jvm(JvmVectors.preferredBits()));
        row("cpu:c", c(CCompiler.find()));
        row("cuda", graphics("CUDA driver", "libcuda.so.1"));
        row("opencl", graphics("OpenCL loader", "libOpenCL.so.1"));
        return ExitCode.DONE.code();
    }

    static String jvm(OptionalInt bits) {
        String java = "Java %s, heap of at most %s"
                .formatted(
                        Runtime.version().feature(),
                        gibibytes(Runtime.getRuntime().maxMemory()));
        return bits.isPresent()
                ? "ready: %s, Vector API with %d-bit vectors".formatted(java, bits.getAsInt())
                : "slow: %s, without the Vector API. Start with the launcher, or add --add-modules jdk.incubator.vector."
                        .formatted(java);
    }

    static String c(Optional<CCompiler> compiler) {
        return compiler.map(found -> "ready: " + found)
                .orElse("missing: no gcc, clang or cc on PATH. Install one (Debian or Ubuntu: apt install gcc; macOS:"
                        + " xcode-select --install), or name one in TESSERA_CC. cpu:jvm needs none.");
    }

    private static String graphics(String what, String library) {
        return find(library)
                .map(path ->
                        "not used: %s found (%s), but this version computes on the CPU only".formatted(what, path))
                .orElse("missing: no %s (%s) found, and this version computes on the CPU only"
                        .formatted(what, library));
    }

    private static Optional<Path> find(String library) {
        Stream<String> own =
                Stream.of(System.getenv().getOrDefault("LD_LIBRARY_PATH", "").split(File.pathSeparator));
        return Stream.concat(own.filter(folder -> !folder.isBlank()), LIBRARY_FOLDERS.stream())
                .map(folder -> Path.of(folder, library))
                .filter(Files::exists)
                .findFirst();
    }

    private void row(String device, String text) {
        console.out().println("%-9s %s".formatted(device, text));
    }

    private static String gibibytes(long bytes) {
        return "%.1f GiB".formatted(bytes / (double) (1L << 30));
    }
}
