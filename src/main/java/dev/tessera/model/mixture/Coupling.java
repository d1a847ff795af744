package dev.tessera.model.mixture;

/// The strength with which two components of a mixture act on each other.
///
/// @param first a component
/// @param second another, or the same: a component that acts on itself
/// @param strength in lattice units; positive where they repel each other
public record Coupling(String first, String second, double strength) {
    public Coupling {
        if (!Double.isFinite(strength)) {
            throw new IllegalArgumentException(
                    "coupling %s-%s is %s; it has to be a finite number".formatted(first, second, strength));
        }
    }

    /// The name of its kernel parameter.
    public String parameter() {
        return "coupling-%s-%s".formatted(first, second);
    }

    /// Whether these are the two components, in any order.
    boolean joins(String one, String other) {
        return first.equals(one) && second.equals(other) || first.equals(other) && second.equals(one);
    }
}
