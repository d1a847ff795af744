package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The velocity, with three components also in 2D.
public record Velocity() implements ResultField {
    static final List<String> AXES = List.of("x", "y", "z");

    @Override
    public String key() {
        return "velocity";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.VELOCITY;
    }

    @Override
    public String says() {
        return "a vector";
    }

    @Override
    public List<String> components() {
        return AXES;
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return AXES.subList(0, lattice.dimensions()).stream()
                .map(axis -> "velocity-" + axis)
                .toList();
    }

    @Override
    public boolean isOfShallowWater() {
        return true;
    }

    @Override
    public FieldData of(FlowState flow) {
        double unit = flow.units().velocityUnitMPerS();
        List<String> quantities = quantities(flow.lattice());
        double[][] values = new double[3][];
        for (int axis = 0; axis < 3; axis++) {
            values[axis] = axis < quantities.size()
                    ? flow.converted(quantities.get(axis), v -> v * unit)
                    : new double[flow.fluidNodes()];
        }
        return FieldData.everywhere(this, values);
    }

    @Override
    public String label() {
        return "speed";
    }
}
