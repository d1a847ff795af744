package dev.tessera.device.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The limits that a container, or a batch system, sets on the memory of this process: Linux's control groups of
/// version 2 and 1. A process that exceeds such a limit is killed without a message.
///
/// Source: Linux kernel documentation, admin-guide/cgroup-v2.rst and admin-guide/cgroup-v1/memory.rst.
///
/// @param folders of the group and its parent groups that this process can see
record ControlGroup(List<Path> folders) {
    private static final Path MEMBERSHIP = Path.of("/proc/self/cgroup");
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");

    ControlGroup {
        folders = List.copyOf(folders);
    }

    static ControlGroup ofProcess() {
        return of(MEMBERSHIP, MOUNT);
    }

    /// @param membership lines `number:controllers:/path`; version 2 has one line, `0::/path`
    /// @param mount where the groups are mounted
    static ControlGroup of(Path membership, Path mount) {
        List<Path> folders = new ArrayList<>();
        for (String line : lines(membership)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3
                    && (parts[1].isEmpty() || List.of(parts[1].split(",", -1)).contains("memory"))) {
                Path root = parts[1].isEmpty() ? mount : mount.resolve("memory");
                Path folder = root.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                while (folder != null && folder.startsWith(root)) {
                    folders.add(folder);
                    folder = folder.getParent();
                }
            }
        }
        return new ControlGroup(folders);
    }

    /// Memory that can be allocated under the strictest limit; `Long.MAX_VALUE` if there is none.
    long availableBytes() {
        return folders.stream().mapToLong(ControlGroup::availableBytes).min().orElse(Long.MAX_VALUE);
    }

    private static long availableBytes(Path folder) {
        long limit = firstNumber(folder, "memory.max", "memory.limit_in_bytes");
        long used = firstNumber(folder, "memory.current", "memory.usage_in_bytes");
        if (limit == Long.MAX_VALUE || used == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, limit - Math.max(0, used - fileCacheBytes(folder)));
    }

    /// Cached file pages count as used, but are released on demand.
    private static long fileCacheBytes(Path folder) {
        return lines(folder.resolve("memory.stat")).stream()
                .filter(line -> line.matches("(in)?active_file \\d+"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    /// The number in the first existing file; `Long.MAX_VALUE` for `max`.
    private static long firstNumber(Path folder, String... files) {
        for (String file : files) {
            List<String> lines = lines(folder.resolve(file));
            if (!lines.isEmpty()) {
                return lines.getFirst().matches("\\d{1,18}") ? Long.parseLong(lines.getFirst()) : Long.MAX_VALUE;
            }
        }
        return Long.MAX_VALUE;
    }

    private static List<String> lines(Path file) {
        try {
            return !Files.isReadable(file) ? List.of() : Files.readAllLines(file);
        } catch (IOException | UncheckedIOException unknown) {
            return List.of();
        }
    }
}
