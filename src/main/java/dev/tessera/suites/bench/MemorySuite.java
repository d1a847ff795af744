package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/// Compares the memory in use by the report of a GPU's driver with the planned memory: every storage with 8 GB of
/// populations or more, or with as much as the device can store.
final class MemorySuite {
    static final String NAME = "memory";

    /// Bytes of populations. Drivers round each buffer and use memory for code: only large cases can be judged.
    private static final long JUDGED_BYTES = 8_000_000_000L;

    private static final double TOLERANCE = 0.02;
    private static final double PART_OF_DEVICE = 0.4;
    private static final long BYTES_PER_NODE_AND_ARRAY = 19 * 8;

    private final long bytes;
    private final List<GpuTrial> trials = new ArrayList<>();

    /// Free memory by the driver's report, before and after a storage was allocated.
    ///
    /// @param before free bytes, if reported
    /// @param after free bytes after allocation and a few steps, if reported
    record Free(OptionalLong before, OptionalLong after) {}

    private MemorySuite(long bytes) {
        this.bytes = bytes;
    }

    /// @param facts of the device; a CPU uses only a small part of its memory
    static List<GpuTrial> trials(GpuFacts facts) {
        long most = facts.isProcessor() ? 16L << 20 : (long) (PART_OF_DEVICE * facts.memoryBytes());
        MemorySuite suite = new MemorySuite(
                Math.min(JUDGED_BYTES + JUDGED_BYTES / 16, Math.min(most, facts.largestBufferBytes() / 2)));
        suite.add(GpuTrials.PULL, new Dense());
        suite.add(GpuTrials.PULL, new Tiles());
        suite.add(GpuTrials.PULL, CompactTiles.forGpu());
        suite.add(GpuTrials.PULL, new CompactTiles());
        suite.add(GpuTrials.PULL, new ConnectivityMatrix());
        suite.add(GpuTrials.PULL, new FluidIndex());
        suite.add(GpuTrials.PUSH, new GhostTiles());
        suite.add(GpuTrials.AA, new Dense());
        suite.add(GpuTrials.AA, CompactTiles.forGpu());
        suite.add(GpuTrials.ESOTERIC, CompactTiles.forGpu());
        return List.copyOf(suite.trials);
    }

    /// A box with solid blocks of 8³ nodes, for walls and partly filled tiles.
    private void add(StreamingPattern pattern, Addressing addressing) {
        int copies = addressing.storedCopies(pattern);
        double nodes = bytes / (double) (BYTES_PER_NODE_AND_ARRAY * copies);
        int edge = 8 * (int) Math.ceil(Math.cbrt(nodes / 0.98) / 8);
        BenchGeometry geometry = BenchGeometry.ofNodes(
                "blocks-" + edge,
                new Box(edge, edge, edge, true, true, true),
                (x, y, z) -> !(x % 32 >= 24 && y % 32 >= 24 && z % 32 >= 24));
        trials.add(GpuTrial.bgk(geometry, Precision.FP64, pattern, addressing, GpuTrials.USUAL));
    }

    /// Adds the memory in use by the driver's report to a row, and `error` if it differs from the planned
    /// memory.
    /// @param row with the planned `memory_bytes`
    static void judge(Map<String, Object> row, Free free) {
        long planned = planned(row);
        if (free.before().isEmpty() || free.after().isEmpty()) {
            row.put("driver_bytes", null);
            row.put("driver_excess", null);
            return;
        }
        long used = free.before().getAsLong() - free.after().getAsLong();
        double excess = (double) used / planned - 1;
        row.put("driver_bytes", used);
        row.put("driver_excess", excess);
        if (planned >= JUDGED_BYTES && Math.abs(excess) > TOLERANCE) {
            row.put(
                    "error",
                    "the driver reports %d bytes in use, %d were planned: %+.1f %%, a difference of more than %.0f %%"
                            .formatted(used, planned, 100 * excess, 100 * TOLERANCE));
        }
    }

    private static long planned(Map<String, Object> row) {
        return (Long) Objects.requireNonNull(row.get("memory_bytes"), "memory_bytes");
    }

    static String describe(Map<String, Object> row) {
        return row.get("driver_excess") instanceof Double excess
                ? ", %.2f GB planned, the driver reports %+.2f %%".formatted(planned(row) * 1e-9, 100 * excess)
                : ", %.2f GB planned, the driver does not report memory in use".formatted(planned(row) * 1e-9);
    }
}
