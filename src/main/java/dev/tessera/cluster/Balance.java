package dev.tessera.cluster;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.CutMethod;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;

/// Decides when the parts of a case are measured, and whether other sizes are worth moving nodes.
///
/// Some steps are measured after pauses that double. Nodes move once the steps since the last move have lost, against
/// the best sizes at the measured speeds, as much time as a move takes: then a run of any length takes at most about
/// twice the time that it would lose with perfect foresight (docs/decisions/0065).
final class Balance {
    /// Enough for both phases of in-place storages.
    static final int FEWEST_STEPS = 4;

    private static final long MEASURED_NANOS = 100_000_000;
    private static final long FIRST_PAUSE_NANOS = 250_000_000;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    /// Pauses are at least as many times as long as what was measured: two percent of the time is lost.
    private static final int PAUSE_IN_MEASUREMENTS = 50;

    /// Smaller gains are within the scatter of measurements.
    private static final double LEAST_GAIN = 0.03;

    /// Of moving a state that was never moved, in bytes a nanosecond.
    private static final double ASSUMED_BYTES_PER_NANO = 0.5;

    private final NodeMap nodes;
    private final TileGraph tiles;
    private final CutMethod method;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final double[] speeds; // work per nanosecond ([StepCosts#work]), [part]
    private final double[] stepNanos; // in the last measurement, [part]
    private final long[] measuredNodes; // fluid nodes in the last measurement, [part]
    private Cut cut;
    private double movingNanos = -1; // of the last move; negative: none yet
    private long preparingNanos; // that the parts needed at the start
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long stepsSinceMove;
    private long stepsToMeasurement = FEWEST_STEPS;
    private boolean isBalanced; // in the last measurement

    private Balance(
            NodeMap nodes,
            TileGraph tiles,
            CutMethod method,
            Cut cut,
            double[] speeds,
            ForkJoinPool workers,
            LongSupplier nanoTime) {
        this.nodes = nodes;
        this.tiles = tiles;
        this.method = method;
        this.cut = cut;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.speeds = speeds.clone();
        this.stepNanos = new double[speeds.length];
        this.measuredNodes = new long[speeds.length];
    }

    /// Begins with parts for expected speeds.
    /// @param speeds of the parts' devices, positive, in any unit
    /// @throws IllegalArgumentException if there are fewer tiles than parts
    static Balance of(NodeMap nodes, double[] speeds, ForkJoinPool workers, LongSupplier nanoTime) {
        TileGraph tiles = CutDivision.tiles(nodes, workers);
        StepCosts costs = StepCosts.relative(speeds, CutDivision.storesBoxes(nodes));
        Cut best = CutDivision.cuts(tiles, costs, Cut.methods(), workers).getFirst();
        CutMethod method = Cut.methods().stream()
                .filter(each -> each.key().equals(best.method()))
                .findFirst()
                .orElseThrow();
        return new Balance(nodes, tiles, method, best, speeds, workers, nanoTime);
    }

    /// The parts of the present cut.
    Parts parts() {
        return partsOf(cut);
    }

    /// The parts of a cut.
    Parts partsOf(Cut other) {
        return other.parts(nodes, workers);
    }

    /// Steps that may run before the next measurement; 0: it is due.
    long stepsToMeasurement() {
        return stepsToMeasurement;
    }

    /// Notes that steps have run without measurement.
    void ran(long steps) {
        stepsToMeasurement -= steps;
        stepsSinceMove += steps;
    }

    /// Runs measured steps.
    interface Measured {
        /// @return the nanoseconds of computation of each part, `[part]`
        long[] steps(long count);
    }

