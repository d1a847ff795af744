package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The force of the fluid on a wall by momentum exchange (Ladd 1994): each cut link transfers the momentum of the
/// outgoing plus that of the incoming population. The device sums populations or momentum.
interface WallForce {
    int CODES = 27;

    Surface surface();

    /// What the device has to reduce.
    List<Reduction<?>> wanted();

    /// Without the populations at rest pressure is gauge.
    /// @param flow contains [#wanted]
    /// @return lattice units, `[3]`, per step
    double[] of(Reduced flow);

    /// For every wall, also those without links.
    static List<WallForce> ofWalls(Simulation simulation) {
        VelocitySet lattice = simulation.theCase().model().lattice();
        int[] incoming = IntStream.range(0, CODES)
                .map(code -> DirectionCodes.incoming(lattice, code))
                .toArray();
        CutLinks links = simulation.nodes().links();
        List<WallForce> walls = new ArrayList<>();
        for (Surface surface : simulation.nodes().surfaces()) {
            if (surface.kind() == Surface.Kind.WALL) {
                int[] nodes = IntStream.range(0, links.boundaryNodes())
                        .filter(b -> IntStream.range(links.firstLink(b), links.endLink(b))
                                .anyMatch(
                                        link -> links.surface(link) == surface.id() && incoming[links.code(link)] >= 0))
                        .toArray();
                walls.add(
                        simulation.boundaries().isInterpolated(surface.id())
                                ? new InterpolatedForce(simulation, surface, nodes, incoming)
                                : new HalfWayForce(simulation, surface, nodes, incoming));
            }
        }
        return walls;
    }
}
