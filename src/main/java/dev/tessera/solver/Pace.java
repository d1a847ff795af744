package dev.tessera.solver;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/// Measures the speed of a run, sets the number of steps between two readings of the clock, and estimates the
/// remaining time.
final class Pace {
    private static final long REPORT_NANOS = 500_000_000;
    /// The first second is not measured: it is the warm-up of compilers and caches.
    private static final long WARM_UP_NANOS = 1_000_000_000;
    /// The remaining time is estimated from at least this time, and at most from the last 20 reports.
    private static final long SHORTEST_WINDOW_NANOS = 1_000_000_000;

    private static final int MARKS = 20;

    private final long fluidNodes;
    private final LongSupplier nanoTime;
    private final long started;
    private final Deque<Mark> marks = new ArrayDeque<>(); // oldest first
    private long lastReport;
    private long done;
    private double nanosPerStep = Double.NaN;

    /// Number of steps done at a clock time.
    private record Mark(long nanos, long steps) {}

    Pace(long fluidNodes, LongSupplier nanoTime) {
        this.fluidNodes = fluidNodes;
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
        this.lastReport = started;
    }

    /// Steps that take about a quarter of the reporting interval.
    long chunk() {
        return Double.isNaN(nanosPerStep) ? 1 : Math.clamp((long) (REPORT_NANOS / 4 / nanosPerStep), 1, 100_000);
    }

    /// @param nanos duration of the steps alone, without monitoring and output
    void took(long steps, long nanos) {
        double here = Math.max(1, (double) nanos / steps);
        nanosPerStep = Double.isNaN(nanosPerStep) ? here : 0.7 * nanosPerStep + 0.3 * here;
        done += steps;
    }

    boolean isDue() {
        long now = nanoTime.getAsLong();
        if (now - lastReport < REPORT_NANOS) {
            return false;
        }
        lastReport = now;
        if (now - started >= WARM_UP_NANOS) {
            marks.addLast(new Mark(now, done));
            if (marks.size() > MARKS) {
                marks.removeFirst();
            }
        }
        return true;
    }

    /// Million fluid-node updates per second of the steps alone.
    double mlups() {
        return fluidNodes / nanosPerStep * 1e3;
    }

    /// Wall-clock seconds for the remaining steps at the speed of the last reports, including monitoring and output;
    /// NaN where too little was measured, or where the number of steps is not known.
    /// @param stepsLeft negative where it is not known
    double secondsLeft(long stepsLeft) {
        if (stepsLeft < 0 || marks.size() < 2) {
            return Double.NaN;
        }
        long nanos = marks.getLast().nanos() - marks.getFirst().nanos();
        long steps = marks.getLast().steps() - marks.getFirst().steps();
        return nanos < SHORTEST_WINDOW_NANOS || steps == 0 ? Double.NaN : stepsLeft * 1e-9 * nanos / steps;
    }
}
