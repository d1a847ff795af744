package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.cli.log.LogSettings;
import dev.tessera.cli.log.StderrLoggers;
import dev.tessera.device.DeviceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

final class BinaryCacheTest {
    private final List<String> warnings = new ArrayList<>();

    @TempDir
    private Path folder;

    private int compiled;

    @AfterEach
    void give_the_log_back() {
        StderrLoggers.configure(new LogSettings(Level.WARN, System.err::println));
    }

    /// Loads a text whose binary is its bytes; the module's handle is their number.
    private BinaryCache.Loaded load(BinaryCache cache, String text) {
        return cache.load(
                GpuLanguage.OPENCL,
                "a compiler",
                text,
                List.of("-fast"),
                () -> {
                    compiled++;
                    return text.getBytes(StandardCharsets.UTF_8);
                },
                binary -> {
                    if (!new String(binary, StandardCharsets.UTF_8).equals(text)) {
                        throw new DeviceException("no module");
                    }
                    return binary.length;
                });
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    @Test
    void a_kernel_is_compiled_once_for_its_text() {
        assertThat(load(new BinaryCache(folder), "kernel")).isEqualTo(new BinaryCache.Loaded(6, false));
        assertThat(load(new BinaryCache(folder), "kernel")).isEqualTo(new BinaryCache.Loaded(6, true));
        assertThat(compiled).isEqualTo(1);
        assertThat(load(new BinaryCache(folder), "another").fromCache()).isFalse();
    }

    @Test
    void damaged_files_are_compiled_again() throws IOException {
        load(new BinaryCache(folder), "kernel");
        byte[] good = Files.readAllBytes(onlyFile());
        for (int at = 0; at < good.length; at += 5) {
            byte[] flipped = good.clone();
            flipped[at] ^= 1;
            Files.write(onlyFile(), flipped);
            assertThat(load(new BinaryCache(folder), "kernel").fromCache())
                    .as("byte %d", at)
                    .isFalse();
            assertThat(Files.readAllBytes(onlyFile())).isEqualTo(good);
        }
        Files.write(onlyFile(), new byte[0]);
        assertThat(load(new BinaryCache(folder), "kernel").fromCache()).isFalse();
    }

    @Test
    void a_folder_that_is_not_writable_gives_one_warning() throws IOException {
        StderrLoggers.configure(new LogSettings(Level.WARN, warnings::add));
        Path file = Files.createFile(folder.resolve("file"));
        BinaryCache cache = new BinaryCache(file.resolve("below"));
        assertThat(load(cache, "kernel").module()).isEqualTo(6);
        assertThat(load(cache, "another").module()).isEqualTo(7);
        assertThat(load(cache, "kernel").fromCache()).isFalse();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst())
                .contains("cannot be stored in", "Set XDG_CACHE_HOME")
                .doesNotContain("Exception");
    }
}
