package dev.tessera.model.collision;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// One moment of a [MomentBasis]: a polynomial of the lattice velocity.
///
/// @param name its leading part, such as `xx+yy+zz` or `xyy-xzz`
/// @param rate the name of its relaxation rate; empty for the conserved ones (density, momentum)
/// @param parity the axes under whose reflection it is odd, a bit mask (see `Reflections`)
/// @param leading the leading part, by monomial
/// @param values the polynomial at every direction, orthogonal to all modes before it under the lattice's
///        weights
/// @param norm the sum of weights times squared values
/// @param hermite whether the values are those of the leading part with Hermite polynomials in place of monomials:
///        then its equilibrium depends only on the fluid's velocity
record Mode(
        String name,
        String rate,
        int parity,
        SequencedMap<Monomial, Rational> leading,
        List<Rational> values,
        Rational norm,
        boolean hermite) {
    Mode {
        leading = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(leading));
        values = List.copyOf(values);
    }

    int order() {
        return leading.firstEntry().getKey().order();
    }

    boolean conserved() {
        return rate.isEmpty();
    }

    static Rational leadingAt(SequencedMap<Monomial, Rational> leading, Velocity c) {
        Rational sum = Rational.ZERO;
        for (var term : leading.entrySet()) {
            sum = sum.plus(term.getValue().times(term.getKey().at(c)));
        }
        return sum;
    }

    static Rational hermiteAt(SequencedMap<Monomial, Rational> leading, Velocity c, Rational soundSquared) {
        Rational sum = Rational.ZERO;
        for (var term : leading.entrySet()) {
            sum = sum.plus(term.getValue().times(term.getKey().hermiteAt(c, soundSquared)));
        }
        return sum;
    }
}
