package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import java.util.List;

/// Predicts a GPU's speed before anything runs there: what a step asks of memory, L2, instruction issue and
/// double-precision units overlaps, but not wholly; waits that nothing hides and a launch come on top. Fitted to
/// `docs/benchmarks/gpu-*-h200.json`, and there alone; docs/benchmarks/gpu.md says how well.
///
/// @param bytesPerS that kernels move to and from memory at best
/// @param cacheBytesPerS between the multiprocessors and L2
/// @param instructionsPerS of one thread each
/// @param fp64PerS operations in double precision
/// @param multiprocessors over which waits are spread; 0: nothing waits
/// @param heldBytes beyond which L2 holds no populations from step to step, and all up to half of it; 0: none
/// @param constants that were fitted
public record GpuSpeed(
        double bytesPerS,
        double cacheBytesPerS,
        double instructionsPerS,
        double fp64PerS,
        int multiprocessors,
        double heldBytes,
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
        FP64("double-precision arithmetic");

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
                constants.held() * facts.cacheBytes(),
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
            double waits = multiprocessors > 0 ? demand.waits() * 1e-9 / multiprocessors : 0;
            seconds += launchSeconds(steps) + fluidNodes * (seconds(demand) + waits);
        }
        return 1e-6 * fluidNodes * phases / seconds;
    }

    private double launchSeconds(Steps steps) {
        if (multiprocessors == 0) {
            return 0;
        }
        return 1e-9
                * switch (steps) {
                    case SINGLE -> constants.launch();
                    case TOGETHER -> constants.together();
                };
    }

    /// The tightest ceiling of a step.
    public Ceiling ceiling(GpuDemand demand) {
        Ceiling tightest = Ceiling.MEMORY;
        for (Ceiling other : Ceiling.values()) {
            if (seconds(demand, other) > seconds(demand, tightest)) {
                tightest = other;
            }
        }
        return tightest;
    }

    /// Of all ceilings together, for a fluid node: their squares add. One after the other their times would add, and
    /// were all hidden but the tightest, that would remain.
    private double seconds(GpuDemand demand) {
        double squares = 0;
        for (Ceiling each : Ceiling.values()) {
            squares += Math.pow(seconds(demand, each), 2);
        }
        return Math.sqrt(squares);
    }

    private double seconds(GpuDemand demand, Ceiling ceiling) {
        return switch (ceiling) {
            case MEMORY -> {
                double found = found(demand.populationBytes());
                yield demand.memoryBytes() / demand.ease() / bytesPerS * (1 - found + found / constants.cached());
            }
            case CACHE -> demand.cacheBytes() / cacheBytesPerS;
            case INSTRUCTIONS -> demand.instructions() / instructionsPerS;
            case FP64 -> demand.fp64Operations() / fp64PerS;
        };
    }

    /// Part of the populations that a step finds in L2. An H200's has two halves, and either holds what its own
    /// multiprocessors read: what fits a half stays from step to step, of what exceeds both nothing does.
    private double found(double bytes) {
        return heldBytes > 0 ? Math.clamp(2 * (1 - bytes / heldBytes), 0.0, 1.0) : 0;
    }
}
