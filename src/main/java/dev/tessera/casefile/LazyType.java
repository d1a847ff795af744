package dev.tessera.casefile;

import java.util.function.Supplier;

/// A type that contains itself (a union of shapes); the schema refers to it by name.
///
/// @param name under the schema's `$defs`
record LazyType<T>(String name, String words, Supplier<ValueType<T>> type) implements ValueType<T> {
    @Override
    public T read(YamlNode node, Reading reading) {
        return type.get().read(node, reading);
    }

    @Override
    public YamlNode write(T value) {
        return type.get().write(value);
    }

    @Override
    public JsonNode schema() {
        return JsonNode.fields().with("$ref", "#/$defs/" + name);
    }
}
