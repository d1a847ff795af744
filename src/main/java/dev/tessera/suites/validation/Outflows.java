package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.YuOutflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;

/// What outlets return of a wave, how far the mean pressure drifts, and how much a vortex is disturbed that leaves,
/// in a uniform flow. Everything is in lattice units: nodes are 1 m apart, a step takes 1 s.
///
/// Outlets that do not leave the uniform flow as it is send sound at the start, as link-wise pressures do. So
/// reflection and disturbance are differences from the same flow without pulse and vortex.
///
/// * Reflection: a plane pulse of density, Gaussian, 20 nodes wide at half its height, that moves toward the outlet
///   along its normal or at 45 degrees. The largest deviation of density after it has left, over that before it
///   arrives. At 45 degrees the pulse is a beam 140 nodes wide, so that it meets nothing but the outlet.
/// * Drift: the largest deviation of the mean density in the 20 000 steps after the pulse along the normal has left.
///   The pulse itself changes the mean by 5e-5.
/// * Vortex: the largest difference of its velocity from that in a channel twice as long, over its largest velocity.
final class Outflows implements ValidationSuite {
    private static final double SPEED = 0.05;
    private static final double VISCOSITY = 0.01;
    private static final double PULSE = 1e-3; // of density
    private static final double DEVIATION = 20 / (2 * Math.sqrt(2 * Math.log(2))); // standard, of the pulse
    private static final double SOUND = Math.sqrt(1.0 / 3);
    private static final int PULSE_SAMPLES = 45; // of a plot
    private static final double REFLECTED = 0.02;
    private static final double DRIFT = 1e-4;
    private static final String SOURCE = "a wave that leaves";

    /// Of a pulse along the normal and of the mean density after it, by kind of outlet.
    private final SequencedMap<String, Series> returned = new LinkedHashMap<>();

    private final SequencedMap<String, Series> drifts = new LinkedHashMap<>();

    @Override
    public String key() {
        return "outflows";
    }

    @Override
    public String title() {
        return "outlets: reflection of a pulse at 0 and 45 degrees, drift of the pressure, a vortex that leaves";
    }

    /// The outlet of a name in rows.
    static Boundary outlet(String name) {
        return Objects.requireNonNull(outlets().get(name), name);
    }

    /// By their names in rows.
    private static SequencedMap<String, Boundary> outlets() {
        SequencedMap<String, Boundary> outlets = new LinkedHashMap<>();
        PressureOpening pressure = Boundaries.pressure("0 Pa");
        outlets.put("zou-he", pressure.by(Scheme.ZOU_HE));
        outlets.put("regularized", pressure.by(Scheme.REGULARIZED));
        outlets.put("equilibrium", pressure.by(Scheme.EQUILIBRIUM));
        outlets.put("guo", pressure.by(Scheme.GUO));
        outlets.put("link-wise", pressure.by(Scheme.LINK_WISE));
        outlets.put("link-wise, sponge", pressure.by(Scheme.LINK_WISE).withSponge("60 m", 10));
        outlets.put("grad", new GradOutflow(Value.ZERO, new Rise.Over(0)));
        outlets.put("grad-extrapolated", new GradExtrapolatedOutflow());
        outlets.put(
                "grad-extrapolated, pressure", new GradExtrapolatedOutflow.AtPressure(Value.ZERO, new Rise.Over(0)));
        outlets.put("yu", new YuOutflow());
        outlets.put("characteristic", new CharacteristicOutlet(Value.ZERO));
        outlets.put("characteristic, recovery 0", new CharacteristicOutlet(Value.ZERO).recovering(0));
        outlets.put("neumann", new NeumannOutflow());
        outlets.put("copy", new CopyOutflow());
        outlets.put("do-nothing", new DoNothingOutflow());
        return outlets;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        outlets().forEach((name, outlet) -> {
            boolean free = name.endsWith("recovery 0");
            boolean holds = name.equals("characteristic");
            cases.add(new ValidationCase(
                    name + ", 0 degrees", laboratory -> alongNormal(laboratory, name, outlet, free, holds)));
            cases.add(new ValidationCase(
                    name + ", 45 degrees", laboratory -> List.of(oblique(laboratory, name, outlet))));
            cases.add(new ValidationCase(name + ", vortex", laboratory -> List.of(vortex(laboratory, name, outlet))));
        });
        return cases;
    }

    private ValidationRow row(String outlet, String quantity, double value, double tolerance) {
        return ValidationRow.error(key(), outlet, quantity, value, SOURCE, tolerance);
    }

    private static double onlyIf(boolean judged, double tolerance) {
        return judged ? tolerance : Double.POSITIVE_INFINITY;
    }

