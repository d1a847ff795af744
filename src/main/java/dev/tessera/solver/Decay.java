package dev.tessera.solver;

import org.jspecify.annotations.Nullable;

/// How a series of samples approaches its end, from the last two changes between them: if the second is r times the
/// first, what remains is `change r / (1 - r)` (Aitken's extrapolation, along the direction of the change).
final class Decay {
    /// The most that a change is extrapolated by: means over more samples see slower decays better than one
    /// ratio near 1 does.
    private static final double LARGEST_FACTOR = 20;

    private static final double RATIO_AFTER_A_TURN = 0.5;
    private static final double STRAIGHT = 0.5; // cosine of the angle between two changes

    private static final double[] NONE = new double[0];

    private double[] waiting; // for the next sample, to give a mean of both
    private double[] last;
    private double[] lastChange;
    private double change; // relative
    private double remaining = Double.NaN; // relative, when it was last estimated
    private double ratio;
    private double measured = Double.NaN; // ratio of the last two changes alone
    private int atCheck;
    private boolean isStraight;

    /// @param waiting, last, lastChange samples; empty where there is none yet
    /// @param change relative size of the last change
    /// @param remaining relative; NaN where it was never estimated
    /// @param ratio by which the estimate falls from sample to sample, 0 to 1
    /// @param measured ratio of the last change to the one before; NaN where there is none
    /// @param atCheck number of the check at which the estimate was made
    /// @param isStraight whether the last change followed one in its own direction
    record State(
            double[] waiting,
            double[] last,
            double[] lastChange,
            double change,
            double remaining,
            double ratio,
            double measured,
            int atCheck,
            boolean isStraight) {}

    Decay() {
        this(new State(NONE, NONE, NONE, Double.NaN, Double.NaN, 0, Double.NaN, 0, false));
    }

    Decay(State state) {
        this.waiting = state.waiting();
        this.last = state.last();
        this.lastChange = state.lastChange();
        this.change = state.change();
        this.remaining = state.remaining();
        this.ratio = state.ratio();
        this.measured = state.measured();
        this.atCheck = state.atCheck();
        this.isStraight = state.isStraight();
    }

    State state() {
        return new State(waiting, last, lastChange, change, remaining, ratio, measured, atCheck, isStraight);
    }

    /// Takes the next sample.
    /// @param finer the series that these samples are means of, over two; null for samples of the flow itself
    /// @param check number of the check
    /// @return the mean of this sample and the one before, at every second call; else empty
    double[] add(double[] sample, @Nullable Decay finer, int check) {
        if (last.length > 0) {
            compare(sample, finer, check);
        }
        last = sample;
        if (waiting.length == 0) {
            waiting = sample;
            return NONE;
        }
        double[] mean = new double[sample.length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (waiting[i] + sample[i]) / 2;
        }
        waiting = NONE;
        return mean;
    }

    private void compare(double[] sample, @Nullable Decay finer, int check) {
        double[] now = new double[sample.length];
        double square = 0;
        double before = 0;
        double both = 0;
        double size = 0;
        for (int i = 0; i < now.length; i++) {
            now[i] = sample[i] - last[i];
            square += now[i] * now[i];
            size += sample[i] * sample[i];
            if (lastChange.length > 0) {
                before += lastChange[i] * lastChange[i];
                both += lastChange[i] * now[i];
            }
        }
        change = square == 0 ? 0 : Math.sqrt(square / size);
        if (lastChange.length > 0) {
            isStraight = both > STRAIGHT * Math.sqrt(before * square);
            estimate(before == 0 ? 0 : both / before, finer);
            atCheck = check;
        }
        lastChange = now;
    }

    /// Of samples the smaller of the last two ratios counts: where the flow rings, samples meet its period at
    /// whole fractions, and every second ratio is near 1. A slow decay has the same ratio again and again. A
    /// mean that turns may hide a slow decay and counts in full, unless the halves of it go straight on: then
    /// it is the start of the flow, in the first of these means, that turned.
    private void estimate(double newRatio, @Nullable Decay finer) {
        boolean isMean = finer != null;
        boolean turned = isMean && newRatio < 0;
        boolean hides = turned && finer != null && !finer.isStraight;
        double counts = isMean || Double.isNaN(measured) ? newRatio : Math.min(newRatio, Math.max(0, measured));
        remaining = change * (hides ? 1 : factor(counts, isMean));
        ratio = turned ? RATIO_AFTER_A_TURN : Math.clamp(counts, 0, 1);
        measured = newRatio;
    }

    /// What remains for each unit of change. The end of an interval is nearer to the steady state than the mean
    /// over it, by `-ln(r) r / (1 - r)`.
    private static double factor(double ratio, boolean isMean) {
        if (!(ratio > 0)) {
            return 0; // it oscillates: what remains is less than the change
        }
        if (ratio >= 1) {
            return LARGEST_FACTOR;
        }
        double factor = Math.min(LARGEST_FACTOR, ratio / (1 - ratio));
        return isMean ? factor * Math.min(1, -Math.log(ratio) * ratio / (1 - ratio)) : factor;
    }

    boolean isKnown() {
        return !Double.isNaN(remaining);
    }

    /// Relative size of the last change.
    double change() {
        return change;
    }

    /// The estimate, carried on to the present; 0 where there is none yet.
    /// @param checksApart checks between two samples of this series
    double remaining(int check, long checksApart) {
        return isKnown() ? remaining * Math.pow(ratio, (double) (check - atCheck) / checksApart) : 0;
    }
}
