package dev.tessera.output;

import java.util.List;
import java.util.Map;

/// Writes maps, lists, strings, numbers and truth values as JSON, indented, in the order given. Numbers that are not
/// finite become null, since JSON cannot represent them.
public final class Json {
    private Json() {}

    /// @param value maps with string keys, lists, strings, numbers, booleans or null, nested
    /// @throws IllegalArgumentException for anything else
    public static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value, "");
        return out.append('\n').toString();
    }

    private static void write(StringBuilder out, Object value, String indent) {
        switch (value) {
            case null -> out.append("null");
            case String s -> string(out, s);
            case Boolean b -> out.append(b);
            case Double d -> out.append(Double.isFinite(d) ? d.toString() : "null");
            case Float f -> out.append(Float.isFinite(f) ? f.toString() : "null");
            case Number n -> out.append(n);
            case Map<?, ?> map -> map(out, map, indent);
            case List<?> list -> list(out, list, indent);
            default -> throw new IllegalArgumentException("JSON cannot represent %s".formatted(value.getClass()));
        }
    }

    private static void map(StringBuilder out, Map<?, ?> map, String indent) {
        if (map.isEmpty()) {
            out.append("{}");
            return;
        }
        String inner = indent + "  ";
        String separator = "{\n";
        for (var entry : map.entrySet()) {
            out.append(separator).append(inner);
            string(out, String.valueOf(entry.getKey()));
            out.append(": ");
            write(out, entry.getValue(), inner);
            separator = ",\n";
        }
        out.append('\n').append(indent).append('}');
    }

    private static void list(StringBuilder out, List<?> list, String indent) {
        boolean simple = list.stream().allMatch(v -> v == null || v instanceof Number || v instanceof Boolean);
        String inner = simple ? "" : indent + "  ";
        out.append('[');
        for (int k = 0; k < list.size(); k++) {
            out.append(k > 0 ? (simple ? ", " : ",") : "");
            if (!simple) {
                out.append('\n').append(inner);
            }
            write(out, list.get(k), inner);
        }
        if (!simple && !list.isEmpty()) {
            out.append('\n').append(indent);
        }
        out.append(']');
    }

    private static void string(StringBuilder out, String s) {
        out.append('"');
        for (int k = 0; k < s.length(); k++) {
            char c = s.charAt(k);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < ' ') {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
