package dev.tessera.casefile;

import java.util.List;

/// How one kind of value is read, written, described and published. The reader, the writer, the JSON schema and the
/// case reference are all made from these, so that they cannot disagree.
///
/// @param <T> what a value becomes
interface ValueType<T> {
    /// @throws Unreadable where the value is wrong; the problem has been noted
    T read(YamlNode node, Reading reading);

    /// The inverse of [#read]: what is written here is read as an equal value, numbers to the last bit.
    /// @throws IllegalArgumentException where a case has no text for the value
    YamlNode write(T value);

    /// In messages: `length`, `one of bgk, trt`, `list of 3 lengths`.
    String words();

    /// As JSON schema (2020-12), built of [JsonNode] values.
    JsonNode schema();

    /// The sections that describe parts of this value, for the reference.
    default List<Section<?>> sections() {
        return List.of();
    }
}
