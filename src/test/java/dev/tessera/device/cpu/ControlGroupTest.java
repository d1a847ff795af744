package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControlGroupTest {
    @TempDir
    private Path mount;

    @Test
    void the_strictest_limit_of_all_parent_groups_applies_without_cached_files() throws IOException {
        Path outer = group("batch", "1000000", "700000", "active_file 200000\ninactive_file 100000\n");
        group("batch/job", "max", "600000", "");
        assertThat(available("0::/batch/job")).isEqualTo(1_000_000 - 400_000);
        Files.writeString(outer.resolve("memory.max"), "max\n");
        assertThat(available("0::/batch/job")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void version_1_has_a_folder_for_memory() throws IOException {
        Path folder = Files.createDirectories(mount.resolve("memory/docker/abc"));
        Files.writeString(folder.resolve("memory.limit_in_bytes"), "5000\n");
        Files.writeString(folder.resolve("memory.usage_in_bytes"), "2000\n");
        assertThat(available("11:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc"))
                .isEqualTo(3000);
    }

    @Test
    void without_groups_or_with_a_huge_limit_there_is_no_limit() throws IOException {
        assertThat(ControlGroup.of(mount.resolve("nowhere"), mount).availableBytes())
                .isEqualTo(Long.MAX_VALUE);
        Path folder = Files.createDirectories(mount.resolve("memory"));
        Files.writeString(folder.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
        Files.writeString(folder.resolve("memory.usage_in_bytes"), "1\n");
        assertThat(available("4:memory:/")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void an_invisible_path_resolves_to_its_parent_group() throws IOException {
        group("", "800", "300", "");
        assertThat(available("0::/hidden/by/the/namespace")).isEqualTo(500);
    }

    private Path group(String path, String limit, String used, String statistics) throws IOException {
        Path folder = Files.createDirectories(mount.resolve(path));
        Files.writeString(folder.resolve("memory.max"), limit + "\n");
        Files.writeString(folder.resolve("memory.current"), used + "\n");
        Files.writeString(folder.resolve("memory.stat"), statistics);
        return folder;
    }

    private long available(String membership) throws IOException {
        Path file = Files.writeString(mount.resolve("membership"), membership + "\n");
        return ControlGroup.of(file, mount).availableBytes();
    }
}
