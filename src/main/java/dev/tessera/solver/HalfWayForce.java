package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.Surface;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.BoxSide;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The force on a half-way wall. Populations are summed for each direction on the device.
final class HalfWayForce implements WallForce {
    private static final int HALVINGS = 4; // none to three

    private final Simulation simulation;
    private final VelocitySet lattice;
    private final Surface surface;
    private final int[] boundaryNodes; // indices into the cut links
    private final int[] incoming; // by the code of a link
    private final List<LinkTotals> populations; // those of links of which a half, a quarter … counts, by its power
    private final SymmetrySides symmetry;
    private @Nullable List<List<ExactSum>> motion; // by halvings and direction, of a velocity that does not change

    HalfWayForce(Simulation simulation, Surface surface, int[] boundaryNodes, int[] incoming) {
        this.simulation = simulation;
        this.lattice = simulation.theCase().model().lattice();
        this.surface = surface;
        this.boundaryNodes = boundaryNodes;
        this.incoming = incoming;
        CutLinks links = simulation.nodes().links();
        this.symmetry = simulation.boundaries().symmetry();
        int[][] directions = new int[symmetry.isEmpty() ? 1 : HALVINGS][boundaryNodes.length];
        for (int k = 0; k < boundaryNodes.length; k++) {
            int b = boundaryNodes[k];
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int back = incoming[links.code(link)];
                int halvings = back >= 0 ? halvings(b, back) : -1;
                if (links.surface(link) == surface.id() && halvings >= 0) {
                    directions[halvings][k] |= 1 << back;
                }
            }
        }
        NodeList nodes = NodeList.of(boundaryNodes.length, k -> links.node(boundaryNodes[k]));
        this.populations = Arrays.stream(directions)
                .map(some -> new LinkTotals(nodes, some, lattice.size()))
                .toList();
    }

    /// How often a link is halved by symmetry sides through its node; -1 where it is outside of one.
    private int halvings(int b, int incoming) {
        if (symmetry.isEmpty()) {
            return 0;
        }
        long index =
                simulation.nodes().fluid().boxIndex(simulation.nodes().links().node(b));
        double share =
                BoxSide.share(symmetry.at(index), lattice.velocity(incoming)).toDouble();
        return share == 0 ? -1 : -Math.getExponent(share);
    }

    @Override
    public Surface surface() {
        return surface;
    }

    @Override
    public List<Reduction<?>> wanted() {
        return List.copyOf(populations);
    }

    /// Without the boundary rule, the incoming population is the one that the node sent. Without the
    /// populations at rest pressure is gauge.
    @Override
    public double[] of(Reduced flow) {
        boolean hasDeviations = simulation.theCase().model().precision().storesDeviations();
        List<List<ExactSum>> added = addedByMotion();
        double[] force = new double[3];
        for (int halvings = 0; halvings < populations.size(); halvings++) {
            LinkTotals links = populations.get(halvings);
            List<ExactSum> sent = flow.of(links);
            for (int axis = 0; axis < 3; axis++) {
                ExactSum sum = new ExactSum();
                for (int i = 0; i < sent.size(); i++) {
                    long c = lattice.velocity(i).along(axis);
                    if (c != 0) {
                        sum.add(-2 * c, sent.get(i));
                        if (!hasDeviations) {
                            sum.add(2 * c * links.count(i), lattice.weight(i).toDouble());
                        }
                        sum.add(-c, added.get(halvings).get(i));
                    }
                }
                force[axis] += Math.scalb(sum.value(), -halvings);
            }
        }
        return force;
    }

    /// The momentum that a moving wall adds to the links of each direction, along the direction.
    private List<List<ExactSum>> addedByMotion() {
        if (!(simulation.boundaries().boundary(surface.id()) instanceof Boundary.Moving wall)) {
            return none();
        }
        PlaceAndTime[] velocity =
                wall.velocityMPerS().stream().map(PlaceAndTime::of).toArray(PlaceAndTime[]::new);
        List<List<ExactSum>> sums = motion;
        if (sums == null) {
            sums = addedBy(velocity);
        }
        motion = Arrays.stream(velocity).anyMatch(PlaceAndTime::changes) ? null : sums;
        return sums;
    }

    private List<List<ExactSum>> none() {
        return populations.stream().map(LinkTotals::empty).toList();
    }

    private List<List<ExactSum>> addedBy(PlaceAndTime[] velocity) {
        List<List<ExactSum>> sums = none();
        CutLinks links = simulation.nodes().links();
        for (int b : boundaryNodes) {
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int back = incoming[links.code(link)];
                int halvings = back >= 0 ? halvings(b, back) : -1;
                if (links.surface(link) == surface.id() && halvings >= 0) {
                    double[] point = OpeningNodes.hitM(simulation.nodes(), b, link);
                    double along = 0;
                    for (int axis = 0; axis < 3; axis++) {
                        double u = velocity[axis].at(point, simulation.timeS());
                        along += lattice.velocity(back).along(axis)
                                * simulation.units().velocityLattice(u);
                    }
                    sums.get(halvings)
                            .get(back)
                            .add(lattice.motionFactor() * lattice.weight(back).toDouble() * along);
                }
            }
        }
        return sums;
    }
}
