package dev.tessera.units;

import java.util.ArrayList;
import java.util.List;

/// A physical quantity as written: exact, with its unit. `0.35 m/s`, `120 mmHg`, `3.3e-6 m^2/s`, `1 kPa/m`.
///
/// A unit is a product (`.`, `*`, `·`, a space) or a quotient (`/`) of symbols with whole powers (`m^2`, `m2`, `m²`,
/// `s^-1`). After `/` only one factor may follow, because `kg/m.s` is ambiguous. Zero needs no unit, since it is the
/// same in all of them, except for a temperature.
public final class Quantity {
    private final String text;
    private final Dimension dimension;
    private final Ratio exact;
    private final boolean bare;

    Quantity(String text, Dimension dimension, Ratio exact, boolean bare) {
        this.text = text;
        this.dimension = dimension;
        this.exact = exact;
        this.bare = bare;
    }

    /// Reads a number and its unit.
    /// @throws QuantityException where the text is no number with a known unit; the message has the position and a
    ///        remedy
    public static Quantity parse(String text) {
        return new QuantityParser(text).quantity();
    }

    /// Reads a quantity of the given kind and returns it in SI units (angles in rad), rounded once.
    /// @throws QuantityException also for another dimension; the message has the expected kind, with an example
    public static double parse(String text, QuantityKind kind) {
        return parse(text).si(kind);
    }

    /// The SI value of one unit of the given kind: 133.322387415 for `mmHg`.
    /// @throws QuantityException for an unknown unit or one of another dimension
    public static double unitToSi(String unit, QuantityKind kind) {
        Unit read = new QuantityParser(unit).unitAlone();
        return new Quantity(unit, read.dimension(), read.factor(), unit.isBlank()).si(kind);
    }

    public Dimension dimension() {
        return dimension;
    }

    /// Whether no unit was written.
    public boolean isBare() {
        return bare;
    }

    /// The value in SI base units for any dimension, rounded once.
    public double si() {
        return exact.toDouble();
    }

    /// Whether it is of this kind: by its dimension, or as a zero without unit.
    public boolean is(QuantityKind kind) {
        boolean isZeroOfAnyUnit = bare && exact.toDouble() == 0 && kind.takesBareZero();
        return isZeroOfAnyUnit || dimension.equals(kind.dimension());
    }

    /// The value in SI units (angles in rad), rounded once.
    /// @throws QuantityException where it is of another kind
    public double si(QuantityKind kind) {
        if (!is(kind)) {
            throw new QuantityException(0, mismatch(kind));
        }
        return si();
    }

    private String mismatch(QuantityKind kind) {
        String expected = "expected %s, such as %s".formatted(withArticle(kind.words()), kind.example());
        if (bare) {
            return "'%s' has no unit; %s".formatted(text, expected);
        }
        List<String> kinds = kindsOf(dimension);
        String found =
                kinds.isEmpty() ? "has the dimension " + dimension : "is " + withArticle(String.join(" or ", kinds));
        return "'%s' %s; %s".formatted(text, found, expected);
    }

    private static String withArticle(String words) {
        return ("aeiou".indexOf(words.charAt(0)) >= 0 ? "an " : "a ") + words;
    }

    private static List<String> kindsOf(Dimension dimension) {
        List<String> words = new ArrayList<>();
        for (QuantityKind kind : QuantityKind.values()) {
            if (kind.dimension().equals(dimension) && words.size() < 2) {
                words.add(kind.words());
            }
        }
        return words;
    }

    /// As it was written.
    @Override
    public String toString() {
        return text;
    }
}