    private List<ValidationRow> alongNormal(
            Laboratory laboratory, String name, Boundary outlet, boolean free, boolean holds) {
        int length = 400;
        double way = 150;
        Start pulse = new Start(1, 0, length - 1 - way, 0, Double.POSITIVE_INFINITY);
        String kind = outlet instanceof PressureOpening ? "pressure openings" : "outflow conditions";
        Series pulses = returned.computeIfAbsent(kind, none -> new Series());
        Series means = drifts.computeIfAbsent(kind, none -> new Series());
        try (Simulation flow = open(laboratory, length, 4, outlet, pulse);
                Simulation without = open(laboratory, length, 4, outlet, new Undisturbed())) {
            long before = (long) ((way - 40) / (SOUND + SPEED));
            flow.step(before);
            without.step(before);
            double sent = largest(flow, without);
            pulses.add(name, 0, 1);
            long after = (long) (130 / SOUND);
            for (int sample = 1; sample <= PULSE_SAMPLES; sample++) {
                long at = after * sample / PULSE_SAMPLES;
                long steps = at - after * (sample - 1) / PULSE_SAMPLES;
                flow.step(steps);
                without.step(steps);
                pulses.add(name, (double) at, largest(flow, without) / sent);
            }
            double back = largest(flow, without);
            double drift = 0;
            for (int sample = 0; sample < 200; sample++) {
                flow.step(100);
                double mean = Arrays.stream(densities(flow)).average().orElse(0);
                means.add(name, after + 100.0 * (sample + 1), mean);
                drift = Math.max(drift, Math.abs(mean));
            }
            laboratory.plots().accept(pulsePlot(kind, pulses));
            laboratory.plots().accept(driftPlot(kind, means));
            return List.of(
                    row(name, "reflection at 0 degrees", back / sent, onlyIf(free, REFLECTED)),
                    row(name, "drift of the mean pressure (density)", drift, onlyIf(holds, DRIFT)));
        }
    }

    private static ValidationPlot pulsePlot(String kind, Series pulses) {
        return pulses.onto(
                        new Curves(
                                "Outlets: what is left of a pulse along the normal",
                                "D2Q9 bgk, " + kind,
                                new Axis("steps; the pulse arrives after %.0f".formatted(40 / (SOUND + SPEED)), ""),
                                new Axis("largest deviation of density / that of the pulse", "", Scale.DECADES)),
                        Style.LINE)
                .named("outflows pulse " + kind);
    }

    private static ValidationPlot driftPlot(String kind, Series means) {
        return means.onto(
                        new Curves(
                                "Outlets: drift of the mean density after a pulse",
                                "D2Q9 bgk, " + kind,
                                new Axis("time, steps", ""),
                                new Axis("mean density - 1", "")),
                        Style.LINE)
                .named("outflows drift " + kind);
    }

    private ValidationRow oblique(Laboratory laboratory, String name, Boundary outlet) {
        int size = 360;
        double before = 160;
        double way = before * Math.sqrt(2);
        Start pulse = new Start(Math.sqrt(0.5), Math.sqrt(0.5), size - 1 - before, size / 2.0 - 80, 70);
        try (Simulation flow = open(laboratory, size, size, outlet, pulse);
                Simulation without = open(laboratory, size, size, outlet, new Undisturbed())) {
            long sentAt = (long) ((way - 130) / SOUND);
            flow.step(sentAt);
            without.step(sentAt);
            double sent = largest(flow, without);
            long after = (long) ((way + 130) / SOUND) - sentAt;
            flow.step(after);
            without.step(after);
            return row(name, "reflection at 45 degrees", largest(flow, without) / sent, Double.POSITIVE_INFINITY);
        }
    }

    private ValidationRow vortex(Laboratory laboratory, String name, Boundary outlet) {
        int length = 100;
        int width = 80;
        double radius = 8;
        double peak = 0.02;
        Vortex vortex = new Vortex(length - 40, width / 2.0, radius, peak);
        try (Simulation flow = open(laboratory, length, width, outlet, vortex);
                Simulation without = open(laboratory, length, width, outlet, new Undisturbed());
                Simulation longer = open(laboratory, 2 * length, width, new CharacteristicOutlet(Value.ZERO), vortex)) {
            double largest = 0;
            for (int sample = 0; sample < 65; sample++) {
                flow.step(20);
                longer.step(20);
                without.step(20);
                double[][] u = flow.snapshot().velocityMPerS();
                double[][] still = without.snapshot().velocityMPerS();
                double[][] expected = longer.snapshot().velocityMPerS();
                var box = flow.nodes().box();
                for (int n = 0; n < u[0].length; n++) {
                    long at = flow.nodes().fluid().boxIndex(n);
                    long other =
                            longer.nodes().fluid().number(longer.nodes().box().index(box.x(at), box.y(at), box.z(at)));
                    for (int axis = 0; axis < 2 && box.x(at) < length - 10; axis++) {
                        double own = u[axis][n] - still[axis][n];
                        double free = expected[axis][Math.toIntExact(other)] - (axis == 0 ? SPEED : 0);
                        largest = Math.max(largest, Math.abs(own - free));
                    }
                }
            }
            return row(name, "disturbance of a vortex", largest / peak, Double.POSITIVE_INFINITY);
        }
    }

