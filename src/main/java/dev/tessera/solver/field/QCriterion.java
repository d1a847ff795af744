package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The second invariant of the velocity gradient: positive where rotation exceeds strain, in the cores of vortices.
///
/// Source: Hunt, Wray, Moin, Center for Turbulence Research CTR-S88, 193 (1988).
public record QCriterion() implements ResultField {
    @Override
    public String key() {
        return "q-criterion";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.VELOCITY_GRADIENT_SQUARED;
    }

    @Override
    public String says() {
        return "the second invariant of the velocity gradient, positive in vortices";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return new Velocity().quantities(lattice);
    }

    @Override
    public FieldData of(FlowState flow) {
        double[][] velocity = new Velocity().of(flow).values();
        VelocityGradient gradient = flow.gradient();
        return FieldData.everywhere(this, flow.byNode(n -> gradient.secondInvariant(velocity, n)));
    }

    @Override
    public boolean startsAtZero() {
        return false;
    }
}
