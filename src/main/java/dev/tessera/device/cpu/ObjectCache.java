package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Host;
import dev.tessera.device.UserCache;
import dev.tessera.emit.KernelSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shared objects, keyed by the kernel's text, the compiler's version and flags, and the processor. Files are put
/// in place by a rename, so that several processes can compile the same kernel. Each file ends with a checksum,
/// which loaders ignore; a damaged file is compiled again, since loading it could crash the process.
final class ObjectCache {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectCache.class);
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final long TIMEOUT_S = 120;
    private static final int LINES_SHOWN = 5;
    private static final int SIGNALLED = 128; // exit status after a signal: 128 plus its number
    private static final int SIGKILL = 9;
    private static final long FULL_DISK_BYTES = 1 << 20; // several times the size of a kernel

    private final CCompiler compiler;
    private final Path folder;
    private final List<String> flags;
    private final String machine = machine();

    /// @param more flags after the usual ones
    ObjectCache(CCompiler compiler, Path folder, String... more) {
        this.compiler = compiler;
        this.folder = folder;
        this.flags = new ArrayList<>(CCompiler.FLAGS);
        if (Host.probe().vectorBits() >= 512) {
            flags.add("-mprefer-vector-width=512");
        }
        flags.addAll(List.of(more));
    }

    /// In the folder of [UserCache].
    static ObjectCache ofUser(CCompiler compiler) {
        return new ObjectCache(compiler, UserCache.folder().resolve("c"));
    }

    /// The compiled kernel; compiles it if it is not in the cache.
    /// @throws DeviceException if the compiler fails or the folder cannot be written; quotes the compiler's
    ///        output
    Path objectOf(KernelSource source) {
        String key = UserCache.keyOf(source.text(), compiler.version(), String.join(" ", flags), machine);
        Path object = folder.resolve("%s-%s.so".formatted(source.kernel().name(), key));
        if (UserCache.read(object).isPresent()) {
            return object;
        }
        try {
            Files.createDirectories(folder);
            Path work = Files.createTempDirectory(folder, "compile-");
            try {
                compile(source, work, object);
            } finally {
                delete(work);
            }
            return object;
        } catch (FileSystemException unwritable) {
            throw new DeviceException(
                    "compiled kernels cannot be stored in %s%s; set XDG_CACHE_HOME to a writable folder, or use"
                                    .formatted(folder, UserCache.why(unwritable))
                            + " --device cpu:jvm",
                    unwritable);
        } catch (IOException failed) {
            throw new DeviceException(
                    "%s cannot be started: %s; use --device cpu:jvm".formatted(compiler.program(), failed.getMessage()),
                    failed);
        }
    }

    private void compile(KernelSource source, Path work, Path object) throws IOException {
        Path text = work.resolve(source.kernel().name() + ".c");
        Path made = work.resolve(source.kernel().name() + ".so");
        Path output = work.resolve("output");
        Files.writeString(text, source.text());
        List<String> command = new ArrayList<>(List.of(compiler.program().toString()));
        command.addAll(flags);
        command.addAll(List.of("-o", made.toString(), text.toString()));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new DeviceException("%s did not finish kernel %s within %d s; use --device cpu:jvm"
                        .formatted(compiler.program(), source.kernel().name(), TIMEOUT_S));
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new DeviceException("interrupted while kernel %s was compiled"
                    .formatted(source.kernel().name()));
        }
        if (process.exitValue() != 0) {
            throw new DeviceException("%s failed to compile kernel %s: %s; %suse --device cpu:jvm"
                    .formatted(
                            compiler.program(),
                            source.kernel().name(),
                            reason(process.exitValue(), output),
                            remedyForFullDisk()));
        }
        Files.write(made, UserCache.withChecksum(Files.readAllBytes(made)));
        Files.move(made, object, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        LOG.debug(
                "kernel {} in {} was compiled in {} ms to {}",
                source.kernel().name(),
                source.precision().key(),
                (System.nanoTime() - start) / 1_000_000,
                object);
    }

    /// Compilers do not always report a full disk.
    private String remedyForFullDisk() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() < FULL_DISK_BYTES
                ? "the disk of %s is full: free some space, set XDG_CACHE_HOME to another folder, or ".formatted(folder)
                : "";
    }

    private static String reason(int status, Path output) throws IOException {
        String words = new String(Files.readAllBytes(output), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .limit(LINES_SHOWN)
                .collect(Collectors.joining(" / "));
        int signal = status - SIGNALLED;
        String end = signal > 0
                ? "it was ended by signal %d%s"
                        .formatted(signal, signal == SIGKILL ? " (killed; possibly out of memory)" : "")
                : "it ended with status %d".formatted(status);
        return words.isEmpty() ? end + " without output" : end + " with the output: " + words;
    }

    private static void delete(Path work) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(work);
    }

    /// The properties of the machine that `-march=native` depends on.
    private static String machine() {
        try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.UTF_8)) {
            return lines.takeWhile(line -> !line.isBlank())
                    .filter(line -> line.startsWith("model") || line.startsWith("flags") || line.startsWith("Features"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch") + " " + System.getProperty("os.version");
        }
    }
}
