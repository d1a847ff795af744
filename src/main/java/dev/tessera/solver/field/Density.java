package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The density, whose small changes carry the pressure.
public record Density() implements ResultField {
    static final String QUANTITY = "density";

    @Override
    public String key() {
        return "density";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.DENSITY;
    }

    @Override
    public String says() {
        return "`fluid.density` plus the pressure over the square of the lattice's speed of sound";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return List.of(QUANTITY);
    }

    @Override
    public FieldData of(FlowState flow) {
        double reference = flow.units().densityKgPerM3();
        return FieldData.everywhere(this, flow.converted(QUANTITY, rho -> rho * reference));
    }

    @Override
    public boolean startsAtZero() {
        return false;
    }
}
