package dev.tessera.solver;

import java.util.List;

/// A named quantity of a run in SI units.
/// @param name fixed, such as `inlet.flow_rate`
/// @param unit such as `m3/s`; empty for pure numbers
public record Observable(String name, double value, String unit) {
    /// The value of one of several.
    /// @throws IllegalArgumentException where none has the name
    public static double value(List<Observable> all, String name) {
        return all.stream()
                .filter(one -> one.name.equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no observable " + name));
    }
}
