package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlEntry;
import dev.tessera.casefile.YamlNode.YamlMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/// The values of one section, each read and checked; checks between them note problems here.
final class Fields {
    private final YamlMap map;
    private final Reading reading;
    private final IdentityHashMap<Key<?>, Object> values = new IdentityHashMap<>();

    Fields(YamlMap map, Reading reading) {
        this.map = map;
        this.reading = reading;
    }

    <T> void put(Key<T> key, T value) {
        values.put(key, value);
    }

    /// The value of a key that is required or has a default.
    <T> T get(Key<T> key) {
        return find(key)
                .orElseThrow(() -> new IllegalStateException(
                        "key %s is neither required nor has it a default".formatted(key.name())));
    }

    @SuppressWarnings("unchecked") // put is the only way in, and typed
    <T> Optional<T> find(Key<T> key) {
        Object value = values.get(key);
        return value == null ? Optional.ofNullable(key.fallback()) : Optional.of((T) value);
    }

    /// Whether the case writes the key itself.
    boolean has(Key<?> key) {
        return values.containsKey(key);
    }

    Reading reading() {
        return reading;
    }

    Place place() {
        return map.place();
    }

    /// The place of the key's value; the section's place where it is not written.
    Place place(Key<?> key) {
        YamlEntry entry = map.find(key.name());
        return entry == null ? map.place() : entry.value().place();
    }

    Place keyPlace(Key<?> key) {
        YamlEntry entry = map.find(key.name());
        return entry == null ? map.place() : entry.keyPlace();
    }

    /// The place of a name inside the key's group.
    Place keyPlace(Key<?> key, String name) {
        YamlEntry entry = map.find(key.name());
        YamlEntry inner = entry != null && entry.value() instanceof YamlMap group ? group.find(name) : null;
        return inner == null ? keyPlace(key) : inner.keyPlace();
    }

    Unreadable refuse(Key<?> key, String message) {
        return reading.at(key.name()).refuse(place(key), message);
    }

    Unreadable refuse(String message) {
        return reading.refuse(map.place(), message);
    }

    List<Key<?>> written(List<Key<?>> among) {
        return among.stream().filter(this::has).toList();
    }
}
