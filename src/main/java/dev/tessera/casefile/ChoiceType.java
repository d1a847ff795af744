package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.units.Spelling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/// One of a few words.
///
/// @param what the kind of choice in messages, such as `collision`
/// @param values by their keys, in the order in which they are listed
/// @param key of a value; values that are not listed may share it, where other keys make them of the listed one
record ChoiceType<T>(String what, SequencedMap<String, T> values, Function<? super T, String> key)
        implements ValueType<T> {
    ChoiceType {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    ChoiceType(String what, SequencedMap<String, T> values) {
        this(what, values, value -> keyOf(value, values));
    }

    /// @return empty where the value is not listed
    private static <T> String keyOf(T value, SequencedMap<String, T> values) {
        return values.entrySet().stream()
                .filter(known -> known.getValue().equals(value))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    static <T> ChoiceType<T> of(String what, List<? extends T> values, Function<? super T, String> key) {
        SequencedMap<String, T> byKey = new LinkedHashMap<>();
        values.forEach(value -> byKey.put(key.apply(value), value));
        return new ChoiceType<>(what, byKey, key);
    }

    /// An enum constant as a case writes it.
    static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static ValueType<Boolean> flag() {
        SequencedMap<String, Boolean> values = new LinkedHashMap<>();
        values.put("true", true);
        values.put("false", false);
        return new ChoiceType<>("flag", values);
    }

    @Override
    public T read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but %s is expected".formatted(node.words(), words()));
        }
        T value = values.get(text.text());
        if (value == null) {
            List<String> known = Spelling.nearestFirst(text.text(), List.copyOf(values.keySet()));
            String guess = Spelling.isNear(text.text(), known.getFirst())
                    ? "; did you mean %s?".formatted(known.getFirst())
                    : ";";
            throw reading.refuse(
                    text.place(),
                    "unknown %s %s%s known: %s".formatted(what, text.words(), guess, String.join(", ", known)));
        }
        return value;
    }

    @Override
    public YamlNode write(T value) {
        String word = key.apply(value);
        if (!values.containsKey(word)) {
            throw new IllegalArgumentException("the %s %s has no text in a case; known: %s"
                    .formatted(what, value, String.join(", ", values.keySet())));
        }
        return Yaml.text(word);
    }

    @Override
    public String words() {
        return values.size() == 1 ? values.firstEntry().getKey() : "one of " + String.join(", ", values.keySet());
    }

    @Override
    public JsonNode schema() {
        if (values.containsKey("true")) {
            return JsonNode.type("boolean");
        }
        return JsonNode.fields().with("enum", JsonNode.texts(List.copyOf(values.keySet())));
    }
}
