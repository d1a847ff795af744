package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Rows of suite `thesis` in words.
final class ThesisTexts {
    private ThesisTexts() {}

    /// For the progress output.
    static String line(Map<String, Object> row) {
        String what = "%s %s %s".formatted(row.get("experiment"), row.get("geometry"), row.get("kernel"));
        return row.containsKey("error")
                ? what + " failed: " + row.get("error")
                : what + ": " + (row.containsKey("mlups") ? speed(row) : figures(row));
    }

    private static String speed(Map<String, Object> row) {
        String more = figures(row);
        return "%.4g MLUPS%s".formatted(Page.number(row, "mlups"), more.isEmpty() ? "" : ", " + more);
    }

    /// All figures of a row beside its speed; may be empty.
    static String figures(Map<String, Object> row) {
        List<String> parts = new ArrayList<>();
        if (row.containsKey("upload_gb_per_s")) {
            parts.add("%.3g GB/s to the device, %.3g GB/s back"
                    .formatted(Page.number(row, "upload_gb_per_s"), Page.number(row, "download_gb_per_s")));
        }
        if (row.containsKey("send_ms")) {
            parts.add("%.3g + %.3g + %.3g ms"
                    .formatted(
                            Page.number(row, "send_ms"), Page.number(row, "steps_ms"), Page.number(row, "receive_ms")));
        }
        share(parts, row, "of_alone", "of Tessera alone");
        share(parts, row, "of_bound", "of the bound");
        if (row.containsKey("together_ms")) {
            parts.add("%.3g ms = %.3g together (device %.3g, %s threads %.3g; alone %.3g and %.3g) + %.3g exchange"
                    .formatted(
                            Page.number(row, "step_ms"),
                            Page.number(row, "together_ms"),
                            Page.number(row, "device_ms"),
                            row.get("threads"),
                            Page.number(row, "threads_ms"),
                            Page.number(row, "device_alone_ms"),
                            Page.number(row, "threads_alone_ms"),
                            Page.number(row, "exchange_ms")));
        }
        share(parts, row, "offloaded_fraction", "of the nodes offloaded");
        return String.join(", ", parts);
    }

    private static void share(List<String> parts, Map<String, Object> row, String key, String of) {
        if (row.containsKey(key)) {
            parts.add("%.1f %% %s".formatted(100 * Page.number(row, key), of));
        }
    }

    /// The fastest row of each experiment; for the page.
    static String claims(List<Map<String, Object>> rows) {
        Map<String, Map<String, Object>> fastest = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.containsKey("mlups"))
                .sorted(Comparator.comparingDouble(row -> -Page.number(row, "mlups")))
                .forEach(row -> fastest.putIfAbsent(Objects.toString(row.get("experiment")), row));
        List<String> sentences = new ArrayList<>();
        fastest.forEach((experiment, row) -> sentences.add("* %s: fastest with %s on %s, %.4g MLUPS"
                .formatted(experiment, row.get("kernel"), row.get("geometry"), Page.number(row, "mlups"))));
        return String.join("\n", sentences);
    }
}
