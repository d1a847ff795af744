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

/// Which storage is foreseen to be the fastest on one geometry, in one precision and model, and what that costs. Of
/// each storage its fastest launch counts, which a tuner finds; what a compiler spills is not foreseen.
///
/// @param where geometry, precision, lattice, collision and equilibrium, and the suite that compared
/// @param storages that were compared
/// @param taken the one that is foreseen to be the fastest
/// @param fastest the one that was
record ForeseenChoice(String where, int storages, Measured taken, Measured fastest) {
    /// Above this porosity a planner looks at dense storage too, as `StorageChoice` does.
    private static final double DENSE_FROM = 0.75;

    /// Of every suite, geometry, precision and model for which two or more storages were measured.
    static List<ForeseenChoice> ofAll(GpuConstants constants) throws IOException {
        return choices(constants, row -> true, 1);
    }

    /// Likewise, where a planner chooses among those alone that it takes by itself, the fastest is that of all.
    static List<ForeseenChoice> ofPlanner(GpuConstants constants) throws IOException {
        return choices(constants, ForeseenChoice::isCandidate, GpuPlanner.LEAST_GAIN_IN_PLACE);
    }

    /// @param leastGain how many times as fast as pull AA has to be foreseen to be taken
    private static List<ForeseenChoice> choices(GpuConstants constants, Predicate<Measured> isOffered, double leastGain)
            throws IOException {
        List<Measured> steps = PredictedRows.judged().stream()
                .filter(m -> m.text("kernel").startsWith("step"))
                .toList();
        List<ForeseenChoice> choices = new ArrayList<>();
        PredictedRows.by(steps, ForeseenChoice::where).forEach((where, rows) -> {
            List<Measured> launched = PredictedRows.fastestLaunches(rows);
            List<Measured> offered = launched.stream().filter(isOffered).toList();
            if (launched.size() > 1 && !offered.isEmpty()) {
                Comparator<Measured> foreseen = Comparator.comparingDouble(
                        m -> m.foreseen(constants) / (m.text("pattern").equals("aa") ? leastGain : 1));
                choices.add(new ForeseenChoice(
                        where,
                        launched.size(),
                        Collections.max(offered, foreseen),
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

    /// Speed of the fastest over that of the taken one, less one.
    double loss() {
        return fastest.mlups() / taken.mlups() - 1;
    }

    /// By how much a step takes longer.
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
    static String table(Map<String, List<ForeseenChoice>> groups) {
        StringBuilder table =
                new StringBuilder("| choice | geometries × models | storages compared | loses < 1 % | < 5 %"
                        + " | mean loss | worst |\n|---|---|---|---|---|---|---|\n");
        groups.forEach((name, choices) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.0f %% | %.0f %% | %.1f %% | %.1f %% |%n",
                name,
                choices.size(),
                choices.stream().mapToInt(ForeseenChoice::storages).sum(),
                100 * partBelow(choices, 0.01),
                100 * partBelow(choices, 0.05),
                100
                        * choices.stream()
                                .mapToDouble(ForeseenChoice::loss)
                                .average()
                                .orElse(0),
                100 * choices.stream().mapToDouble(ForeseenChoice::loss).max().orElse(0))));
        return table.toString();
    }

    private static double partBelow(List<ForeseenChoice> choices, double loss) {
        return choices.stream().filter(choice -> choice.loss() < loss).count() / (double) Math.max(1, choices.size());
    }
}
