package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The shear rate `sqrt(2 S:S)`, S the deviatoric rate of strain, from the stress and the viscosity of each node.
public record ShearRate() implements ResultField {
    private static final String KEY = "shear-rate";

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.VELOCITY_GRADIENT;
    }

    @Override
    public String says() {
        return "`sqrt(2 S:S)` of the rate of strain S";
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
        double unit = 1 / flow.units().timeStepS();
        return FieldData.everywhere(this, flow.converted(KEY, value -> value * unit));
    }
}
