package dev.tessera.suites.bench;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Collects the rows of a suite on a GPU.
final class GpuTrials {
    static final Tuning USUAL = Tuning.of(128, 1);

    /// Launches of compact segments, pull, FP64: more blocks per multiprocessor allow each thread fewer
    /// registers.
    static final Tuning SEGMENTS = new Tuning(128, 6, 1);

    static final StreamingPattern PULL = new TwoBufferPull();
    static final StreamingPattern PUSH = new TwoBufferPush();
    static final StreamingPattern AA = new AaPattern();
    static final StreamingPattern ESOTERIC = new EsotericPull();

    private final List<GpuTrial> trials = new ArrayList<>();
    private final boolean isLarge;
    private final BenchGeometry box;

    GpuTrials(GpuFacts facts) {
        this.isLarge = !facts.isProcessor();
        this.box = BenchGeometry.fullBox(isLarge ? 256 : 32);
    }

    /// Whether large geometries are measured: on a GPU, but not on a CPU with an OpenCL driver.
    boolean isLarge() {
        return isLarge;
    }

    /// The full box of the limits.
    BenchGeometry box() {
        return box;
    }

    /// Each once, in the order in which they were added.
    List<GpuTrial> all() {
        return List.copyOf(new LinkedHashSet<>(trials));
    }

    void add(GpuTrial trial) {
        trials.add(trial);
    }

    void limits(Precision precision) {
        nodesPerThread(precision).forEach(nodes -> readsAndWrites(precision, nodes));
    }

    void readsAndWrites(Precision precision, int nodes) {
        for (int copies = 1; copies <= 2; copies++) {
            trials.add(GpuTrial.readWrite(box, precision, new NoStreaming(copies), new Dense(), Tuning.of(128, nodes)));
        }
    }

    /// 1, 2, 4, 8 nodes, with at most 32 bytes per direction.
    static List<Integer> nodesPerThread(Precision precision) {
        return List.of(1, 2, 4, 8).stream()
                .filter(nodes -> nodes == 1 || nodes * precision.storedBytes() <= 32)
                .toList();
    }

    static Tuning widest(int threads, Precision precision) {
        return Tuning.of(threads, nodesPerThread(precision).getLast());
    }

    void bgk(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        trials.add(GpuTrial.bgk(geometry, precision, pattern, addressing, tuning));
    }

    /// The launch of compact segments, pull.
    static Tuning segments(Precision precision) {
        return precision.equals(Precision.FP64) ? SEGMENTS : new Tuning(128, 8, 1);
    }

    static Tuning wholeTiles(int threads) {
        return Tuning.of(threads, 1);
    }

    /// Blocks of `count` tiles of 64 nodes, with a copy of the neighbouring tiles' map in shared memory.
    static Tuning tilesPerBlock(int count) {
        return Tuning.of(64 * count, 1).with(TileLookup.SHARED);
    }
}
