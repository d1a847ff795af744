package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A group of keys of the case: its table of keys, what its values become, and where each key finds its value when
/// the group is written. Unknown and missing keys, and rules such as "exactly one of", are checked here for all of
/// them.
final class Section<T> implements ValueType<T> {
    private final String title;
    private final String says;
    private final List<SectionKey<T, ?>> table;
    private final List<Key<?>> keys;
    private final List<Choice> choices;
    private final Function<Fields, T> make;

    /// Keys that exclude each other.
    /// @param needed whether one of them is required
    /// @param why the reason, in words
    record Choice(List<Key<?>> keys, boolean needed, String why) {
        Choice {
            keys = List.copyOf(keys);
        }

        String names() {
            return keys.stream().map(Key::name).collect(Collectors.joining(", "));
        }
    }

    private Section(
            String title, String says, List<SectionKey<T, ?>> table, List<Choice> choices, Function<Fields, T> make) {
        this.title = title;
        this.says = says;
        this.table = List.copyOf(table);
        this.keys = table.stream().<Key<?>>map(SectionKey::key).toList();
        this.choices = List.copyOf(choices);
        this.make = make;
    }

    /// @param title path in the case, such as `time.stop`
    /// @param table keys in the order in which they are documented and written
    static <T> Section<T> of(String title, String says, List<SectionKey<T, ?>> table, Function<Fields, T> make) {
        return new Section<>(title, says, table, List.of(), make);
    }

    Section<T> exactlyOne(String why, Key<?>... among) {
        return withChoice(new Choice(List.of(among), true, why));
    }

    Section<T> atMostOne(String why, Key<?>... among) {
        return withChoice(new Choice(List.of(among), false, why));
    }

    private Section<T> withChoice(Choice choice) {
        List<Choice> more = new ArrayList<>(choices);
        more.add(choice);
        return new Section<>(title, says, table, more, make);
    }

    String title() {
        return title;
    }

    String says() {
        return says;
    }

    List<Key<?>> keys() {
        return keys;
    }

    List<SectionKey<T, ?>> table() {
        return table;
    }

    List<Choice> choices() {
        return choices;
    }

