package dev.tessera.casefile;

import java.util.List;
import java.util.function.Function;

/// A type whose values become something else; described as before.
///
/// @param change may throw `IllegalArgumentException`, which is reported at the value's place
/// @param back the inverse of `change`
record MappedType<S, T>(ValueType<S> type, Function<S, T> change, Function<T, S> back) implements ValueType<T> {
    @Override
    public T read(YamlNode node, Reading reading) {
        S value = type.read(node, reading);
        try {
            return change.apply(value);
        } catch (IllegalArgumentException e) {
            throw reading.refuse(node.place(), e);
        }
    }

    @Override
    public YamlNode write(T value) {
        return type.write(back.apply(value));
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
