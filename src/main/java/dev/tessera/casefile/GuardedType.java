package dev.tessera.casefile;

import java.util.List;

/// A type whose values are read with a check of its own; all else is as in another type.
record GuardedType<T>(ValueType<T> type, Reader<T> reader) implements ValueType<T> {
    /// Reads a value, or refuses it.
    @FunctionalInterface
    interface Reader<T> {
        T read(YamlNode node, Reading reading);
    }

    @Override
    public T read(YamlNode node, Reading reading) {
        return reader.read(node, reading);
    }

    @Override
    public YamlNode write(T value) {
        return type.write(value);
    }

    @Override
    public String words() {
        return type.words();
    }

    @Override
    public JsonNode schema() {
        return type.schema();
    }

    @Override
    public List<Section<?>> sections() {
        return type.sections();
    }
}
