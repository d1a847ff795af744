package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The force of the fluid on a wall by momentum exchange (Ladd 1994): each cut link transfers the momentum of the
/// outgoing plus that of the incoming population. Populations are summed for each direction on the device.
final class WallForce {
    private static final int CODES = 27;

    private final Simulation simulation;
    private final VelocitySet lattice;
    private final Surface surface;
    private final int[] boundaryNodes; // indices into the cut links
    private final int[] incoming; // by the code of a link
    private final LinkTotals populations;
    private @Nullable List<ExactSum> motion; // by direction, of a velocity that does not change

    private WallForce(Simulation simulation, Surface surface, int[] boundaryNodes, int[] incoming) {
        this.simulation = simulation;
        this.lattice = simulation.theCase().model().lattice();
        this.surface = surface;
        this.boundaryNodes = boundaryNodes;
        this.incoming = incoming;
        CutLinks links = simulation.nodes().links();
        int[] directions = new int[boundaryNodes.length];
        for (int k = 0; k < boundaryNodes.length; k++) {
            int b = boundaryNodes[k];
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int back = incoming[links.code(link)];
                if (links.surface(link) == surface.id() && back >= 0) {
                    directions[k] |= 1 << back;
                }
            }
        }
        NodeList nodes = NodeList.of(boundaryNodes.length, k -> links.node(boundaryNodes[k]));
        this.populations = new LinkTotals(nodes, directions, lattice.size());
    }

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
                                .anyMatch(link -> links.surface(link) == surface.id()
                                        && incoming[links.code(link)] >= 0))
                        .toArray();
                walls.add(new WallForce(simulation, surface, nodes, incoming));
            }
        }
        return walls;
    }

    Surface surface() {
        return surface;
    }

    /// What the device has to sum.
    LinkTotals populations() {
        return populations;
    }

    /// Without the boundary rule, the incoming population is the one that the node sent. Without the populations at
    /// rest pressure is gauge.
    /// @param flow contains [#populations]
    /// @return lattice units, `[3]`, per step
    double[] of(Reduced flow) {
        List<ExactSum> sent = flow.of(populations);
        List<ExactSum> added = addedByMotion();
        double[] force = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            ExactSum sum = new ExactSum();
            for (int i = 0; i < sent.size(); i++) {
                long c = lattice.velocity(i).along(axis);
                if (c != 0) {
                    sum.add(-2 * c, sent.get(i));
                    sum.add(2 * c * populations.count(i), lattice.weight(i).toDouble());
                    sum.add(-c, added.get(i));
                }
            }
            force[axis] = sum.value();
        }
        return force;
    }

    /// The momentum that a moving wall adds to the links of each direction, along the direction.
    private List<ExactSum> addedByMotion() {
        if (!(simulation.boundaries().boundary(surface.id()) instanceof Boundary.Moving wall)) {
            return populations.empty();
        }
        PlaceAndTime[] velocity = wall.velocityMPerS().stream().map(PlaceAndTime::of).toArray(PlaceAndTime[]::new);
        List<ExactSum> sums = motion;
        if (sums == null) {
            sums = addedBy(velocity);
        }
        motion = Arrays.stream(velocity).anyMatch(PlaceAndTime::changes) ? null : sums;
        return sums;
    }

    private List<ExactSum> addedBy(PlaceAndTime[] velocity) {
        List<ExactSum> sums = populations.empty();
        CutLinks links = simulation.nodes().links();
        for (int b : boundaryNodes) {
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int back = incoming[links.code(link)];
                if (links.surface(link) == surface.id() && back >= 0) {
                    double[] point = OpeningNodes.hitM(simulation.nodes(), b, link);
                    double along = 0;
                    for (int axis = 0; axis < 3; axis++) {
                        double u = velocity[axis].at(point, simulation.timeS());
                        along += lattice.velocity(back).along(axis)
                                * simulation.units().velocityLattice(u);
                    }
                    sums.get(back).add(6 * lattice.weight(back).toDouble() * along);
                }
            }
        }
        return sums;
    }
}
