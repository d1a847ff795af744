package dev.tessera.model.collision;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;

/// `x^a y^b z^c`, exponents 0, 1 or 2 (a component's cube is itself).
record Monomial(int a, int b, int c) {
    int exponent(int axis) {
        return axis == 0 ? a : axis == 1 ? b : c;
    }

    int order() {
        return a + b + c;
    }

    /// The monomial without one factor of an axis.
    Monomial lowered(int axis) {
        return new Monomial(axis == 0 ? a - 1 : a, axis == 1 ? b - 1 : b, axis == 2 ? c - 1 : c);
    }

    Rational at(Velocity velocity) {
        long product = 1;
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < exponent(axis); k++) {
                product *= velocity.along(axis);
            }
        }
        return Rational.of(product);
    }

    /// The Hermite polynomial with this leading term: the product of 1, x or `x² - c_s²` over the axes.
    Rational hermiteAt(Velocity velocity, Rational soundSquared) {
        Rational product = Rational.ONE;
        for (int axis = 0; axis < 3; axis++) {
            long c = velocity.along(axis);
            product = product.times(
                    switch (exponent(axis)) {
                        case 0 -> Rational.ONE;
                        case 1 -> Rational.of(c);
                        default -> Rational.of(c * c).minus(soundSquared);
                    });
        }
        return product;
    }
}
