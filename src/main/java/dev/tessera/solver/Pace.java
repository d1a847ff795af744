package dev.tessera.solver;

import java.util.function.LongSupplier;

/// Measures speed and decides how many steps go between two looks at the clock.
final class Pace {
    private static final long REPORT_NANOS = 500_000_000;
    private final Simulation simulation;
    private final LongSupplier nanoTime;
    private long lastReport;
    private double nanosPerStep = Double.NaN;

    Pace(Simulation simulation, LongSupplier nanoTime) {
        this.simulation = simulation;
        this.nanoTime = nanoTime;
        this.lastReport = nanoTime.getAsLong();
    }

    /// Steps that take about a quarter of the reporting interval.
    long chunk() {
        return Double.isNaN(nanosPerStep) ? 1 : Math.clamp((long) (REPORT_NANOS / 4 / nanosPerStep), 1, 100_000);
    }

    void took(long steps, long nanos) {
        double here = Math.max(1, (double) nanos / steps);
        nanosPerStep = Double.isNaN(nanosPerStep) ? here : 0.7 * nanosPerStep + 0.3 * here;
    }

    boolean isDue() {
        long now = nanoTime.getAsLong();
        if (now - lastReport < REPORT_NANOS) {
            return false;
        }
        lastReport = now;
        return true;
    }

    double mlups() {
        return simulation.nodes().fluid().count() / nanosPerStep * 1e3;
    }

    double secondsLeft(long stepsLeft, long lastStep) {
        return lastStep < 0 ? Double.NaN : stepsLeft * nanosPerStep * 1e-9;
    }
}
