package dev.tessera.suites.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One measured speed. Speeds count fluid nodes only.
///
/// @param kernel `step`, or `read-write` for a kernel that only reads and writes every population
/// @param collision empty for read-write
/// @param spread of the repeats: (fastest - slowest) / median
/// @param predictedMlups prediction of the planner; null for kernels and devices without a model
record BenchRow(
        String suite,
        String geometry,
        String kernel,
        String addressing,
        String pattern,
        String lattice,
        String collision,
        String equilibrium,
        String precision,
        String device,
        long fluidNodes,
        double tileUtilisation,
        double mlups,
        double bytesPerUpdate,
        long memoryBytes,
        double seconds,
        int repeats,
        double spread,
        @Nullable Double predictedMlups) {

    double gbPerS() {
        return mlups * bytesPerUpdate * 1e-3;
    }

    boolean isLimit() {
        return kernel.equals("read-write");
    }

    /// Whether another row is the read/write-only kernel of this row's storage and geometry.
    boolean hasStorageOf(BenchRow limit) {
        return limit.isLimit()
                && limit.geometry.equals(geometry)
                && limit.addressing.equals(addressing)
                && limit.pattern.equals(pattern)
                && limit.lattice.equals(lattice)
                && limit.precision.equals(precision)
                && limit.device.equals(device);
    }

    /// The row for `bench --json`.
    /// @param limitMlups limit of this lattice by the traffic of the fastest read/write-only kernel of this
    ///     precision on the full box, in this run
    /// @param storageLimitMlups read/write-only, same storage, same geometry; null if it was not run
    /// @param updateGbPerS the machine's update bandwidth in this run
    Map<String, Object> toJson(double limitMlups, @Nullable Double storageLimitMlups, double updateGbPerS) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", suite);
        json.put("geometry", geometry);
        json.put("kernel", kernel);
        json.put("addressing", addressing);
        json.put("pattern", pattern);
        json.put("lattice", lattice);
        json.put("collision", collision);
        json.put("equilibrium", equilibrium);
        json.put("precision", precision);
        json.put("device", device);
        json.put("fluid_nodes", fluidNodes);
        json.put("tile_utilisation", tileUtilisation);
        json.put("mlups", mlups);
        json.put("bytes_per_update", bytesPerUpdate);
        json.put("gb_per_s", gbPerS());
        json.put("limit_mlups", limitMlups);
        json.put("limit_fraction", mlups / limitMlups);
        json.put("storage_limit_mlups", storageLimitMlups);
        json.put("update_bandwidth_fraction", gbPerS() / updateGbPerS);
        json.put("sheet_fraction", null);
        json.put("predicted_mlups", predictedMlups);
        json.put("memory_bytes", memoryBytes);
        json.put("seconds", seconds);
        json.put("repeats", repeats);
        json.put("spread", spread);
        return json;
    }
}
