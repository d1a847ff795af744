package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The height of shallow water over its bed.
public record Height() implements ResultField {
    static final String KEY = "height";

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.LENGTH;
    }

    @Override
    public String says() {
        return "of shallow water over its bed (`model.equilibrium: shallow-water`)";
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
    public boolean isOfMixtures() {
        return false;
    }

    @Override
    public boolean isOfShallowWater() {
        return true;
    }

    @Override
    public FieldData of(FlowState flow) {
        double unitM = flow.heightUnitM();
        return FieldData.everywhere(this, flow.converted(Density.QUANTITY, height -> height * unitM));
    }

    @Override
    public boolean startsAtZero() {
        return false;
    }
}