    @Override
    public T read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlMap map)) {
            String what = reading.path().isEmpty() ? "a " + title : "this";
            throw reading.refuse(
                    node.place(),
                    "%s is %s, but a group of keys is expected: %s%s"
                            .formatted(what, node.words(), keyNames(), missingSpaceHint(node)));
        }
        Fields fields = new Fields(map, reading);
        boolean good = unknownKeys(map, reading);
        Reading inner = reading;
        for (Key<?> key : keys) {
            good &= readKey(key, map, fields, inner);
            inner = informed(key, fields, inner);
        }
        for (Choice choice : choices) {
            good &= check(choice, map, reading);
        }
        if (!good) {
            throw new Unreadable();
        }
        try {
            return make.apply(fields);
        } catch (IllegalArgumentException e) {
            throw reading.refuse(map.place(), e);
        }
    }

    @Override
    public YamlMap write(T value) {
        Yaml.Group group = Yaml.group();
        table.forEach(key -> key.write(value, group));
        YamlMap written = group.node();
        for (Choice choice : choices) {
            long count = choice.keys().stream()
                    .filter(key -> written.find(key.name()) != null)
                    .count();
            if (count > 1 || (count == 0 && choice.needed())) {
                throw new IllegalArgumentException("%s has no text in a case, which writes one of %s; keep it in Java"
                        .formatted(value, choice.names()));
            }
        }
        return written;
    }

    private static <V> Reading informed(Key<V> key, Fields fields, Reading reading) {
        return fields.has(key) ? key.informs().apply(reading, fields.get(key)) : reading;
    }

    private String missingSpaceHint(YamlNode node) {
        if (node instanceof YamlNode.YamlText text) {
            for (Key<?> key : keys) {
                if (text.text().startsWith(key.name() + ":")) {
                    return ". A space is missing after '%s:'".formatted(key.name());
                }
            }
        }
        return "";
    }

    private boolean unknownKeys(YamlMap map, Reading reading) {
        boolean good = true;
        for (YamlEntry entry : map.entries()) {
            if (keys.stream().noneMatch(key -> key.name().equals(entry.key()))) {
                reading.refuse(entry.keyPlace(), unknown(entry.key()));
                good = false;
            }
        }
        return good;
    }

    private String unknown(String name) {
        List<String> known =
                Spelling.nearestFirst(name, keys.stream().map(Key::name).toList());
        if (name.startsWith("<<")) {
            return "merge keys (<<) are not used in cases";
        }
        String guess = Spelling.isNear(name, known.getFirst()) ? "; did you mean %s?".formatted(known.getFirst()) : ";";
        return "unknown key '%s'%s known keys: %s".formatted(YamlNode.shortened(name), guess, String.join(", ", known));
    }

    private <V> boolean readKey(Key<V> key, YamlMap map, Fields fields, Reading reading) {
        YamlEntry entry = map.find(key.name());
        if (entry == null) {
            boolean misspelled = map.entries().stream().anyMatch(other -> isMisspelled(other.key(), key));
            if (key.required() && !misspelled) {
                reading.refuse(
                        map.place(),
                        "key '%s' is missing (%s); write for example %s"
                                .formatted(key.name(), key.type().words(), exampleLine(key)));
            }
            return !key.required();
        }
        try {
            if (entry.value() instanceof YamlNode.YamlText text && text.isEmpty()) {
                throw reading.at(key.name())
                        .refuse(
                                entry.keyPlace(),
                                "this key has no value; write for example %s, or remove the key"
                                        .formatted(exampleLine(key)));
            }
            fields.put(key, key.type().read(entry.value(), reading.at(key.name())));
            return true;
        } catch (Unreadable noted) {
            return false;
        }
    }

    /// Whether an unknown key may be a misspelling of this one; its message then names this key.
    private boolean isMisspelled(String written, Key<?> key) {
        return keys.stream().noneMatch(known -> known.name().equals(written)) && Spelling.isNear(written, key.name());
    }

    private static String exampleLine(Key<?> key) {
        return key.name() + ": " + key.example();
    }

    private boolean check(Choice choice, YamlMap map, Reading reading) {
        List<YamlEntry> written = choice.keys().stream()
                .map(key -> map.find(key.name()))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(YamlEntry::keyPlace))
                .toList();
        if (written.size() > 1) {
            String places = written.stream()
                    .map(entry -> "%s (%s)".formatted(entry.key(), entry.keyPlace()))
                    .collect(Collectors.joining(" and "));
            reading.refuse(
                    written.get(1).keyPlace(),
                    "%s are both given, but %s; keep one of %s".formatted(places, choice.why(), choice.names()));
            return false;
        }
        if (written.isEmpty() && choice.needed()) {
            reading.refuse(
                    map.place(),
                    "one of %s is missing; write for example %s"
                            .formatted(choice.names(), exampleLine(choice.keys().getFirst())));
            return false;
        }
        return true;
    }

    private String keyNames() {
        return keys.stream().map(Key::name).collect(Collectors.joining(", "));
    }

    @Override
    public String words() {
        return "group of keys";
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields properties = JsonNode.fields();
        List<String> required = new ArrayList<>();
        for (Key<?> key : keys) {
            properties = properties.with(key.name(), described(key));
            if (key.required()) {
                required.add(key.name());
            }
        }
        JsonNode.Fields schema = JsonNode.type("object").with("additionalProperties", new JsonNode.Flag(false));
        if (!says.isEmpty()) {
            schema = schema.with("description", says);
        }
        schema = schema.with("properties", properties);
        if (!required.isEmpty()) {
            schema = schema.with("required", JsonNode.texts(required));
        }
        List<JsonNode> rules = choices.stream().map(Section::rule).toList();
        return rules.isEmpty() ? schema : schema.with("allOf", new JsonNode.Array(rules));
    }

    /// Exactly one of the keys, or at most one: a `oneOf` that requires each key, and, for at most one, none.
    private static JsonNode rule(Choice choice) {
        List<JsonNode> alternatives = new ArrayList<>();
        for (Key<?> key : choice.keys()) {
            alternatives.add(JsonNode.fields().with("required", JsonNode.texts(List.of(key.name()))));
        }
        if (!choice.needed()) {
            alternatives.add(JsonNode.fields().with("not", JsonNode.anyOf(List.copyOf(alternatives))));
        }
        return JsonNode.fields().with("oneOf", new JsonNode.Array(alternatives));
    }

    private static JsonNode described(Key<?> key) {
        JsonNode schema = key.type().schema();
        if (schema instanceof JsonNode.Fields fields && !key.says().isEmpty()) {
            String fallback = key.fallbackText().isEmpty() ? "" : " Default: " + key.fallbackText() + ".";
            return fields.with("description", key.says() + "." + fallback);
        }
        return schema;
    }

    @Override
    public List<Section<?>> sections() {
        return List.of(this);
    }
}
