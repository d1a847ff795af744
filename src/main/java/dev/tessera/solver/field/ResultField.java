package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// A quantity of the flow that results contain: in files of fields, and in pictures. The catalogue is
/// [ResultFields].
public interface ResultField {
    /// In cases and files: `wall-shear-stress`.
    String key();

    /// Its values have the first unit of this kind.
    QuantityKind kind();

    /// What it is, for the reference of `output.fields`: words that follow its key and unit.
    String says();

    /// The names of the components of a tensor; `x`, `y`, `z` of a vector; empty for a scalar.
    List<String> components();

    /// The observed quantities that it is computed from, by their names in kernels of observation.
    List<String> quantities(VelocitySet lattice);

    /// Whether mixtures have it, too.
    default boolean isOfMixtures() {
        return true;
    }

    /// Whether shallow water has it: what follows from height and velocity alone.
    default boolean isOfShallowWater() {
        return false;
    }

    /// Its values in a flow that was observed.
    FieldData of(FlowState flow);

    /// Whether the colours of a picture begin at zero: the field, or the length of a vector, is not negative.
    default boolean startsAtZero() {
        return true;
    }

    /// Its name on the scale of a picture, which shows the length of a vector.
    default String label() {
        return key().replace('-', ' ');
    }

    default String unit() {
        return kind().units().getFirst();
    }
}
