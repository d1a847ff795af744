package dev.tessera.expr;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides whether two expressions are the same function, by evaluating both modulo the prime 2^61 - 1 at scattered
/// points: rational functions, square roots of them, and elementary functions.
///
/// Different functions agree at a random point with a probability of at most `degree / (2^61 - 1)` (Schwartz 1980,
/// Zippel 1979), degree being that of the numerator of their difference, or of its norm where there are square
/// roots; `errorBound` is this probability to the power of the number of points. Points come from a fixed sequence,
/// so that results are reproducible. A difference that is found is certain (unless a constant's denominator is a
/// multiple of the prime, which is refused), except for elementary functions: these are unknown functions of their
/// arguments, and an identity has to hold for all functions in their place.
///
/// @param points that were compared; points where a denominator vanishes or a root does not exist are replaced
/// @param errorBound probability bound of a wrong `true`
/// @param counterexample point where the two differ, as text; null if they agree
public record Identity(
        boolean holds,
        int points,
        double errorBound,
        @Nullable String counterexample) {
    private static final int POINTS = 8;
    private static final int ATTEMPTS = 64 * POINTS; // each root exists at every second point

    /// @throws ArithmeticException if an expression compares, takes minima, maxima or absolute values, or is
    ///        nowhere defined
    public static Identity of(Expr left, Expr right) {
        Evaluator evaluator = Evaluator.of(List.of(left, right));
        PrimeField field = new PrimeField();
        int compared = 0;
        for (int attempt = 0; attempt < ATTEMPTS && compared < POINTS; attempt++) {
            Map<String, Long> point = new LinkedHashMap<>();
            int seed = attempt;
            List<@Nullable Long> values =
                    evaluator.run(field, name -> point.computeIfAbsent(name, n -> residue(seed, point.size())));
            if (values.get(0) == null || values.get(1) == null) {
                continue;
            }
            compared++;
            if (!Objects.equals(values.get(0), values.get(1))) {
                return new Identity(
                        false,
                        compared,
                        0,
                        "%s against %s modulo 2^61 - 1 at %s".formatted(values.get(0), values.get(1), point));
            }
        }
        if (compared == 0) {
            throw new ArithmeticException(
                    "a denominator of %s or %s is zero, or a root does not exist modulo 2^61 - 1, at every point; 3 and -1 have no root"
                            .formatted(left, right));
        }
        double degree = Degree.of(List.of(left, right));
        return new Identity(true, compared, Math.pow(Math.min(1, degree / PrimeField.PRIME), compared), null);
    }

    /// Whether the two are the same function.
    public static boolean holds(Expr left, Expr right) {
        return of(left, right).holds();
    }

    private static long residue(int attempt, int symbol) {
        return Long.remainderUnsigned(PrimeField.scattered(1 + symbol + 4096L * attempt), PrimeField.PRIME);
    }
}
