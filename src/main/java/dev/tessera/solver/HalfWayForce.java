package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The force on a half-way wall. Populations are summed for each direction on the device.
final class HalfWayForce implements WallForce {
    private final Simulation simulation;
    private final VelocitySet lattice;
    private final Surface surface;
    private final int[] boundaryNodes; // indices into the cut links
    private final int[] incoming; // by the code of a link
    private final LinkTotals populations;
    private @Nullable List<ExactSum> motion; // by direction, of a velocity that does not change

    HalfWayForce(Simulation simulation, Surface surface, int[] boundaryNodes, int[] incoming) {
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

    @Override
    public Surface surface() {
        return surface;
    }

    @Override
    public List<Reduction<?>> wanted() {
        return List.of(populations);
    }

    /// Without the boundary rule, the incoming population is the one that the node sent. Without the
    /// populations at rest pressure is gauge.
    @Override
    public double[] of(Reduced flow) {
        boolean hasDeviations = simulation.theCase().model().precision().storesDeviations();
        List<ExactSum> sent = flow.of(populations);
        List<ExactSum> added = addedByMotion();
        double[] force = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            ExactSum sum = new ExactSum();
            for (int i = 0; i < sent.size(); i++) {
                long c = lattice.velocity(i).along(axis);
                if (c != 0) {
                    sum.add(-2 * c, sent.get(i));
                    if (!hasDeviations) {
                        sum.add(2 * c * populations.count(i), lattice.weight(i).toDouble());
                    }
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
        PlaceAndTime[] velocity =
                wall.velocityMPerS().stream().map(PlaceAndTime::of).toArray(PlaceAndTime[]::new);
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
                    sums.get(back)
                            .add(lattice.motionFactor() * lattice.weight(back).toDouble() * along);
                }
            }
        }
        return sums;
    }
}
