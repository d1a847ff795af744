package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.suites.generator.Channels;
import dev.tessera.suites.generator.Chip;
import dev.tessera.suites.generator.TunedVessel;
import java.util.ArrayList;
import java.util.List;

/// The comparisons of storages in Tomczak & Szafran's paper of 2018 (dense, CM, FIA, T2C, TGB; a cavity, chips with
/// channels of several widths, and their 3D geometries), table 7 of that of 2019, and its study of channels.
final class StoragesSuite {
    private static final int AXES = 3;
    private static final int CROSS_SECTIONS = 48; // of channels

    /// One tile of 8³ nodes per block, one or two blocks per multiprocessor.
    private static final List<Tuning> LARGE_TILES = List.of(new Tuning(512, 1, 1), new Tuning(512, 2, 1));

    private final List<GpuTrial> trials = new ArrayList<>();
    private final boolean isLarge;

    private StoragesSuite(boolean isLarge) {
        this.isLarge = isLarge;
    }

    /// @param isLarge whether the device is fast enough for the papers' sizes
    static List<GpuTrial> trials(boolean isLarge) {
        StoragesSuite suite = new StoragesSuite(isLarge);
        suite.plane();
        suite.space();
        suite.channels();
        return suite.trials;
    }

    /// D2Q9 in FP64, tiles of 16² nodes.
    private void plane() {
        BenchGeometry cavity = BenchGeometry.cavity2d(isLarge ? 2048 : 64);
        all(cavity);
        GpuTrial ghosts =
                GpuTrial.bgk(cavity, Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(256));
        trials.add(ghosts.without(Ablation.BARRIERS));
        trials.add(ghosts.without(Ablation.GHOSTS));
        trials.add(GpuTrial.readWrite(cavity, Precision.FP64, new NoStreaming(2), new Dense(), Tuning.of(128, 2)));
        for (Chip chip : List.of(Chip.tree(1), Chip.mesh(1))) {
            for (int width : isLarge ? List.of(16, 27, 32, 39, 56, 60, 64, 96) : List.of(8)) {
                all(BenchGeometry.chip(chip.pattern().key() + "-" + width, chip, width));
            }
        }
    }

    private void all(BenchGeometry geometry) {
        step(geometry, GpuTrials.PULL, new Dense(), Tuning.of(128, 2));
        step(geometry, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
        step(geometry, GpuTrials.PULL, new FluidIndex(), GpuTrials.USUAL);
        trials.add(trials.getLast().split());
        step(geometry, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(4));
        step(geometry, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(256));
        step(geometry, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.SEGMENTS);
    }

    private void step(BenchGeometry geometry, StreamingPattern pattern, Addressing addressing, Tuning tuning) {
        trials.add(GpuTrial.bgk(geometry, Precision.FP64, pattern, addressing, tuning));
    }

    /// D3Q19: TGB, to compare with T2C of [PaperSuite], and the other storages on the geometries of tables 7 to 9.
    private void space() {
        int n = isLarge ? 192 : 48;
        List<BenchGeometry> geometries = new ArrayList<>(List.of(
                BenchGeometry.cavity3d(isLarge ? 252 : 24),
                BenchGeometry.spheres(n, 0.9),
                BenchGeometry.spheres(n, 0.5),
                BenchGeometry.spheres(n, 0.1)));
        if (isLarge) {
            geometries.add(BenchGeometry.of(TunedVessel.aneurysm()));
        }
        for (BenchGeometry geometry : geometries) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                trials.add(
                        GpuTrial.bgk(geometry, precision, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64)));
                Addressing large = new GhostTiles(TilingRule.cubesOf(8));
                LARGE_TILES.forEach(
                        launch -> trials.add(GpuTrial.bgk(geometry, precision, GpuTrials.PUSH, large, launch)));
            }
        }
        GpuTrial ghosts = GpuTrial.bgk(
                geometries.getFirst(), Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64));
        trials.add(ghosts.without(Ablation.BARRIERS));
        trials.add(ghosts.without(Ablation.GHOSTS));
        for (double porosity : List.of(0.9, 0.8, 0.7)) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                BenchGeometry spheres = BenchGeometry.spheres(n, porosity);
                trials.add(GpuTrial.bgk(spheres, precision, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL));
            }
        }
        if (isLarge) {
            BenchGeometry aneurysm = BenchGeometry.of(TunedVessel.aneurysm());
            trials.add(
                    GpuTrial.bgk(aneurysm, Precision.FP32, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL));
        }
        step(BenchGeometry.of(TunedVessel.coarctation()), GpuTrials.PULL, new FluidIndex(), GpuTrials.USUAL);
        trials.add(trials.getLast().split());
    }

    /// Propagation in channels of a million nodes: a selection of the published cross-sections, enough for the fit of
    /// speed to shared faces and edges, each along x, y and z.
    private void channels() {
        List<Box> boxes = Channels.boxesOfAMillionNodes();
        int every = boxes.size() / (AXES * (isLarge ? CROSS_SECTIONS : 1)) * AXES;
        for (int k = 0; k < boxes.size(); k += every) {
            for (Box box : boxes.subList(k, Math.min(k + AXES, boxes.size()))) {
                trials.add(GpuTrial.propagate(
                        BenchGeometry.closedChannel(box),
                        Precision.FP64,
                        GpuTrials.PULL,
                        new Tiles(TilingRule.usual(), new TileLayout.Papers()),
                        GpuTrials.tilesPerBlock(1)));
            }
        }
    }
}
