package dev.tessera.solver;

import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Percentile;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.solver.FlowQuantity.ComponentMasses;
import dev.tessera.solver.field.WallTraction;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// The observables of a run at one time. The device reduces the flow; sums do not depend on order.
final class Observation {
    private static final String FORCE = ".force_";
    private static final String LEAK = "wall_leak";

    /// Of the largest flow rate through an opening.
    private static final double LARGEST_LEAK = 0.01;

    /// Of superficial velocity and root of the permeability; inertia changes a permeability by some per cent
    /// there.
    private static final double LARGEST_CREEPING_REYNOLDS = 0.1;

    /// Speed over velocity along the drive below which the flow counts as parallel.
    private static final double PARALLEL = 1.001;

    private final Simulation simulation;
    private final VelocitySet lattice;
    private final FlowReductions reductions;
    private final Set<Part> parts;
    private final Reduced reduced;
    private final Totals.Found flow;
    private final List<Observable> integrals;
    private final List<String> warnings = new ArrayList<>();

    /// A part of an observation that is not always needed.
    enum Part {
        /// The forces on walls.
        FORCES,
        /// Statistics of the wall shear stress.
        WALL_SHEAR_STRESS,
        /// The quantities of the whole flow that the case asks for, and the means over its sections.
        INTEGRALS,
        /// The velocities that the steady-state test compares.
        STEADY_SAMPLE;

        /// What rows of the log contain: forces, and the wall shear stress where the case plots it.
        static Set<Part> ofLog(Case theCase) {
            boolean withStress = theCase.output().plots().stream().anyMatch(OutputChoice.Plot::needsWallShearStress);
            Set<Part> parts = EnumSet.of(FORCES, INTEGRALS);
            if (withStress) {
                parts.add(WALL_SHEAR_STRESS);
            }
            return parts;
        }
    }

    private Observation(Simulation simulation, Set<Part> parts) {
        this.simulation = simulation;
        this.lattice = simulation.theCase().model().lattice();
        this.reductions = simulation.reductions();
        this.parts = parts;
        List<Reduction<?>> wanted = new ArrayList<>(reductions.flow().wanted());
        reductions.openings().forEach(opening -> wanted.add(opening.totals()));
        reductions.probeValues().ifPresent(wanted::add);
        reductions.leak().ifPresent(wanted::add);
        if (parts.contains(Part.FORCES)) {
            reductions.walls().forEach(wall -> wanted.addAll(wall.wanted()));
        }
        if (parts.contains(Part.INTEGRALS)) {
            reductions.sections().forEach(section -> wanted.addAll(section.wanted()));
            reductions.masses().ifPresent(wanted::add);
        }
        if (parts.contains(Part.STEADY_SAMPLE)) {
            wanted.add(reductions.steadySample());
        }
        this.reduced = simulation.execution().reduce(wanted);
        this.flow = reduced.of(reductions.flow().all());
        this.integrals = parts.contains(Part.INTEGRALS) ? integrals() : List.of();
    }

    /// Means over sections, means of the whole flow, masses, and quantities of phases.
    private List<Observable> integrals() {
        List<Observable> found = new ArrayList<>();
        reductions.sections().forEach(section -> found.addAll(section.of(reduced)));
        List<FlowQuantity> quantities = simulation.theCase().output().quantities();
        List<FlowMean> means = only(FlowMean.class, quantities);
        if (!means.isEmpty()) {
            found.addAll(FlowIntegrals.of(simulation, means));
        }
        reductions.masses().ifPresent(densities -> masses(densities, found));
        List<FlowQuantity.OfPhases> ofPhases = only(FlowQuantity.OfPhases.class, quantities);
        if (!ofPhases.isEmpty()) {
            PhaseQuantities phases = PhaseQuantities.of(simulation, ofPhases);
            found.addAll(phases.observables());
            warnings.addAll(phases.warnings());
        }
        return found;
    }

