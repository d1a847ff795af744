package dev.tessera.suites.bench;

import dev.tessera.solver.Simulation;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongSupplier;

/// The speed of a simulation: the median of equally long repeats.
///
/// @param nanoTime a clock
/// @param secondsPerRepeat duration of a repeat, at least one call
record RepeatedSteps(LongSupplier nanoTime, double secondsPerRepeat) {
    private static final int REPEATS = 5;
    private static final int WARM_UP_STEPS = 50;
    private static final int STEPS_PER_CALL = 20;

    /// Adds the number of fluid nodes, MLUPS, memory, repeats and spread to a row.
    /// @return MLUPS
    double measure(Simulation simulation, Map<String, Object> row) {
        seconds(nanoTime, simulation, WARM_UP_STEPS);
        double perStep = seconds(nanoTime, simulation, STEPS_PER_CALL) / STEPS_PER_CALL;
        int count = STEPS_PER_CALL * (int) Math.max(1, Math.round(secondsPerRepeat / perStep / STEPS_PER_CALL));
        double[] seconds = new double[REPEATS];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            seconds[repeat] = seconds(nanoTime, simulation, count) / count;
        }
        Arrays.sort(seconds);
        double median = seconds[REPEATS / 2];
        long fluid = simulation.nodes().fluid().count();
        double mlups = fluid / median * 1e-6;
        row.put("fluid_nodes", fluid);
        row.put("mlups", mlups);
        row.put("memory_bytes", simulation.memoryBytes());
        row.put("repeats", REPEATS);
        row.put("spread", (seconds[REPEATS - 1] - seconds[0]) / median);
        return mlups;
    }

    /// Seconds that steps take until the device has finished them.
    static double seconds(LongSupplier nanoTime, Simulation simulation, long steps) {
        long start = nanoTime.getAsLong();
        simulation.step(steps);
        simulation.finish();
        return (nanoTime.getAsLong() - start) * 1e-9;
    }
}
