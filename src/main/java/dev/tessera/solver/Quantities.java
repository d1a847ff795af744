package dev.tessera.solver;

import dev.tessera.model.VelocitySet;
import java.util.List;

/// Names of the quantities that observation kernels store.
final class Quantities {
    static final String DENSITY = "density";
    static final String SPEED = "speed";
    static final String INFLOW = "inflow";

    private Quantities() {}

    static List<String> velocity(VelocitySet lattice) {
        return List.of("velocity-x", "velocity-y", "velocity-z").subList(0, lattice.dimensions());
    }

    /// xx, yy, xy in 2D; xx, yy, zz, xy, xz, yz in 3D.
    static List<String> stress(VelocitySet lattice) {
        return lattice.dimensions() == 2
                ? List.of("stress-xx", "stress-yy", "stress-xy")
                : List.of("stress-xx", "stress-yy", "stress-zz", "stress-xy", "stress-xz", "stress-yz");
    }
}
