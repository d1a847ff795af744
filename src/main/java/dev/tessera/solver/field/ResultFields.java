package dev.tessera.solver.field;

import java.util.List;

/// The catalogue of result fields.
public final class ResultFields {
    private static final List<ResultField> ALL = List.of(
            new Velocity(), new Pressure(), new WallShearStress(), new ShearStress(), new Stress(), new Density());

    private ResultFields() {}

    /// In the order of messages and references.
    public static List<ResultField> all() {
        return ALL;
    }
}
