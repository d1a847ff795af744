package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Given.Remembered;
import dev.tessera.model.Given.Unit;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// The fields of rules that need the flow at a node in the previous step: its velocity, a tensor of its stress, and
/// the normal of the opening.
public final class RememberedFlow {
    private RememberedFlow() {}

    /// `velocity-x …`, `TENSOR-xx …` (remembered), `normal-x …`.
    public static List<FieldSpec> fields(String tensor, VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        Components.vector("velocity", lattice)
                .forEach(name -> fields.add(new FieldSpec(name, new Remembered(Unit.VELOCITY))));
        Components.symmetricTensor(tensor, lattice)
                .forEach(name -> fields.add(new FieldSpec(name, new Remembered(Unit.STRESS))));
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            fields.add(new FieldSpec(Components.of("normal", axis), new Given.Normal(axis)));
        }
        return fields;
    }
}
