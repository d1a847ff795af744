package dev.tessera.casefile;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One key of a section: its name, type, whether it must be there, and its text in the reference.
///
/// @param fallback value where the key is not written; null: none
/// @param fallbackText the default in words, empty where there is none
/// @param example a value as YAML, with which the reference is tested
/// @param informs passes its value to the following keys
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

    /// The default in words, where it is no value.
    Key<T> otherwise(String text) {
        return new Key<>(name, type, required, fallback, text, says, example, informs);
    }

    Key<T> says(String text) {
        return new Key<>(name, type, required, fallback, fallbackText, text, example, informs);
    }

    Key<T> example(String yaml) {
        return new Key<>(name, type, required, fallback, fallbackText, says, yaml, informs);
    }

    /// In the table of a section: always written.
    /// @param value what the section's value holds for this key
    <S> SectionKey<S, T> from(Function<? super S, ? extends T> value) {
        return ifPresent(section -> Optional.of(value.apply(section)));
    }

    /// In the table of a section: written where the section's value holds something for it.
    <S> SectionKey<S, T> ifPresent(Function<? super S, Optional<T>> value) {
        return new SectionKey<>(this, value, "");
    }

    /// In the table of a section: written where a part of the section's value is of one kind.
    /// @param value what that kind holds for this key
    <S, K> SectionKey<S, T> where(
            Function<? super S, ? extends @Nullable Object> part,
            Class<K> kind,
            Function<? super K, ? extends T> value) {
        return ifPresent(section -> {
            Object found = part.apply(section);
            return kind.isInstance(found) ? Optional.of(value.apply(kind.cast(found))) : Optional.empty();
        });
    }

    /// In the table of a section: written where a part of the section's value is of one kind; that part is the
    /// value.
    <S, K extends T> SectionKey<S, T> where(Function<? super S, ? extends @Nullable Object> part, Class<K> kind) {
        return where(part, kind, value -> value);
    }

    /// In the table of a section: written where the section's value is of one kind.
    <S, K extends S> SectionKey<S, T> where(Class<K> kind, Function<? super K, ? extends T> value) {
        return where(section -> section, kind, value);
    }

    /// In the table of a section: written where the value is not the default.
    <S> SectionKey<S, T> unlessDefault(Function<? super S, ? extends T> value) {
        return ifPresent(section -> Optional.<T>of(value.apply(section)).filter(written -> !written.equals(fallback)));
    }

    /// In the table of a section: never written, because other keys express it.
    /// @param instead what is written, in words
    <S> SectionKey<S, T> neverWritten(String instead) {
        return new SectionKey<>(this, section -> Optional.empty(), instead);
    }

    /// The keys behind this one are read knowing its value.
    Key<T> informing(BiFunction<Reading, T, Reading> change) {
        return new Key<>(name, type, required, fallback, fallbackText, says, example, change);
    }
}
