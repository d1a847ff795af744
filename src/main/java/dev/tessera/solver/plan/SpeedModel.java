package dev.tessera.solver.plan;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TilePlan;
import dev.tessera.layout.StorageLayout;

/// What a storage lets a CPU do: the time of a node is that of its values at the measured bandwidth, and that
/// of the moves that bring together what does not lie side by side, and of turning halves into floats and back.
///
/// @param workers threads that share the moves
public record SpeedModel(MemoryBandwidth bandwidth, int workers) {
    /// Steps done together move fewer bytes in place than one at a time: what is left of their time. Fitted to
    /// `docs/benchmarks/cpu-jvm-2-cores.json`, as is the cost of a move; BGK is within 11 % there.
    private static final double TOGETHER = 0.875;

    /// Of predictions of BGK, as a part of the speed.
    static final double ERROR = 0.11;

    /// Bringing a stretch of up to a vector's lanes and taking it back, with its share of misses.
    private static final double NS_A_MOVE = 3.8;

    /// Turning a half into a float or back: .47 in kernels of the JVM, .29 in those of a C compiler (one core of an
    /// EPYC with AVX-512). On a CPU halves save memory, not time.
    private static final double NS_A_HALF = 0.4;

    private static final double BYTES_A_WORD = 8;

    /// Bringing a value from a ghost buffer or to one, with its share of misses. Fitted to suite `storages`.
    private static final double NS_A_BUFFERED_VALUE = 4;

    /// Bytes that a step moves for a fluid node: every population read and written, and tables read.
    public static double bytesPerUpdate(StorageLayout storage, Precision precision, LanePlan lanes) {
        double tables = wordsPerUpdate(storage, lanes) * BYTES_A_WORD;
        return populationBytes(storage, precision) + tables + bufferedPerUpdate(lanes) * precision.storedBytes();
    }

    /// Predicted fluid-node updates a second, in millions.
    /// @param lanes of the storage, all classes of nodes
    public double mlups(StorageLayout storage, Precision precision, LanePlan lanes) {
        if (lanes.tiles().isPresent()) {
            return ofTiles(storage, precision, lanes);
        }
        boolean isInPlace = storage.pattern().copies() == 1;
        double gbPerS = isInPlace ? bandwidth.updateGbPerS() / TOGETHER : bandwidth.copyGbPerS();
        double memoryNs = populationBytes(storage, precision) / gbPerS;
        double movesNs = wordsPerUpdate(storage, lanes) * NS_A_MOVE / workers;
        return 1e3 / (memoryNs + movesNs + conversionNs(storage, precision) / workers);
    }

    /// Tiles go as a whole, what is not fluid too: their slots in place, ghost values from memory to memory.
    private double ofTiles(StorageLayout storage, Precision precision, LanePlan lanes) {
        double buffered = bufferedPerUpdate(lanes);
        double places = 1 / storage.placement().utilisation();
        double memoryNs = populationBytes(storage, precision) * places / bandwidth.updateGbPerS()
                + buffered * precision.storedBytes() / bandwidth.copyGbPerS();
        double conversionNs = conversionNs(storage, precision) * places;
        return 1e3 / (memoryNs + (buffered * NS_A_BUFFERED_VALUE + conversionNs) / workers);
    }

    /// Ghost values that are read and written for a fluid node.
    private static double bufferedPerUpdate(LanePlan lanes) {
        double values = lanes.tiles().map(TilePlan::bufferedValues).orElse(0L);
        return values / Math.max(1, lanes.fluidNodes());
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
