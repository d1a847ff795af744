package dev.tessera.geometry;

/// A point or a direction in space; metres unless said.
public record Vec(double x, double y, double z) {
    public static final Vec ZERO = new Vec(0, 0, 0);

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

    /// Any unit vector at a right angle to this one.
    public Vec anyNormal() {
        double ax = Math.abs(x);
        double ay = Math.abs(y);
        double az = Math.abs(z);
        Vec least = ax <= ay && ax <= az ? new Vec(1, 0, 0) : ay <= az ? new Vec(0, 1, 0) : new Vec(0, 0, 1);
        return cross(least).unit();
    }

    /// `(0.0120, 0.00300, 0.0400) m`.
    public String inMetres() {
        return "(%.4g, %.4g, %.4g) m".formatted(x, y, z);
    }
}
