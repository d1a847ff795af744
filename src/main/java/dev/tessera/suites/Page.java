package dev.tessera.suites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A page of `docs/benchmarks`: a template with placeholders such as `{{rows}}`, and their texts.
public final class Page {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z-]+)}}");

    private final String name;
    private final SequencedMap<String, String> texts = new LinkedHashMap<>();

    private Page(String name) {
        this.name = name;
    }

    /// @param template its name among the resources, such as `validation.md`
    public static Page of(String template, Provenance provenance) {
        return new Page(template)
                .with("program", provenance.program())
                .with("machine", provenance.machine())
                .with("device", provenance.device())
                .with("date", provenance.date())
                .with("command", provenance.command());
    }

    /// Sets the text of a placeholder.
    public Page with(String placeholder, String text) {
        texts.put(placeholder, text);
        return this;
    }

    /// The page.
    /// @throws IllegalStateException if a placeholder of the template has no text
    public String text() {
        Matcher placeholders = PLACEHOLDER.matcher(template());
        StringBuilder text = new StringBuilder();
        while (placeholders.find()) {
            String filled = texts.get(placeholders.group(1));
            if (filled == null) {
                throw new IllegalStateException("%s has the placeholder {{%s}}, which has no text; known are %s"
                        .formatted(name, placeholders.group(1), texts.keySet()));
            }
            placeholders.appendReplacement(text, Matcher.quoteReplacement(filled));
        }
        return placeholders.appendTail(text).toString();
    }

    private String template() {
        try (InputStream stream = Page.class.getResourceAsStream("page/" + name)) {
            if (stream == null) {
                throw new IllegalStateException("the page template %s is missing from this build".formatted(name));
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// A row of a table.
    public static String row(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ')
                    .append(cell.toString().replace("|", "\\|").replace('\n', ' '))
                    .append(" |");
        }
        return row.toString();
    }

    /// A number for a row; null instead of NaN, which JSON does not have.
    public static @Nullable Double known(double number) {
        return Double.isNaN(number) ? null : number;
    }

    /// A number of a row; NaN if missing.
    public static double number(Map<String, Object> row, String key) {
        return row.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /// A number of a row as text; empty if missing.
    public static String number(Map<String, Object> row, String key, String format) {
        double number = number(row, key);
        return Double.isFinite(number) ? format.formatted(number) : "";
    }
}
