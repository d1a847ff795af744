package dev.tessera.solver;

import dev.tessera.geometry.LinksBySurface;
import dev.tessera.geometry.ParallelLoop;
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
        DirectionCodes directions = DirectionCodes.of(lattice);
        int[] incoming = IntStream.range(0, CODES).map(directions::incoming).toArray();
        LinksBySurface links = ParallelLoop.in(
                simulation.workers(), () -> simulation.nodes().links().bySurface());
        List<WallForce> walls = new ArrayList<>();
        for (Surface surface : simulation.nodes().surfaces()) {
            if (surface.kind() == Surface.Kind.WALL) {
                int[] nodes = links.nodes(surface.id(), directions.all());
                walls.add(
                        simulation.boundaries().isInterpolated(surface.id())
                                ? new InterpolatedForce(simulation, surface, nodes, incoming)
                                : new HalfWayForce(simulation, surface, nodes, incoming));
            }
        }
        return walls;
    }
}
