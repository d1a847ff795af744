package dev.tessera.suites.bench;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.suites.Page;
import dev.tessera.suites.generator.TunedVessel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// Tables 3 to 6, 8 and 9 of Tomczak & Szafran 2019: T2C with 4³ tiles, six kernels, on cavities, random spheres
/// and vessels; and compact segments on the same geometries, which the papers lack.
final class PaperSuite {
    static final String NAME = "papers";

    private static final int TILE_NODES = 64;
    private static final int REGISTERS = 16384; // per quarter of a multiprocessor; each quarter runs every fourth warp
    private static final int WARP = 32;
    private static final Set<String> COLLISIONS = Set.of("bgk", "mrt");

    /// Sides of table 3's cavities: where each of the papers' kernels was the fastest, and the largest.
    private static final List<Integer> SIDES = List.of(100, 104, 112, 148, 152, 220, 252);

    /// Maximum numbers of registers per thread of table 4's kernels.
    private static final List<Integer> REGISTER_LIMITS = List.of(48, 40);

    /// The papers' layout with plain order in place of YXZ, and in place of zigzags, as in table 5.
    private static final Map<String, TileLayout> BETWEEN =
            Map.of("xyz + zigzag-ne", papersOnly("zigzag-ne"), "xyz + yxz", papersOnly("yxz"));

    private final List<GpuTrial> trials = new ArrayList<>();
    private final boolean isLarge;

    private PaperSuite(boolean isLarge) {
        this.isLarge = isLarge;
    }

