package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/// A group whose keys are names chosen by the user.
///
/// @param what is named, for messages: `opening`
record NamedType<T>(String what, ValueType<T> values) implements ValueType<SequencedMap<String, T>> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
    private static final String RULE = "names are a letter followed by letters, digits, '-' and '_'";

    @Override
    public SequencedMap<String, T> read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlMap map)) {
            throw reading.refuse(
                    node.place(),
                    "this is %s, but names, each with its %s, are expected".formatted(node.words(), what));
        }
        SequencedMap<String, T> read = new LinkedHashMap<>();
        boolean good = true;
        for (YamlEntry entry : map.entries()) {
            try {
                read.put(entry.key(), readOne(entry, reading));
            } catch (Unreadable noted) {
                good = false;
            }
        }
        if (!good) {
            throw new Unreadable();
        }
        return read;
    }

    private T readOne(YamlEntry entry, Reading reading) {
        if (!NAME.matcher(entry.key()).matches()) {
            throw reading.refuse(
                    entry.keyPlace(), "'%s' is no name: %s".formatted(YamlNode.shortened(entry.key()), RULE));
        }
        if (entry.value() instanceof YamlNode.YamlText text && text.isEmpty()) {
            throw reading.at(entry.key()).refuse(entry.keyPlace(), "nothing is written here; give it its " + what);
        }
        return values.read(entry.value(), reading.at(entry.key()));
    }

    @Override
    public YamlNode write(SequencedMap<String, T> named) {
        Yaml.Group group = Yaml.group();
        named.forEach((name, value) -> {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("'%s' is no name in a case: %s".formatted(name, RULE));
            }
            group.with(name, values.write(value));
        });
        return group.node();
    }

    @Override
    public String words() {
        return "names, each with its " + what;
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields names = JsonNode.fields().with("pattern", "^" + NAME.pattern() + "$");
        return JsonNode.type("object").with("propertyNames", names).with("additionalProperties", values.schema());
    }

    @Override
    public List<Section<?>> sections() {
        return values.sections();
    }
}
