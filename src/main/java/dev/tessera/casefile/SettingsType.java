package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Keys of a case, each as a whole path (`geometry.spacing`), with a value or with a list of values.
///
/// @param <T> what is given for a key
/// @param words what it is, for messages
record SettingsType<T>(String words, ValueType<T> values) implements ValueType<List<SettingsType.ForKey<T>>> {
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    /// One value for each key.
    static final SettingsType<YamlNode> ONE = new SettingsType<>("keys of the case, each with a value", new AnyType());
    /// A list of values for each key.
    static final SettingsType<List<YamlNode>> MANY =
            new SettingsType<>("keys of the case, each with a list of values", ListType.of(new AnyType()));

    /// @param path of keys
    /// @param place of the path
    record ForKey<T>(String path, Place place, T value) {}

    @Override
    public List<ForKey<T>> read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlMap map)) {
            throw reading.refuse(node.place(), "this is %s, but %s are expected".formatted(node.words(), words));
        }
        List<ForKey<T>> read = new ArrayList<>();
        boolean good = true;
        for (YamlEntry entry : map.entries()) {
            try {
                read.add(readOne(entry, reading));
            } catch (Unreadable noted) {
                good = false;
            }
        }
        if (!good) {
            throw new Unreadable();
        }
        return read;
    }

    private ForKey<T> readOne(YamlEntry entry, Reading reading) {
        if (!PATH.matcher(entry.key()).matches()) {
            throw reading.refuse(
                    entry.keyPlace(),
                    "'%s' is no path of keys; write names with a point between them, such as geometry.spacing"
                            .formatted(YamlNode.shortened(entry.key())));
        }
        if (entry.value() instanceof YamlMap group && values instanceof ListType<?>) {
            String inner = group.entries().isEmpty()
                    ? "spacing"
                    : group.entries().getFirst().key();
            throw reading.at(entry.key())
                    .refuse(
                            group.place(),
                            "a list of values is expected here; write the path in one word: %s.%s: [a, b]"
                                    .formatted(entry.key(), inner));
        }
        return new ForKey<>(entry.key(), entry.keyPlace(), values.read(entry.value(), reading.at(entry.key())));
    }

    @Override
    public YamlNode write(List<ForKey<T>> settings) {
        Yaml.Group group = Yaml.group();
        settings.forEach(setting -> group.with(setting.path(), values.write(setting.value())));
        return group.node();
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields paths = JsonNode.fields().with("pattern", "^" + PATH.pattern() + "$");
        return JsonNode.type("object").with("propertyNames", paths).with("additionalProperties", values.schema());
    }
}