    /// The initial state.
    private sealed interface State {
        /// @return density less 1, and two components of velocity
        List<Expr> at(ExprGraph g);
    }

    /// The uniform flow alone.
    private record Undisturbed() implements State {
        @Override
        public List<Expr> at(ExprGraph g) {
            Expr zero = g.constant(0);
            return List.of(zero, zero, zero);
        }
    }

    /// A pulse through a place, along a direction, that moves with the sound.
    /// @param halfWidth of the beam; infinite: a plane wave
    private record Start(double alongX, double alongY, double x, double y, double halfWidth) implements State {
        @Override
        public List<Expr> at(ExprGraph g) {
            Expr right = g.symbol("x").minus(number(g, x));
            Expr up = g.symbol("y").minus(number(g, y));
            Expr along = number(g, alongX).times(right).plus(number(g, alongY).times(up));
            Expr exponent = number(g, -0.5 / (DEVIATION * DEVIATION)).times(along.squared());
            if (halfWidth < Double.POSITIVE_INFINITY) {
                Expr across =
                        number(g, alongX).times(up).minus(number(g, alongY).times(right));
                Expr part = number(g, 1 / (halfWidth * halfWidth)).times(across.squared());
                exponent = exponent.minus(part.squared());
            }
            Expr pulse = number(g, PULSE).times(g.call(ElementaryFunction.EXP, List.of(exponent)));
            Expr speed = number(g, SOUND).times(pulse);
            return List.of(
                    pulse, number(g, alongX).times(speed), number(g, alongY).times(speed));
        }
    }

    /// A vortex with a Gaussian stream function.
    /// @param peak its largest velocity
    private record Vortex(double x, double y, double radius, double peak) implements State {
        @Override
        public List<Expr> at(ExprGraph g) {
            Expr right = g.symbol("x").minus(number(g, x));
            Expr up = g.symbol("y").minus(number(g, y));
            Expr square = number(g, 1 / (radius * radius)).times(right.squared().plus(up.squared()));
            Expr half = number(g, 0.5).times(number(g, 1).minus(square));
            Expr turn = number(g, peak / radius).times(g.call(ElementaryFunction.EXP, List.of(half)));
            Expr drop = g.call(ElementaryFunction.EXP, List.of(number(g, 1).minus(square)));
            double depth = -0.5 * peak * peak / (SOUND * SOUND);
            return List.of(number(g, depth).times(drop), turn.times(up).negated(), turn.times(right));
        }
    }

    private static Expr number(ExprGraph g, double value) {
        return g.constant(Rational.exactly(value));
    }

    /// A uniform flow with a disturbance, from an inlet to the outlet.
    private static Simulation open(Laboratory laboratory, int length, int width, Boundary outlet, State start) {
        boolean wet = outlet.holdsOnNodes();
        Side out = wet ? Side.opening("outlet").wet() : Side.opening("outlet");
        double metres = length - (wet ? 1 : 0.5);
        ExprGraph g = new ExprGraph();
        List<Expr> state = start.at(g);
        Expr mean = number(g, SPEED);
        Case theCase = Case.named("outflow")
                .geometry(ShapeSource.in(
                        Domain.of2d(metres, width, Side.opening("inlet").wet(), out, Side.periodic(), Side.periodic())))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .equilibrium(new QuasiCompressible())
                .boundary("inlet", Boundaries.velocity(Value.of(SPEED), Value.ZERO, Value.ZERO))
                .boundary("outlet", outlet)
                .initial(new Case.Initial(
                        List.of(
                                new Value.Varying(mean.plus(state.get(1)), 1, "u"),
                                new Value.Varying(state.get(2), 1, "v"),
                                Value.ZERO),
                        new Value.Varying(number(g, SOUND * SOUND).times(state.getFirst()), 1, "p")))
                .referenceVelocityMPerS(SPEED)
                .referenceLengthM(length)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
        return Simulation.open(theCase, laboratory.device(), laboratory.workers());
    }

    /// Less 1.
    private static double[] densities(Simulation flow) {
        double[] pressure = flow.snapshot().pressurePa();
        return Arrays.stream(pressure).map(pa -> pa / (SOUND * SOUND)).toArray();
    }

    /// Deviation of the density from that of a flow without the pulse.
    private static double largest(Simulation flow, Simulation without) {
        double[] disturbed = densities(flow);
        double[] uniform = densities(without);
        double largest = 0;
        for (int n = 0; n < disturbed.length; n++) {
            largest = Math.max(largest, Math.abs(disturbed[n] - uniform[n]));
        }
        return largest;
    }
}
