package dev.tessera.suites.bench;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.Precision;
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
import java.util.List;

/// The rows of each suite on a GPU. The most important rows come first, in case a run is interrupted.
final class GpuSuites {
    /// Those of different sizes; the suite `models` compares deviations with populations.
    private static final List<Precision> PRECISIONS = List.of(Precision.FP64, Precision.FP32, Precision.FP32_FP16);

    private final GpuTrials rows;

    private GpuSuites(GpuTrials rows) {
        this.rows = rows;
    }

    static List<String> keys() {
        return List.of(
                "gpu-quick",
                "dense",
                "sparse",
                "vessels",
                "layouts",
                "storages",
                FlowSuite.NAME,
                PaperSuite.NAME,
                "sizes",
                "channels",
                "chips",
                MemorySuite.NAME,
                CounterSuite.NAME,
                "bandwidth");
    }

    /// @throws IllegalArgumentException for an unknown suite; lists the known ones
    static List<GpuTrial> of(String suite, GpuFacts facts) {
        GpuTrials rows = new GpuTrials(facts);
        GpuSuites suites = new GpuSuites(rows);
        TileSuites tiles = new TileSuites(rows);
        switch (suite) {
            case "gpu-quick" -> suites.quick();
            case "dense" -> suites.dense();
            case "sparse" -> suites.sparse(suites.sparseGeometries());
            case "vessels" -> tiles.vessels();
            case "sizes" -> tiles.sizes();
            case "channels" -> tiles.channels();
            case "chips" -> tiles.chips();
            case "layouts" -> tiles.layouts();
            case "storages" -> suites.storages();
            case FlowSuite.NAME -> ModelTrials.addTo(rows);
            case PaperSuite.NAME -> {
                List.of(Precision.FP64, Precision.FP32).forEach(rows::limits);
                PaperSuite.trials(rows.isLarge()).forEach(rows::add);
                StoragesSuite.trials(rows.isLarge()).forEach(rows::add);
            }
            case MemorySuite.NAME -> MemorySuite.trials(facts).forEach(rows::add);
            case CounterSuite.NAME -> CounterSuite.trials(rows.isLarge()).forEach(rows::add);
            case "bandwidth" -> {}
            default ->
                throw new IllegalArgumentException(
                        "unknown bench suite %s for GPUs; known are %s".formatted(suite, String.join(", ", keys())));
        }
        return rows.all();
    }

    private List<BenchGeometry> sparseGeometries() {
        int n = rows.isLarge() ? 192 : 48;
        return List.of(BenchGeometry.spheres(n, 0.7), BenchGeometry.spheres(n, 0.3), BenchGeometry.spheres(n, 0.1));
    }

