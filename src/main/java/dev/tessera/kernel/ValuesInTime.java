package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Source;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// How the prescribed values of a class of nodes change in time: a value is a sum of terms, `Σ profile · series`
/// (docs/decisions/0037). Values without entry are plain fields or parameters.
///
/// @param terms by the name of the value, as rules and forces use it
public record ValuesInTime(SequencedMap<String, List<Term>> terms) {
    /// No value changes.
    public static final ValuesInTime NONE = new ValuesInTime(new LinkedHashMap<>());

    public ValuesInTime {
        SequencedMap<String, List<Term>> copy = new LinkedHashMap<>();
        terms.forEach((name, sum) -> {
            if (sum.isEmpty()) {
                throw new IllegalArgumentException("%s has no terms".formatted(name));
            }
            copy.put(name, List.copyOf(sum));
        });
        terms = Collections.unmodifiableSequencedMap(copy);
    }

    /// A product. @param profile name of a field; empty: one, @param series its name; empty: one
    public record Term(Optional<String> profile, Optional<String> series) {
        public Term {
            if (profile.isEmpty() && series.isEmpty()) {
                throw new IllegalArgumentException("a term has a profile, a series, or both");
            }
        }

        /// A field that does not change.
        public static Term fixed(String profile) {
            return new Term(Optional.of(profile), Optional.empty());
        }

        /// The same value at all nodes.
        public static Term uniform(String series) {
            return new Term(Optional.empty(), Optional.of(series));
        }

        public static Term of(String profile, String series) {
            return new Term(Optional.of(profile), Optional.of(series));
        }
    }

    /// A value that changes as the sum of its terms; empty for a plain field or parameter.
    /// @param load the symbol of a source, with a name for it
    Optional<Expr> value(String name, BiFunction<String, Source, Expr> load) {
        return terms.getOrDefault(name, List.of()).stream()
                .map(term -> Stream.concat(
                                term.profile.map(field -> load.apply(field, new Source.FieldIn(field))).stream(),
                                term.series.map(series -> load.apply(series, new Source.Series(series))).stream())
                        .reduce(Expr::times)
                        .orElseThrow())
                .reduce(Expr::plus);
    }

    /// These values and others, with other names.
    public ValuesInTime and(ValuesInTime other) {
        SequencedMap<String, List<Term>> both = new LinkedHashMap<>(terms);
        both.putAll(other.terms);
        return new ValuesInTime(both);
    }
}
