package dev.tessera.suites.validation;

import java.util.List;

/// The catalogue of validation suites, in the order in which they run.
public final class Validation {
    private static final List<ValidationSuite> ALL = List.of(
            new Poiseuille(),
            new SquareDuct(),
            new TaylorGreen(),
            new Cavity2d(),
            new Cylinder2d(),
            new ObliqueTube(),
            new TileUtilisation(),
            new SphereArray(),
            new Cavity3d(),
            new Stability());

    private Validation() {}

    public static List<ValidationSuite> all() {
        return ALL;
    }
}
