package dev.tessera.solver.tune;

import dev.tessera.kernel.gpu.Tuning;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Searches for the fastest launch one parameter at a time: nodes per thread, minimum blocks, threads, order of
/// tiles, look-up. Each search starts from the best launch so far.
///
/// @param nanoTime a clock
/// @param limitNanos after which no further candidate is measured
public record LaunchSearch(LongSupplier nanoTime, long limitNanos) {
    /// Smaller gains are noise: the earlier launch is kept.
    private static final double GAIN = 0.995;

    /// The kernels to launch.
    public interface Subject {
        /// The launch within the limits of the storage, for example with fewer nodes per thread.
        Tuning possible(Tuning wished);

        /// Whether the model predicts that it can be the fastest.
        boolean isPromising(Tuning tuning);

        /// Seconds per step; empty where it cannot run or is skipped: it spills registers, or equals a
        /// measured launch.
        OptionalDouble seconds(Tuning tuning);
    }

    /// @param seconds per step with it; NaN where not even the default launch could be timed
    /// @param measured launches
    /// @param isComplete whether all candidates were measured within the limit
    public record Found(Tuning tuning, double seconds, double usualSeconds, int measured, boolean isComplete) {}

    /// Values of one parameter.
    public record Axis(List<Function<Tuning, Tuning>> changes) {
        public Axis {
            changes = List.copyOf(changes);
        }
    }

    /// The same search with at least this time limit.
    LaunchSearch atLeast(long nanos) {
        return new LaunchSearch(nanoTime, Math.max(limitNanos, nanos));
    }

    /// Launches that differ from a launch by one change of an axis, in the order of the search: it measures most
    /// of them, and others where one of them is faster.
    static Set<Tuning> variations(Tuning usual, List<Axis> axes, Subject subject) {
        Set<Tuning> found = new LinkedHashSet<>();
        for (Axis axis : axes) {
            axis.changes().stream()
                    .map(change -> subject.possible(change.apply(usual)))
                    .filter(candidate -> !candidate.equals(usual) && subject.isPromising(candidate))
                    .forEach(found::add);
        }
        return found;
    }

    /// @param usual default launch, measured first
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
