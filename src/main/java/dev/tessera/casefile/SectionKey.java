package dev.tessera.casefile;

import java.util.Optional;
import java.util.function.Function;

/// A key in the table of a section, and how to find the key's value in that of the section, which is how it is
/// written.
///
/// @param <S> what the section becomes
/// @param <T> what the key's value becomes
/// @param value to write; empty: the key is left out
/// @param instead what is written in place of this key, in words; empty where the key itself is
record SectionKey<S, T>(Key<T> key, Function<? super S, Optional<T>> value, String instead) {
    void write(S section, Yaml.Group group) {
        value.apply(section)
                .ifPresent(present -> group.with(key.name(), key.type().write(present)));
    }

    boolean isEverWritten() {
        return instead.isEmpty();
    }
}