    /// Four minutes: limits and BGK on the box with several nodes per thread, then sparse storages.
    private void quick() {
        for (Precision precision : PRECISIONS) {
            rows.limits(precision);
            for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.AA, GpuTrials.ESOTERIC)) {
                for (int nodes : GpuTrials.nodesPerThread(precision)) {
                    rows.bgk(rows.box(), precision, pattern, new Dense(), Tuning.of(128, nodes));
                }
            }
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Dense(), Tuning.of(256, 1));
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Dense(), GpuTrials.widest(64, precision));
            for (Addressing addressing : List.of(new Tiles(), new CompactTiles(), CompactTiles.forGpu())) {
                for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.AA, GpuTrials.ESOTERIC)) {
                    rows.bgk(rows.box(), precision, pattern, addressing, GpuTrials.USUAL);
                }
            }
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Tiles(), Tuning.of(128, 2));
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Tiles(), Tuning.of(128, 4));
            rows.bgk(rows.box(), precision, GpuTrials.PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
            for (Tuning bounds : launchBounds()) {
                rows.bgk(rows.box(), precision, GpuTrials.PULL, CompactTiles.forGpu(), bounds);
            }
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
        }
        wideBlocks();
        for (BenchGeometry geometry : sparseGeometries()) {
            for (Precision precision : PRECISIONS) {
                for (Tuning bounds : launchBounds()) {
                    rows.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), bounds);
                    rows.bgk(geometry, precision, GpuTrials.AA, CompactTiles.forGpu(), bounds);
                }
                rows.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), new Tuning(64, 12, 1));
                rows.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
                rows.bgk(geometry, precision, GpuTrials.ESOTERIC, CompactTiles.forGpu(), new Tuning(128, 4, 1));
                rows.bgk(geometry, precision, GpuTrials.PULL, new CompactTiles(), GpuTrials.USUAL);
                rows.bgk(geometry, precision, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL);
                rows.add(GpuTrial.readWrite(
                        geometry, precision, new NoStreaming(2), CompactTiles.forGpu(), GpuTrials.USUAL));
            }
            rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
        }
        largerSpheres();
    }

    /// Effect of the sizes of blocks and of tiles on tiled storage in FP64.
    private void wideBlocks() {
        for (Tuning tuning :
                List.of(Tuning.of(256, 1), Tuning.of(256, 2), Tuning.of(512, 1), GpuTrials.tilesPerBlock(8))) {
            rows.bgk(rows.box(), Precision.FP64, GpuTrials.PULL, new Tiles(), tuning);
        }
        for (TilingRule rule : List.of(TilingRule.of(8, 4, 4), TilingRule.of(16, 4, 4), TilingRule.cubesOf(8))) {
            rows.bgk(
                    rows.box(),
                    Precision.FP64,
                    GpuTrials.PULL,
                    new Tiles(rule, new TileLayout.Plain()),
                    Tuning.of(128, 2));
        }
    }

    /// The same spheres in a box eight times as large: the cost of utilisation without the cost of few nodes.
    private void largerSpheres() {
        for (double porosity : List.of(0.1, 0.3, 0.7)) {
            BenchGeometry geometry = BenchGeometry.spheresIn(rows.isLarge() ? 384 : 64, porosity);
            for (Precision precision : PRECISIONS) {
                rows.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.segments(precision));
                rows.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
                rows.add(GpuTrial.readWrite(
                        geometry, precision, new NoStreaming(2), CompactTiles.forGpu(), GpuTrials.USUAL));
            }
        }
    }

    /// Block sizes with the minimum number of blocks per multiprocessor, which limits registers.
    private static List<Tuning> launchBounds() {
        return List.of(new Tuning(128, 4, 1), GpuTrials.SEGMENTS, new Tuning(128, 8, 1), new Tuning(256, 4, 1));
    }

    private void dense() {
        for (Precision precision : PRECISIONS) {
            rows.limits(precision);
            for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.PUSH, GpuTrials.AA, GpuTrials.ESOTERIC)) {
                for (int nodes : GpuTrials.nodesPerThread(precision)) {
                    for (int threads : List.of(64, 128, 256)) {
                        rows.bgk(rows.box(), precision, pattern, new Dense(), Tuning.of(threads, nodes));
                    }
                    rows.add(GpuTrial.propagate(rows.box(), precision, pattern, new Dense(), Tuning.of(128, nodes)));
                }
            }
        }
    }

    private void sparse(List<BenchGeometry> geometries) {
        for (Precision precision : PRECISIONS) {
            rows.limits(precision);
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Dense(), GpuTrials.widest(128, precision));
        }
        for (BenchGeometry geometry : geometries) {
            for (Precision precision : PRECISIONS) {
                for (Addressing addressing : List.of(
                        CompactTiles.forGpu(),
                        new CompactTiles(),
                        new Tiles(),
                        new ConnectivityMatrix(),
                        new FluidIndex(),
                        new Dense())) {
                    for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.AA, GpuTrials.ESOTERIC)) {
                        rows.bgk(geometry, precision, pattern, addressing, GpuTrials.USUAL);
                    }
                    rows.add(GpuTrial.readWrite(geometry, precision, new NoStreaming(2), addressing, GpuTrials.USUAL));
                }
            }
        }
    }

    /// Every pattern with every addressing, with its limits: on a box in FP64, on dense spheres in every
    /// precision.
    private void storages() {
        storages(rows.box(), Precision.FP64);
        BenchGeometry spheres = BenchGeometry.spheres(rows.isLarge() ? 192 : 48, 0.3);
        for (Precision precision : PRECISIONS) {
            rows.readsAndWrites(precision, 1);
            storages(spheres, precision);
        }
    }

    private void storages(BenchGeometry geometry, Precision precision) {
        for (Addressing addressing : List.of(
                new Dense(),
                new Tiles(),
                new CompactTiles(),
                CompactTiles.forGpu(),
                new ConnectivityMatrix(),
                new FluidIndex())) {
            for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.PUSH, GpuTrials.AA, GpuTrials.ESOTERIC)) {
                rows.bgk(geometry, precision, pattern, addressing, GpuTrials.USUAL);
            }
            if (geometry != rows.box()) {
                rows.add(GpuTrial.propagate(geometry, precision, GpuTrials.PULL, addressing, GpuTrials.USUAL));
            }
            rows.add(GpuTrial.readWrite(geometry, precision, new NoStreaming(2), addressing, GpuTrials.USUAL));
        }
        Tuning wholeTiles = GpuTrials.wholeTiles(64);
        rows.bgk(geometry, precision, GpuTrials.PUSH, new GhostTiles(), wholeTiles);
        rows.add(GpuTrial.propagate(geometry, precision, GpuTrials.PUSH, new GhostTiles(), wholeTiles));
        // one population array, as with ghost tiles
        rows.add(GpuTrial.readWrite(geometry, precision, new NoStreaming(1), new Tiles(), wholeTiles));
    }
}
