package dev.tessera.suites.bench;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.generator.Channels;
import dev.tessera.geometry.generator.Chip;
import dev.tessera.geometry.generator.TunedVessel;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.TileLookup;
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
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// What each suite measures on a GPU. The most telling rows come first, so that a run that is cut short has
/// them.
final class GpuSuites {
    private static final Tuning USUAL = Tuning.of(128, 1);
    private static final StreamingPattern PULL = new TwoBufferPull();
    private static final StreamingPattern PUSH = new TwoBufferPush();
    private static final StreamingPattern AA = new AaPattern();
    private static final StreamingPattern ESOTERIC = new EsotericPull();

    /// Edges of the published cavities: 20 to 316, closer where tiles stop fitting.
    private static final int[] CUBES = {
        20, 24, 28, 32, 40, 47, 48, 56, 64, 80, 96, 100, 101, 102, 103, 104, 128, 160, 200, 249, 252, 316
    };

    private static final int[] SQUARES = {100, 200, 316, 500, 1000, 1023, 1024, 2048, 4096};

    private final List<GpuTrial> trials = new ArrayList<>();
    private final boolean isLarge;
    private final BenchGeometry box;

    private GpuSuites(GpuFacts facts) {
        this.isLarge = facts.warpSize() > 1;
        this.box = BenchGeometry.fullBox(isLarge ? 256 : 32);
    }

