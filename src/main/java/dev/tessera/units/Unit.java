package dev.tessera.units;

/// A unit as written: its spelling, its dimension, and its exact size in SI base units (angles: rad).
///
/// @param text as written, such as `mL/min`
record Unit(String text, Dimension dimension, Ratio factor) {
    static final Unit NONE = new Unit("", Dimension.NONE, Ratio.ONE);
}