    /// Of the components of a mixture, whose sums are conserved. A free-energy mixture conserves the density and the
    /// order parameter, not their product: its components have the shares `(1 + mean) / 2` and `(1 - mean) / 2`.
    private void masses(Totals densities, List<Observable> found) {
        List<String> components = simulation.theCase().model().components();
        double[] sums = components.stream()
                .mapToDouble(one -> reduced.of(densities).sum(Mixture.densityOf(one)))
                .toArray();
        if (simulation.theCase().model().mixture().orElse(null) instanceof FreeEnergy) {
            double half = (sums[0] + sums[1]) / 2;
            double order = reductions.flow().mean(reduced, FreeEnergy.ORDER_PARAMETER);
            sums = new double[] {half * (1 + order), half * (1 - order)};
        }
        double cell = Math.pow(simulation.nodes().spacingM(), lattice.dimensions());
        double unit = simulation.units().densityKgPerM3() * cell;
        for (int a = 0; a < sums.length; a++) {
            String name = ComponentMasses.observable(components.get(a));
            found.add(new Observable(name, sums[a] * unit, lattice.dimensions() == 2 ? "kg/m" : "kg"));
        }
    }

    private static <T> List<T> only(Class<T> kind, List<FlowQuantity> quantities) {
        return quantities.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// Observes the present flow.
    static Observation of(Simulation simulation, Set<Part> parts) {
        return new Observation(simulation, parts);
    }

    /// Observes the present flow for a row of the log or the summary.
    static Observation ofLog(Simulation simulation) {
        return new Observation(simulation, Part.ofLog(simulation.theCase()));
    }

    /// The fastest fluid node; the first of several; NaN counts as fastest.
    int fastest() {
        return Math.toIntExact(flow.extremes(Quantities.SPEED).largestNode());
    }

    /// The speed of the fastest node, lattice units.
    double largestSpeed() {
        return flow.extremes(Quantities.SPEED).largest();
    }

    /// Of the density, or of the height of shallow water, lattice units; empty where neither openings nor probes need
    /// it.
    Optional<Extremes> density() {
        return reductions.flow().all().extremes().contains(Quantities.DENSITY)
                ? Optional.of(flow.extremes(Quantities.DENSITY))
                : Optional.empty();
    }

    /// Lattice velocities, `[axis][node of SteadyState.sampled]`.
    /// @throws IllegalArgumentException where the sample was not requested
    double[][] steadySample() {
        return reduced.of(reductions.steadySample());
    }

    /// The observables of a log row.
    List<Observable> row() {
        List<Observable> found = new ArrayList<>();
        velocities(found);
        heights(found);
        orderParameter(found);
        openings(found);
        leak(found);
        probes(found);
        permeability(found);
        found.addAll(integrals);
        if (parts.contains(Part.FORCES)) {
            forces(found);
        }
        if (parts.contains(Part.WALL_SHEAR_STRESS)) {
            wallShearStress(found);
        }
        return found;
    }

    /// The observables of the summary.
    /// @param withStress also those of the wall shear stress
    List<Observable> all(boolean withStress) {
        List<Observable> found = row();
        inertia();
        checkLeak(found);
        if (withStress && !parts.contains(Part.WALL_SHEAR_STRESS)) {
            wallShearStress(found);
        }
        return found;
    }

    /// Warnings about the observables requested so far, each with a remedy; sentences.
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private void velocities(List<Observable> found) {
        var units = simulation.units();
        double mean = reductions.flow().mean(reduced, Quantities.SPEED);
        found.add(new Observable("velocity.mean", units.velocityMPerS(mean), "m/s"));
        found.add(new Observable("velocity.maximum", units.velocityMPerS(largestSpeed()), "m/s"));
        List<String> names = Quantities.velocity(lattice);
        String[] axes = {"x", "y", "z"};
        for (int axis = 0; axis < names.size(); axis++) {
            double meanComponent = reductions.flow().mean(reduced, names.get(axis));
            found.add(new Observable("velocity.mean_" + axes[axis], units.velocityMPerS(meanComponent), "m/s"));
        }
    }

    /// Of shallow water: its volume is the area times the mean height.
    private void heights(List<Observable> found) {
        simulation.heightUnitM().ifPresent(unitM -> {
            Extremes height = flow.extremes(Quantities.DENSITY);
            double mean = reductions.flow().mean(reduced, Quantities.DENSITY);
            found.add(new Observable("height.mean", mean * unitM, "m"));
            found.add(new Observable("height.minimum", height.smallest() * unitM, "m"));
            found.add(new Observable("height.maximum", height.largest() * unitM, "m"));
            found.add(new Observable("froude.maximum", froude().orElseThrow().largest(), ""));
        });
    }

    /// Of free-energy mixtures: the first component fills the share `(1 + mean) / 2`.
    private void orderParameter(List<Observable> found) {
        if (simulation.theCase().model().mixture().orElse(null) instanceof FreeEnergy) {
            Extremes order = flow.extremes(FreeEnergy.ORDER_PARAMETER);
            double mean = reductions.flow().mean(reduced, FreeEnergy.ORDER_PARAMETER);
            found.add(new Observable("order_parameter.mean", mean, ""));
            found.add(new Observable("order_parameter.minimum", order.smallest(), ""));
            found.add(new Observable("order_parameter.maximum", order.largest(), ""));
        }
    }

    /// The Froude number of shallow water; else empty.
    Optional<Extremes> froude() {
        return reductions.flow().all().extremes().contains(Quantities.FROUDE)
                ? Optional.of(flow.extremes(Quantities.FROUDE))
                : Optional.empty();
    }

    /// Flow into the fluid through each opening (the sum of what its boundary rule adds to the populations),
    /// and mean pressure of the nodes next to it.
    private void openings(List<Observable> found) {
        var units = simulation.units();
        Map<String, Double> controlled = simulation.controlledPa();
        String flowUnit = lattice.dimensions() == 3 ? "m3/s" : "m2/s";
        for (FlowReductions.OpeningTotals opening : reductions.openings()) {
            Totals.Found sums = reduced.of(opening.totals());
            double inflow = sums.sum(Quantities.INFLOW);
            double rho = sums.sum(Quantities.DENSITY) / opening.count();
            String name = opening.nodes().opening().name();
            found.add(new Observable(name + ".flow_rate", units.flowRateSi(inflow, lattice.dimensions()), flowUnit));
            found.add(new Observable(name + ".mean_pressure", units.pressurePa(rho), "Pa"));
            Double controlledPa = controlled.get(name);
            if (controlledPa != null) {
                found.add(new Observable(name + ".controlled_pressure", controlledPa, "Pa"));
            }
        }
    }

    /// The flow through walls at their distances into the fluid: an error of their interpolation.
    private void leak(List<Observable> found) {
        reductions.leak().ifPresent(totals -> {
            double flow = reduced.of(totals).sum(Quantities.LEAK);
            int dimensions = lattice.dimensions();
            found.add(new Observable(
                    LEAK, simulation.units().flowRateSi(flow, dimensions), dimensions == 3 ? "m3/s" : "m2/s"));
        });
    }

    private void checkLeak(List<Observable> found) {
        double leak = found.stream()
                .filter(observable -> observable.name().equals(LEAK))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElse(0);
        double through = found.stream()
                .filter(observable -> observable.name().endsWith(".flow_rate"))
                .mapToDouble(observable -> Math.abs(observable.value()))
                .max()
                .orElse(0);
        if (Math.abs(leak) > LARGEST_LEAK * through && through > 0) {
            warnings.add(
                    ("wall_leak: walls at their distances let %s %% of the largest flow rate through, by the error of their"
                                    + " interpolation. Use a smaller spacing, or model.walls: half-way, which leaks"
                                    + " nothing.")
                            .formatted(QuantityText.about(100 * Math.abs(leak) / through)));
        }
    }

    private void probes(List<Observable> found) {
        reductions.probeValues().ifPresent(values -> probes(found, values));
    }

    private void probes(List<Observable> found, NodeValues wanted) {
        var units = simulation.units();
        String[] axes = {"x", "y", "z"};
        double[][] values = reduced.of(wanted);
        for (FlowReductions.Probe probe : reductions.probes()) {
            String name = probe.probe().name();
            double[] at = new double[values.length];
            for (int q = 0; q < at.length; q++) {
                double[] quantity = values[q];
                at[q] = probe.stencil().value(number -> quantity[wanted.nodes().entry(number)]);
            }
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                found.add(new Observable(name + ".velocity_" + axes[axis], units.velocityMPerS(at[axis]), "m/s"));
            }
            double density = at[lattice.dimensions()];
            found.add(simulation
                    .heightUnitM()
                    .map(unitM -> new Observable(name + ".height", density * unitM, "m"))
                    .orElseGet(() -> new Observable(name + ".pressure", units.pressurePa(density), "Pa")));
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
    }

    /// Darcy's law holds while `U sqrt(k) / nu` is small (U the superficial velocity), or where all of the flow
    /// is parallel to the drive.
    /// Source: Ward, J. Hydraul. Div. ASCE 90 (HY5), 1 (1964).
    private void inertia() {
        double permeabilityM2 = permeabilityM2();
        if (Double.isNaN(permeabilityM2)) {
            return;
        }
        double nu = simulation.theCase().fluid().viscosityM2PerS();
        double[] g = drive();
        double size = Math.sqrt(
                Arrays.stream(g).map(component -> component * component).sum());
        double reynolds = permeabilityM2 * size / nu * Math.sqrt(permeabilityM2) / nu;
        List<String> velocity = Quantities.velocity(lattice);
        double along = 0;
        for (int axis = 0; axis < velocity.size(); axis++) {
            along += g[axis] / size * sum(velocity.get(axis));
        }
        if (reynolds > LARGEST_CREEPING_REYNOLDS && sum(Quantities.SPEED) > PARALLEL * Math.abs(along)) {
            warnings.add(
                    ("permeability: inertia changes it, since the Reynolds number of the pores (superficial velocity ×"
                                    + " root of the permeability / viscosity) is %s. For the permeability of creeping flow use"
                                    + " a drive smaller by a factor of %s or more.")
                            .formatted(
                                    QuantityText.about(reynolds),
                                    QuantityText.about(Math.ceil(reynolds / LARGEST_CREEPING_REYNOLDS))));
        }
    }

    /// NaN where no uniform drive acts, or where there is more than one viscosity.
    double permeabilityM2() {
        var drive = simulation.theCase().drive();
        boolean isMixture = simulation.theCase().model().mixture().isPresent();
        boolean hasOneViscosity = simulation.theCase().fluid().viscosity() instanceof FluidViscosity.Uniform;
        if (drive.isNone() || !drive.isUniform() || isMixture || !hasOneViscosity) {
            return Double.NaN;
        }
        double[] g = drive();
        List<String> velocity = Quantities.velocity(lattice);
        double square = 0;
        double along = 0;
        for (int axis = 0; axis < velocity.size(); axis++) {
            square += g[axis] * g[axis];
            along += g[axis] == 0 ? 0 : g[axis] * sum(velocity.get(axis));
        }
        double superficial = simulation
                .units()
                .velocityMPerS(along / simulation.boundaries().symmetry().boxVolume());
        return simulation.theCase().fluid().viscosityM2PerS() * superficial / square;
    }

    private double sum(String quantity) {
        return reductions.flow().sum(reduced, quantity);
    }

    /// The uniform drive over the length without buffer layers, m/s², by axis.
    private double[] drive() {
        int[] buffer = simulation.theCase().geometry().bufferNodes();
        double[] g = new double[lattice.dimensions()];
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
        for (WallForce wall : reductions.walls()) {
            double[] force = wall.of(reduced);
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                found.add(new Observable(
                        wall.surface().name() + FORCE + axes[axis],
                        simulation.units().forceN(force[axis], lattice.dimensions()),
                        unit));
            }
        }
    }

