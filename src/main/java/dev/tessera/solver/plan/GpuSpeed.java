package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import dev.tessera.layout.cost.OverheadModel.Fit;
import dev.tessera.model.VelocitySet;

/// Predicts a GPU's speed before anything runs there: the least of what its memory, its L2 cache and its
/// instruction units allow.
///
/// @param dramBytesPerS that kernels reach
/// @param cacheBytesPerS between the multiprocessors and L2
/// @param instructionsPerS of one thread each
public record GpuSpeed(double dramBytesPerS, double cacheBytesPerS, double instructionsPerS) {
    /// Of the data sheet's bandwidth; measured on an H200 (4.27 of 4.8 TB/s).
    private static final double REACHED = 0.89;

    /// Bytes a clock that a multiprocessor exchanges with L2 at most.
    private static final double CACHE_BYTES_A_CLOCK = 64;

    /// Threads whose instruction a multiprocessor issues in a clock.
    private static final double LANES_A_CLOCK = 128;

    /// @param clockHz of the multiprocessors
    /// @throws IllegalArgumentException where the driver does not say the memory's bandwidth
    public static GpuSpeed of(GpuFacts facts, double clockHz) {
        double sheetGbPerS = facts.sheetGbPerS()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the driver of %s does not say its memory's bandwidth; measure with tessera bench"
                                .formatted(facts.name())));
        double clocks = facts.multiprocessors() * clockHz;
        return new GpuSpeed(REACHED * sheetGbPerS * 1e9, CACHE_BYTES_A_CLOCK * clocks, LANES_A_CLOCK * clocks);
    }

    /// What the update of one fluid node asks for.
    ///
    /// @param dramBytes moved to and from memory, tables included
    /// @param cacheBytes moved to and from L2, in whole bursts
    /// @param instructions of one thread
    public record Demand(double dramBytes, double cacheBytes, double instructions) {
        /// Every population read and written once, and no tables.
        public static Demand dense(VelocitySet lattice, int valueBytes, double instructions) {
            double bytes = 2.0 * lattice.size() * valueBytes;
            return new Demand(bytes, bytes, instructions);
        }

        /// Tiles: whole tiles are moved, solid nodes and all, and the indices and masks of a tile's neighbours.
        /// @param gatherBursts that a full tile's gather touches (`layout.cost.Bursts`)
        public static Demand tiles(
                VelocitySet lattice, int valueBytes, Fit fit, int gatherBursts, int burstBytes, double instructions) {
            double nodes = fit.utilisation() * Math.pow(fit.edge(), lattice.dimensions());
            double tables = Math.pow(3, lattice.dimensions()) * (Integer.BYTES + Long.BYTES) / nodes;
            double copy = lattice.size() * valueBytes / fit.utilisation();
            return new Demand(2 * copy + tables, copy + gatherBursts * burstBytes / nodes + tables, instructions);
        }

        /// A connectivity matrix: q - 1 indices of 4 bytes.
        /// @param stepsPerRead 1; 2 where only every other step reads indices (AA)
        public static Demand connectivityMatrix(
                VelocitySet lattice, int valueBytes, int stepsPerRead, double instructions) {
            double bytes = 2.0 * lattice.size() * valueBytes + (lattice.size() - 1.0) * Integer.BYTES / stepsPerRead;
            return new Demand(bytes, bytes, instructions);
        }
    }

    /// Millions of fluid-node updates a second.
    public double mlups(Demand demand) {
        double seconds = Math.max(
                demand.dramBytes() / dramBytesPerS,
                Math.max(demand.cacheBytes() / cacheBytesPerS, demand.instructions() / instructionsPerS));
        return 1e-6 / seconds;
    }
}
