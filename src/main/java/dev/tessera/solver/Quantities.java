package dev.tessera.solver;

import dev.tessera.model.VelocitySet;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Velocity;
import java.util.List;

/// Names of the quantities that observation kernels store.
final class Quantities {
    static final String DENSITY = "density";
    /// Velocity over the speed of waves of shallow water.
    static final String FROUDE = "froude";

    static final String SPEED = "speed";
    static final String INFLOW = "inflow";

    /// Mass that interpolated walls add to a node in a step.
    static final String LEAK = "leak";

    private Quantities() {}

    static List<String> velocity(VelocitySet lattice) {
        return new Velocity().quantities(lattice);
    }

    /// xx, yy, xy in 2D; xx, yy, zz, xy, xz, yz in 3D.
    static List<String> stress(VelocitySet lattice) {
        return new Stress().quantities(lattice);
    }

    /// Momentum that nodes pass to interpolated walls, one component per dimension.
    static List<String> wallForce(VelocitySet lattice) {
        return List.of("wall-force-x", "wall-force-y", "wall-force-z").subList(0, lattice.dimensions());
    }
}
