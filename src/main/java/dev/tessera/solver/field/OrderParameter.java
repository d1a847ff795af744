package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The order parameter of a free-energy mixture: 1 in the first component, -1 in the second.
public record OrderParameter() implements ResultField {
    @Override
    public String key() {
        return FreeEnergy.ORDER_PARAMETER;
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.NUMBER;
    }

    @Override
    public String says() {
        return "1 in the first component of a free-energy mixture, -1 in the second";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return List.of(key());
    }

    @Override
    public FieldData of(FlowState flow) {
        return FieldData.everywhere(this, flow.converted(key(), phi -> phi));
    }

    @Override
    public boolean startsAtZero() {
        return false;
    }
}
