package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.Ranks;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.boundary.HeldVelocity;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.units.QuantityText;
import java.util.Arrays;
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

    /// Before a change is small enough to be rounding.
    private static final int FEWEST_CHECKS = 16;
    /// Of the reference density: those of flows are of the order of Mach².
    private static final double LARGEST_RANGE = 1;

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
            double fastest = velocities(relaxing);
            new InitialState(plan.theCase(), plan.nodes(), plan.numbers().units(), workers).write(relaxing, List.of());
            copy(relaxing, target, relax(relaxing, device.ranks(), fastest));
        }
    }

    /// @return the largest component, nodes per step
    private double velocities(Execution relaxing) {
        NodeMap nodes = plan.nodes();
        var units = plan.numbers().units();
        List<PlaceAndTime> velocity = plan.theCase().initial().velocityMPerS().stream()
                .map(PlaceAndTime::of)
                .toList();
        double fastest = 0;
        for (int axis = 0; axis < plan.theCase().model().lattice().dimensions(); axis++) {
            PlaceAndTime component = velocity.get(axis);
            double[] values = new double[Math.toIntExact(nodes.fluid().count())];
            NodePositions.forEach(
                    nodes, workers, (n, point) -> values[n] = units.velocityLattice(component.at(point, 0)));
            relaxing.writeField("bulk", Components.of("velocity", axis), values);
            fastest =
                    Math.max(fastest, Arrays.stream(values).map(Math::abs).max().orElse(0));
        }
        return fastest;
    }

    /// @return the mean density that rounding added
    private double relax(Execution relaxing, Ranks ranks, double fastest) {
        var box = plan.nodes().box();
        int interval = Math.max(box.nx(), Math.max(box.ny(), box.nz()));
        double[] before = density(relaxing, ranks);
        double meanAtStart = mean(before);
        double[] earlier = before; // after half of the steps, or less
        Change change = Change.of(before, before);
        for (int check = 1; check <= MOST_CHECKS; check++) {
            relaxing.step(interval);
            double[] now = density(relaxing, ranks);
            change = Change.of(before, now);
            if (!(change.range() <= LARGEST_RANGE)) {
                throw new CaseException(impossible((long) check * interval));
            }
            if (change.largest() <= Math.max(NOTHING, TOLERANCE * change.range())) {
                return mean(now) - meanAtStart;
            }
            before = now;
            if (Integer.bitCount(check) == 1) { // 1, 2, 4 …
                double bound = rounding(fastest, check / 2 * (long) interval);
                if (check >= FEWEST_CHECKS && Change.of(earlier, now).largest() <= bound) {
                    return mean(now) - meanAtStart;
                }
                earlier = now;
            }
        }
        throw new CaseException(notFound(change, interval));
    }

    /// How the density changed between two checks.
    ///
    /// @param largest at a node, beside the change of the mean, which is rounding
    /// @param range of the density
    private record Change(double largest, double range) {
        static Change of(double[] before, double[] now) {
            double mean = mean(now) - mean(before);
            double largest = 0;
            double lowest = Double.POSITIVE_INFINITY;
            double highest = Double.NEGATIVE_INFINITY;
            for (int n = 0; n < now.length; n++) {
                largest = Math.max(largest, Math.abs(now[n] - before[n] - mean));
                lowest = Math.min(lowest, now[n]);
                highest = Math.max(highest, now[n]);
            }
            return new Change(largest, highest - lowest);
        }
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /// The largest change in some steps that rounding can make, of the reference density.
    /// @param fastest speed, nodes per step
    private double rounding(double fastest, long steps) {
        Precision precision = plan.theCase().model().precision();
        double ofArithmetic = (steps + 32) * (precision.computed() == Real.FP64 ? 0x1p-54 : 0x1p-25);
        // The deviations of the populations of a node add up to about the speed.
        double ofStored = precision.stored() instanceof SlotFormat.HalfDeviations ? 0x1p-8 * fastest : 0;
        return Math.max(ofArithmetic, ofStored);
    }

    private String impossible(long steps) {
        return "initial.density: after %d steps the density that belongs to the initial velocity differs by more than the reference density, or is no number. The velocity has to be free of divergence, and zero across walls; use initial.density: given otherwise."
                .formatted(steps);
    }

    private String notFound(Change change, int interval) {
        Precision precision = plan.theCase().model().precision();
        boolean isFinest = precision.computed() == Real.FP64;
        return "initial.density: the density that belongs to the initial velocity was not found in %d steps: in the last %d it changed by %s of the reference density, and its differences are %s. It settles slowly at relaxation time %s%s, or the velocity is not free of divergence, or not zero across walls. Use a longer relaxation time%s, or initial.density: given."
                .formatted(
                        (long) MOST_CHECKS * interval,
                        interval,
                        QuantityText.about(change.largest()),
                        QuantityText.about(change.range()),
                        QuantityText.about(plan.numbers().relaxationTime()),
                        isFinest ? "" : ", or differs by less than precision %s resolves".formatted(precision.key()),
                        isFinest ? "" : ", precision fp64");
    }

    /// Of all nodes, on all ranks: what follows from it is the same everywhere.
    private static double[] density(Execution relaxing, Ranks ranks) {
        double[][] density = new double[1][relaxing.fluidNodes()];
        relaxing.observe(List.of(Quantities.DENSITY), density);
        ranks.first(density[0]);
        return density[0];
    }

    /// @param excess of the mean density, which is taken away
    private void copy(Execution relaxing, Execution target, double excess) {
        var lattice = plan.theCase().model().lattice();
        int q = lattice.size();
        double[] weights =
                lattice.weights().stream().mapToDouble(Rational::toDouble).toArray();
        long count = plan.nodes().fluid().count();
        double[] chunk = new double[(int) Math.min(CHUNK, count) * q];
        for (long first = 0; first < count; first += CHUNK) {
            int here = (int) Math.min(CHUNK, count - first);
            relaxing.readPopulations(Kernel.FLUID, first, here, chunk);
            for (int k = 0; k < here * q; k++) {
                chunk[k] -= excess * weights[k % q];
            }
            target.writePopulations(Kernel.FLUID, first, here, chunk);
        }
    }
}
