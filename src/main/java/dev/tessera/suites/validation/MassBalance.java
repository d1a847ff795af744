package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.TammMottSmithWall;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The mass of the fluid over 100 000 steps: constant in a closed box, and in a channel between openings the mass at
/// the
/// start and what has come in, less what has gone out. It is the sum of all populations. Full-way walls hold a part of
/// it
/// that depends on the flow: their box is observed from its steady state on.
final class MassBalance implements ValidationSuite {
    private static final int STEPS = 100_000;
    private static final int SAMPLES = 50; // of the mass
    private static final int UNTIL_STEADY = 30_000; // steps of the smallest box
    private static final int BLOCK = 1 << 12; // nodes that are read at once
    private static final double LID = 0.1; // lattice speed
    private static final double STREAM = 0.05;
    private static final double VISCOSITY = 0.05;
    /// Those that are no scheme of a pressure.
    private static final List<String> OUTLETS =
            List.of("grad", "yu", "characteristic", "neumann", "copy", "do-nothing");

    private static final List<Precision> PRECISIONS =
            List.of(Precision.FP64, Precision.FP32, Precision.FP64_DEVIATIONS, Precision.FP32_DEVIATIONS);

    /// By flow, a curve for each precision.
    private final SequencedMap<String, Series> changes = new LinkedHashMap<>();

    @Override
    public String key() {
        return "mass";
    }

    @Override
    public String title() {
        return "mass over 100 000 steps: closed boxes, and channels between openings";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (Precision precision : PRECISIONS) {
            add(cases, box(Lattices.D2Q9, full ? 64 : 24, precision, new MovingWall(speed(LID)), "half-way walls"));
            add(cases, box(Lattices.D2Q9, full ? 64 : 24, precision, new FullWayWall(speed(LID)), "full-way walls"));
            add(
                    cases,
                    box(
                            Lattices.D2Q9,
                            full ? 64 : 24,
                            precision,
                            new TammMottSmithWall(speed(LID)),
                            "walls of Tamm and Mott-Smith"));
            if (full) {
                add(cases, box(Lattices.D3Q19, 32, precision, new MovingWall(speed(LID)), "half-way walls"));
            }
            for (Scheme scheme :
                    List.of(Scheme.ZOU_HE, Scheme.REGULARIZED, Scheme.EQUILIBRIUM, Scheme.GUO, Scheme.LINK_WISE)) {
                add(cases, channel(24, precision, scheme));
            }
            for (String name : OUTLETS) {
                add(cases, channel(24, precision, name, Outflows.outlet(name)));
            }
        }
        return cases;
    }

    private void add(List<ValidationCase> cases, Flowing flow) {
        cases.add(new ValidationCase(flow.setup(), laboratory -> List.of(row(laboratory, flow, STEPS))));
    }

    /// @param first step from which on the mass is observed
    /// @param openings whose flow is added up, none in a closed box
    record Flowing(String words, CaseBuilder theCase, int first, List<String> openings, Precision precision) {
        String setup() {
            return words + ", " + precision.key();
        }

        double tolerance() {
            return switch (precision) {
                case FP64, FP64_DEVIATIONS -> 1e-12;
                case FP32, FP32_DEVIATIONS, FP32_FP16 -> 1e-5;
            };
        }
    }

    private static List<Value> speed(double x) {
        return List.of(Value.of(x), Value.ZERO, Value.ZERO);
    }

    /// A cavity with a moving lid, in lattice units.
    static Flowing box(VelocitySet lattice, int nodes, Precision precision, Boundary lid, String walls) {
        Side wall = Side.wall("wall");
        Side top = Side.wall("lid");
        Domain box = lattice.dimensions() == 2
                ? Domain.of2d(nodes, nodes, wall, wall, wall, top)
                : Domain.of(new Vec(nodes, nodes, nodes), wall, wall, wall, top, wall, wall);
        CaseBuilder theCase =
                theCase(lattice, precision).geometry(ShapeSource.in(box)).boundary("lid", lid);
        if (lid instanceof FullWayWall) {
            theCase.boundary("wall", new FullWayWall(speed(0)));
        }
        if (lid instanceof TammMottSmithWall) {
            theCase.boundary("wall", new TammMottSmithWall());
        }
        String words =
                "%s, closed box with a moving lid, %s, %d nodes per side".formatted(lattice.name(), walls, nodes);
        return new Flowing(words, theCase, lid instanceof FullWayWall ? UNTIL_STEADY : 0, List.of(), precision);
    }

    /// A channel that begins at rest.
    static Flowing channel(int width, Precision precision, Scheme scheme) {
        String words = "D2Q9, channel between %s openings, %d nodes wide".formatted(scheme.word(), width);
        var outlet = new PressureOpening(Value.ZERO, scheme, 0, false, null);
        return channel(width, precision, words, scheme, outlet);
    }

