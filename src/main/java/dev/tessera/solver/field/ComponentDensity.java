package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The density of a component of a mixture.
///
/// @param component its name
public record ComponentDensity(String component) implements ResultField {
    static final String PREFIX = Mixture.densityOf("");

    @Override
    public String key() {
        return Mixture.densityOf(component);
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.DENSITY;
    }

    @Override
    public String says() {
        return "of the component " + component;
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
        double reference = flow.units().densityKgPerM3();
        return FieldData.everywhere(this, flow.converted(key(), rho -> rho * reference));
    }
}
