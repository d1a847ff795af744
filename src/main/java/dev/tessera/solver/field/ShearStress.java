package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The shear stress of the second invariant, `sqrt(s:s / 2)` with the deviatoric stress s.
public record ShearStress() implements ResultField {
    @Override
    public String key() {
        return "shear-stress";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.PRESSURE;
    }

    @Override
    public String says() {
        return "`sqrt(s:s / 2)` of the deviatoric stress s";
    }

    @Override
    public List<String> components() {
        return List.of();
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return Stress.observed(lattice);
    }

    @Override
    public FieldData of(FlowState flow) {
        double[][] s = flow.stressPa();
        return FieldData.everywhere(this, flow.byNode(n -> {
            double diagonal = s[0][n] * s[0][n] + s[1][n] * s[1][n] + s[2][n] * s[2][n];
            double off = s[3][n] * s[3][n] + s[4][n] * s[4][n] + s[5][n] * s[5][n];
            return Math.sqrt(diagonal / 2 + off);
        }));
    }
}
