package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.HeldVelocity;
import dev.tessera.model.boundary.WallScheme;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// The density, and the deviation from equilibrium, that belong to the initial velocity: before the run, populations
/// relax toward the equilibrium of their density and of the velocity, which is held, until the density is steady. The
/// populations are on the device twice meanwhile.
///
/// Source: Mei, Luo, Lallemand, d'Humières, Comput. Fluids 35, 855 (2006).
final class ConsistentDensity {
    /// Of the density's range, in as many steps as the longest side has nodes.
    private static final double TOLERANCE = 1e-6;

    private static final int MOST_CHECKS = 2000;
    private static final double NOTHING = 1e-13; // a range of densities that is rounding
    private static final int CHUNK = 1 << 16; // nodes

    private final SimulationPlan plan;
    private final ForkJoinPool workers;

    ConsistentDensity(SimulationPlan plan, ForkJoinPool workers) {
        this.plan = plan;
        this.workers = workers;
    }

    /// @throws CaseException where the case asks for such a start and cannot begin so
    static void check(Case theCase, BoundaryPlan boundaries) {
        if (theCase.initial().density() == Case.InitialDensity.CONSISTENT) {
            refusal(theCase, boundaries).ifPresent(reason -> {
                throw new CaseException(reason);
            });
        }
    }

    /// Why a case cannot begin so, with a remedy; empty where it can.
    private static Optional<String> refusal(Case theCase, BoundaryPlan boundaries) {
        var model = theCase.model();
        String what = null;
        if (model.mixture().isPresent() || !model.equilibrium().isIdealGas()) {
            what = "only a single fluid has a pressure that follows from its velocity";
        } else if (theCase.storage().state() == StateChoice.MOMENTS) {
            what = "storage.state: moments keeps the moments after the collision, not populations";
        } else if (model.collision().needsPopulations()
                || !model.collision().fields().isEmpty()) {
            what = "collision %s chooses its rates at each node"
                    .formatted(model.collision().key());
        } else if (boundaries.walls() != WallScheme.HALF_WAY
                || !boundaries.groups().isEmpty()) {
            what = "openings, moving walls and walls at their distances impose values of their own at the start";
        }
        return Optional.ofNullable(what)
                .map(reason ->
                        "initial.density: consistent is for periodic boxes and resting half-way walls, and %s. Use initial.density: given, with initial.pressure."
                                .formatted(reason));
    }

    /// Replaces the initial populations.
    /// @throws CaseException where the density does not become steady
    void write(Device device, Execution target) {
        var model = plan.theCase().model();
        FluidModel fluid = new FluidModel(model.lattice(), model.equilibrium(), model.collision(), BodyForce.NONE);
        StepKernels kernels = StepKernels.boundary(fluid, new HeldVelocity(), ValuesInTime.NONE);
        NodeClass held =
                NodeClass.bulk(kernels.step(), kernels.observe(), kernels.step().fieldsIn());
        var steps = CaseKernels.plan(plan.theCase(), plan.nodes(), plan.arrays(), List.of(held), plan.intrinsics());
        try (Execution relaxing = device.prepare(steps)) {
            plan.parameters().forEach(relaxing::setParameter);
            velocities(relaxing);
            new InitialState(plan.theCase(), plan.nodes(), plan.numbers().units(), workers).write(relaxing, List.of());
            relax(relaxing);
            copy(relaxing, target);
        }
    }

    private void velocities(Execution relaxing) {
        NodeMap nodes = plan.nodes();
        var units = plan.numbers().units();
        List<PlaceAndTime> velocity = plan.theCase().initial().velocityMPerS().stream()
                .map(PlaceAndTime::of)
                .toList();
        for (int axis = 0; axis < plan.theCase().model().lattice().dimensions(); axis++) {
            PlaceAndTime component = velocity.get(axis);
            double[] values = new double[Math.toIntExact(nodes.fluid().count())];
            NodePositions.forEach(
                    nodes, workers, (n, point) -> values[n] = units.velocityLattice(component.at(point, 0)));
            relaxing.writeField("bulk", Components.of("velocity", axis), values);
        }
    }

    private void relax(Execution relaxing) {
        var box = plan.nodes().box();
        int interval = Math.max(box.nx(), Math.max(box.ny(), box.nz()));
        double[] before = density(relaxing);
        for (int check = 0; check < MOST_CHECKS; check++) {
            relaxing.step(interval);
            double[] now = density(relaxing);
            double change = 0;
            double lowest = Double.POSITIVE_INFINITY;
            double highest = Double.NEGATIVE_INFINITY;
            for (int n = 0; n < now.length; n++) {
                change = Math.max(change, Math.abs(now[n] - before[n]));
                lowest = Math.min(lowest, now[n]);
                highest = Math.max(highest, now[n]);
            }
            if (change <= Math.max(NOTHING, TOLERANCE * (highest - lowest))) {
                return;
            }
            before = now;
        }
        throw new CaseException(
                "initial.density: the density that belongs to the initial velocity was not found in %d steps. The velocity has to be free of divergence, and zero across walls; use initial.density: given otherwise."
                        .formatted((long) MOST_CHECKS * interval));
    }

    private double[] density(Execution relaxing) {
        double[][] density = new double[1][relaxing.fluidNodes()];
        relaxing.observe(List.of(Quantities.DENSITY), density);
        return density[0];
    }

    private void copy(Execution relaxing, Execution target) {
        int q = plan.theCase().model().lattice().size();
        long count = plan.nodes().fluid().count();
        double[] chunk = new double[(int) Math.min(CHUNK, count) * q];
        for (long first = 0; first < count; first += CHUNK) {
            int here = (int) Math.min(CHUNK, count - first);
            relaxing.readPopulations(Kernel.FLUID, first, here, chunk);
            target.writePopulations(Kernel.FLUID, first, here, chunk);
        }
    }
}
