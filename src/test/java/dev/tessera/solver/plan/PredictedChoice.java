package dev.tessera.solver.plan;

import dev.tessera.solver.plan.PredictedRows.Measured;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/// The storage predicted to be the fastest on one geometry, in one precision and model, and the loss by a wrong
/// prediction. Each storage counts with its fastest launch, which a tuner finds; register spills are not predicted.
///
/// @param where geometry, precision, lattice, collision and equilibrium, and the suite that compared
/// @param storages that were compared
/// @param taken the one predicted to be the fastest
/// @param fastest the one measured to be the fastest
record PredictedChoice(String where, int storages, Measured taken, Measured fastest) {
    /// Above this porosity a planner also compares dense storage, as in `StorageChoice`.
    private static final double DENSE_FROM = 0.75;

    /// For every suite, geometry, precision and model with two or more measured storages.
    static List<PredictedChoice> ofAll(GpuConstants constants) throws IOException {
        return choices(constants, row -> true, 1);
    }

    /// As [#ofAll], but a planner chooses only among its own candidates; the fastest is that of all storages.
    static List<PredictedChoice> ofPlanner(GpuConstants constants) throws IOException {
        return choices(constants, PredictedChoice::isCandidate, GpuPlanner.LEAST_GAIN_IN_PLACE);
    }

    /// @param leastGain predicted speed of AA over pull from which AA is taken
    private static List<PredictedChoice> choices(
            GpuConstants constants, Predicate<Measured> isOffered, double leastGain)
            throws IOException {
        List<Measured> steps = PredictedRows.judged().stream()
                .filter(m -> m.text("kernel").startsWith("step"))
                .toList();
        List<PredictedChoice> choices = new ArrayList<>();
        PredictedRows.by(steps, PredictedChoice::where).forEach((where, rows) -> {
            List<Measured> launched = PredictedRows.fastestLaunches(rows);
            List<Measured> offered = launched.stream().filter(isOffered).toList();
            if (launched.size() > 1 && !offered.isEmpty()) {
                Comparator<Measured> bySpeed = Comparator.comparingDouble(
                        m -> m.predictedBeforeCompilation(constants) / (m.text("pattern").equals("aa") ? leastGain : 1));
                choices.add(new PredictedChoice(
                        where,
                        launched.size(),
                        Collections.max(offered, bySpeed),
                        Collections.max(launched, Comparator.comparingDouble(Measured::mlups))));
            }
        });
        return choices;
    }

    private static String where(Measured row) {
        return String.join(
                " ",
                row.text("geometry"),
                row.text("precision"),
                row.text("lattice"),
                row.text("collision"),
                row.text("equilibrium"),
                row.file());
    }

    private static String kind(Measured row) {
        return String.join(", ", row.text("storage"), row.text("pattern"), row.text("kernel"));
    }

    private static boolean isCandidate(Measured row) {
        boolean isDense = row.text("storage").equals("dense") && row.number("tile_utilisation") > DENSE_FROM;
        return row.text("kernel").equals("step")
                && (isDense || row.storage().equals("segments"))
                && List.of("pull", "aa").contains(row.text("pattern"));
    }

    /// Speed of the fastest over that of the taken one, minus 1.
    double loss() {
        return fastest.mlups() / taken.mlups() - 1;
    }

    /// Additional time per step.
    double lostMicroseconds() {
        return taken.microseconds() - fastest.microseconds();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %s loses %.1f %%, %.1f µs, to %s",
                where,
                kind(taken),
                100 * loss(),
                lostMicroseconds(),
                kind(fastest));
    }

    /// A Markdown table: for each group how many choices, how many lose less than 1 and 5 %, the mean and the worst.
    static String table(Map<String, List<PredictedChoice>> groups) {
        StringBuilder table =
                new StringBuilder("| choice | geometries × models | storages compared | loses < 1 % | < 5 %"
                        + " | mean loss | worst |\n|---|---|---|---|---|---|---|\n");
        groups.forEach((name, choices) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.0f %% | %.0f %% | %.1f %% | %.1f %% |%n",
                name,
                choices.size(),
                choices.stream().mapToInt(PredictedChoice::storages).sum(),
                100 * partBelow(choices, 0.01),
                100 * partBelow(choices, 0.05),
                100
                        * choices.stream()
                                .mapToDouble(PredictedChoice::loss)
                                .average()
                                .orElse(0),
                100 * choices.stream().mapToDouble(PredictedChoice::loss).max().orElse(0))));
        return table.toString();
    }

    private static double partBelow(List<PredictedChoice> choices, double loss) {
        return choices.stream().filter(choice -> choice.loss() < loss).count() / (double) Math.max(1, choices.size());
    }
}
