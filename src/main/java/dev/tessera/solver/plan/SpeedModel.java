package dev.tessera.solver.plan;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.TilePlan;
import dev.tessera.layout.StorageLayout;

/// Predicts the speed of a storage on a CPU: the time per node is that of its values at the measured bandwidth, of
/// gathering and scattering values that are not contiguous, and of converting half precision.
///
/// @param workers threads that share the gathering and scattering
public record SpeedModel(MemoryBandwidth bandwidth, int workers) {
    /// Batched steps move fewer bytes in place than single ones: the remaining fraction of their time. Fitted
    /// to `docs/benchmarks/cpu-jvm-2-cores.json`, as is the cost of a move; BGK is within 11 % there.
    private static final double BATCHED = 0.875;

    /// Error of predictions of BGK, relative to the speed.
    static final double ERROR = 0.11;

    /// Gathering and scattering a run of up to one vector of values, including cache misses.
    private static final double NS_PER_MOVE = 3.8;

    /// Converting a half to a float or back: 0.47 ns in kernels of the JVM, 0.29 ns in those of a C compiler
    /// (one core of an EPYC with AVX-512). On a CPU half precision saves memory, not time.
    private static final double NS_PER_HALF = 0.4;

    /// Reading a field of a mixture at a neighbour in another plane. Fitted on two cores of an EPYC with kernels of a C
    /// compiler (docs/decisions/0100-plans-of-mixtures.md); mixtures in full boxes are within 32 %.
    private static final double NS_PER_FIELD_OF_OTHER_PLANE = 2;

    private static final double BYTES_PER_WORD = 8;

    /// Reading a value from a ghost buffer or writing one, including cache misses. Fitted to suite `storages`.
    private static final double NS_PER_GHOST_VALUE = 4;

    /// Bytes that a step moves per fluid node: every population read and written, and tables read.
    public static double bytesPerUpdate(StorageLayout storage, Precision precision, LanePlan lanes) {
        double tables = wordsPerUpdate(storage, lanes) * BYTES_PER_WORD;
        return populationBytes(storage, precision) + tables + bufferedPerUpdate(lanes) * precision.storedBytes();
    }

    /// Predicted million fluid-node updates per second.
    /// @param lanes of one fluid in the storage
    double mlups(StorageLayout storage, Precision precision, LanePlan lanes, StepTraffic traffic) {
        double ns = 1e3 / mlups(storage, precision, lanes) * traffic.ratio()
                + traffic.otherPlanes() * NS_PER_FIELD_OF_OTHER_PLANE / workers;
        return 1e3 / ns;
    }

    /// Predicted million fluid-node updates per second, of one fluid.
    /// @param lanes of the storage, all classes of nodes
    public double mlups(StorageLayout storage, Precision precision, LanePlan lanes) {
        if (lanes.tiles().isPresent()) {
            return ofTiles(storage, precision, lanes);
        }
        boolean isInPlace = storage.pattern().copies() == 1;
        double gbPerS = isInPlace ? bandwidth.updateGbPerS() / BATCHED : bandwidth.copyGbPerS();
        double memoryNs = populationBytes(storage, precision) / gbPerS;
        double movesNs = wordsPerUpdate(storage, lanes) * NS_PER_MOVE / workers;
        return 1e3 / (memoryNs + movesNs + conversionNs(storage, precision) / workers);
    }

    /// Tiles are moved as a whole, including solid nodes: their slots in place, ghost values from memory to
    /// memory.
    private double ofTiles(StorageLayout storage, Precision precision, LanePlan lanes) {
        double buffered = bufferedPerUpdate(lanes);
        double places = 1 / storage.placement().utilisation();
        double memoryNs = populationBytes(storage, precision) * places / bandwidth.updateGbPerS()
                + buffered * precision.storedBytes() / bandwidth.copyGbPerS();
        double conversionNs = conversionNs(storage, precision) * places;
        return 1e3 / (memoryNs + (buffered * NS_PER_GHOST_VALUE + conversionNs) / workers);
    }

    /// Ghost values read and written per fluid node.
    private static double bufferedPerUpdate(LanePlan lanes) {
        double values = lanes.tiles().map(TilePlan::bufferedValues).orElse(0L);
        return values / Math.max(1, lanes.fluidNodes());
    }

    private static double conversionNs(StorageLayout storage, Precision precision) {
        return switch (precision.stored()) {
            case SlotFormat.Plain plain -> 0;
            case SlotFormat.HalfDeviations halves -> 2 * storage.lattice().size() * NS_PER_HALF;
        };
    }

    private static double populationBytes(StorageLayout storage, Precision precision) {
        return 2.0 * storage.lattice().size() * precision.storedBytes();
    }

    private static double wordsPerUpdate(StorageLayout storage, LanePlan lanes) {
        double words = lanes.tableBytes() / BYTES_PER_WORD / storage.pattern().phases();
        return words / Math.max(1, lanes.fluidNodes());
    }
}
