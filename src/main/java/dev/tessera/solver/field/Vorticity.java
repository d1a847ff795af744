package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The curl of the velocity, by [VelocityGradient].
public record Vorticity() implements ResultField {
    @Override
    public String key() {
        return "vorticity";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.VELOCITY_GRADIENT;
    }

    @Override
    public String says() {
        return "a vector, the curl of the velocity, by differences between neighbours";
    }

    @Override
    public List<String> components() {
        return Velocity.AXES;
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return new Velocity().quantities(lattice);
    }

    @Override
    public boolean isOfShallowWater() {
        return true;
    }

    @Override
    public FieldData of(FlowState flow) {
        double[][] velocity = new Velocity().of(flow).values();
        VelocityGradient gradient = flow.gradient();
        double[][] curl = new double[3][];
        for (int axis = 0; axis < 3; axis++) {
            int along = axis;
            curl[along] = flow.byNode(n -> gradient.vorticity(velocity, along, n));
        }
        return FieldData.everywhere(this, curl);
    }
}