    static List<String> keys() {
        return List.of(
                "gpu-quick",
                "dense",
                "sparse",
                "vessels",
                "layouts",
                "storages",
                "models",
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
        GpuSuites suites = new GpuSuites(facts);
        switch (suite) {
            case "gpu-quick" -> suites.quick();
            case "dense" -> suites.dense();
            case "sparse" -> suites.sparse(suites.sparseGeometries());
            case "vessels" -> suites.vessels();
            case "sizes" -> suites.sizes();
            case "channels" -> suites.channels();
            case "chips" -> suites.chips();
            case "layouts" -> suites.layouts();
            case "storages" -> suites.storages();
            case "models" -> suites.models();
            case PaperSuite.NAME -> {
                List.of(Precision.FP64, Precision.FP32).forEach(suites::limits);
                suites.trials.addAll(PaperSuite.trials(suites.isLarge));
                suites.trials.addAll(StoragesSuite.trials(suites.isLarge));
            }
            case MemorySuite.NAME -> suites.trials.addAll(MemorySuite.trials(facts));
            case CounterSuite.NAME -> suites.trials.addAll(CounterSuite.trials(suites.isLarge));
            case "bandwidth" -> {}
            default ->
                throw new IllegalArgumentException(
                        "unknown bench suite %s for GPUs; known are %s".formatted(suite, String.join(", ", keys())));
        }
        return List.copyOf(new LinkedHashSet<>(suites.trials));
    }

    private List<BenchGeometry> sparseGeometries() {
        int n = isLarge ? 192 : 48;
        return List.of(BenchGeometry.spheres(n, 0.7), BenchGeometry.spheres(n, 0.3), BenchGeometry.spheres(n, 0.1));
    }

    /// Two to three minutes: limits and BGK on the box with several nodes a thread, then sparse storages.
    private void quick() {
        for (Precision precision : Precision.values()) {
            limits(precision);
            for (StreamingPattern pattern : List.of(PULL, AA, ESOTERIC)) {
                for (int nodes : nodesPerThread(precision)) {
                    bgk(box, precision, pattern, new Dense(), Tuning.of(128, nodes));
                }
            }
            bgk(box, precision, PULL, new Dense(), Tuning.of(256, 1));
            bgk(box, precision, PULL, new Dense(), widest(64, precision));
            for (Addressing addressing : List.of(new Tiles(), new CompactTiles(), CompactTiles.forGpu())) {
                for (StreamingPattern pattern : List.of(PULL, AA, ESOTERIC)) {
                    bgk(box, precision, pattern, addressing, USUAL);
                }
            }
            bgk(box, precision, PULL, new Tiles(), Tuning.of(128, 2));
            bgk(box, precision, PULL, new Tiles(), Tuning.of(128, 4));
            bgk(box, precision, PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
            for (Tuning bounds : launchBounds()) {
                bgk(box, precision, PULL, CompactTiles.forGpu(), bounds);
            }
            bgk(box, precision, PULL, new ConnectivityMatrix(), USUAL);
        }
        wideBlocks();
        for (BenchGeometry geometry : sparseGeometries()) {
            for (Precision precision : Precision.values()) {
                for (Tuning bounds : launchBounds()) {
                    bgk(geometry, precision, PULL, CompactTiles.forGpu(), bounds);
                    bgk(geometry, precision, AA, CompactTiles.forGpu(), bounds);
                }
                bgk(geometry, precision, PULL, CompactTiles.forGpu(), new Tuning(64, 12, 1));
                bgk(geometry, precision, PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
                bgk(geometry, precision, ESOTERIC, CompactTiles.forGpu(), new Tuning(128, 4, 1));
                bgk(geometry, precision, PULL, new CompactTiles(), USUAL);
                bgk(geometry, precision, PULL, new Tiles(), USUAL);
                trials.add(GpuTrial.readWrite(geometry, precision, new Staying(2), CompactTiles.forGpu(), USUAL));
            }
            bgk(geometry, Precision.FP64, PULL, new ConnectivityMatrix(), USUAL);
        }
        largerSpheres();
    }

    /// What whole tiles lose in FP64: to the size of blocks, or of tiles.
    private void wideBlocks() {
        for (Tuning tuning : List.of(Tuning.of(256, 1), Tuning.of(256, 2), Tuning.of(512, 1), tilesABlock(8))) {
            bgk(box, Precision.FP64, PULL, new Tiles(), tuning);
        }
        for (TilingRule rule : List.of(TilingRule.of(8, 4, 4), TilingRule.of(16, 4, 4), TilingRule.cubesOf(8))) {
            bgk(box, Precision.FP64, PULL, new Tiles(rule, new TileLayout.Plain()), Tuning.of(128, 2));
        }
    }

    /// The same spheres in eight times the box: what utilisation costs, without what few nodes cost.
    private void largerSpheres() {
        for (double porosity : List.of(0.1, 0.3, 0.7)) {
            BenchGeometry geometry = BenchGeometry.spheresIn(isLarge ? 384 : 64, porosity);
            for (Precision precision : Precision.values()) {
                bgk(geometry, precision, PULL, CompactTiles.forGpu(), usualOnSegments(precision));
                bgk(geometry, precision, PULL, CompactTiles.forGpu(), Tuning.of(128, 2));
                trials.add(GpuTrial.readWrite(geometry, precision, new Staying(2), CompactTiles.forGpu(), USUAL));
            }
        }
    }

    private static Tuning usualOnSegments(Precision precision) {
        return new Tuning(128, precision.equals(Precision.FP64) ? 6 : 8, 1);
    }

    private void limits(Precision precision) {
        nodesPerThread(precision).forEach(nodes -> readsAndWrites(precision, nodes));
    }

    private void readsAndWrites(Precision precision, int nodes) {
        for (int copies = 1; copies <= 2; copies++) {
            trials.add(GpuTrial.readWrite(box, precision, new Staying(copies), new Dense(), Tuning.of(128, nodes)));
        }
    }

    /// One node, then as many as 16 bytes hold, and what lies between; 32 bytes at most.
    private static List<Integer> nodesPerThread(Precision precision) {
        return List.of(1, 2, 4, 8).stream()
                .filter(nodes -> nodes == 1 || nodes * precision.storedBytes() <= 32)
                .toList();
    }

    private static Tuning widest(int threads, Precision precision) {
        return Tuning.of(threads, nodesPerThread(precision).getLast());
    }

    /// Block sizes with the least number of blocks a multiprocessor, which limits registers.
    private static List<Tuning> launchBounds() {
        return List.of(new Tuning(128, 4, 1), new Tuning(128, 6, 1), new Tuning(128, 8, 1), new Tuning(256, 4, 1));
    }

    private void bgk(
            BenchGeometry geometry,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        trials.add(GpuTrial.bgk(geometry, precision, pattern, addressing, tuning));
    }

    private void dense() {
        for (Precision precision : Precision.values()) {
            limits(precision);
            for (StreamingPattern pattern : List.of(PULL, new TwoBufferPush(), AA, ESOTERIC)) {
                for (int nodes : nodesPerThread(precision)) {
                    for (int threads : List.of(64, 128, 256)) {
                        bgk(box, precision, pattern, new Dense(), Tuning.of(threads, nodes));
                    }
                    trials.add(GpuTrial.propagate(box, precision, pattern, new Dense(), Tuning.of(128, nodes)));
                }
            }
        }
    }

    private void sparse(List<BenchGeometry> geometries) {
        for (Precision precision : Precision.values()) {
            limits(precision);
            bgk(box, precision, PULL, new Dense(), widest(128, precision));
        }
        for (BenchGeometry geometry : geometries) {
            for (Precision precision : Precision.values()) {
                for (Addressing addressing : List.of(
                        CompactTiles.forGpu(),
                        new CompactTiles(),
                        new Tiles(),
                        new ConnectivityMatrix(),
                        new FluidIndex(),
                        new Dense())) {
                    for (StreamingPattern pattern : List.of(PULL, AA, ESOTERIC)) {
                        bgk(geometry, precision, pattern, addressing, USUAL);
                    }
                    trials.add(GpuTrial.readWrite(geometry, precision, new Staying(2), addressing, USUAL));
                }
            }
        }
    }

    /// What decides how fast whole tiles are: the layout within a tile, tiles a block, the order of tiles.
    private void layouts() {
        BenchGeometry spheres = BenchGeometry.spheres(isLarge ? 192 : 48, 0.3);
        List<Precision> precisions = List.of(Precision.FP64, Precision.FP32);
        for (Precision precision : precisions) {
            readsAndWrites(precision, 1);
            readsAndWrites(precision, nodesPerThread(precision).getLast() / 2);
        }
        for (BenchGeometry geometry : List.of(box, spheres)) {
            for (Precision precision : precisions) {
                bgk(geometry, precision, PULL, new Tiles(), widest(128, precision));
                ghosts(geometry, precision);
                for (TileLayout layout : TileLayout.all()) {
                    bgk(geometry, precision, PULL, new Tiles(TilingRule.usual(), layout), tilesABlock(2));
                }
            }
            for (int count : List.of(1, 4)) {
                bgk(geometry, Precision.FP64, PULL, new Tiles(), tilesABlock(count));
            }
            for (TileLayout layout : List.of(new TileLayout.Plain(), new TileLayout.Mirrored())) {
                Addressing tiles = new Tiles(TilingRule.usual(), layout);
                for (TileOrder order : List.of(TileOrder.MORTON, TileOrder.BLOCKS)) {
                    bgk(geometry, Precision.FP64, PULL, tiles, tilesABlock(2).with(order));
                }
            }
        }
        ghostsInPlane();
        for (StreamingPattern pattern : List.of(AA, ESOTERIC)) {
            for (TileOrder order : TileOrder.values()) {
                bgk(
                        spheres,
                        Precision.FP64,
                        pattern,
                        new Tiles(),
                        tilesABlock(2).with(order));
            }
            bgk(box, Precision.FP64, pattern, new Tiles(), tilesABlock(2).with(TileOrder.BLOCKS));
        }
    }

    /// Tiles with ghost buffers, and what barriers and buffers cost.
    private void ghosts(BenchGeometry geometry, Precision precision) {
        Addressing ghosts = new GhostTiles();
        for (int count : List.of(1, 2)) {
            bgk(geometry, precision, PUSH, ghosts, wholeTiles(64 * count));
        }
        bgk(geometry, precision, PUSH, ghosts, new Tuning(64, 16, 1));
        bgk(geometry, precision, PUSH, ghosts, wholeTiles(64).with(TileOrder.BLOCKS));
        for (int blocks : List.of(1, 2)) {
            bgk(geometry, precision, PUSH, new GhostTiles(TilingRule.cubesOf(8)), new Tuning(512, blocks, 1));
        }
        if (precision.equals(Precision.FP64)) {
            ablated(geometry, precision, ghosts, wholeTiles(64));
        }
    }

    private static Tuning wholeTiles(int threads) {
        return Tuning.of(threads, 1);
    }

    /// The published case: D2Q9, tiles of 16² nodes.
    private void ghostsInPlane() {
        BenchGeometry square = BenchGeometry.fullSquare(isLarge ? 2048 : 128);
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            bgk(square, precision, PUSH, new GhostTiles(), wholeTiles(256));
            ablated(square, precision, new GhostTiles(), wholeTiles(256));
            bgk(square, precision, PULL, new Tiles(), tilesABlock(4));
        }
    }

    private void ablated(BenchGeometry geometry, Precision precision, Addressing ghosts, Tuning tuning) {
        GpuTrial whole = GpuTrial.bgk(geometry, precision, PUSH, ghosts, tuning);
        trials.add(whole.without(Ablation.BARRIERS));
        trials.add(whole.without(Ablation.GHOSTS));
    }

    /// Vessels of the sizes of the published ones.
    private void vessels() {
        List<BenchGeometry> vessels = isLarge
                ? List.of(BenchGeometry.of(TunedVessel.coarctation()), BenchGeometry.of(TunedVessel.aneurysm()))
                : List.of(BenchGeometry.aneurysm(5e-4));
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            readsAndWrites(precision, 1);
            readsAndWrites(precision, nodesPerThread(precision).getLast() / 2);
            bgk(box, precision, PULL, new Dense(), Tuning.of(128, 2));
        }
        for (BenchGeometry vessel : vessels) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                Addressing mirrored = new Tiles(TilingRule.usual(), new TileLayout.Mirrored());
                bgk(vessel, precision, PULL, CompactTiles.forGpu(), new Tuning(128, 6, 1));
                bgk(vessel, precision, AA, CompactTiles.forGpu(), new Tuning(128, 4, 1));
                bgk(vessel, precision, PULL, new CompactTiles(), USUAL);
                bgk(vessel, precision, PULL, new Tiles(), USUAL);
                bgk(vessel, precision, PULL, new Tiles(), tilesABlock(2));
                bgk(vessel, precision, PULL, mirrored, tilesABlock(2));
                bgk(vessel, precision, AA, new Tiles(), tilesABlock(2).with(TileOrder.BLOCKS));
                bgk(vessel, precision, PUSH, new GhostTiles(), wholeTiles(64));
                bgk(vessel, precision, PULL, new ConnectivityMatrix(), USUAL);
                bgk(vessel, precision, PULL, new FluidIndex(), USUAL);
            }
        }
    }

    /// Cavities over sizes: where most of the speed is reached, and what edges of tiles cost.
    private void sizes() {
        readsAndWrites(Precision.FP64, 1);
        for (int n : isLarge ? CUBES : new int[] {20, 24, 33}) {
            BenchGeometry cavity = BenchGeometry.cavity3d(n);
            bgk(cavity, Precision.FP64, PULL, new Tiles(), tilesABlock(2));
            bgk(cavity, Precision.FP64, PULL, CompactTiles.forGpu(), new Tuning(128, 6, 1));
        }
        for (int n : isLarge ? SQUARES : new int[] {64, 100}) {
            BenchGeometry cavity = BenchGeometry.cavity2d(n);
            bgk(cavity, Precision.FP64, PULL, new Tiles(), tilesABlock(4));
            bgk(cavity, Precision.FP64, PUSH, new GhostTiles(), wholeTiles(256));
        }
    }

    /// Closed channels of a million nodes, every so many of the published ones.
    private void channels() {
        readsAndWrites(Precision.FP64, 1);
        List<Box> boxes = Channels.boxesOfAMillionNodes();
        for (int k = 0; k < boxes.size(); k += isLarge ? 16 : 900) {
            bgk(BenchGeometry.closedChannel(boxes.get(k)), Precision.FP64, PULL, new Tiles(), tilesABlock(2));
        }
    }

    /// Networks of channels in a plane, of several widths.
    private void chips() {
        readsAndWrites(Precision.FP64, 1);
        for (Chip chip : List.of(Chip.tree(1), Chip.mesh(1))) {
            String key = chip.pattern().key() + "-";
            for (int width : isLarge ? List.of(8, 16, 27, 32, 39, 48, 64, 96) : List.of(8)) {
                BenchGeometry geometry = BenchGeometry.chip(key + width, chip, width);
                bgk(geometry, Precision.FP64, PULL, new Tiles(), tilesABlock(4));
                bgk(geometry, Precision.FP64, PUSH, new GhostTiles(), wholeTiles(256));
                bgk(geometry, Precision.FP64, PULL, new ConnectivityMatrix(), USUAL);
                bgk(geometry, Precision.FP64, PULL, new FluidIndex(), USUAL);
                bgk(geometry, Precision.FP64, PULL, CompactTiles.forGpu(), new Tuning(128, 6, 1));
            }
        }
    }

    /// Blocks that hold so many times 64 nodes of whole tiles, with a shared copy of what is known about the
    /// tiles around.
    private static Tuning tilesABlock(int count) {
        return Tuning.of(64 * count, 1).with(TileLookup.SHARED);
    }

    /// Every pattern with every addressing, with its limits: on a box in FP64, on dense spheres in every
    /// precision.
    private void storages() {
        storages(box, Precision.FP64);
        BenchGeometry spheres = BenchGeometry.spheres(isLarge ? 192 : 48, 0.3);
        for (Precision precision : Precision.values()) {
            readsAndWrites(precision, 1);
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
            for (StreamingPattern pattern : List.of(PULL, PUSH, AA, ESOTERIC)) {
                bgk(geometry, precision, pattern, addressing, USUAL);
            }
            if (geometry != box) {
                trials.add(GpuTrial.propagate(geometry, precision, PULL, addressing, USUAL));
            }
            trials.add(GpuTrial.readWrite(geometry, precision, new Staying(2), addressing, USUAL));
        }
        bgk(geometry, precision, PUSH, new GhostTiles(), wholeTiles(64));
    }

    private void models() {
        limits(Precision.FP64);
        for (var lattice : Lattices.all()) {
            for (Collision collision : Collisions.all()) {
                for (Equilibrium equilibrium : Equilibria.all()) {
                    boolean isUsual = lattice == Lattices.D3Q19 || collision instanceof Bgk;
                    if (lattice.dimensions() == 3 && isUsual) {
                        for (int nodes : nodesPerThread(Precision.FP64)) {
                            trials.add(new GpuTrial(
                                    box,
                                    lattice,
                                    collision,
                                    false,
                                    equilibrium,
                                    Precision.FP64,
                                    PULL,
                                    new Dense(),
                                    Tuning.of(128, nodes)));
                        }
                    }
                }
            }
        }
    }
}
