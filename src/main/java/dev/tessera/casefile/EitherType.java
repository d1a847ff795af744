package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlList;
import dev.tessera.casefile.YamlNode.YamlMap;
import dev.tessera.casefile.YamlNode.YamlText;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A value that may be written in several ways, distinguished by the kind of the YAML node: a text, a list, or a
/// group of keys.
///
/// @param writer writes a value in the simplest of these ways that can express it
record EitherType<T>(
        @Nullable ValueType<? extends T> text,
        @Nullable ValueType<? extends T> list,
        @Nullable ValueType<? extends T> group,
        Function<? super T, YamlNode> writer)
        implements ValueType<T> {
    static <T> EitherType<T> textOrGroup(
            ValueType<? extends T> text, ValueType<? extends T> group, Function<? super T, YamlNode> writer) {
        return new EitherType<>(text, null, group, writer);
    }

    static <T> EitherType<T> textOrList(
            ValueType<? extends T> text, ValueType<? extends T> list, Function<? super T, YamlNode> writer) {
        return new EitherType<>(text, list, null, writer);
    }

    @Override
    public T read(YamlNode node, Reading reading) {
        ValueType<? extends T> type = switch (node) {
            case YamlText t -> text;
            case YamlList l -> list;
            case YamlMap m -> group;
        };
        if (type == null) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        return type.read(node, reading);
    }

    @Override
    public YamlNode write(T value) {
        return writer.apply(value);
    }

    private Stream<ValueType<? extends T>> types() {
        return Stream.<@Nullable ValueType<? extends T>>of(text, list, group)
                .filter(type -> type != null)
                .distinct();
    }

    @Override
    public String words() {
        return types().map(ValueType::words).collect(Collectors.joining(" or "));
    }

    @Override
    public JsonNode schema() {
        return JsonNode.anyOf(types().map(type -> type.schema()).toList());
    }

    @Override
    public List<Section<?>> sections() {
        return types().<Section<?>>flatMap(type -> type.sections().stream()).toList();
    }
}
