package dev.tessera.suites.bench;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CentralMoments;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Kbc;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;

/// The rows of suite `models` that are kernels of one fluid: collisions by lattices, precisions, launches, patterns and
/// storages.
final class ModelTrials {
    private static final List<Precision> PRECISIONS = List.of(Precision.FP64, Precision.FP32);

    /// Beside BGK, those that need D3Q27 or gain from it.
    private static final List<Collision> ON_D3Q27 =
            List.of(new Bgk(), new CentralMoments(), new Cumulant(), new Kbc(), new Elbm());

    private final GpuTrials rows;

    private ModelTrials(GpuTrials rows) {
        this.rows = rows;
    }

    static void addTo(GpuTrials rows) {
        new ModelTrials(rows).all();
    }

    private void all() {
        rows.limits(Precision.FP64);
        for (var lattice : Lattices.all()) {
            for (Equilibrium equilibrium : Equilibria.all()) {
                for (Collision collision : Collisions.on(lattice, equilibrium)) {
                    boolean isUsual =
                            lattice == Lattices.D3Q19 || lattice == Lattices.D3Q13 || collision instanceof Bgk;
                    if (lattice.dimensions() == 3 && isUsual) {
                        for (int nodes : GpuTrials.nodesPerThread(Precision.FP64)) {
                            rows.add(new GpuTrial(
                                    rows.box(),
                                    lattice,
                                    collision,
                                    false,
                                    equilibrium,
                                    Precision.FP64,
                                    GpuTrials.PULL,
                                    new Dense(),
                                    Tuning.of(128, nodes)));
                        }
                    }
                }
            }
        }
        collisions();
        patterns();
        deviations();
        sparseModels();
    }

    /// Every collision beside BGK on its lattices that are isotropic to fourth order, and on D3Q13, on the box of the
    /// limits and on a square; some with a model of large eddies.
    private void collisions() {
        rows.limits(Precision.FP32);
        BenchGeometry square = BenchGeometry.fullSquare(rows.isLarge() ? 4096 : 256);
        for (Precision precision : PRECISIONS) {
            for (int nodes : List.of(1, 2)) {
                Tuning tuning = Tuning.of(128, nodes);
                for (var lattice : List.of(Lattices.D3Q13, Lattices.D3Q15, Lattices.D3Q19, Lattices.D3Q27)) {
                    ofAllCollisions(rows.box(), lattice, precision, GpuTrials.PULL, new Dense(), tuning);
                    largeEddies(lattice, precision, tuning);
                }
                ofAllCollisions(square, Lattices.D2Q9, precision, GpuTrials.PULL, new Dense(), tuning);
            }
            for (int blocks : List.of(3, 4)) { // fewer registers: for the collisions with the most operations
                Tuning tuning = new Tuning(128, blocks, 1);
                for (Collision collision : ON_D3Q27) {
                    ofCollision(rows.box(), Lattices.D3Q27, collision, precision, GpuTrials.PULL, new Dense(), tuning);
                }
                ofCollision(rows.box(), Lattices.D3Q19, new Elbm(), precision, GpuTrials.PULL, new Dense(), tuning);
            }
        }
    }

    /// BGK, MRT and the collision with the most operations, with Smagorinsky's model, on the lattices that allow it.
    private void largeEddies(VelocitySet lattice, Precision precision, Tuning tuning) {
        for (Collision base : List.of(new Bgk(), new Mrt(), new Cumulant())) {
            var collision = new Smagorinsky(base, Smagorinsky.USUAL);
            if (collision.unsupported(lattice).isEmpty()) {
                ofCollision(rows.box(), lattice, collision, precision, GpuTrials.PULL, new Dense(), tuning);
            }
        }
    }

    /// Every collision on D3Q19, and those that D3Q27 is for, with one array of populations and with two, pull and
    /// push, where neighbours are beside a node and where they are looked up.
    private void patterns() {
        for (Precision precision : PRECISIONS) {
            patterns(Lattices.D3Q19, Collisions.on(Lattices.D3Q19), precision);
            patterns(Lattices.D3Q27, ON_D3Q27, precision);
        }
    }

    private void patterns(VelocitySet lattice, List<Collision> collisions, Precision precision) {
        for (Addressing addressing : List.of(new Dense(), CompactTiles.forGpu())) {
            for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.PUSH, GpuTrials.AA)) {
                for (Collision collision : collisions) {
                    ofCollision(rows.box(), lattice, collision, precision, pattern, addressing, GpuTrials.USUAL);
                }
            }
        }
    }

    private void ofAllCollisions(
            BenchGeometry geometry,
            VelocitySet lattice,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        for (Collision collision : Collisions.on(lattice)) {
            ofCollision(geometry, lattice, collision, precision, pattern, addressing, tuning);
        }
    }

    /// With its usual equilibrium.
    private void ofCollision(
            BenchGeometry geometry,
            VelocitySet lattice,
            Collision collision,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing,
            Tuning tuning) {
        Equilibrium usual = Equilibria.usual(collision);
        rows.add(new GpuTrial(geometry, lattice, collision, false, usual, precision, pattern, addressing, tuning));
    }

    /// Deviations beside populations of the same size.
    private void deviations() {
        for (Precision precision :
                List.of(Precision.FP32, Precision.FP32_DEVIATIONS, Precision.FP64, Precision.FP64_DEVIATIONS)) {
            for (Collision collision : List.of(new Bgk(), new Mrt())) {
                for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.AA)) {
                    rows.add(new GpuTrial(
                            rows.box(),
                            Lattices.D3Q19,
                            collision,
                            false,
                            new Incompressible(),
                            precision,
                            pattern,
                            new Dense(),
                            GpuTrials.widest(128, precision)));
                }
            }
        }
    }

    /// Cost of a collision where nodes search their neighbours: tiles and segments with the launches of a run.
    private void sparseModels() {
        BenchGeometry spheres = BenchGeometry.spheres(rows.isLarge() ? 192 : 48, 0.7);
        for (Precision precision : PRECISIONS) {
            Tuning segments = precision.equals(Precision.FP64) ? GpuTrials.SEGMENTS : Tuning.of(128, 2);
            for (Equilibrium equilibrium : Equilibria.all()) {
                for (Collision collision : Collisions.on(Lattices.D3Q19, equilibrium)) {
                    for (Addressing addressing : List.of(new Tiles(), CompactTiles.forGpu())) {
                        rows.add(new GpuTrial(
                                spheres,
                                Lattices.D3Q19,
                                collision,
                                false,
                                equilibrium,
                                precision,
                                GpuTrials.PULL,
                                addressing,
                                addressing instanceof Tiles ? GpuTrials.USUAL : segments));
                    }
                }
            }
        }
    }
}
