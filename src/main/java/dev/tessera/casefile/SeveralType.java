package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import java.util.List;

/// A value that may be given several times or not at all: a list that may be empty, one item, or `none`.
final class SeveralType {
    private static final String NONE = "none";

    private SeveralType() {}

    static <T> ValueType<List<T>> of(ValueType<T> items) {
        ValueType<List<T>> noneOrOne = new NoneOrOne<>(items);
        ValueType<List<T>> list = ListType.atLeast(0, new NotNone<>(items));
        return new EitherType<>(
                noneOrOne,
                list,
                items.sections().isEmpty() ? null : noneOrOne,
                values -> values.isEmpty() ? Yaml.text(NONE) : list.write(values));
    }

    private static boolean isNone(YamlNode node) {
        return node instanceof YamlText text && text.text().equals(NONE);
    }

    private record NoneOrOne<T>(ValueType<T> items) implements ValueType<List<T>> {
        @Override
        public List<T> read(YamlNode node, Reading reading) {
            return isNone(node) ? List.of() : List.of(items.read(node, reading));
        }

        @Override
        public YamlNode write(List<T> values) {
            return values.isEmpty() ? Yaml.text(NONE) : items.write(values.getFirst());
        }

        @Override
        public String words() {
            return NONE;
        }

        @Override
        public JsonNode schema() {
            return JsonNode.anyOf(
                    List.of(JsonNode.fields().with("enum", JsonNode.texts(List.of(NONE))), items.schema()));
        }

        @Override
        public List<Section<?>> sections() {
            return items.sections();
        }
    }

    /// An item of a list, where `none` gets a message of its own.
    private record NotNone<T>(ValueType<T> items) implements ValueType<T> {
        @Override
        public T read(YamlNode node, Reading reading) {
            if (isNone(node)) {
                throw reading.refuse(
                        node.place(), "none is written alone, not in a list: write none, or an empty list, []");
            }
            return items.read(node, reading);
        }

        @Override
        public YamlNode write(T value) {
            return items.write(value);
        }

        @Override
        public String words() {
            return items.words();
        }

        @Override
        public JsonNode schema() {
            return items.schema();
        }

        @Override
        public List<Section<?>> sections() {
            return items.sections();
        }
    }
}
