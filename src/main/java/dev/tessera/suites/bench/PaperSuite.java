package dev.tessera.suites.bench;

import dev.tessera.geometry.generator.TunedVessel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Tables 3 to 6, 8 and 9 of Tomczak & Szafran 2019: T2C with 4³ tiles, six kernels, on cavities, random spheres and
/// vessels; and compact segments on the same geometries, which the papers lack.
final class PaperSuite {
    static final String NAME = "papers";

    private static final int TILE_NODES = 64;
    private static final Set<String> COLLISIONS = Set.of("bgk", "mrt");

    private final List<GpuTrial> trials = new ArrayList<>();
    private final boolean isLarge;

    private PaperSuite(boolean isLarge) {
        this.isLarge = isLarge;
    }

    /// @param isLarge whether the device has the speed for the papers' sizes
    static List<GpuTrial> trials(boolean isLarge) {
        PaperSuite suite = new PaperSuite(isLarge);
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            suite.cavities(precision);
            TileLayout layout = precision.equals(Precision.FP64) ? new TileLayout.Papers() : new TileLayout.Plain();
            suite.geometries().forEach(geometry -> {
                suite.kernels(geometry, precision, layout, 2);
                suite.segments(geometry, precision);
            });
        }
        return suite.trials;
    }

    static int tilesABlock(Tuning tuning) {
        return tuning.threads() / TILE_NODES;
    }

    private void cavities(Precision precision) {
        BenchGeometry small = BenchGeometry.cavity3d(isLarge ? 100 : 20);
        for (TileLayout layout : List.of(new TileLayout.Papers(), new TileLayout.Plain())) {
            for (int tiles : precision.equals(Precision.FP32) ? List.of(1, 2) : List.of(2)) {
                kernels(small, precision, layout, tiles);
            }
        }
        kernels(BenchGeometry.cavity3d(isLarge ? 252 : 24), precision, new TileLayout.Papers(), 2);
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
    private void kernels(BenchGeometry geometry, Precision precision, TileLayout layout, int tiles) {
        Addressing addressing = new Tiles(TilingRule.usual(), layout);
        Tuning tuning = Tuning.of(TILE_NODES * tiles, 1).with(TileLookup.SHARED);
        trials.add(GpuTrial.readWrite(geometry, precision, new Staying(2), addressing, tuning));
        trials.add(GpuTrial.propagate(geometry, precision, GpuTrials.PULL, addressing, tuning));
        for (Collision collision : Collisions.all()) {
            if (COLLISIONS.contains(collision.key())) {
                Equilibria.all()
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
