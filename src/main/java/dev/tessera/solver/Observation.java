package dev.tessera.solver;

import dev.tessera.geometry.Surface;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// The observables of a run at one time, valid until the simulation is sampled again. Every sum runs over a fixed
/// tree in canonical order.
final class Observation {
    private static final int MOST_NODES_WITH_FORCES = 1_000_000;
    private static final String FORCE = ".force_";

    /// Of superficial velocity and root of the permeability; inertia changes a permeability by some per cent
    /// there.
    private static final double LARGEST_CREEPING_REYNOLDS = 0.1;

    /// Speed over velocity along the drive below which the flow counts as parallel.
    private static final double PARALLEL = 1.001;

    private final Simulation simulation;
    private final VelocitySet lattice;
    private final ForkJoinPool workers;
    private final boolean withStress;
    private final List<OpeningNodes> openings; // that have nodes
    private final double[][] velocity; // lattice units, [axis][fluid node]
    private final double[] density; // where there are openings or probes, else empty
    private final double[] inflow; // where there are openings, else empty
    private final FlowSums sums;
    private final int count;
    private final List<String> warnings = new ArrayList<>();

    Observation(Simulation simulation, boolean withStress) {
        this.simulation = simulation;
        this.lattice = simulation.theCase().model().lattice();
        this.workers = simulation.workers();
        this.withStress = withStress;
        this.openings = Arrays.stream(simulation.boundaries().openings())
                .filter(opening -> opening != null && opening.boundaryNodes().length > 0)
                .toList();
        List<String> names = new ArrayList<>(Quantities.velocity(lattice));
        if (!openings.isEmpty() || !simulation.theCase().output().probes().isEmpty()) {
            names.add(Quantities.DENSITY);
        }
        if (!openings.isEmpty()) {
            names.add(Quantities.INFLOW);
        }
        double[][] raw = simulation.sample(names);
        this.velocity = Arrays.copyOf(raw, lattice.dimensions());
        this.density = row(raw, names.indexOf(Quantities.DENSITY));
        this.inflow = row(raw, names.indexOf(Quantities.INFLOW));
        this.count = velocity[0].length;
        this.sums = FlowSums.of(velocity, workers);
    }

    private static double[] row(double[][] rows, int index) {
        return index < 0 ? new double[0] : rows[index];
    }

    /// Lattice units, `[axis][fluid node]`; the next sample overwrites them.
    double[][] velocity() {
        return velocity;
    }

    /// Lattice units, by fluid node, where there are openings or probes, else empty; the next sample overwrites
    /// them.
    double[] density() {
        return density;
    }

    /// The fastest fluid node.
    int fastest() {
        return sums.fastest();
    }

    /// The observables of a log row. Forces need all populations on the host: above a million fluid nodes a row
    /// has them only where a plot requires them.
    List<Observable> row() {
        return numbers(count <= MOST_NODES_WITH_FORCES || plotsForces());
    }

    /// The observables of the summary.
    List<Observable> all() {
        List<Observable> found = numbers(true);
        if (withStress) {
            wallShearStress(found);
        }
        return found;
    }

    /// Warnings about the observables requested so far, each with a remedy; sentences.
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private List<Observable> numbers(boolean withForces) {
        List<Observable> found = new ArrayList<>();
        velocities(found);
        openings(found);
        probes(found);
        permeability(found);
        if (withForces) {
            forces(found);
        }
        return found;
    }

    private boolean plotsForces() {
        return simulation.theCase().output().plots().stream()
                .anyMatch(plot -> plot.quantity().contains(FORCE));
    }

    private void velocities(List<Observable> found) {
        var units = simulation.units();
        double mean = sums.speed() / count;
        double largest = FlowSums.speed(velocity, sums.fastest());
        found.add(new Observable("velocity.mean", units.velocityMPerS(mean), "m/s"));
        found.add(new Observable("velocity.maximum", units.velocityMPerS(largest), "m/s"));
        String[] axes = {"x", "y", "z"};
        for (int axis = 0; axis < velocity.length; axis++) {
            double meanComponent = sums.components()[axis] / count;
            found.add(new Observable("velocity.mean_" + axes[axis], units.velocityMPerS(meanComponent), "m/s"));
        }
    }

    /// Flow into the fluid through each opening (the sum of what its boundary rule adds to the populations),
    /// and mean pressure of the nodes next to it.
    private void openings(List<Observable> found) {
        var units = simulation.units();
        String flowUnit = lattice.dimensions() == 3 ? "m3/s" : "m2/s";
        var links = simulation.nodes().links();
        for (OpeningNodes opening : openings) {
            int[] at = opening.boundaryNodes();
            double flow = Sums.sum(at.length, workers, k -> inflow[(int) links.node(at[k])]);
            double rho = Sums.sum(at.length, workers, k -> density[(int) links.node(at[k])]) / at.length;
            String name = opening.opening().name();
            found.add(new Observable(name + ".flow_rate", units.flowRateSi(flow, lattice.dimensions()), flowUnit));
            found.add(new Observable(name + ".mean_pressure", units.pressurePa(rho), "Pa"));
        }
    }

    private void probes(List<Observable> found) {
        var units = simulation.units();
        String[] axes = {"x", "y", "z"};
        for (OutputChoice.Probe probe : simulation.theCase().output().probes()) {
            for (int axis = 0; axis < velocity.length; axis++) {
                double u = FieldAt.place(simulation.nodes(), velocity[axis], probe.placeM());
                found.add(new Observable(probe.name() + ".velocity_" + axes[axis], units.velocityMPerS(u), "m/s"));
            }
            double rho = FieldAt.place(simulation.nodes(), density, probe.placeM());
            found.add(new Observable(probe.name() + ".pressure", units.pressurePa(rho), "Pa"));
        }
    }