    /// Measures, and looks for better sizes.
    /// @param most steps that may run
    /// @param movedBytes size of the state
    /// @param run runs steps
    /// @return the next cut, if moving to it is worth its time now
    Optional<Cut> measure(long most, long movedBytes, Measured run) {
        long begin = nanoTime.getAsLong();
        double[] nanos = new double[speeds.length];
        long steps = 0;
        for (long next = Math.min(most, FEWEST_STEPS); next > 0; ) {
            long[] took = run.steps(next);
            steps += next;
            Arrays.setAll(nanos, part -> nanos[part] + took[part]);
            long passed = nanoTime.getAsLong() - begin;
            boolean isLong = passed >= MEASURED_NANOS || passed <= 0;
            next = isLong ? 0 : Math.min(most - steps, 2 * (long) Math.ceil(steps * 0.5 * MEASURED_NANOS / passed));
        }
        StepCosts costs = costs();
        for (int part = 0; part < nanos.length; part++) {
            stepNanos[part] = Math.max(1, nanos[part]) / steps;
            measuredNodes[part] = nodes(part);
            speeds[part] = costs.work(cut.sizes().get(part)) / stepNanos[part];
        }
        stepsSinceMove += steps;
        double slowest = Arrays.stream(stepNanos).max().orElseThrow();
        Optional<Cut> better = better(slowest, movedBytes);
        long measured = nanoTime.getAsLong() - begin;
        pauseNanos = Math.max(pauseNanos, PAUSE_IN_MEASUREMENTS * measured);
        stepsToMeasurement = Math.max(FEWEST_STEPS, (long) (pauseNanos / slowest));
        pauseNanos = Math.min(2 * pauseNanos, Math.max(pauseNanos, LONGEST_PAUSE_NANOS));
        return better;
    }

    private StepCosts costs() {
        return StepCosts.relative(speeds, CutDivision.storesBoxes(nodes));
    }

    private Optional<Cut> better(double slowest, long movedBytes) {
        StepCosts costs = costs();
        double now = costs.of(cut.sizes());
        double ideal = cut.sizes().stream().mapToDouble(costs::work).sum()
                / Arrays.stream(speeds).sum();
        isBalanced = now < (1 + LEAST_GAIN) * ideal;
        if (isBalanced || lost(slowest, ideal / now) < movingNanos(movedBytes)) {
            return Optional.empty(); // hardly any cut is better than the ideal one
        }
        Cut next = CutDivision.cuts(tiles, costs, List.of(method), workers).getFirst();
        isBalanced = now < (1 + LEAST_GAIN) * next.stepS();
        boolean isWorthIt = !isBalanced && lost(slowest, next.stepS() / now) >= movingNanos(movedBytes);
        return isWorthIt ? Optional.of(next) : Optional.empty();
    }

    /// Whether no other sizes were faster in the last measurement.
    boolean isBalanced() {
        return isBalanced;
    }

    /// Time that the steps since the last move have lost against a shorter step.
    /// @param slowest time of a step, in nanoseconds
    /// @param relative its length, in that of the present one
    private double lost(double slowest, double relative) {
        return stepsSinceMove * slowest * (1 - relative);
    }

    private double movingNanos(long bytes) {
        return movingNanos < 0 ? preparingNanos + bytes / ASSUMED_BYTES_PER_NANO : movingNanos;
    }

    /// Notes the time in which the first parts were prepared: those of another cut need as much.
    void prepared(long nanos) {
        preparingNanos = nanos;
    }

    /// Notes that nodes have moved to a cut.
    /// @param nanos that it took
    void moved(Cut to, long nanos) {
        cut = to;
        movingNanos = nanos;
        stepsSinceMove = 0;
    }

    /// Now, in nanoseconds.
    long now() {
        return nanoTime.getAsLong();
    }

    /// Fluid nodes of a part.
    long nodes(int part) {
        return cut.sizes().get(part).nodes();
    }

    /// The speed of a part in the last measurement, in million nodes a second.
    double mlups(int part) {
        return measuredNodes[part] / stepNanos[part] * 1e3;
    }

    /// The time of a step that a part needed in the last measurement, in nanoseconds; 0 before the first one.
    double stepNanos(int part) {
        return stepNanos[part];
    }
}
