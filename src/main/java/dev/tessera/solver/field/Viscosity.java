package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The kinematic viscosity of each node: the fluid's, or that of its law, of its place or of a turbulence model.
public record Viscosity() implements ResultField {
    private static final String KEY = "viscosity";

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.KINEMATIC_VISCOSITY;
    }

    @Override
    public String says() {
        return "the kinematic viscosity of each node: of a law, an expression, or with a turbulence model";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return List.of(KEY);
    }

    @Override
    public boolean isOfMixtures() {
        return false;
    }

    @Override
    public FieldData of(FlowState flow) {
        double unit = 1 / flow.units().viscosityLattice(1);
        return FieldData.everywhere(this, flow.converted(KEY, value -> value * unit));
    }
}
