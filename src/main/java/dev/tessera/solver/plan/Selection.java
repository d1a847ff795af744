package dev.tessera.solver.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sorts the rows of a plan, and describes how each compares with the selected one. The text follows from the numbers
/// of the two rows, so that it never contradicts the table.
///
/// @param selected the row of the storage that a run uses; null where none fits
/// @param why the reason
record Selection(@Nullable PlanRow selected, String why) {
    /// Smaller differences of predicted speed are not reported.
    private static final double AS_FAST = 0.005;
    /// Smaller differences of memory are not reported.
    private static final double AS_LARGE = 0.005;

    /// The selected row first, then the others, the fastest first; of equally fast rows the smallest.
    /// @param remark after the comparison: what limits a row, or why it was not selected; may be empty
    List<PlanRow> over(List<PlanRow> rows, Function<PlanRow, String> remark) {
        List<PlanRow> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparingInt((PlanRow row) -> row == selected ? 0 : 1)
                .thenComparing(
                        Comparator.comparingDouble(PlanRow::predictedMlups).reversed())
                .thenComparingLong(PlanRow::memoryBytes));
        ordered.replaceAll(row -> row == selected
                ? row.because(true, joined("selected: " + why, remark.apply(row)))
                : row.because(false, joined(selected == null ? "" : compared(row, selected), remark.apply(row))));
        return ordered;
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }

    /// How a row compares with the selected one, such as `12 % faster, 20 % less memory`.
    static String compared(PlanRow row, PlanRow selected) {
        return "%s, %s".formatted(speed(row, selected), memory(row, selected));
    }

    private static String speed(PlanRow row, PlanRow selected) {
        if (row.predictedMlups() <= 0 || selected.predictedMlups() <= 0) {
            return "no speed predicted";
        }
        double gain = gain(row, selected);
        return Math.abs(gain) < AS_FAST
                ? "as fast"
                : String.format(Locale.ROOT, "%s %% %s", percent(gain), gain > 0 ? "faster" : "slower");
    }

    private static String memory(PlanRow row, PlanRow selected) {
        double more = (double) row.memoryBytes() / selected.memoryBytes() - 1;
        if (Math.abs(more) < AS_LARGE) {
            return "the same memory";
        }
        return more >= 1
                ? String.format(Locale.ROOT, "%.1f times the memory", more + 1)
                : String.format(Locale.ROOT, "%s %% %s memory", percent(more), more > 0 ? "more" : "less");
    }

    private static String percent(double part) {
        double percent = 100 * Math.abs(part);
        return String.format(Locale.ROOT, percent < 1 ? "%.1f" : "%.0f", percent);
    }

    /// Relative gain of predicted speed over the selected row.
    static double gain(PlanRow row, PlanRow selected) {
        return row.predictedMlups() / selected.predictedMlups() - 1;
    }

    /// Whether a row is predicted to be faster by more than the threshold of [#compared].
    boolean isSlowerThan(PlanRow row) {
        return selected != null && selected.predictedMlups() > 0 && gain(row, selected) >= AS_FAST;
    }
}
