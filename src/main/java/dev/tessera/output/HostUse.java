package dev.tessera.output;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/// The memory that this process has used on the host so far.
///
/// @param heapBytes largest use of each pool of the Java heap, added: an upper bound of what was used at a time,
///        garbage included, so that it depends on the size of the heap
/// @param residentBytes largest part of the process in the machine's memory: heap, populations on CPUs, program;
///        empty where the operating system does not report it
record HostUse(long heapBytes, OptionalLong residentBytes) {
    private static final Path STATUS = Path.of("/proc/self/status");

    static HostUse ofProcess() {
        long heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
                .sum();
        return new HostUse(heap, resident());
    }

    private static OptionalLong resident() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.matches("VmHWM:\\s+\\d+ kB"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst();
        } catch (IOException notLinux) {
            return OptionalLong.empty();
        }
    }
}
