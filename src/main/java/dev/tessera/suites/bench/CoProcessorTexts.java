package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import dev.tessera.suites.bench.CoProcessorModel.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Rows of suite `coprocessor` in words.
final class CoProcessorTexts {
    private CoProcessorTexts() {}

    /// For the progress output.
    static String line(Map<String, Object> row) {
        if (isModel(row)) {
            return parameters(row);
        }
        String predicted = row.containsKey("deviation")
                ? ", predicted %.3g ms (%+.1f %%)"
                        .formatted(Page.number(row, "predicted_cycle_ms"), 100 * Page.number(row, "deviation"))
                : "";
        return "%s %s, %s steps: %.3g + %.3g + %.3g = %.3g ms, %.4g MLUPS; %.3g ms without waiting%s"
                .formatted(
                        row.get("geometry"),
                        row.get("kernel"),
                        row.get("steps_between"),
                        Page.number(row, "send_ms"),
                        Page.number(row, "steps_ms"),
                        Page.number(row, "receive_ms"),
                        Page.number(row, "cycle_ms"),
                        Page.number(row, "mlups"),
                        Page.number(row, "overlapped_cycle_ms"),
                        predicted);
    }

    /// Whether a row holds the numbers of the model.
    static boolean isModel(Map<String, Object> row) {
        return row.containsKey("psi_ns");
    }

    /// The fitted numbers, and how far predictions are from what was measured; for the page.
    static String claims(List<Map<String, Object>> rows) {
        double[] deviations = rows.stream()
                .mapToDouble(row -> Math.abs(Page.number(row, "deviation")))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        String fitted = rows.stream()
                .filter(CoProcessorTexts::isModel)
                .map(CoProcessorTexts::parameters)
                .findFirst()
                .orElse("No model was fitted in this run");
        return deviations.length == 0
                ? fitted + "."
                : "%s. Predictions of %d rows differ by %.0f %% in the median and at most %.0f %%; %d by 10 %% or less."
                        .formatted(
                                fitted,
                                deviations.length,
                                100 * deviations[deviations.length / 2],
                                100 * deviations[deviations.length - 1],
                                Arrays.stream(deviations).filter(d -> d <= 0.1).count());
    }

    /// The numbers of the model in words.
    /// @param row of the model
    static String parameters(Map<String, Object> row) {
        List<String> parts = new ArrayList<>();
        parts.add("Ψ %.4g ns per node and step, %.3g µs per step, %.3g µs per call"
                .formatted(Page.number(row, "psi_ns"), Page.number(row, "launch_us"), Page.number(row, "call_us")));
        Arrays.stream(Kind.values())
                .map(Kind::key)
                .map(kind -> "%s: Γ %.4g ns per node and %.3g µs per call, F %.4g ns and %.3g µs"
                        .formatted(
                                kind,
                                Page.number(row, kind + "_gamma_ns"),
                                Page.number(row, kind + "_send_us"),
                                Page.number(row, kind + "_f_ns"),
                                Page.number(row, kind + "_receive_us")))
                .forEach(parts::add);
        return String.join("; ", parts);
    }
}