    /// From an inlet along links.
    static Flowing channel(int width, Precision precision, String name, Boundary outlet) {
        String words = "D2Q9, channel to an outlet %s, %d nodes wide".formatted(name, width);
        return channel(width, precision, words, Scheme.LINK_WISE, outlet);
    }

    private static Flowing channel(int width, Precision precision, String words, Scheme inflow, Boundary outflow) {
        Side wall = Side.wall("wall");
        Side inlet = inflow.isOnNodes() ? Side.opening("inlet").wet() : Side.opening("inlet");
        Side outlet = outflow.holdsOnNodes() ? Side.opening("outlet").wet() : Side.opening("outlet");
        double length = 3.0 * width + (inflow.isOnNodes() ? 0 : 0.5) - (outflow.holdsOnNodes() ? 0 : 0.5);
        CaseBuilder theCase = theCase(Lattices.D2Q9, precision)
                .geometry(ShapeSource.in(Domain.of2d(length, width, inlet, outlet, wall, wall)))
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.MeanVelocity(Value.of(STREAM)), Profile.PARABOLIC, inflow, 0))
                .boundary("outlet", outflow);
        return new Flowing(words, theCase, 0, List.of("inlet", "outlet"), precision);
    }

    private static CaseBuilder theCase(VelocitySet lattice, Precision precision) {
        return Case.named("mass")
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .lattice(lattice)
                .collision(new Mrt())
                .precision(precision)
                .referenceVelocityMPerS(LID)
                .referenceLengthM(1)
                .timeStepS(1)
                .atMostSteps(1);
    }

    ValidationRow row(Laboratory laboratory, Flowing flow, int steps) {
        try (Simulation simulation = Simulation.open(flow.theCase.build(), laboratory.device(), laboratory.workers())) {
            simulation.step(flow.first);
            double before = mass(simulation);
            var gained = new ExactSum();
            var cameIn = new ExactSum();
            double[] change = new double[SAMPLES];
            for (int sample = 0; sample < SAMPLES; sample++) {
                int until = (int) ((long) steps * (sample + 1) / SAMPLES);
                int from = (int) ((long) steps * sample / SAMPLES);
                if (flow.openings.isEmpty()) {
                    simulation.step(until - from);
                } else {
                    for (int step = from; step < until; step++) {
                        List<Observable> now = simulation.observables(false);
                        for (String opening : flow.openings) {
                            double flowRate = Observable.value(now, opening + ".flow_rate");
                            gained.add(flowRate);
                            cameIn.add(Math.max(0, flowRate));
                        }
                        simulation.step(1);
                    }
                }
                change[sample] = Math.abs(mass(simulation) - before - gained.value());
            }
            boolean isClosed = flow.openings.isEmpty();
            double unit = isClosed ? before : cameIn.value();
            laboratory.plots().accept(plot(flow, steps, change, unit));
            return ValidationRow.error(
                    key(),
                    flow.setup(),
                    isClosed ? "change of the mass / mass" : "(change of the mass - in + out) / in",
                    change[SAMPLES - 1] / unit,
                    "conservation of mass",
                    flow.tolerance());
        }
    }

    /// All precisions so far. Where the mass is that of the start to the last digit there is no mark.
    private ValidationPlot plot(Flowing flow, int steps, double[] change, double unit) {
        Series series = changes.computeIfAbsent(flow.words, none -> new Series());
        for (int sample = 0; sample < SAMPLES; sample++) {
            series.add(
                    flow.precision.key(),
                    (double) steps * (sample + 1) / SAMPLES,
                    change[sample] > 0 ? change[sample] / unit : Double.NaN);
        }
        return series.onto(
                        new Curves(
                                flow.openings.isEmpty()
                                        ? "Mass in a closed box: change / mass"
                                        : "Mass in a channel: (change - in + out) / in",
                                flow.words,
                                new Axis("time, steps", ""),
                                new Axis("relative change", "", Scale.DECADES)),
                        Style.LINE_AND_MARKS)
                .named("mass " + flow.words);
    }

    /// The sum of all populations, lattice units.
    private static double mass(Simulation simulation) {
        int nodes = Math.toIntExact(simulation.nodes().fluid().count());
        int directions = simulation.theCase().model().lattice().size();
        boolean areDeviations = simulation.theCase().model().precision().storesDeviations();
        double[] populations = new double[BLOCK * directions];
        var sum = new ExactSum();
        for (int first = 0; first < nodes; first += BLOCK) {
            int count = Math.min(BLOCK, nodes - first);
            simulation.readPopulations(Kernel.FLUID, first, count, populations);
            sum.add(populations, count * directions);
        }
        return sum.value() + (areDeviations ? nodes : 0);
    }
}
