package dev.tessera.suites;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Origin of measured numbers, for the caption of a page.
///
/// @param program version and, if known, commit of Tessera
/// @param machine processor, cores, Java, operating system
/// @param device key of the device
/// @param date of the measurement, `2026-11-21`
/// @param command that writes the page
public record Provenance(String program, String machine, String device, String date, String command) {
    private static final String KEY = "origin";

    /// The rows with this origin, which is stored in the first row for all.
    /// @param rows as `bench --json` writes them
    public List<Map<String, Object>> toldBy(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            return rows;
        }
        Map<String, Object> origin = new LinkedHashMap<>();
        origin.put("program", program);
        origin.put("machine", machine);
        origin.put("device", device);
        origin.put("date", date);
        origin.put("command", command);
        Map<String, Object> first = new LinkedHashMap<>(rows.getFirst());
        first.put(KEY, origin);
        List<Map<String, Object>> withOrigin = new ArrayList<>(rows);
        withOrigin.set(0, first);
        return withOrigin;
    }

    /// The origin stored in rows, of one run or of several.
    public static Provenance of(List<Map<String, Object>> rows) {
        return new Provenance(
                joined(rows, "program"),
                joined(rows, "machine"),
                joined(rows, "device"),
                joined(rows, "date"),
                joined(rows, "command"));
    }

    private static String joined(List<Map<String, Object>> rows, String key) {
        Set<String> all = new LinkedHashSet<>();
        for (Map<String, Object> row : rows) {
            if (row.get(KEY) instanceof Map<?, ?> origin) {
                all.add(Objects.toString(origin.get(key), "unknown"));
            }
        }
        return all.isEmpty() ? "unknown" : String.join(" and ", all);
    }
}
