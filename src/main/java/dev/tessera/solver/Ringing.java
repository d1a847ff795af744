package dev.tessera.solver;

import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Detects sound in the time series of a run: a decaying or steady oscillation with about the period of sound
/// between the openings.
final class Ringing {
    /// Fits cover this many of the last periods.
    private static final double PERIODS = 2;

    private static final int FEWEST_SAMPLES_A_PERIOD = 6;
    /// Fraction of the residual of a parabola that the oscillation has to explain.
    private static final double EXPLAINED = 0.8;
    /// An oscillation smaller than this fraction of the mean is not reported.
    private static final double SMALLEST = 0.005;

    private final Sound sound;
    private final double settledS;
    private final List<Double> timesS = new ArrayList<>();
    private final SequencedMap<String, List<Double>> series = new LinkedHashMap<>();

    /// @param settledS end of all ramps at the openings
    Ringing(Sound sound, double settledS) {
        this.sound = sound;
        this.settledS = settledS;
    }

    /// A row of the log.
    void add(double timeS, List<Observable> row) {
        if (timeS < settledS) {
            return;
        }
        timesS.add(timeS);
        for (Observable observable : row) {
            if (observable.name().endsWith(".mean_pressure")
                    || observable.name().endsWith(".flow_rate")) {
                series.computeIfAbsent(observable.name(), name -> new ArrayList<>())
                        .add(observable.value());
            }
        }
    }

    /// An oscillation.
    /// @param periodS of the fit
    /// @param part amplitude at the end relative to the mean
    /// @param sound its cause
    record Found(String quantity, double periodS, double part, Sound sound) {
        /// As a warning.
        String sentence() {
            return ("%s still oscillates by %s %% around its mean with a period of %s: sound between the openings (%s)."
                            + " Use `ramp: auto` or a longer ramp, run longer, or see \"Sound\" in docs/guides/vessels.md.")
                    .formatted(
                            quantity,
                            QuantityText.about(100 * part),
                            QuantityText.about(periodS, QuantityKind.TIME),
                            sound.period());
        }
    }

    /// The strongest oscillation; empty where there is none, or where there are too few rows.
    Optional<Found> strongest() {
        int from = 0;
        while (from < timesS.size() && timesS.get(from) < timesS.getLast() - PERIODS * sound.periodS()) {
            from++;
        }
        int count = timesS.size() - from;
        if (from == 0 || count < PERIODS * FEWEST_SAMPLES_A_PERIOD) {
            return Optional.empty(); // shorter than the fit, or too few
        }
        double end = timesS.getLast();
        double[] times = new double[count];
        for (int k = 0; k < count; k++) {
            times[k] = timesS.get(from + k) - end;
        }
        Found strongest = null;
        for (var entry : series.entrySet()) {
            List<Double> all = entry.getValue();
            if (all.size() == timesS.size()) {
                double[] values = all.subList(from, all.size()).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                Found found = fit(entry.getKey(), times, values);
                strongest = strongest == null || found.part() > strongest.part() ? found : strongest;
            }
        }
        return Optional.ofNullable(strongest).filter(found -> found.part() >= SMALLEST);
    }

    /// The best fit of an oscillation on a parabola, over nearby periods and several decay rates; its part is 0
    /// where it explains too little.
    private Found fit(String quantity, double[] times, double[] values) {
        double mean = 0;
        double largest = 0;
        for (double value : values) {
            mean += value / values.length;
            largest = Math.max(largest, Math.abs(value));
        }
        double smooth = LeastSquares.of(times, values, 0, 0).squares();
        Found best = new Found(quantity, sound.periodS(), 0, sound);
        double least = (1 - EXPLAINED) * smooth;
        if (Math.abs(mean) < 1e-3 * largest || smooth <= 1e-20 * mean * mean * values.length) {
            return best;
        }
        for (int step = -6; step <= 6; step++) {
            double period = sound.periodS() * (1 + 0.05 * step);
            for (double decay : new double[] {0, 0.5, 1, 2}) {
                var fit = LeastSquares.of(times, values, 2 * Math.PI / period, decay / period);
                if (fit.squares() < least) {
                    least = fit.squares();
                    best = new Found(quantity, period, fit.amplitude() / Math.abs(mean), sound);
                }
            }
        }
        return best;
    }
}
