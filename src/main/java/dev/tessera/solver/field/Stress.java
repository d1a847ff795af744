package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// The deviatoric (viscous) stress, a symmetric tensor in the order of VTK.
public record Stress() implements ResultField {
    @Override
    public String key() {
        return "stress";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.PRESSURE;
    }

    @Override
    public String says() {
        return "the deviatoric stress tensor: xx, yy, zz, xy, yz, xz";
    }

    @Override
    public List<String> components() {
        return List.of("xx", "yy", "zz", "xy", "yz", "xz");
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return observed(lattice);
    }

    /// xx, yy, xy in 2D; xx, yy, zz, xy, xz, yz in 3D.
    static List<String> observed(VelocitySet lattice) {
        return lattice.dimensions() == 2
                ? List.of("stress-xx", "stress-yy", "stress-xy")
                : List.of("stress-xx", "stress-yy", "stress-zz", "stress-xy", "stress-xz", "stress-yz");
    }

    @Override
    public FieldData of(FlowState flow) {
        double[][] s = flow.stressPa();
        return FieldData.everywhere(this, s[0], s[1], s[2], s[3], s[5], s[4]);
    }
}
