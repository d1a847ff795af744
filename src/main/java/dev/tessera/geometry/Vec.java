package dev.tessera.geometry;

import dev.tessera.units.QuantityText;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/// A point or a direction in space; metres unless stated otherwise.
public record Vec(double x, double y, double z) {
    public static final Vec ZERO = new Vec(0, 0, 0);

    /// Of the squared length of what [#unit] returns.
    private static final double ROUNDING = 1e-15;

    /// A point of the plane z = 0.
    public static Vec of(double x, double y) {
        return new Vec(x, y, 0);
    }

    /// @param xyz `[3]`
    public static Vec of(double[] xyz) {
        return new Vec(xyz[0], xyz[1], xyz[2]);
    }

    public double[] toArray() {
        return new double[] {x, y, z};
    }

    /// The component along axis 0, 1 or 2.
    public double along(int axis) {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    public Vec plus(Vec other) {
        return new Vec(x + other.x, y + other.y, z + other.z);
    }

    public Vec minus(Vec other) {
        return new Vec(x - other.x, y - other.y, z - other.z);
    }

    public Vec times(double factor) {
        return new Vec(x * factor, y * factor, z * factor);
    }

    public double dot(Vec other) {
        return x * other.x + y * other.y + z * other.z;
    }

    public Vec cross(Vec other) {
        return new Vec(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
    }

    public double length() {
        return Math.sqrt(dot(this));
    }

    public double distance(Vec other) {
        return minus(other).length();
    }

    /// The direction of this vector, length 1.
    /// @throws IllegalArgumentException for the zero vector, which has none
    public Vec unit() {
        double length = length();
        if (!(length > 0) || Double.isInfinite(length)) {
            throw new IllegalArgumentException("%s has no direction".formatted(this));
        }
        return times(1 / length);
    }

    /// As [#unit], but a vector that has length 1 to rounding is not scaled again: a direction that is written
    /// and read stays the same to the last bit.
    public Vec asDirection() {
        return Math.abs(dot(this) - 1) <= ROUNDING ? this : unit();
    }

    /// Any unit vector at a right angle to this one.
    public Vec anyNormal() {
        double ax = Math.abs(x);
        double ay = Math.abs(y);
        double az = Math.abs(z);
        Vec least = ax <= ay && ax <= az ? new Vec(1, 0, 0) : ay <= az ? new Vec(0, 1, 0) : new Vec(0, 0, 1);
        return cross(least).unit();
    }

    /// A position as text: `(12.00, 3.00, 40.00) mm`.
    public String inLengths() {
        return "(%s) %s".formatted(written(", ", lengthUnit()), lengthUnit());
    }

    /// The edges of a box as text: `60.00 x 20.00 x 5.00 mm`, in 2D `60.00 x 20.00 mm`.
    public String inEdges() {
        return written(" x ", lengthUnit()).replaceFirst(z == 0 ? " x [^x]*$" : "$", "") + " " + lengthUnit();
    }

    /// The components in a unit of length, with the decimals that give the largest four digits.
    /// @param unit `m`, `cm`, `mm` or `um`
    public String written(String between, String unit) {
        double f = 1 / unitM(unit);
        double largest = largest() * f;
        int decimals = largest == 0 ? 0 : (int) Math.clamp(3 - Math.floor(Math.log10(largest)), 0.0, 9.0);
        String number = "%." + decimals + "f";
        return DoubleStream.of(x, y, z)
                .map(component -> Math.abs(component * f) < 0.5 * Math.pow(10, -decimals) ? 0 : component * f)
                .mapToObj(number::formatted)
                .collect(Collectors.joining(between));
    }

    /// The components, three digits each: a position or a direction, without unit.
    @Override
    public String toString() {
        return "(%s, %s, %s)".formatted(QuantityText.about(x), QuantityText.about(y), QuantityText.about(z));
    }

    private double largest() {
        return Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z)));
    }

    /// `m`, `mm` or `um`: the largest unit in which the largest component is at least 1.
    public String lengthUnit() {
        return largest() >= 1 || largest() == 0 ? "m" : largest() >= 1e-3 ? "mm" : "um";
    }

    private static double unitM(String unit) {
        return switch (unit) {
            case "m" -> 1;
            case "cm" -> 1e-2;
            case "mm" -> 1e-3;
            case "um" -> 1e-6;
            default -> throw new IllegalArgumentException("no unit of places: " + unit);
        };
    }
}
