package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The gauge pressure.
public record Pressure() implements ResultField {
    @Override
    public String key() {
        return "pressure";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.PRESSURE;
    }

    @Override
    public String says() {
        return "gauge";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return List.of(Density.QUANTITY);
    }

    @Override
    public FieldData of(FlowState flow) {
        return FieldData.everywhere(this, flow.converted(Density.QUANTITY, flow.units()::pressurePa));
    }

    @Override
    public boolean startsAtZero() {
        return false;
    }
}