    /// `k = nu U / g`: U the mean velocity over the whole box (solid and buffer layers included) along the
    /// drive, g the pressure gradient over the length without buffer layers, as an acceleration: the drive acts
    /// in the buffer layers too, but their resistance is negligible.
    private void permeability(List<Observable> found) {
        double value = permeabilityM2();
        if (Double.isNaN(value)) {
            return;
        }
        double dx = simulation.theCase().spacingM();
        found.add(new Observable("permeability", value, "m2"));
        found.add(new Observable("permeability_darcy", value / 9.869233e-13, "D"));
        found.add(new Observable("permeability_lattice", value / (dx * dx), ""));
        inertia(value);
    }

    /// Darcy's law holds while `U sqrt(k) / nu` is small (U the superficial velocity), or where all of the flow
    /// is parallel to the drive.
    /// Source: Ward, J. Hydraul. Div. ASCE 90 (HY5), 1 (1964).
    private void inertia(double permeabilityM2) {
        double nu = simulation.theCase().fluid().viscosityM2PerS();
        double[] g = drive();
        double size = Math.sqrt(
                Arrays.stream(g).map(component -> component * component).sum());
        double reynolds = permeabilityM2 * size / nu * Math.sqrt(permeabilityM2) / nu;
        double along = 0;
        for (int axis = 0; axis < velocity.length; axis++) {
            along += g[axis] / size * sums.components()[axis];
        }
        if (reynolds > LARGEST_CREEPING_REYNOLDS && sums.speed() > PARALLEL * Math.abs(along)) {
            warnings.add(
                    ("permeability: inertia changes it, since the Reynolds number of the pores (superficial velocity ×"
                                    + " root of the permeability / viscosity) is %s. For the permeability of creeping flow use"
                                    + " a drive smaller by a factor of %s or more.")
                            .formatted(
                                    QuantityText.about(reynolds),
                                    QuantityText.about(Math.ceil(reynolds / LARGEST_CREEPING_REYNOLDS))));
        }
    }

    /// NaN where no uniform drive acts.
    double permeabilityM2() {
        var drive = simulation.theCase().drive();
        if (drive.isNone() || !drive.isUniform()) {
            return Double.NaN;
        }
        double[] g = drive();
        double square = 0;
        double along = 0;
        for (int axis = 0; axis < velocity.length; axis++) {
            square += g[axis] * g[axis];
            along += g[axis] == 0 ? 0 : g[axis] * sums.components()[axis];
        }
        double superficial = simulation
                .units()
                .velocityMPerS(along / simulation.nodes().box().size());
        return simulation.theCase().fluid().viscosityM2PerS() * superficial / square;
    }

    /// The uniform drive over the length without buffer layers, m/s², by axis.
    private double[] drive() {
        int[] buffer = simulation.theCase().geometry().bufferNodes();
        double[] g = new double[velocity.length];
        for (int axis = 0; axis < g.length; axis++) {
            int length = simulation.nodes().box().nodes(axis);
            double given = PlaceAndTime.of(
                            simulation.theCase().drive().accelerationMPerS2().get(axis))
                    .at(new double[3], 0);
            g[axis] = given * length / (length - 2 * buffer[axis]);
        }
        return g;
    }

    private void forces(List<Observable> found) {
        String unit = lattice.dimensions() == 3 ? "N" : "N/m";
        String[] axes = {"x", "y", "z"};
        double[][] forces = new WallForce(simulation).onSurfaces();
        for (Surface surface : simulation.nodes().surfaces()) {
            if (surface.kind() == Surface.Kind.WALL) {
                double[] force = forces[surface.id()];
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    found.add(new Observable(
                            surface.name() + FORCE + axes[axis],
                            simulation.units().forceN(force[axis], lattice.dimensions()),
                            unit));
                }
            }
        }
    }

    /// Statistics over the walls of the vessel itself: see [CountedWalls].
    private void wallShearStress(List<Observable> found) {
        var wall = simulation.snapshot(List.of(new WallShearStress())).wallShearStress();
        double[] sorted = IntStream.range(0, wall.counted().length)
                .filter(k -> wall.counted()[k])
                .mapToDouble(k -> wall.magnitudePa()[k])
                .toArray();
        if (sorted.length == 0) {
            return;
        }
        if (CountedWalls.of(simulation, wall.boundaryNodes()).none()) {
            warnings.add(
                    ("wall_shear_stress.*: no wall is further than %s from an opening, so that the statistics include"
                                    + " all walls. Set output.wall-shear-stress.exclude to a shorter distance.")
                            .formatted(simulation.theCase().output().exclude()));
        }
        Arrays.parallelSort(sorted);
        double mean = Sums.sum(sorted.length, workers, n -> sorted[n]) / sorted.length;
        found.add(new Observable("wall_shear_stress.mean", mean, "Pa"));
        found.add(new Observable("wall_shear_stress.p99", sorted[(int) (0.99 * (sorted.length - 1))], "Pa"));
        found.add(new Observable("wall_shear_stress.maximum", sorted[sorted.length - 1], "Pa"));
        double share = (double) sorted.length / wall.counted().length;
        found.add(new Observable("wall_shear_stress.counted", share, ""));
    }
}
