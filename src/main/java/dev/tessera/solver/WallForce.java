package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.model.VelocitySet;
import java.util.stream.IntStream;

/// The force of the fluid on walls by momentum exchange (Ladd 1994): each cut link transfers the momentum of the
/// outgoing plus that of the incoming population.
final class WallForce {
    private static final int CHUNK = 1 << 18; // nodes per read of populations
    private static final int BLOCK = 1024; // boundary nodes per sequential sum
    private static final int CODES = 27;

    private final Simulation simulation;
    private final VelocitySet lattice;
    private final CutLinks links;
    private final int surfaces;
    private final int[] incoming; // by the code of a link
    private final double[] weights;

    WallForce(Simulation simulation) {
        this.simulation = simulation;
        this.lattice = simulation.theCase().model().lattice();
        this.links = simulation.nodes().links();
        this.surfaces = simulation.nodes().surfaces().size();
        this.incoming = IntStream.range(0, CODES)
                .map(code -> DirectionCodes.incoming(lattice, code))
                .toArray();
        this.weights = IntStream.range(0, lattice.size())
                .mapToDouble(i -> lattice.weight(i).toDouble())
                .toArray();
    }

    /// The force on every surface. Sums run over blocks in canonical order and depend neither on threads nor on
    /// storage.
    /// @return lattice units, `[surface][3]`, per step
    double[][] onSurfaces() {
        int count = Math.toIntExact(simulation.nodes().fluid().count());
        double[][] force = new double[surfaces][3];
        double[] f = new double[Math.min(CHUNK, count) * lattice.size()];
        int begin = 0;
        while (begin < links.boundaryNodes()) {
            long first = links.node(begin);
            int end = firstFrom(begin, first + CHUNK);
            simulation.execution().readPopulations(first, (int) (links.node(end - 1) - first + 1), f);
            add(partial(begin, end, first, f), force);
            begin = end;
        }
        return force;
    }

    /// The first boundary node from `begin` on whose fluid number is not below `fluidNumber`.
    private int firstFrom(int begin, long fluidNumber) {
        int low = begin;
        int high = links.boundaryNodes();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (links.node(middle) < fluidNumber) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double[][][] partial(int begin, int end, long first, double[] f) {
        double[][][] partial = new double[Math.ceilDiv(end - begin, BLOCK)][surfaces][3];
        Sums.inParallel(partial.length, simulation.workers(), block -> {
            int from = begin + block * BLOCK;
            for (int b = from; b < Math.min(end, from + BLOCK); b++) {
                addNode(b, (int) (links.node(b) - first) * lattice.size(), f, partial[block]);
            }
        });
        return partial;
    }

    private void addNode(int b, int base, double[] f, double[][] force) {
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int back = incoming[links.code(link)];
            if (back >= 0) {
                // Without the boundary rule the incoming population is the one that the node sent.
                // Without the population at rest pressure is gauge.
                double sent = f[base + back] - weights[back];
                int surface = links.surface(link);
                double exchanged = 2 * sent + addedByMotion(surface, b, link, back);
                var c = lattice.velocity(back);
                force[surface][0] -= c.x() * exchanged;
                force[surface][1] -= c.y() * exchanged;
                force[surface][2] -= c.z() * exchanged;
            }
        }
    }

    private double addedByMotion(int surface, int b, int link, int back) {
        if (!(simulation.boundaries().boundary(surface) instanceof Boundary.Moving wall)) {
            return 0;
        }
        double[] point = OpeningNodes.hitM(simulation.nodes(), b, link);
        double along = 0;
        for (int axis = 0; axis < 3; axis++) {
            double u = PlaceAndTime.of(wall.velocityMPerS().get(axis)).at(point, simulation.timeS());
            along += lattice.velocity(back).along(axis) * simulation.units().velocityLattice(u);
        }
        return 6 * weights[back] * along;
    }

    private static void add(double[][][] parts, double[][] force) {
        for (double[][] part : parts) {
            for (int surface = 0; surface < force.length; surface++) {
                for (int axis = 0; axis < 3; axis++) {
                    force[surface][axis] += part[surface][axis];
                }
            }
        }
    }
}
