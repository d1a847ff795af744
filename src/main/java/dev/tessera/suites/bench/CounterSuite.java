package dev.tessera.suites.bench;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import java.util.ArrayList;
import java.util.List;

/// Rows for a profiler that counts memory traffic. Each row runs exactly [#STEPS] steps, so that launches of the report
/// can be matched with rows ([CounterRows]).
final class CounterSuite {
    static final String NAME = "counters";

    /// Steps of a row: one cycle of phases to fill caches, one that counts.
    static final int STEPS = 4;

    /// The kernels to count (steps of the bulk), for ncu's `--kernel-name`.
    static final String KERNELS = "^tessera_bulk_(propagate_|collide_)?(pull|push|aa|esoteric_pull|two_buffer)_[01]$";

    private static final Tuning SEGMENTS_IN_PLACE = new Tuning(128, 4, 1);

    private final List<GpuTrial> trials = new ArrayList<>();
    private final BenchGeometry box;
    private final BenchGeometry spheres;

    private CounterSuite(boolean isLarge) {
        this.box = BenchGeometry.fullBox(isLarge ? 256 : 32);
        this.spheres = BenchGeometry.spheres(isLarge ? 192 : 48, 0.3);
    }

    /// @param isLarge whether the device is fast enough for populations larger than any cache
    static List<GpuTrial> trials(boolean isLarge) {
        CounterSuite suite = new CounterSuite(isLarge);
        suite.box();
        suite.spheres();
        suite.otherPrecisions();
        suite.hardToPredict();
        suite.trials.addAll(PaperSuite.table5(BenchGeometry.cavity3d(isLarge ? 100 : 20), 2));
        return List.copyOf(suite.trials);
    }

    private void box() {
        add(box, Precision.FP64, GpuTrials.PULL, new Dense(), Tuning.of(128, 2));
        add(box, Precision.FP64, GpuTrials.AA, new Dense(), Tuning.of(128, 2));
        add(box, Precision.FP64, GpuTrials.ESOTERIC, new Dense(), Tuning.of(128, 2));
        add(box, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL);
        add(box, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL.with(TileLookup.SHARED));
        add(box, Precision.FP64, GpuTrials.AA, new Tiles(), GpuTrials.USUAL);
        add(box, Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64));
        add(box, Precision.FP64, GpuTrials.PULL, new CompactTiles(), GpuTrials.USUAL);
        add(box, Precision.FP64, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.SEGMENTS);
        add(box, Precision.FP64, GpuTrials.AA, CompactTiles.forGpu(), SEGMENTS_IN_PLACE);
        add(box, Precision.FP64, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
        add(box, Precision.FP64, GpuTrials.PULL, new FluidIndex(), GpuTrials.USUAL);
        trials.add(trials.getLast().split());
    }

    private void spheres() {
        for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.AA)) {
            add(
                    spheres,
                    Precision.FP64,
                    pattern,
                    CompactTiles.forGpu(),
                    pattern == GpuTrials.AA ? SEGMENTS_IN_PLACE : GpuTrials.SEGMENTS);
            add(spheres, Precision.FP64, pattern, new CompactTiles(), GpuTrials.USUAL);
            add(spheres, Precision.FP64, pattern, new Tiles(), GpuTrials.USUAL);
            add(spheres, Precision.FP64, pattern, new ConnectivityMatrix(), GpuTrials.USUAL);
            add(spheres, Precision.FP64, pattern, new FluidIndex(), GpuTrials.USUAL);
            if (pattern == GpuTrials.PULL) {
                trials.add(trials.getLast().split());
            }
        }
        add(spheres, Precision.FP64, GpuTrials.PULL, new Dense(), GpuTrials.USUAL);
        add(spheres, Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64));
        add(spheres, Precision.FP64, GpuTrials.PUSH, new GhostTiles(TilingRule.cubesOf(8)), new Tuning(512, 2, 1));
    }

    private void otherPrecisions() {
        for (BenchGeometry geometry : List.of(box, spheres)) {
            add(geometry, Precision.FP32, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL);
            add(geometry, Precision.FP32, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64));
            add(geometry, Precision.FP32, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.segments(Precision.FP32));
            add(
                    geometry,
                    Precision.FP32_FP16,
                    GpuTrials.PULL,
                    CompactTiles.forGpu(),
                    GpuTrials.segments(Precision.FP32_FP16));
        }
        add(box, Precision.FP32, GpuTrials.PULL, new Dense(), Tuning.of(128, 4));
    }

    /// Rows with the largest errors of prediction: half precision with threads without a node, stores into neighbours'
    /// sectors, private slots that are found by rank, and many registers per thread.
    private void hardToPredict() {
        for (Addressing addressing : List.of(new Dense(), new Tiles(), CompactTiles.forGpu())) {
            add(spheres, Precision.FP32_FP16, GpuTrials.AA, addressing, GpuTrials.USUAL);
            add(spheres, Precision.FP32, GpuTrials.PUSH, addressing, GpuTrials.USUAL);
            add(spheres, Precision.FP32, GpuTrials.ESOTERIC, addressing, GpuTrials.USUAL);
        }
        add(spheres, Precision.FP32_FP16, GpuTrials.PULL, new Dense(), GpuTrials.USUAL);
        add(spheres, Precision.FP32_FP16, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL);
        add(spheres, Precision.FP64, GpuTrials.PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
    }

    private void add(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        trials.add(GpuTrial.bgk(geometry, precision, pattern, addressing, tuning));
    }
}
