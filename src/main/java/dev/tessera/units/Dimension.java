package dev.tessera.units;

import java.util.ArrayList;
import java.util.List;

/// The dimension of a quantity: whole exponents of metre, kilogram, second, kelvin and angle. Angle differs from a
/// plain number so that `30` is never read as radians by accident.
public record Dimension(int length, int mass, int time, int temperature, int angle) {
    public static final Dimension NONE = new Dimension(0, 0, 0, 0, 0);
    public static final Dimension LENGTH = new Dimension(1, 0, 0, 0, 0);
    public static final Dimension MASS = new Dimension(0, 1, 0, 0, 0);
    public static final Dimension TIME = new Dimension(0, 0, 1, 0, 0);
    public static final Dimension TEMPERATURE = new Dimension(0, 0, 0, 1, 0);
    public static final Dimension ANGLE = new Dimension(0, 0, 0, 0, 1);

    private static final String[] SYMBOLS = {"kg", "m", "s", "K", "rad"};

    public Dimension times(Dimension other) {
        return new Dimension(
                length + other.length,
                mass + other.mass,
                time + other.time,
                temperature + other.temperature,
                angle + other.angle);
    }

    public Dimension over(Dimension other) {
        return times(other.power(-1));
    }

    public Dimension power(int exponent) {
        return new Dimension(
                length * exponent, mass * exponent, time * exponent, temperature * exponent, angle * exponent);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /// In SI base units, as the quantity parser reads it: `kg.m^-1.s^-2`; `1` for a bare number.
    @Override
    public String toString() {
        int[] exponents = {mass, length, time, temperature, angle};
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < SYMBOLS.length; i++) {
            if (exponents[i] != 0) {
                parts.add(exponents[i] == 1 ? SYMBOLS[i] : SYMBOLS[i] + "^" + exponents[i]);
            }
        }
        return parts.isEmpty() ? "1" : String.join(".", parts);
    }
}
