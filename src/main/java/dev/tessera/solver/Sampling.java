package dev.tessera.solver;

import java.util.function.DoubleUnaryOperator;

/// Samples functions of time over a run. Half of the samples are equally spaced, to find single events; the others
/// follow the golden ratio, to find all phases of any period; around the best one sampling is refined.
final class Sampling {
    private static final int SAMPLES = 1024; // of each kind
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int REFINEMENTS = 60;
    private static final int PARTS = 16 * SAMPLES; // of an integral
    private static final double NEARLY = 1e-4; // relative: samples near peaks of the same height
    private static final double SAME = 1e-9; // relative: peaks of the same height

    private Sampling() {}

    /// The largest value, at the first of several equal peaks. @param timeS its time, s
    record Peak(double value, double timeS) {}

    static Peak largest(double endS, DoubleUnaryOperator function) {
        Peak start = new Peak(function.applyAsDouble(0), 0);
        if (!(endS > 0)) {
            return start;
        }
        Peak[] samples = new Peak[2 * SAMPLES + 1];
        samples[0] = start;
        double phase = 0;
        for (int sample = 1; sample <= SAMPLES; sample++) {
            phase = (phase + GOLDEN) % 1;
            samples[2 * sample - 1] = at(endS * sample / SAMPLES, function);
            samples[2 * sample] = at(endS * phase, function);
        }
        Peak highest = start;
        for (Peak sample : samples) {
            highest = sample.value() > highest.value() ? sample : highest;
        }
        Peak earliest = highest;
        for (Peak sample : samples) {
            boolean isNearly = sample.value() >= highest.value() - NEARLY * Math.abs(highest.value());
            earliest = isNearly && sample.timeS() < earliest.timeS() ? sample : earliest;
        }
        Peak first = refined(earliest, endS, function);
        Peak other = refined(highest, endS, function);
        return first.value() >= other.value() - SAME * Math.abs(other.value()) ? first : other;
    }

    private static Peak at(double timeS, DoubleUnaryOperator function) {
        return new Peak(function.applyAsDouble(timeS), timeS);
    }

    private static Peak refined(Peak sample, double endS, DoubleUnaryOperator function) {
        Peak best = sample;
        double reach = endS / SAMPLES;
        for (int refinement = 0; refinement < REFINEMENTS; refinement++) {
            Peak before = at(Math.max(0, best.timeS() - reach), function);
            Peak after = at(Math.min(endS, best.timeS() + reach), function);
            Peak better = before.value() > after.value() ? before : after;
            reach *= better.value() > best.value() ? 1 : GOLDEN;
            best = better.value() > best.value() ? better : best;
        }
        return best;
    }

    /// The largest of `|integral of the function from 0 to t|` over the run.
    static double largestIntegral(double endS, DoubleUnaryOperator function) {
        double step = endS / PARTS;
        double sum = 0;
        double largest = 0;
        for (int part = 0; part < PARTS; part++) {
            sum += step * function.applyAsDouble((part + 0.5) * step);
            largest = Math.max(largest, Math.abs(sum));
        }
        return largest;
    }
}
