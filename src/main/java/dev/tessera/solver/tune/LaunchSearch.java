package dev.tessera.solver.tune;

import dev.tessera.kernel.gpu.Tuning;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Looks for the fastest launch one axis at a time: nodes a thread, least blocks, threads, order of tiles, look-up.
/// Each axis starts from the best so far.
///
/// @param nanoTime a clock
/// @param limitNanos after which no further candidate is looked at
public record LaunchSearch(LongSupplier nanoTime, long limitNanos) {
    /// What is faster by less than this is noise: the earlier one stays.
    private static final double GAIN = 0.995;

    /// What is launched.
    public interface Subject {
        /// The launch as the storage allows it: fewer nodes a thread, for example.
        Tuning possible(Tuning wished);

        /// Whether the model leaves it a chance.
        boolean isPromising(Tuning tuning);

        /// Seconds of a step; empty where it cannot run, or need not: it spills, or is another's twin.
        OptionalDouble seconds(Tuning tuning);
    }

    /// @param seconds of a step with it; NaN where not even the usual launch could be timed
    /// @param measured launches
    /// @param isComplete whether all candidates were looked at within the limit
    public record Found(Tuning tuning, double seconds, double usualSeconds, int measured, boolean isComplete) {}

    /// Values of one axis.
    public record Axis(List<Function<Tuning, Tuning>> changes) {
        public Axis {
            changes = List.copyOf(changes);
        }
    }

    /// With at least so much time.
    LaunchSearch atLeast(long nanos) {
        return new LaunchSearch(nanoTime, Math.max(limitNanos, nanos));
    }

    /// @param usual is measured first
    public Found from(Tuning usual, List<Axis> axes, Subject subject) {
        long start = nanoTime.getAsLong();
        OptionalDouble first = subject.seconds(usual);
        if (first.isEmpty()) {
            return new Found(usual, Double.NaN, Double.NaN, 0, false);
        }
        Tuning best = usual;
        double bestSeconds = first.getAsDouble();
        int measured = 1;
        Set<Tuning> seen = new LinkedHashSet<>(List.of(usual));
        for (Axis axis : axes) {
            Tuning base = best;
            List<Tuning> candidates = new ArrayList<>();
            axis.changes().forEach(change -> candidates.add(subject.possible(change.apply(base))));
            for (Tuning candidate : candidates) {
                if (!seen.add(candidate) || !subject.isPromising(candidate)) {
                    continue;
                }
                if (nanoTime.getAsLong() - start >= limitNanos) {
                    return new Found(best, bestSeconds, first.getAsDouble(), measured, false);
                }
                OptionalDouble seconds = subject.seconds(candidate);
                if (seconds.isPresent()) {
                    measured++;
                    if (seconds.getAsDouble() < GAIN * bestSeconds) {
                        best = candidate;
                        bestSeconds = seconds.getAsDouble();
                    }
                }
            }
        }
        return new Found(best, bestSeconds, first.getAsDouble(), measured, true);
    }
}
