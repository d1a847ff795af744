package dev.tessera.solver;

/// The force of the fluid on a wall by momentum exchange (Ladd 1994): each cut link hands over the momentum
/// of the population that leaves along it plus that of the one that comes back.
final class WallForce {
    private static final int CHUNK = 4096;

    private WallForce() {}

    /// @return lattice units, `[3]`, per step
    static double[] on(Simulation simulation, int surface) {
        var lattice = simulation.theCase().model().lattice();
        var links = simulation.nodes().links();
        int q = lattice.size();
        int count = Math.toIntExact(simulation.nodes().fluid().count());
        int[] incoming = new int[27];
        for (int code = 0; code < 27; code++) {
            incoming[code] = DirectionCodes.incoming(lattice, code);
        }
        double[] force = new double[3];
        double[] f = new double[CHUNK * q];
        int b = 0;
        while (b < links.boundaryNodes()) {
            long first = links.node(b);
            int here = (int) Math.min(CHUNK, count - first);
            int end = b;
            while (end < links.boundaryNodes() && links.node(end) < first + here) {
                end++;
            }
            int span = (int) (links.node(end - 1) - first + 1);
            simulation.execution().readPopulations(first, span, f);
            for (; b < end; b++) {
                int base = (int) (links.node(b) - first) * q;
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int back = incoming[links.code(link)];
                    if (links.surface(link) == surface && back >= 0) {
                        // What arrives raw is what the node sent. Without the population at rest pressure is gauge.
                        double sent = f[base + back] - lattice.weight(back).toDouble();
                        double exchanged = 2 * sent + addedByMotion(simulation, surface, b, link, back);
                        var c = lattice.velocity(back);
                        force[0] -= c.x() * exchanged;
                        force[1] -= c.y() * exchanged;
                        force[2] -= c.z() * exchanged;
                    }
                }
            }
        }
        return force;
    }

    private static double addedByMotion(Simulation simulation, int surface, int b, int link, int back) {
        if (!(simulation.boundaries().boundary(surface) instanceof Boundary.MovingWall(var velocity))) {
            return 0;
        }
        var lattice = simulation.theCase().model().lattice();
        double[] point = OpeningNodes.hitM(simulation.nodes(), b, link);
        double along = 0;
        for (int axis = 0; axis < 3; axis++) {
            double u = PlaceAndTime.of(velocity.get(axis)).at(point, simulation.timeS());
            along += lattice.velocity(back).along(axis) * simulation.units().velocityLattice(u);
        }
        return 6 * lattice.weight(back).toDouble() * along;
    }
}
