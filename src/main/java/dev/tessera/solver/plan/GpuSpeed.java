package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import java.util.List;

/// Predicts a GPU's speed before anything runs there: what a step asks of memory, L2, instruction issue and
/// double-precision units, and the turns that few warps take, overlap, but not wholly; waits that nothing hides, a
/// launch and its first look-ups come on top. Fitted to `docs/benchmarks/gpu-*-h200.json`, and there alone;
/// docs/benchmarks/gpu.md says how well.
///
/// @param bytesPerS that kernels move to and from memory at best
/// @param cacheBytesPerS between the multiprocessors and L2
/// @param instructionsPerS of one thread each
/// @param fp64PerS operations in double precision
/// @param multiprocessors over which waits are spread; 0: nothing waits
/// @param l2Bytes of the cache in which steps find what the one before left; 0: they find nothing
/// @param constants that were fitted
public record GpuSpeed(
        double bytesPerS,
        double cacheBytesPerS,
        double instructionsPerS,
        double fp64PerS,
        int multiprocessors,
        double l2Bytes,
        GpuConstants constants) {
    /// Of the data sheet's bandwidth: a copy's 4.13 of 4.8 TB/s on the H200 of the rows.
    private static final double OF_SHEET = 0.861;

    /// Threads whose instruction a multiprocessor issues in a clock: four warps.
    private static final double LANES_A_CLOCK = 128;

    /// How steps are asked for.
    public enum Steps {
        /// Each by itself, as a bench times them.
        SINGLE,
        /// Many at once, as a run does where they are small.
        TOGETHER
    }

    /// What limits a step.
    public enum Ceiling {
        MEMORY("memory"),
        CACHE("L2"),
        INSTRUCTIONS("instructions"),
        FP64("double-precision arithmetic"),
        TURNS("few warps");

        private final String words;

        Ceiling(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /// From what a driver or a data sheet says.
    /// @throws IllegalArgumentException where that leaves the memory's bandwidth open
    public static GpuSpeed ofSheet(GpuFacts facts) {
        double sheetGbPerS = facts.sheetGbPerS()
                .orElseThrow(() -> new IllegalArgumentException(
                        "nothing says the bandwidth of the memory of %s; measure it".formatted(facts.name())));
        return of(facts, OF_SHEET * sheetGbPerS, GpuConstants.FITTED);
    }

    /// @param copyGbPerS bandwidth of a copy on the device, read and written bytes, 10⁹ a second
    public static GpuSpeed measured(GpuFacts facts, double copyGbPerS) {
        return of(facts, copyGbPerS, GpuConstants.FITTED);
    }

    /// A processor (a device without warps, or one whose clock nobody knows) is bound by its memory, as far as this
    /// knows.
    static GpuSpeed of(GpuFacts facts, double gbPerS, GpuConstants constants) {
        double clocks = facts.multiprocessors() * facts.clockHz();
        if (facts.warpSize() <= 1 || clocks == 0) {
            double unknown = Double.POSITIVE_INFINITY;
            return new GpuSpeed(gbPerS * 1e9, unknown, unknown, unknown, 0, 0, constants);
        }
        return new GpuSpeed(
                gbPerS * 1e9,
                constants.cacheBytes() * clocks,
                LANES_A_CLOCK * clocks,
                facts.fp64PerClock() > 0 ? facts.fp64PerClock() * clocks : Double.POSITIVE_INFINITY,
                facts.multiprocessors(),
                facts.cacheBytes(),
                constants);
    }

    /// Millions of fluid-node updates a second, of steps as a run asks for them.
    /// @param kernels of all phases
    /// @param phases that take turns
    public double mlups(List<GpuDemand> kernels, int phases, long fluidNodes) {
        return mlups(kernels, phases, fluidNodes, Steps.TOGETHER);
    }

    /// Millions of fluid-node updates a second.
    /// @param kernels of all phases
    /// @param phases that take turns
    public double mlups(List<GpuDemand> kernels, int phases, long fluidNodes, Steps steps) {
        double seconds = 0;
        for (GpuDemand demand : kernels) {
            double busy = seconds(demand, fluidNodes) + spread(demand.waits());
            seconds += launchSeconds(demand, steps) + fluidNodes * busy;
        }
        return 1e-6 * fluidNodes * phases / seconds;
    }

    private double launchSeconds(GpuDemand demand, Steps steps) {
        if (multiprocessors == 0) {
            return 0;
        }
        double launch = switch (steps) {
            case SINGLE -> constants.launch();
            case TOGETHER -> constants.together();
        };
        return 1e-9 * (launch + demand.latency());
    }

    /// Seconds, of nanoseconds of one multiprocessor.
    private double spread(double nanoseconds) {
        return multiprocessors > 0 ? nanoseconds * 1e-9 / multiprocessors : 0;
    }

    /// The tightest ceiling of a step.
    public Ceiling ceiling(GpuDemand demand, long fluidNodes) {
        Ceiling tightest = Ceiling.MEMORY;
        for (Ceiling other : Ceiling.values()) {
            if (seconds(demand, other, fluidNodes) > seconds(demand, tightest, fluidNodes)) {
                tightest = other;
            }
        }
        return tightest;
    }

    /// Of all ceilings together, for a fluid node.
    private double seconds(GpuDemand demand, long fluidNodes) {
        double powers = 0;
        for (Ceiling each : Ceiling.values()) {
            powers += Math.pow(seconds(demand, each, fluidNodes), constants.overlap());
        }
        return Math.pow(powers, 1 / constants.overlap());
    }

    private double seconds(GpuDemand demand, Ceiling ceiling, long fluidNodes) {
        return switch (ceiling) {
            case MEMORY ->
                demand.memoryBytes() / demand.ease() / bytesPerS * (1 - found(demand, fluidNodes))
                        + spread(demand.merges());
            case CACHE -> demand.cacheBytes() / cacheBytesPerS;
            case INSTRUCTIONS -> demand.instructions() / instructionsPerS;
            case FP64 -> demand.fp64Operations() / fp64PerS;
            case TURNS -> spread(demand.turns());
        };
    }

    /// Part of what a step moves that it finds in L2. What stays from step to step is the less, the more a step goes
    /// over. And as every other sweep goes backwards, it begins with what the one before left: that is read, and in
    /// place overwritten before it went to memory.
    private double found(GpuDemand demand, long fluidNodes) {
        double bytes = demand.residentBytes() * fluidNodes;
        if (l2Bytes == 0 || bytes == 0) {
            return 0;
        }
        double staying = Math.max(0, 1 - bytes / (constants.held() * l2Bytes));
        double left = Math.min(1, constants.turned() * l2Bytes / bytes);
        return 1 - (1 - staying) * (1 - left * (demand.isInPlace() ? 1 : 0.5));
    }
}
