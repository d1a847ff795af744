package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.TileOrder;
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
import java.util.List;

/// Rows of whole tiles, and of the papers' geometries on tiles (Tomczak & Szafran 2018, 2019). The most important rows
/// come first, in case a run is interrupted.
final class TileSuites {
    /// Sides of the published cavities: 20 to 316, closer around multiples of the tile edge.
    private static final int[] CUBES = {
        20, 24, 28, 32, 40, 47, 48, 56, 64, 80, 96, 100, 101, 102, 103, 104, 128, 160, 200, 249, 252, 316
    };

    private static final int[] SQUARES = {100, 200, 316, 500, 1000, 1023, 1024, 2048, 4096};

    private final GpuTrials rows;

    TileSuites(GpuTrials rows) {
        this.rows = rows;
    }

    /// Parameters of whole tiles: the layout within a tile, tiles per block, the order of tiles.
    void layouts() {
        BenchGeometry spheres = BenchGeometry.spheres(rows.isLarge() ? 192 : 48, 0.3);
        List<Precision> precisions = List.of(Precision.FP64, Precision.FP32);
        for (Precision precision : precisions) {
            rows.readsAndWrites(precision, 1);
            rows.readsAndWrites(precision, GpuTrials.nodesPerThread(precision).getLast() / 2);
        }
        for (BenchGeometry geometry : List.of(rows.box(), spheres)) {
            for (Precision precision : precisions) {
                rows.bgk(geometry, precision, GpuTrials.PULL, new Tiles(), GpuTrials.widest(128, precision));
                ghosts(geometry, precision);
                for (TileLayout layout : TileLayout.all()) {
                    rows.bgk(
                            geometry,
                            precision,
                            GpuTrials.PULL,
                            new Tiles(TilingRule.usual(), layout),
                            GpuTrials.tilesPerBlock(2));
                }
            }
            for (int count : List.of(1, 4)) {
                rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(count));
            }
            for (TileLayout layout : List.of(new TileLayout.Plain(), new TileLayout.Mirrored())) {
                Addressing tiles = new Tiles(TilingRule.usual(), layout);
                for (TileOrder order : List.of(TileOrder.MORTON, TileOrder.BLOCKS)) {
                    rows.bgk(
                            geometry,
                            Precision.FP64,
                            GpuTrials.PULL,
                            tiles,
                            GpuTrials.tilesPerBlock(2).with(order));
                }
            }
        }
        ghostsInPlane();
        for (StreamingPattern pattern : List.of(GpuTrials.AA, GpuTrials.ESOTERIC)) {
            for (TileOrder order : TileOrder.values()) {
                rows.bgk(
                        spheres,
                        Precision.FP64,
                        pattern,
                        new Tiles(),
                        GpuTrials.tilesPerBlock(2).with(order));
            }
            rows.bgk(
                    rows.box(),
                    Precision.FP64,
                    pattern,
                    new Tiles(),
                    GpuTrials.tilesPerBlock(2).with(TileOrder.BLOCKS));
        }
    }

    /// Tiles with ghost buffers, and the cost of barriers and buffers.
    private void ghosts(BenchGeometry geometry, Precision precision) {
        Addressing ghosts = new GhostTiles();
        for (int count : List.of(1, 2)) {
            rows.bgk(geometry, precision, GpuTrials.PUSH, ghosts, GpuTrials.wholeTiles(64 * count));
        }
        rows.bgk(geometry, precision, GpuTrials.PUSH, ghosts, new Tuning(64, 16, 1));
        rows.bgk(
                geometry,
                precision,
                GpuTrials.PUSH,
                ghosts,
                GpuTrials.wholeTiles(64).with(TileOrder.BLOCKS));
        for (int blocks : List.of(1, 2)) {
            rows.bgk(
                    geometry,
                    precision,
                    GpuTrials.PUSH,
                    new GhostTiles(TilingRule.cubesOf(8)),
                    new Tuning(512, blocks, 1));
        }
        if (precision.equals(Precision.FP64)) {
            ablated(geometry, precision, ghosts, GpuTrials.wholeTiles(64));
        }
    }

    /// The published case: D2Q9, tiles of 16² nodes.
    private void ghostsInPlane() {
        BenchGeometry square = BenchGeometry.fullSquare(rows.isLarge() ? 2048 : 128);
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            rows.bgk(square, precision, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(256));
            ablated(square, precision, new GhostTiles(), GpuTrials.wholeTiles(256));
            rows.bgk(square, precision, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(4));
        }
    }

    private void ablated(BenchGeometry geometry, Precision precision, Addressing ghosts, Tuning tuning) {
        GpuTrial whole = GpuTrial.bgk(geometry, precision, GpuTrials.PUSH, ghosts, tuning);
        rows.add(whole.without(Ablation.BARRIERS));
        rows.add(whole.without(Ablation.GHOSTS));
    }

    /// Vessels of the sizes of the published ones.
    void vessels() {
        List<BenchGeometry> vessels = rows.isLarge()
                ? List.of(BenchGeometry.of(TunedVessel.coarctation()), BenchGeometry.of(TunedVessel.aneurysm()))
                : List.of(BenchGeometry.aneurysm(5e-4));
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            rows.readsAndWrites(precision, 1);
            rows.readsAndWrites(precision, GpuTrials.nodesPerThread(precision).getLast() / 2);
            rows.bgk(rows.box(), precision, GpuTrials.PULL, new Dense(), Tuning.of(128, 2));
        }
        for (BenchGeometry vessel : vessels) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                Addressing mirrored = new Tiles(TilingRule.usual(), new TileLayout.Mirrored());
                rows.bgk(vessel, precision, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.SEGMENTS);
                rows.bgk(vessel, precision, GpuTrials.AA, CompactTiles.forGpu(), new Tuning(128, 4, 1));
                rows.bgk(vessel, precision, GpuTrials.PULL, new CompactTiles(), GpuTrials.USUAL);
                rows.bgk(vessel, precision, GpuTrials.PULL, new Tiles(), GpuTrials.USUAL);
                rows.bgk(vessel, precision, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(2));
                rows.bgk(vessel, precision, GpuTrials.PULL, mirrored, GpuTrials.tilesPerBlock(2));
                rows.bgk(
                        vessel,
                        precision,
                        GpuTrials.AA,
                        new Tiles(),
                        GpuTrials.tilesPerBlock(2).with(TileOrder.BLOCKS));
                rows.bgk(vessel, precision, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(64));
                rows.bgk(vessel, precision, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
                rows.bgk(vessel, precision, GpuTrials.PULL, new FluidIndex(), GpuTrials.USUAL);
            }
        }
    }

    /// Cavities of many sizes: speed as a function of size, and the cost of tile edges.
    void sizes() {
        rows.readsAndWrites(Precision.FP64, 1);
        for (int n : rows.isLarge() ? CUBES : new int[] {20, 24, 33}) {
            BenchGeometry cavity = BenchGeometry.cavity3d(n);
            rows.bgk(cavity, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(2));
            rows.bgk(cavity, Precision.FP64, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.SEGMENTS);
        }
        for (int n : rows.isLarge() ? SQUARES : new int[] {64, 100}) {
            BenchGeometry cavity = BenchGeometry.cavity2d(n);
            rows.bgk(cavity, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(4));
            rows.bgk(cavity, Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(256));
        }
    }

    /// Closed channels of a million nodes, a regular selection of the published ones.
    void channels() {
        rows.readsAndWrites(Precision.FP64, 1);
        List<Box> boxes = Channels.boxesOfAMillionNodes();
        for (int k = 0; k < boxes.size(); k += rows.isLarge() ? 16 : 900) {
            rows.bgk(
                    BenchGeometry.closedChannel(boxes.get(k)),
                    Precision.FP64,
                    GpuTrials.PULL,
                    new Tiles(),
                    GpuTrials.tilesPerBlock(2));
        }
    }

    /// Networks of channels in 2D, of several widths.
    void chips() {
        rows.readsAndWrites(Precision.FP64, 1);
        for (Chip chip : List.of(Chip.tree(1), Chip.mesh(1))) {
            String key = chip.pattern().key() + "-";
            for (int width : rows.isLarge() ? List.of(8, 16, 27, 32, 39, 48, 64, 96) : List.of(8)) {
                BenchGeometry geometry = BenchGeometry.chip(key + width, chip, width);
                rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(4));
                rows.bgk(geometry, Precision.FP64, GpuTrials.PUSH, new GhostTiles(), GpuTrials.wholeTiles(256));
                rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, new ConnectivityMatrix(), GpuTrials.USUAL);
                rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, new FluidIndex(), GpuTrials.USUAL);
                rows.bgk(geometry, Precision.FP64, GpuTrials.PULL, CompactTiles.forGpu(), GpuTrials.SEGMENTS);
            }
        }
    }
}