    /// Statistics over the walls of the vessel itself: see [CountedWalls].
    private void wallShearStress(List<Observable> found) {
        WallTraction wall = WallStress.observed(simulation);
        double[] counted = IntStream.range(0, wall.counted().length)
                .filter(k -> wall.counted()[k])
                .mapToDouble(k -> wall.magnitudePa()[k])
                .toArray();
        if (counted.length == 0) {
            return;
        }
        if (simulation.countedWalls().none()) {
            warnings.add(
                    ("wall_shear_stress.*: no wall is further than %s from an opening, so that the statistics include"
                                    + " all walls. Set output.wall-shear-stress.exclude to a shorter distance.")
                            .formatted(simulation.theCase().output().exclude()));
        }
        double unitPa = simulation.units().stressUnitPa();
        ExactSum sum = new ExactSum(); // of lattice units, which are small
        for (double magnitudePa : counted) {
            sum.add(magnitudePa / unitPa);
        }
        double mean = sum.value() / counted.length * unitPa;
        List<double[]> values = List.of(counted);
        found.add(new Observable("wall_shear_stress.mean", mean, "Pa"));
        found.add(new Observable("wall_shear_stress.p99", Percentile.of(values, 0.99), "Pa"));
        found.add(new Observable("wall_shear_stress.maximum", Percentile.of(values, 1), "Pa"));
        double share = (double) counted.length / wall.counted().length;
        found.add(new Observable("wall_shear_stress.counted", share, ""));
    }
}
