package dev.tessera.model.mixture;

/// The strength with which walls act on a component of a [ShanChen] mixture.
///
/// @param component its name
/// @param strength in lattice units; positive where walls repel it
public record Adhesion(String component, double strength) {
    public Adhesion {
        if (!Double.isFinite(strength)) {
            throw new IllegalArgumentException(
                    "adhesion of %s is %s; it has to be a finite number".formatted(component, strength));
        }
    }

    /// The name of its kernel parameter.
    public String parameter() {
        return "adhesion-" + component;
    }
}
