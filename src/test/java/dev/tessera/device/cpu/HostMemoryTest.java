package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostMemoryTest {
    @TempDir
    private Path folder;

    @Test
    void too_large_cases_are_rejected_with_the_spacing_that_would_fit() {
        assertThatCode(() -> HostMemory.checkFits(1_000, 1_000)).doesNotThrowAnyException();
        assertThatThrownBy(() -> HostMemory.checkFits(80_000_000_000L, 10_000_000_000L))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("80.0 GB")
                .hasMessageContaining("only 10.0 GB are free")
                .hasMessageContaining("2.10 times as large");
    }

    @Test
    void free_memory_is_what_linux_reports_and_unknown_is_no_limit() throws IOException {
        Path facts = Files.writeString(folder.resolve("meminfo"), "MemTotal: 9 kB\nMemAvailable:   12345 kB\n");
        assertThat(HostMemory.availableBytes(facts)).isEqualTo(12345L << 10);
        assertThat(HostMemory.availableBytes(folder.resolve("nowhere"))).isEqualTo(Long.MAX_VALUE);
    }
}
