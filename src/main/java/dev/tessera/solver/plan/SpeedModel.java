package dev.tessera.solver.plan;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.StorageLayout;

/// What a storage lets a CPU do: the time of a node is that of its values at the measured bandwidth, and that
/// of the moves that bring together what does not lie side by side, and of turning halves into floats and back.
///
/// @param workers threads that share the moves
public record SpeedModel(MemoryBandwidth bandwidth, int workers) {
    /// Steps done together move fewer bytes in place than one at a time: what is left of their time. Fitted to
    /// `docs/benchmarks/cpu-jvm-2-cores.json`, as is the cost of a move; BGK is within 11 % there.
    private static final double TOGETHER = 0.875;

    /// Bringing a stretch of up to a vector's lanes and taking it back, with its share of misses.
    private static final double NS_A_MOVE = 3.8;

    /// Turning a half into a float or back: .47 in kernels of the JVM, .29 in those of a C compiler (one core of an
    /// EPYC with AVX-512). On a CPU halves save memory, not time.
    private static final double NS_A_HALF = 0.4;

    private static final double BYTES_A_WORD = 8;

    /// Bytes that a step moves for a fluid node: every population read and written, and tables read.
    public static double bytesPerUpdate(StorageLayout storage, Precision precision, LanePlan lanes) {
        return populationBytes(storage, precision) + wordsPerUpdate(storage, lanes) * BYTES_A_WORD;
    }

    /// Predicted fluid-node updates a second, in millions.
    /// @param lanes of the storage, all classes of nodes
    public double mlups(StorageLayout storage, Precision precision, LanePlan lanes) {
        boolean isInPlace = storage.pattern().copies() == 1;
        double gbPerS = isInPlace ? bandwidth.updateGbPerS() / TOGETHER : bandwidth.copyGbPerS();
        double memoryNs = populationBytes(storage, precision) / gbPerS;
        double movesNs = wordsPerUpdate(storage, lanes) * NS_A_MOVE / workers;
        return 1e3 / (memoryNs + movesNs + conversionNs(storage, precision) / workers);
    }

    private static double conversionNs(StorageLayout storage, Precision precision) {
        return switch (precision.stored()) {
            case StoredQuantity.Populations populations -> 0;
            case StoredQuantity.HalfDeviations halves -> 2 * storage.lattice().size() * NS_A_HALF;
        };
    }

    private static double populationBytes(StorageLayout storage, Precision precision) {
        return 2.0 * storage.lattice().size() * precision.storedBytes();
    }

    private static double wordsPerUpdate(StorageLayout storage, LanePlan lanes) {
        double words = lanes.tableBytes() / BYTES_A_WORD / storage.pattern().phases();
        return words / Math.max(1, lanes.fluidNodes());
    }
}
