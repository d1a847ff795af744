package dev.tessera.solver;

import dev.tessera.units.QuantityKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One key of a boundary in a case, as data: reader, writer, schema and reference are made from it.
///
/// @param <T> what its value becomes
/// @param fallback value where the key is not written; null: none
/// @param fallbackText the default in words, empty where there is none
/// @param says its meaning, for the reference
/// @param example a value as YAML, with which the reference is tested
public record BoundaryKey<T>(
        String name, Type<T> type, @Nullable T fallback, String fallbackText, String says, String example) {

    /// Without a default.
    public static <T> BoundaryKey<T> of(String name, Type<T> type, String says, String example) {
        return new BoundaryKey<>(name, type, null, "", says, example);
    }

    public BoundaryKey<T> or(T value, String text) {
        return new BoundaryKey<>(name, type, value, text, says, example);
    }

    /// How a value is written.
    public sealed interface Type<T> {
        /// A number with its unit, or an expression of place and time.
        record Varying(QuantityKind kind) implements Type<Value> {}

        /// Three of them.
        record VaryingVector(QuantityKind kind) implements Type<List<Value>> {}

        /// Volume per second, in 2D per metre of depth; or an expression.
        record FlowRate() implements Type<Value> {}

        /// A number without unit, at least `least` and at most `most`.
        record FromTo(double least, double most) implements Type<Double> {}

        /// A number with its unit; becomes SI.
        record Measured(QuantityKind kind) implements Type<Double> {}

        /// A positive number with its unit that is meant per flow, or per volume: in 2D of another kind,
        /// per metre of depth.
        record PerFlow(QuantityKind kind, QuantityKind in2d) implements Type<Double> {}

        /// One of an enum's constants, in kebab-case.
        record OneOf<E extends Enum<E>>(List<E> values) implements Type<E> {}

        /// `true` or `false`.
        record Flag() implements Type<Boolean> {}

        /// A time, or `auto`.
        record Ramp() implements Type<Boundary.Rise> {}

        /// The group of a layer of raised viscosity.
        record SpongeLayer() implements Type<Boundary.Sponge> {}
    }

    /// The values that a case gives for one boundary.
    public interface Given {
        /// The value, or the key's default.
        <T> Optional<T> find(BoundaryKey<T> key);

        /// Whether the case writes the key itself.
        boolean has(BoundaryKey<?> key);

        /// The word of the key `scheme`.
        Optional<String> scheme();

        /// A problem at the place of a key, to be thrown.
        RuntimeException refuse(BoundaryKey<?> key, String message);

        /// A problem at the key `scheme`, or at the boundary where that is not written; to be thrown.
        RuntimeException refuse(String message);

        /// The value of a key that has a default or is given for certain.
        default <T> T get(BoundaryKey<T> key) {
            return find(key).orElseThrow(() -> refuse("key '%s' is missing".formatted(key.name())));
        }
    }

    /// The values that a case writes for a boundary.
    ///
    /// @param scheme empty: the key is not written
    public record Written(Optional<String> scheme, SequencedMap<BoundaryKey<?>, Object> values) {
        public Written {
            values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
        }

        /// No keys.
        public static Written nothing() {
            return new Written(Optional.empty(), new LinkedHashMap<>());
        }

        /// The key `scheme` alone.
        public static Written scheme(String word) {
            return new Written(Optional.of(word), new LinkedHashMap<>());
        }

        /// Adds a value, unless it is the key's default.
        public <T> Written with(BoundaryKey<T> key, T value) {
            if (value.equals(key.fallback())) {
                return this;
            }
            SequencedMap<BoundaryKey<?>, Object> more = new LinkedHashMap<>(values);
            more.put(key, value);
            return new Written(scheme, more);
        }

        @SuppressWarnings("unchecked") // `with` is the only way in, and typed
        public <T> Optional<T> find(BoundaryKey<T> key) {
            return Optional.ofNullable((T) values.get(key));
        }
    }
}
