package dev.tessera.units;

import java.util.List;

/// The kind of a number of a case: its dimension, its name in messages, an example, and its usual units (the first
/// is SI; messages and written cases choose among them).
public enum QuantityKind {
    LENGTH("length", Dimension.LENGTH, "0.1 mm", "m", "mm", "um", "nm"),
    AREA("area", new Dimension(2, 0, 0, 0, 0), "4 mm2", "m2", "mm2", "um2"),
    PERMEABILITY("permeability", new Dimension(2, 0, 0, 0, 0), "1.2 D", "m2", "D", "mD"),
    VOLUME("volume", new Dimension(3, 0, 0, 0, 0), "2 mL", "m3", "mL", "uL"),
    TIME("time", Dimension.TIME, "0.05 s", "s", "ms", "us"),
    FREQUENCY("frequency", new Dimension(0, 0, -1, 0, 0), "1.2 Hz", "Hz", "1/min"),
    VELOCITY("velocity", new Dimension(1, 0, -1, 0, 0), "0.35 m/s", "m/s", "mm/s", "um/s"),
    /// Of vorticity and other velocity gradients; the unit of angles is left out.
    VELOCITY_GRADIENT("velocity gradient", new Dimension(0, 0, -1, 0, 0), "20 1/s", "1/s"),
    VELOCITY_GRADIENT_SQUARED("square of a velocity gradient", new Dimension(0, 0, -2, 0, 0), "400 1/s2", "1/s2"),
    ANGULAR_VELOCITY("angular velocity", new Dimension(0, 0, -1, 0, 1), "2 rad/s", "rad/s", "deg/s"),
    ACCELERATION("acceleration", new Dimension(1, 0, -2, 0, 0), "9.81 m/s2", "m/s2", "mm/s2"),
    FORCE("force", new Dimension(1, 1, -2, 0, 0), "2 mN", "N", "mN", "uN"),
    FORCE_DENSITY("force per volume", new Dimension(-2, 1, -2, 0, 0), "1000 N/m3", "N/m3"),
    PRESSURE("pressure (gauge)", new Dimension(-1, 1, -2, 0, 0), "80 mmHg", "Pa", "kPa", "mPa", "mmHg"),
    PRESSURE_GRADIENT("pressure gradient", new Dimension(-2, 1, -2, 0, 0), "1 kPa/m", "Pa/m", "kPa/m", "mmHg/m"),
    SURFACE_TENSION("surface tension", new Dimension(0, 1, -2, 0, 0), "72 mN/m", "N/m", "mN/m"),
    DENSITY("density", new Dimension(-3, 1, 0, 0, 0), "1050 kg/m3", "kg/m3", "g/cm3"),
    DYNAMIC_VISCOSITY("dynamic viscosity", new Dimension(-1, 1, -1, 0, 0), "3.5 mPa.s", "Pa.s", "mPa.s"),
    KINEMATIC_VISCOSITY("kinematic viscosity", new Dimension(2, 0, -1, 0, 0), "3.3e-6 m^2/s", "m2/s", "mm2/s"),
    FLOW_RATE("flow rate", new Dimension(3, 0, -1, 0, 0), "250 mL/min", "m3/s", "mL/s", "mL/min", "uL/s", "uL/min"),
    /// In 2D: a volume per second and metre of depth.
    FLOW_RATE_2D("flow rate per depth", new Dimension(2, 0, -1, 0, 0), "20 mm2/s", "m2/s", "mm2/s"),
    FLOW_RESISTANCE(
            "flow resistance", new Dimension(-4, 1, -1, 0, 0), "2e8 Pa.s/m3", "Pa.s/m3", "mmHg.s/mL", "mmHg.min/L"),
    /// In 2D: for the flow per metre of depth.
    FLOW_RESISTANCE_2D("flow resistance per depth", new Dimension(-3, 1, -1, 0, 0), "1e5 Pa.s/m2", "Pa.s/m2"),
    COMPLIANCE("compliance", new Dimension(4, -1, 2, 0, 0), "1e-9 m3/Pa", "m3/Pa", "mL/mmHg"),
    /// In 2D: per metre of depth.
    COMPLIANCE_2D("compliance per depth", new Dimension(3, -1, 2, 0, 0), "1e-6 m2/Pa", "m2/Pa"),
    TEMPERATURE("temperature", Dimension.TEMPERATURE, "310 K", "K"),
    ANGLE("angle", Dimension.ANGLE, "30 degrees", "rad", "deg"),
    NUMBER("number without unit", Dimension.NONE, "0.1", "");

    private final String words;
    private final Dimension dimension;
    private final String example;
    private final List<String> units;

    QuantityKind(String words, Dimension dimension, String example, String... units) {
        this.words = words;
        this.dimension = dimension;
        this.example = example;
        this.units = List.of(units);
    }

    /// For messages: `kinematic viscosity`.
    public String words() {
        return words;
    }

    public Dimension dimension() {
        return dimension;
    }

    /// Such as `0.35 m/s`.
    public String example() {
        return example;
    }

    /// Whether zero is the same in all of its units, so that it needs none.
    public boolean takesBareZero() {
        return this != TEMPERATURE;
    }

    /// Usual units; the first is SI.
    public List<String> units() {
        return units;
    }
}
