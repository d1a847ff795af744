package dev.tessera.solver;

/// A named quantity of a run in SI units.
/// @param name fixed, such as `inlet.flow_rate`
/// @param unit such as `m3/s`; empty for pure numbers
public record Observable(String name, double value, String unit) {}
