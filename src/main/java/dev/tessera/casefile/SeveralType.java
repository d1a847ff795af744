package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.List;
import java.util.function.Function;

/// A value that may be given several times or not at all: a list that may be empty, one item, or `none`. Items that
/// make the same are refused.
final class SeveralType {
    private static final String NONE = "none";

    private SeveralType() {}

    /// @param makes what an item makes, in words: two items must not make the same
    static <T> ValueType<List<T>> of(ValueType<T> items, Function<T, String> makes) {
        ValueType<List<T>> noneOrOne = new NoneOrOne<>(items);
        ValueType<T> item = new GuardedType<>(items, (node, reading) -> notNone(items, node, reading));
        ValueType<List<T>> any = ListType.atLeast(0, item);
        ValueType<List<T>> list = new GuardedType<>(any, (node, reading) -> distinct(any, makes, node, reading));
        return new EitherType<>(
                noneOrOne,
                list,
                items.sections().isEmpty() ? null : noneOrOne,
                values -> values.isEmpty() ? Yaml.text(NONE) : list.write(values));
    }

    private static <T> List<T> distinct(
            ValueType<List<T>> list, Function<T, String> makes, YamlNode node, Reading reading) {
        List<T> values = list.read(node, reading);
        List<String> made = values.stream().map(makes).toList();
        for (int item = 0; item < made.size(); item++) {
            int same = made.indexOf(made.get(item));
            if (same < item) {
                YamlNode second = node instanceof YamlList given ? given.items().get(item) : node;
                throw reading.refuse(
                        second.place(),
                        "items %d and %d of this list both make %s; keep one of them"
                                .formatted(same + 1, item + 1, made.get(item)));
            }
        }
        return values;
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
    private static <T> T notNone(ValueType<T> items, YamlNode node, Reading reading) {
        if (isNone(node)) {
            throw reading.refuse(
                    node.place(), "none is written alone, not in a list: write none, or an empty list, []");
        }
        return items.read(node, reading);
    }
}
