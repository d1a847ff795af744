package dev.tessera.expr;

/// The numbers from `least` to `most`, both included; they may be infinite.
public record Interval(double least, double most) {
    /// All numbers.
    public static final Interval ALL = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    public Interval {
        if (!(least <= most)) {
            throw new IllegalArgumentException("%s to %s is no interval".formatted(least, most));
        }
    }

    public static Interval of(double value) {
        return new Interval(value, value);
    }

    /// The interval between the smallest and the largest value; all numbers where one is NaN.
    static Interval spanning(double... values) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            if (Double.isNaN(value)) {
                return ALL;
            }
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return new Interval(least, most);
    }

    /// The largest absolute value.
    public double largest() {
        return Math.max(Math.abs(least), Math.abs(most));
    }

    boolean contains(double value) {
        return least <= value && value <= most;
    }

    Interval plus(Interval other) {
        return spanning(least + other.least, most + other.most);
    }

    Interval minus(Interval other) {
        return spanning(least - other.most, most - other.least);
    }

    Interval times(Interval other) {
        return spanning(least * other.least, least * other.most, most * other.least, most * other.most);
    }

    Interval over(Interval other) {
        return other.contains(0)
                ? ALL
                : spanning(least / other.least, least / other.most, most / other.least, most / other.most);
    }

    Interval absolute() {
        return contains(0) ? new Interval(0, largest()) : spanning(Math.abs(least), Math.abs(most));
    }

    Interval union(Interval other) {
        return new Interval(Math.min(least, other.least), Math.max(most, other.most));
    }
}
