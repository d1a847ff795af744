package dev.tessera.solver.plan;

import dev.tessera.kernel.GpuFacts;
import java.util.List;

/// Predicts the speed of a GPU without running on it. The times of memory, L2, instruction issue, double-precision
/// units and of few resident warps overlap partly; waits that are not hidden, the launch and its first look-ups are
/// added. Fitted only to `docs/benchmarks/gpu-*-h200.json`; docs/benchmarks/gpu.md gives the accuracy.
///
/// @param bytesPerS maximum rate between kernels and memory
/// @param cacheBytesPerS between the multiprocessors and L2
/// @param instructionsPerS instructions of one thread
/// @param fp64PerS operations in double precision
/// @param multiprocessors over which waits are spread; 0: no waits
/// @param l2Bytes of the cache that keeps data from step to step; 0: none
/// @param constants fitted constants
public record GpuSpeed(
        double bytesPerS,
        double cacheBytesPerS,
        double instructionsPerS,
        double fp64PerS,
        int multiprocessors,
        double l2Bytes,
        GpuConstants constants) {
    /// Fraction of the data sheet's bandwidth that a copy reaches: 4.13 of 4.8 TB/s on the H200 of the
    /// measurements.
    private static final double OF_SHEET = 0.861;

    /// Threads for which a multiprocessor issues an instruction per clock: four warps.
    private static final double LANES_A_CLOCK = 128;

    /// How steps are launched.
    public enum Steps {
        /// One at a time, as a benchmark times them.
        SINGLE,
        /// In batches, as a run does with short steps.
        TOGETHER
    }

    /// The resource that limits a step.
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

    /// From the numbers of a driver or data sheet.
    /// @throws IllegalArgumentException where the memory bandwidth is missing
    public static GpuSpeed ofSheet(GpuFacts facts) {
        double sheetGbPerS = facts.sheetGbPerS()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the memory bandwidth of %s is unknown; measure it".formatted(facts.name())));
        return of(facts, OF_SHEET * sheetGbPerS, GpuConstants.FITTED);
    }

    /// @param copyGbPerS bandwidth of a copy on the device, read and written bytes, 10⁹ per second
    public static GpuSpeed measured(GpuFacts facts, double copyGbPerS) {
        return of(facts, copyGbPerS, GpuConstants.FITTED);
    }

    /// A processor (a device without warps, or with unknown clock) is modelled as bound by its memory.
    static GpuSpeed of(GpuFacts facts, double gbPerS, GpuConstants constants) {
        double clocks = facts.multiprocessors() * facts.clockHz();
        if (facts.isProcessor() || clocks == 0) {
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

    /// Millions of fluid-node updates per second, with steps launched as in a run.
    /// @param kernels of all phases
    /// @param phases of the streaming pattern
    public double mlups(List<GpuDemand> kernels, int phases, long fluidNodes) {
        return mlups(kernels, phases, fluidNodes, Steps.TOGETHER);
    }

    /// Millions of fluid-node updates per second.
    /// @param kernels of all phases
    /// @param phases of the streaming pattern
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
            case TOGETHER -> constants.batched();
        };
        return 1e-9 * (launch + demand.latency());
    }

    /// Seconds of the device from nanoseconds of one multiprocessor.
    private double spread(double nanoseconds) {
        return multiprocessors > 0 ? nanoseconds * 1e-9 / multiprocessors : 0;
    }

    /// The resource that limits a step most.
    public Ceiling ceiling(GpuDemand demand, long fluidNodes) {
        Ceiling tightest = Ceiling.MEMORY;
        for (Ceiling other : Ceiling.values()) {
            if (seconds(demand, other, fluidNodes) > seconds(demand, tightest, fluidNodes)) {
                tightest = other;
            }
        }
        return tightest;
    }

    /// Time of all resources combined, per fluid node.
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

    /// Fraction of the data of a step that is found in L2. The larger the data of a step, the less remains
    /// until the next step. Every other sweep runs backwards and begins with the data left by the previous one:
    /// these are read from L2, and in place overwritten before they are written to memory.
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
