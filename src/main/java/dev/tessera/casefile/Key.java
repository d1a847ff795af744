package dev.tessera.casefile;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// One key of a section: its name, type, whether it must be there, and what the reference says of it.
///
/// @param fallback value where the key is not written; null: none
/// @param fallbackText the default in words, empty where there is none
/// @param example a value as YAML, with which the reference is tested
/// @param informs what the keys behind this one know from its value
record Key<T>(
        String name,
        ValueType<T> type,
        boolean required,
        @Nullable T fallback,
        String fallbackText,
        String says,
        String example,
        BiFunction<Reading, T, Reading> informs) {
    static <T> Key<T> of(String name, ValueType<T> type) {
        return new Key<>(name, type, false, null, "", "", "", (reading, value) -> reading);
    }

    /// The case is refused without it.
    Key<T> needed() {
        return new Key<>(name, type, true, fallback, fallbackText, says, example, informs);
    }

    /// @param text the default as the reference shows it
    Key<T> or(T value, String text) {
        return new Key<>(name, type, false, value, text, says, example, informs);
    }

    /// What happens without it, where that is no value.
    Key<T> otherwise(String text) {
        return new Key<>(name, type, required, fallback, text, says, example, informs);
    }

    Key<T> says(String text) {
        return new Key<>(name, type, required, fallback, fallbackText, text, example, informs);
    }

    Key<T> example(String yaml) {
        return new Key<>(name, type, required, fallback, fallbackText, says, yaml, informs);
    }

    /// The keys behind this one are read knowing its value.
    Key<T> informing(BiFunction<Reading, T, Reading> change) {
        return new Key<>(name, type, required, fallback, fallbackText, says, example, change);
    }
}
