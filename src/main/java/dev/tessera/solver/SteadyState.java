package dev.tessera.solver;

import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;

/// Decides when a flow no longer changes: the estimated relative distance from the steady state is below a
/// tolerance at four checks in a row, and for the last 15 % of all checks, of which there are at least 20.
///
/// The change since the last check alone is no such estimate: a slow flow changes little from check to check, and
/// still has far to go. Where changes fall by the ratio r from one interval to the next, what remains is
/// `change r / (1 - r)`. A flow has several such ratios, and a fast decay hides a slow one. So the estimate is made
/// for the samples themselves and for means over 2, 4, 8 … of them, in which what is fast averages out; the largest
/// counts, and at least the last change. docs/decisions/0031 has the runs.
final class SteadyState {
    /// Before so many checks no state is called steady.
    static final int FEWEST_CHECKS = 20;

    private static final int TIMES_IN_A_ROW = 4;
    private static final double PART_OF_ALL = 0.15;
    /// Of the velocities so many nodes are compared, spread over the fluid.
    private static final int MOST_NODES = 1 << 15;

    private final double tolerance;
    private final List<Decay> decays = new ArrayList<>(); // of the means over 1, 2, 4 … samples
    private int checks;
    private int calm;
    private double residual = Double.NaN;

    /// What the test remembers, for checkpoints.
    /// @param decays of the means over 1, 2, 4 … samples
    record State(int checks, int calm, double residual, List<Decay.State> decays) {
        State {
            decays = List.copyOf(decays);
        }
    }

    SteadyState(double tolerance) {
        this.tolerance = tolerance;
    }

    State state() {
        return new State(
                checks, calm, residual, decays.stream().map(Decay::state).toList());
    }

    /// What a checkpoint stores of this test.
    SteadyHistory history(long intervalSteps) {
        return new SteadyHistory(tolerance, intervalSteps, state());
    }

    /// Continues where an earlier test stopped. Checks at another interval say nothing about this test; those
    /// within another tolerance are not counted.
    void continueFrom(SteadyHistory history, long intervalSteps) {
        if (history.intervalSteps() == intervalSteps) {
            restore(history.state());
            calm = history.tolerance() == tolerance ? calm : 0;
        }
    }

    void restore(State state) {
        checks = state.checks();
        calm = state.calm();
        residual = state.residual();
        decays.clear();
        state.decays().forEach(decay -> decays.add(new Decay(decay)));
    }

    /// The nodes whose velocities are compared.
    /// @param count of fluid nodes
    static NodeList sampled(long count) {
        int nodes = (int) Math.min(count, MOST_NODES);
        return NodeList.of(nodes, k -> place(k, nodes, count));
    }

    /// Judges by velocity, in the L2 norm.
    /// @param velocity at the nodes of [#sampled], `[axis][entry]`
    void check(double[][] velocity) {
        int nodes = velocity[0].length;
        double[] sample = new double[velocity.length * nodes];
        for (int axis = 0; axis < velocity.length; axis++) {
            System.arraycopy(velocity[axis], 0, sample, axis * nodes, nodes);
        }
        judge(sample);
    }

    /// Judges by permeability, or any single number that matters.
    void check(double permeability) {
        judge(new double[] {permeability});
    }

    /// One node of each of `nodes` equal pieces, not always the same one: a fixed stride could meet the same
    /// plane of a box again and again.
    private static long place(int k, int nodes, long count) {
        long from = count * k / nodes;
        long end = count * (k + 1) / nodes;
        long scattered = (k * 0x9E3779B97F4A7C15L) >>> 33;
        return from + scattered % (end - from);
    }

    private void judge(double[] sample) {
        checks++;
        double[] mean = sample;
        for (int level = 0; mean.length > 0; level++) {
            if (level == decays.size()) {
                decays.add(new Decay());
            }
            mean = decays.get(level).add(mean, level == 0 ? null : decays.get(level - 1), checks);
        }
        residual = decays.getFirst().isKnown() ? remaining() : Double.NaN;
        calm = residual <= tolerance ? calm + 1 : 0;
    }

    /// The largest of the estimates, at least the last change.
    private double remaining() {
        double largest = decays.getFirst().change();
        for (int level = 0; level < decays.size(); level++) {
            largest = Math.max(largest, decays.get(level).remaining(checks, 1L << level));
        }
        return largest;
    }

    boolean reached() {
        return checks >= FEWEST_CHECKS && calm >= TIMES_IN_A_ROW && calm - 1 >= PART_OF_ALL * checks;
    }

    /// The estimated relative distance from the steady state; NaN before the third check.
    double residual() {
        return residual;
    }

    /// Why a run that ended at its limit is not steady; a sentence.
    /// @param interval steps between checks
    String limitCameFirst(double tolerance, long interval, long steps) {
        if (Double.isNaN(residual())) {
            return ("the run ended before the steady state could be checked: this requires %d checks, one every %d steps"
                            + " after all ramps, and the run had %d steps")
                    .formatted(FEWEST_CHECKS, interval, steps);
        }
        return residual() <= tolerance
                ? ("the run reached its limit before the steady state was confirmed: the estimated distance from it,"
                                + " %s, is below the tolerance %s, but not for long enough")
                        .formatted(QuantityText.about(residual()), QuantityText.about(tolerance))
                : ("the run reached its limit before the steady state: the estimated distance from it is %s, the"
                                + " tolerance %s")
                        .formatted(QuantityText.about(residual()), QuantityText.about(tolerance));
    }
}
