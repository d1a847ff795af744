package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import java.util.List;

/// Predicts a GPU's speed before anything runs there: what a step asks of memory, L2, instruction issue and
/// double-precision units overlaps, but not wholly; waits that nothing hides and a launch come on top. Fitted to
/// `docs/benchmarks/gpu-*-h200.json`, and there alone: within 10 % of 929 of their 1079 rows (`GpuSpeedTest`).
///
/// @param bytesPerS that kernels move to and from memory at best
/// @param cacheBytesPerS between the multiprocessors and L2
/// @param instructionsPerS of one thread each
/// @param fp64PerS operations in double precision
/// @param multiprocessors over which waits are spread; 0: nothing waits
/// @param heldBytes populations that L2 holds from step to step; 0: none
public record GpuSpeed(
        double bytesPerS,
        double cacheBytesPerS,
        double instructionsPerS,
        double fp64PerS,
        int multiprocessors,
        double heldBytes) {
    /// Of the data sheet's bandwidth: a copy's 4.13 of 4.8 TB/s on the H200 of the rows.
    private static final double OF_SHEET = 0.861;

    /// Ceilings add as a norm of this exponent: 1 would be one after the other, infinity the tightest alone. Fitted to
    /// rows where memory and instructions ask for about the same, as FP16 in segments of lines.
    private static final double OVERLAP = 2.06;

    /// Part of L2 that populations fill and still stay there: of its 50 MiB 26 do (AA in FP16 in spheres of porosity
    /// 0.1), 51 do not.
    private static final double HELD = 0.75;

    /// Bytes a clock that a multiprocessor exchanges with L2 at most, loads and stores together.
    private static final double CACHE_BYTES_A_CLOCK = 101;

    /// Threads whose instruction a multiprocessor issues in a clock: four warps.
    private static final double LANES_A_CLOCK = 128;

    /// Begin and end of a launch, the fill and drain of the device in it.
    private static final double LAUNCH_S = 6.45e-6;

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
        return of(facts, OF_SHEET * sheetGbPerS);
    }

    /// @param copyGbPerS bandwidth of a copy on the device, read and written bytes, 10⁹ a second
    public static GpuSpeed measured(GpuFacts facts, double copyGbPerS) {
        return of(facts, copyGbPerS);
    }

    /// A processor (a device without warps, or one whose clock nobody knows) is bound by its memory, as far as this
    /// knows.
    private static GpuSpeed of(GpuFacts facts, double gbPerS) {
        double clocks = facts.multiprocessors() * facts.clockHz();
        if (facts.warpSize() <= 1 || clocks == 0) {
            double unknown = Double.POSITIVE_INFINITY;
            return new GpuSpeed(gbPerS * 1e9, unknown, unknown, unknown, 0, 0);
        }
        return new GpuSpeed(
                gbPerS * 1e9,
                CACHE_BYTES_A_CLOCK * clocks,
                LANES_A_CLOCK * clocks,
                facts.fp64PerClock() > 0 ? facts.fp64PerClock() * clocks : Double.POSITIVE_INFINITY,
                facts.multiprocessors(),
                HELD * facts.cacheBytes());
    }

    /// Millions of fluid-node updates a second.
    /// @param phases that take turns, of one kernel each
    public double mlups(List<GpuDemand> phases, long fluidNodes) {
        return mlups(phases, phases.size(), fluidNodes);
    }

    /// Likewise where a step may be several kernels.
    /// @param kernels of all phases
    /// @param phases how many
    public double mlups(List<GpuDemand> kernels, int phases, long fluidNodes) {
        double seconds = 0;
        for (GpuDemand demand : kernels) {
            double waits = multiprocessors > 0 ? demand.waits() * 1e-9 / multiprocessors : 0;
            double launch = multiprocessors > 0 ? LAUNCH_S : 0;
            seconds += launch + fluidNodes * (seconds(demand) + waits);
        }
        return 1e-6 * fluidNodes * phases / seconds;
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

    /// Of all ceilings together, for a fluid node.
    private double seconds(GpuDemand demand) {
        double tightest = seconds(demand, ceiling(demand));
        double sum = 0;
        for (Ceiling each : Ceiling.values()) {
            sum += Math.pow(seconds(demand, each) / tightest, OVERLAP);
        }
        return tightest * Math.pow(sum, 1 / OVERLAP);
    }

    private double seconds(GpuDemand demand, Ceiling ceiling) {
        return switch (ceiling) {
            case MEMORY -> demand.populationBytes() < heldBytes ? 0 : demand.memoryBytes() / demand.ease() / bytesPerS;
            case CACHE -> (demand.cacheBytes() + demand.mergeBytes()) / cacheBytesPerS;
            case INSTRUCTIONS -> demand.instructions() / instructionsPerS;
            case FP64 -> demand.fp64Operations() / fp64PerS;
        };
    }
}
