package dev.tessera.casefile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A page of tables that say what can be used with what, and why not; equal reasons have one number.
final class CombinationTables {
    private final StringBuilder page = new StringBuilder();
    private final SequencedMap<String, Integer> reasons = new LinkedHashMap<>();

    CombinationTables text(String markdown) {
        page.append(markdown);
        return this;
    }

    /// The rows and columns of a table.
    /// @param words as the first line and the first column show them
    record Side<T>(List<T> all, Function<T, String> words) {
        Side {
            all = List.copyOf(all);
        }
    }

    /// @param corner what the rows are
    /// @param refusal of a row with a column; empty where both can be used with each other
    <R, C> void table(
            String title,
            String corner,
            Side<R> rows,
            Side<C> columns,
            Function<R, Function<C, Optional<String>>> refusal) {
        page.append("%n## %s%n| %s | %s |%n|%s%n"
                .formatted(
                        title,
                        corner,
                        columns.all().stream().map(columns.words()).collect(Collectors.joining(" | ")),
                        "---|".repeat(columns.all().size() + 1)));
        for (R row : rows.all()) {
            List<String> cells = new ArrayList<>();
            for (C column : columns.all()) {
                cells.add(refusal.apply(row)
                        .apply(column)
                        .map(this::number)
                        .map("no (%d)"::formatted)
                        .orElse("yes"));
            }
            page.append("| `%s` | %s |%n".formatted(rows.words().apply(row), String.join(" | ", cells)));
        }
    }

    /// The number of a reason.
    int number(String reason) {
        return reasons.computeIfAbsent(reason, unknown -> reasons.size() + 1);
    }

    /// The page, with the reasons at its end.
    String markdown() {
        StringBuilder all = new StringBuilder(page).append("\n## Reasons\n");
        reasons.forEach((reason, number) ->
                all.append("%d. %s%s%n".formatted(number, reason, reason.endsWith(".") ? "" : ".")));
        return all.toString();
    }
}
