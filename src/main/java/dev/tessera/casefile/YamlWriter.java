package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes a tree as YAML that reads back as the same tree: short groups and lists in brackets on one line.
final class YamlWriter {
    private static final int WIDTH = 100;
    private static final Pattern PLAIN = Pattern.compile("-?[A-Za-z0-9./][A-Za-z0-9 ./^*_%²³µμ°()+-]*");

    private final Function<YamlNode, @Nullable Path> files;

    private YamlWriter(Function<YamlNode, @Nullable Path> files) {
        this.files = files;
    }

    /// @param files the file that a text stands for, or null; written in place of the text
    static String text(YamlMap map, Function<YamlNode, @Nullable Path> files) {
        StringBuilder out = new StringBuilder();
        new YamlWriter(files).block(map, 0, out);
        return out.toString();
    }

    /// On one line.
    /// @param files as above
    static String flow(YamlNode node, Function<YamlNode, @Nullable Path> files) {
        return new YamlWriter(files).inline(node);
    }

    /// On one line.
    static String flow(YamlNode node) {
        return flow(node, text -> null);
    }

    private void block(YamlMap map, int indent, StringBuilder out) {
        for (YamlEntry entry : map.entries()) {
            String key = " ".repeat(indent) + scalar(entry.key()) + ":";
            String line = key + " " + inline(entry.value());
            boolean fits = line.length() <= WIDTH;
            if (!fits
                    && entry.value() instanceof YamlMap inner
                    && !inner.entries().isEmpty()) {
                out.append(key).append('\n');
                block(inner, indent + 2, out);
            } else if (!fits
                    && entry.value() instanceof YamlList list
                    && !list.items().isEmpty()) {
                out.append(key).append('\n');
                for (YamlNode item : list.items()) {
                    out.append(" ".repeat(indent + 2))
                            .append("- ")
                            .append(inline(item))
                            .append('\n');
                }
            } else {
                out.append(line).append('\n');
            }
        }
    }

    private String inline(YamlNode node) {
        return switch (node) {
            case YamlText text -> {
                Path file = files.apply(text);
                yield scalar(file == null ? text.text() : file.toString());
            }
            case YamlList(Place place, List<YamlNode> items, Place split) ->
                items.stream().map(this::inline).collect(Collectors.joining(", ", "[", "]"));
            case YamlMap(Place place, List<YamlEntry> entries) ->
                entries.stream()
                        .map(entry -> scalar(entry.key()) + ": " + inline(entry.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    static String scalar(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !text.endsWith(" ");
        if (plain) {
            return text;
        }
        StringBuilder out = new StringBuilder("\"");
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || c == 0x85 || (c >= 0x2028 && c <= 0x2029) || c == 0xfeff) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
