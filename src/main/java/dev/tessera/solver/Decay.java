package dev.tessera.solver;

/// How a series of samples approaches its end, from the last two changes between them: if the second is r times the
/// first, what remains is `change r / (1 - r)` (Aitken's extrapolation, along the direction of the change).
final class Decay {
    /// The most that a change is extrapolated by: means over more samples see slower decays better than one ratio near
    /// 1 does.
    private static final double LARGEST_FACTOR = 20;

    private static final double RATIO_AFTER_A_TURN = 0.5;

    private static final double[] NONE = new double[0];

    private double[] waiting; // for the next sample, to give a mean of both
    private double[] last;
    private double[] lastChange;
    private double change; // relative
    private double remaining = Double.NaN; // relative, when it was last estimated
    private double ratio;
    private int atCheck;

    /// @param waiting, last, lastChange samples; empty where there is none yet
    /// @param change relative size of the last change
    /// @param remaining relative; NaN where it was never estimated
    /// @param ratio of the last change to the one before, 0 to 1
    /// @param atCheck when that was
    record State(
            double[] waiting,
            double[] last,
            double[] lastChange,
            double change,
            double remaining,
            double ratio,
            int atCheck) {}

    Decay() {
        this(new State(NONE, NONE, NONE, Double.NaN, Double.NaN, 0, 0));
    }

    Decay(State state) {
        this.waiting = state.waiting();
        this.last = state.last();
        this.lastChange = state.lastChange();
        this.change = state.change();
        this.remaining = state.remaining();
        this.ratio = state.ratio();
        this.atCheck = state.atCheck();
    }

    State state() {
        return new State(waiting, last, lastChange, change, remaining, ratio, atCheck);
    }

    /// Takes the next sample.
    /// @param isMean whether samples are means over the time between them, so that the present is past their middle
    /// @param check number of the check
    /// @return the mean of this sample and the one before, at every second call; else empty
    double[] add(double[] sample, boolean isMean, int check) {
        if (last.length > 0) {
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
                double measured = before == 0 ? 0 : both / before;
                boolean turned = isMean && measured < 0; // what is slow may lie below what has turned
                remaining = change * (turned ? 1 : factor(measured, isMean));
                ratio = turned ? RATIO_AFTER_A_TURN : Math.clamp(measured, 0, 1);
                atCheck = check;
            }
            lastChange = now;
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

    /// What remains for each unit of change. The end of an interval is nearer to the steady state than the mean over
    /// it, by `-ln(r) r / (1 - r)`.
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
