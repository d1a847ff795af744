package dev.tessera.coupling;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// The directions of Palabos' descriptors. In 3D: rest; the velocities whose first component that is not zero is
/// negative; their opposites. D2Q9 goes around the circle.
///
/// Source: Palabos 2024-09, `nearestNeighborLattices2D.hh`, `nearestNeighborLattices3D.hh`.
final class PalabosDirections {
    private static final List<Velocity> D2Q9 = List.of(
            new Velocity(0, 0, 0),
            new Velocity(-1, 1, 0),
            new Velocity(-1, 0, 0),
            new Velocity(-1, -1, 0),
            new Velocity(0, -1, 0),
            new Velocity(1, -1, 0),
            new Velocity(1, 0, 0),
            new Velocity(1, 1, 0),
            new Velocity(0, 1, 0));

    private PalabosDirections() {}

    /// The velocities in Palabos' order.
    static List<Velocity> of(VelocitySet lattice) {
        if (lattice.dimensions() == 2) {
            return D2Q9;
        }
        List<Velocity> velocities = new ArrayList<>(List.of(lattice.velocity(0)));
        for (int i = 2; i < lattice.size(); i += 2) { // the second of each pair
            velocities.add(lattice.velocity(i));
        }
        for (int i = 1; i < lattice.size(); i += 2) {
            velocities.add(lattice.velocity(i));
        }
        return velocities;
    }
}
