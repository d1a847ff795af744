package dev.tessera.casefile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A JSON value, for building schemas; members keep their order.
sealed interface JsonNode {
    record Text(String value) implements JsonNode {}

    record Numeric(double value) implements JsonNode {}

    record Flag(boolean value) implements JsonNode {}

    record Array(List<JsonNode> items) implements JsonNode {
        public Array {
            items = List.copyOf(items);
        }
    }

    record Fields(SequencedMap<String, JsonNode> members) implements JsonNode {
        public Fields {
            members = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members));
        }

        Fields with(String key, JsonNode value) {
            SequencedMap<String, JsonNode> more = new LinkedHashMap<>(members);
            more.put(key, value);
            return new Fields(more);
        }

        Fields with(String key, String value) {
            return with(key, new Text(value));
        }
    }

    static Fields fields() {
        return new Fields(new LinkedHashMap<>());
    }

    /// A schema of a JSON type: `{"type": …}`.
    static Fields type(String name) {
        return fields().with("type", name);
    }

    static Array texts(List<String> values) {
        return new Array(
                values.stream().map(value -> (JsonNode) new Text(value)).toList());
    }

    static Fields anyOf(List<JsonNode> schemas) {
        List<JsonNode> distinct = new ArrayList<>();
        for (JsonNode schema : schemas) {
            if (!distinct.contains(schema)) {
                distinct.add(schema);
            }
        }
        return fields().with("anyOf", new Array(distinct));
    }

    /// Maps, lists, texts, numbers and flags, as [dev.tessera.output.Json] prints them.
    default Object plain() {
        return switch (this) {
            case Text(String value) -> value;
            case Numeric(double value) when value == Math.rint(value) && Math.abs(value) < 1e15 -> (long) value;
            case Numeric(double value) -> value;
            case Flag(boolean value) -> value;
            case Array(List<JsonNode> items) ->
                items.stream().map(JsonNode::plain).toList();
            case Fields(SequencedMap<String, JsonNode> members) -> {
                SequencedMap<String, Object> plain = new LinkedHashMap<>();
                members.forEach((key, value) -> plain.put(key, value.plain()));
                yield plain;
            }
        };
    }
}
