package dev.tessera.suites.validation;

import dev.tessera.suites.Page;
import dev.tessera.suites.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `docs/benchmarks/validation.md`: the rows of a run, in the text of its template.
public final class ValidationPage {
    private static final int WARNINGS_OF_A_SUITE = 4;

    private ValidationPage() {}

    /// The page of the rows so far.
    public static String of(ValidationRun run, Provenance provenance) {
        return Page.of("validation.md", provenance)
                .with("verdict", verdict(run.rows()))
                .with("rows", table(run.rows()))
                .with("seconds", seconds(run))
                .with("warnings", warnings(run.warnings()))
                .text();
    }

    private static String verdict(List<ValidationRow> rows) {
        long judged = rows.stream().filter(ValidationPage::isJudged).count();
        long failed = rows.stream().filter(row -> !row.pass()).count();
        long reported = rows.size() - judged;
        String others =
                reported == 0 ? "" : "; %d more %s only reported".formatted(reported, reported == 1 ? "is" : "are");
        return failed == 0
                ? "%s%s."
                        .formatted(
                                judged == 1 ? "The judged row passes" : "All %d judged rows pass".formatted(judged),
                                others)
                : "**%d of %d judged row%s fail%s**%s."
                        .formatted(failed, judged, judged == 1 ? "" : "s", failed == 1 ? "s" : "", others);
    }

    private static boolean isJudged(ValidationRow row) {
        return Double.isFinite(row.tolerance());
    }

    private static String table(List<ValidationRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(Page.row("suite", "case", "quantity", "value", "reference", "error", "tolerance", "", "source"));
        lines.add("|---|---|---|---|---|---|---|---|---|");
        for (ValidationRow row : rows) {
            lines.add(Page.row(
                    row.suite(),
                    row.setup(),
                    row.quantity(),
                    number(row.value(), "%.5g"),
                    number(row.reference(), "%.5g"),
                    number(row.error(), "%.2g"),
                    isJudged(row) ? number(row.tolerance(), "%.2g") : "reported",
                    row.pass() ? "" : "**fails**",
                    row.source()));
        }
        return String.join("\n", lines);
    }

    private static String number(double value, String format) {
        return value == 0 ? "0" : Double.isFinite(value) ? format.formatted(value) : "–";
    }

    private static String seconds(ValidationRun run) {
        List<String> parts = new ArrayList<>();
        run.seconds().forEach((suite, s) -> parts.add("%s %.0f s".formatted(suite, s)));
        return String.join(", ", parts);
    }

    /// The first ones of every suite: some suites study flows that a run warns of, in all of their cases.
    private static String warnings(List<String> warnings) {
        if (warnings.isEmpty()) {
            return "Nothing.";
        }
        Map<String, List<String>> bySuite = new LinkedHashMap<>();
        for (String warning : warnings) {
            String suite = warning.substring(0, Math.max(0, warning.indexOf(',')));
            bySuite.computeIfAbsent(suite, key -> new ArrayList<>()).add(warning);
        }
        List<String> lines = new ArrayList<>();
        bySuite.forEach((suite, all) -> {
            lines.addAll(all.subList(0, Math.min(all.size(), WARNINGS_OF_A_SUITE)));
            if (all.size() > WARNINGS_OF_A_SUITE) {
                lines.add("%s: %d more".formatted(suite, all.size() - WARNINGS_OF_A_SUITE));
            }
        });
        return "* " + String.join("\n* ", lines);
    }
}