    /// @param isLarge whether the device is fast enough for the papers' sizes
    static List<GpuTrial> trials(boolean isLarge) {
        PaperSuite suite = new PaperSuite(isLarge);
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            if (precision.equals(Precision.FP64)) {
                suite.cavitiesInFp64();
            } else {
                suite.cavitiesInFp32();
            }
            TileLayout layout = precision.equals(Precision.FP64) ? new TileLayout.Papers() : new TileLayout.Plain();
            suite.geometries().forEach(geometry -> {
                suite.kernels(geometry, precision, layout, usual(tilesPerBlock(precision)));
                suite.segments(geometry, precision);
            });
        }
        return suite.trials;
    }

    /// The paper runs one in FP64, where a thread needs many registers, and two in FP32 (section 4.2).
    private static int tilesPerBlock(Precision precision) {
        return precision.equals(Precision.FP64) ? 1 : 2;
    }

    static int tilesPerBlock(Tuning tuning) {
        return tuning.threads() / TILE_NODES;
    }

    /// The maximum number of registers per thread; empty if a launch does not limit it.
    static String registers(Tuning tuning) {
        return registers(tuning.threads(), tuning.blocks());
    }

    /// The same of a row.
    static String registers(Map<String, Object> row) {
        return registers((int) Page.number(row, "threads"), (int) Page.number(row, "least_blocks"));
    }

    private static String registers(int threads, int blocks) {
        return REGISTER_LIMITS.stream()
                .filter(limit -> blocks > 0 && blocks == blocks(threads, limit))
                .map(String::valueOf)
                .findFirst()
                .orElse("");
    }

    /// Blocks per multiprocessor that allow a thread this many registers: whole warps in each quarter.
    private static int blocks(int threads, int registers) {
        return 4 * (REGISTERS / (WARP * registers)) * WARP / threads;
    }

    /// The name of a layout in the papers' tables.
    static String word(TileLayout layout) {
        return word(layout.key());
    }

    /// @param key of a layout
    static String word(String key) {
        return BETWEEN.entrySet().stream()
                .filter(entry -> entry.getValue().key().equals(key))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(key);
    }

    /// The papers' layout for the directions where it is of one kind, else XYZ.
    private static TileLayout papersOnly(String kind) {
        SequencedMap<String, InTileLayout> chosen = new LinkedHashMap<>();
        TileLayout papers = new TileLayout.Papers();
        for (int i = 0; i < Lattices.D3Q19.size(); i++) {
            InTileLayout layout = papers.of(Lattices.D3Q19.velocity(i));
            if (layout.key().equals(kind)) {
                chosen.put(Lattices.D3Q19.velocity(i).letters(), layout);
            }
        }
        return new TileLayout.Assigned(chosen);
    }

    /// Tables 3 and 5.
    private void cavitiesInFp64() {
        for (int side : isLarge ? SIDES : List.of(20, 24)) {
            kernels(BenchGeometry.cavity3d(side), Precision.FP64, new TileLayout.Papers(), usual(1));
        }
        BenchGeometry small = BenchGeometry.cavity3d(isLarge ? 100 : 20);
        kernels(small, Precision.FP64, new TileLayout.Plain(), usual(1));
        for (TileLayout layout : List.of(new TileLayout.Papers(), new TileLayout.Plain())) {
            kernels(small, Precision.FP64, layout, usual(2));
        }
        table5(small, 1).subList(1, 3).forEach(trials::add);
        trials.add(GpuTrial.bgk(
                BenchGeometry.cavity3d(isLarge ? LaunchHistogram.SIDE : 24),
                Precision.FP64,
                GpuTrials.PULL,
                new Tiles(TilingRule.usual(), new TileLayout.Papers()),
                usual(1)));
        for (int side : isLarge ? List.of(100, 252) : List.of(20)) {
            models(BenchGeometry.cavityWithLid(side), Precision.FP64, new TileLayout.Papers(), usual(1));
        }
    }

    /// The kernels of table 5: propagation with each layout, reading and writing.
    static List<GpuTrial> table5(BenchGeometry cavity, int tilesPerBlock) {
        List<GpuTrial> all = new ArrayList<>();
        for (TileLayout layout :
                List.of(new TileLayout.Plain(), papersOnly("zigzag-ne"), papersOnly("yxz"), new TileLayout.Papers())) {
            Addressing tiles = new Tiles(TilingRule.usual(), layout);
            all.add(GpuTrial.propagate(cavity, Precision.FP64, GpuTrials.PULL, tiles, usual(tilesPerBlock)));
        }
        Addressing tiles = new Tiles(TilingRule.usual(), new TileLayout.Papers());
        all.add(GpuTrial.readWrite(cavity, Precision.FP64, new NoStreaming(2), tiles, usual(tilesPerBlock)));
        return all;
    }

    /// Table 4.
    private void cavitiesInFp32() {
        BenchGeometry small = BenchGeometry.cavity3d(isLarge ? 100 : 20);
        for (TileLayout layout : List.of(new TileLayout.Papers(), new TileLayout.Plain())) {
            for (int tiles : List.of(1, 2)) {
                kernels(small, Precision.FP32, layout, usual(tiles));
                for (int limit : REGISTER_LIMITS) {
                    int threads = TILE_NODES * tiles;
                    kernels(
                            small,
                            Precision.FP32,
                            layout,
                            new Tuning(threads, blocks(threads, limit), 1).with(TileLookup.SHARED));
                }
            }
        }
        kernels(BenchGeometry.cavity3d(isLarge ? 252 : 24), Precision.FP32, new TileLayout.Papers(), usual(2));
        kernels(BenchGeometry.cavity3d(isLarge ? 252 : 24), Precision.FP32, new TileLayout.Plain(), usual(2));
        models(BenchGeometry.cavityWithLid(isLarge ? 252 : 24), Precision.FP32, new TileLayout.Plain(), usual(2));
    }

    private static Tuning usual(int tiles) {
        return Tuning.of(TILE_NODES * tiles, 1).with(TileLookup.SHARED);
    }

    private List<BenchGeometry> geometries() {
        List<BenchGeometry> all = new ArrayList<>();
        for (double porosity : List.of(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)) {
            all.add(BenchGeometry.spheres(isLarge ? 192 : 48, porosity));
        }
        all.add(BenchGeometry.of(TunedVessel.coarctation()));
        if (isLarge) {
            all.add(BenchGeometry.of(TunedVessel.aneurysm()));
        }
        return all;
    }

    /// Read/write only, propagation only, and the four models.
    private void kernels(BenchGeometry geometry, Precision precision, TileLayout layout, Tuning tuning) {
        Addressing addressing = new Tiles(TilingRule.usual(), layout);
        trials.add(GpuTrial.readWrite(geometry, precision, new NoStreaming(2), addressing, tuning));
        trials.add(GpuTrial.propagate(geometry, precision, GpuTrials.PULL, addressing, tuning));
        models(geometry, precision, layout, tuning);
    }

    private void models(BenchGeometry geometry, Precision precision, TileLayout layout, Tuning tuning) {
        Addressing addressing = new Tiles(TilingRule.usual(), layout);
        for (Collision collision : Collisions.all()) {
            if (COLLISIONS.contains(collision.key())) {
                Equilibria.idealGases()
                        .forEach(equilibrium -> trials.add(new GpuTrial(
                                geometry,
                                Lattices.D3Q19,
                                collision,
                                false,
                                equilibrium,
                                precision,
                                GpuTrials.PULL,
                                addressing,
                                tuning)));
            }
        }
    }

    private void segments(BenchGeometry geometry, Precision precision) {
        Tuning tuning = GpuTrials.segments(precision);
        trials.add(GpuTrial.bgk(geometry, precision, GpuTrials.PULL, CompactTiles.forGpu(), tuning));
    }
}
