package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.Height;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Shallow water: the speed and damping of waves, a dam that breaks over a wet bed, and the mass of a hump of water
/// that spreads. The hump has the numbers of the regression test of Sailfish.
///
/// Source: Stoker, Water Waves, Interscience (1957), section 10.8; Zhou (2004).
final class ShallowWaterSuite implements ValidationSuite {
    private static final double GRAVITY = 9.81;
    private static final int MARKS = 100; // of a plot, about
    private static final double LOW_M = 1;
    private static final double HIGH_M = 2;

    @Override
    public String key() {
        return "shallow-water";
    }

    @Override
    public String title() {
        return "shallow water: waves, a dam break over a wet bed (Stoker 1957), mass";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (double perStep : new double[] {0.1, 0.3, 0.5}) {
            cases.add(new ValidationCase(
                    "waves at %s nodes per step".formatted(perStep), laboratory -> waves(laboratory, perStep)));
        }
        for (int nodes : full ? List.of(200, 400, 800) : List.of(200, 400)) {
            cases.add(new ValidationCase(
                    "dam break, %d nodes".formatted(nodes), laboratory -> damBreak(laboratory, nodes)));
        }
        cases.add(new ValidationCase("hump", laboratory -> hump(laboratory, full ? 100_000 : 10_000)));
        return cases;
    }

    private static CaseBuilder water(Domain domain, double spacingM, double gravity, Value heightM) {
        return Case.named("shallow-water")
                .geometry(ShapeSource.in(domain))
                .spacingM(spacingM)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .equilibrium(new ShallowWater(gravity))
                .initial(Case.Initial.ofHeight(heightM));
    }

    /// A standing wave of one per mille of the height: its frequency and decay, from the times at which its amplitude
    /// is zero and from the amplitudes between them.
    private List<ValidationRow> waves(Laboratory laboratory, double perStep) {
        int nodes = 64;
        double relaxationTime = 0.6;
        double viscosity = (relaxationTime - 0.5) / 3; // with a spacing of 1 m and a step of 1 s
        double gravity = perStep * perStep / LOW_M;
        double k = 2 * Math.PI / nodes;
        Side open = Side.periodic();
        Case theCase = water(
                        Domain.of2d(nodes, 2, open, open, open, open),
                        1,
                        gravity,
                        Value.varying(at -> at.number(LOW_M)
                                .plus(at.number(1e-3 * LOW_M)
                                        .times(cosine(at.x().times(at.number(k)))))))
                .fluid(1000, viscosity)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
        double damping = 1.5 * viscosity * (1 - perStep * perStep) * k * k;
        double frequency = Math.sqrt(k * k * perStep * perStep - damping * damping);
        int steps = (int) (2.25 * 2 * Math.PI / frequency);
        double[] amplitude = new double[steps + 1];
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            for (int step = 0; step <= steps; step++) {
                flow.step(step - flow.steps());
                double[] height =
                        flow.snapshot(List.of(new Height())).field(new Height()).values()[0];
                amplitude[step] = IntStream.range(0, nodes)
                        .mapToDouble(x -> height[x] * Math.cos(k * (x + 0.5)))
                        .sum();
            }
        }
        List<Double> zeros = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            if (amplitude[step] > 0 != amplitude[step + 1] > 0) {
                zeros.add(step + amplitude[step] / (amplitude[step] - amplitude[step + 1]));
            }
        }
        double half = (zeros.getLast() - zeros.getFirst()) / (zeros.size() - 1);
        double found = Math.PI / half;
        double decay = -Math.log(Math.abs(
                        peak(amplitude, zeros.get(2), zeros.get(3)) / peak(amplitude, zeros.get(0), zeros.get(1))))
                / (2 * half);
        String setup = "wave of 64 nodes, %s nodes per step".formatted(perStep);
        laboratory.plots().accept(wavePlot(setup, amplitude, frequency, damping));
        return List.of(
                ValidationRow.relative(
                        key(),
                        setup,
                        "wave speed, nodes per step",
                        Math.sqrt(found * found + damping * damping) / k,
                        perStep,
                        "sqrt(g h)",
                        0.01),
                ValidationRow.relative(key(), setup, "damping, 1/step", decay, damping, "3/2 nu (1 - c²) k²", 0.05));
    }

    /// Beside a wave that begins at rest.
    private static ValidationPlot wavePlot(String setup, double[] amplitude, double frequency, double damping) {
        int count = Math.min(amplitude.length, MARKS);
        double[] steps = new double[count];
        double[] computed = new double[count];
        double[] exact = new double[amplitude.length];
        for (int k = 0; k < count; k++) {
            int step = (amplitude.length - 1) * k / (count - 1);
            steps[k] = step;
            computed[k] = amplitude[step] / amplitude[0];
        }
        for (int step = 0; step < exact.length; step++) {
            double angle = frequency * step;
            exact[step] = Math.exp(-damping * step) * (Math.cos(angle) + damping / frequency * Math.sin(angle));
        }
        return new Curves(
                        "Shallow water: amplitude of a standing wave",
                        setup,
                        new Axis("time, steps", ""),
                        new Axis("amplitude / amplitude at the start", ""))
                .computed("computed", steps, computed)
                .reference(
                        "speed sqrt(g h), damping 3/2 ν (1 - c²) k²",
                        Curves.upTo(exact.length - 1.0, exact.length),
                        exact)
                .named("shallow-water " + setup);
    }

    /// The largest absolute value between two times, with its sign.
    private static double peak(double[] amplitude, double from, double to) {
        double found = 0;
        for (int step = (int) Math.ceil(from); step <= to; step++) {
            found = Math.abs(amplitude[step]) > Math.abs(found) ? amplitude[step] : found;
        }
        return found;
    }

    private static Expr cosine(Expr angle) {
        return angle.graph().call(ElementaryFunction.COS, List.of(angle));
    }

    /// Over 100 m, the dam in the middle, until the waves have covered three quarters of the way to the ends.
    private List<ValidationRow> damBreak(Laboratory laboratory, int nodes) throws IOException {
        double lengthM = 100;
        double spacingM = lengthM / nodes;
        double endS = 0.75 * lengthM / 2 / Math.sqrt(GRAVITY * HIGH_M);
        Side wall = Side.wall("wall");
        Case theCase = water(
                        Domain.of2d(lengthM, 2 * spacingM, wall, wall, Side.periodic(), Side.periodic()),
                        spacingM,
                        GRAVITY,
                        Value.varying(at -> {
                            var graph = at.graph();
                            var behind = graph.compare(Comparison.LESS, at.x(), at.number(lengthM / 2));
                            return graph.select(behind, at.number(HIGH_M), at.number(LOW_M));
                        }))
                .fluid(1000, 0.05 * Math.sqrt(GRAVITY * HIGH_M) / 0.4 * spacingM) // relaxation time 0.65
                .timeStepS(0.4 * spacingM / Math.sqrt(GRAVITY * HIGH_M))
                .atMostS(endS)
                .build();
        DamBreak exact = new DamBreak(GRAVITY, HIGH_M, LOW_M);
        return laboratory.solve(theCase, solution -> {
            double[] height = solution.snapshot().field(new Height()).values()[0];
            double timeS = solution.simulation().timeS();
            double away = 0;
            double sum = 0;
            for (int x = 0; x < nodes; x++) {
                double there = exact.heightM(((x + 0.5) / nodes - 0.5) * lengthM, timeS);
                away += Math.abs(height[x] - there);
                sum += there;
            }
            String setup = "dam break %s : %s m, %d nodes".formatted((int) HIGH_M, (int) LOW_M, nodes);
            laboratory.plots().accept(damPlot(setup, height, nodes, lengthM, exact, timeS));
            double mean = solution.observable("height.mean");
            return List.of(
                    ValidationRow.error(key(), setup, "relative L1 error of height", away / sum, "Stoker", 0.02),
                    ValidationRow.error(
                            key(),
                            setup,
                            "relative change of volume",
                            Math.abs(mean / (0.5 * (HIGH_M + LOW_M)) - 1),
                            "conserved",
                            1e-12),
                    ValidationRow.relative(
                            key(),
                            setup,
                            "height behind the bore, m",
                            height[(int) (nodes * (0.5 + 0.2 * exact.boreMPerS() * timeS / lengthM))],
                            exact.middleM(),
                            "Stoker",
                            0.01),
                    ValidationRow.reported(
                            key(),
                            setup,
                            "largest Froude number",
                            solution.observable("froude.maximum"),
                            exact.middleMPerS() / Math.sqrt(GRAVITY * exact.middleM()),
                            "Stoker, without overshoot"));
        });
    }

    /// Every node of 200, otherwise as many.
    private static ValidationPlot damPlot(
            String setup, double[] height, int nodes, double lengthM, DamBreak exact, double timeS) {
        int stride = Math.max(1, nodes / MARKS);
        double[] place = new double[nodes / stride];
        double[] computed = new double[place.length];
        for (int k = 0; k < place.length; k++) {
            place[k] = (k * stride + 0.5) / nodes * lengthM;
            computed[k] = height[k * stride];
        }
        double[] fine = Curves.upTo(lengthM, 2001);
        return new Curves(
                        "Shallow water: height after a dam break",
                        "%s, %.2f s after it".formatted(setup, timeS),
                        new Axis("place", "m"),
                        new Axis("height", "m"))
                .computed("computed", place, computed)
                .reference(
                        "Stoker 1957",
                        fine,
                        Arrays.stream(fine)
                                .map(x -> exact.heightM(x - lengthM / 2, timeS))
                                .toArray())
                .named("shallow-water dam break %d nodes".formatted(nodes));
    }

    /// 62² nodes, viscosity 0.005 and gravity 0.001 in lattice units, the hump 0.4 high and 62/12 wide.
    private List<ValidationRow> hump(Laboratory laboratory, int steps) {
        int nodes = 62;
        double width = nodes / 12.0;
        Side open = Side.periodic();
        Case theCase = water(Domain.of2d(nodes, nodes, open, open, open, open), 1, 1e-3, Value.varying(at -> {
                    Expr x = at.x().minus(at.number(0.5 * nodes)).times(at.number(1 / width));
                    Expr y = at.y().minus(at.number(0.5 * nodes)).times(at.number(1 / width));
                    Expr square = x.squared().plus(y.squared()).times(at.number(-0.5));
                    Expr bump = at.graph().call(ElementaryFunction.EXP, List.of(square));
                    return at.number(1).plus(at.number(0.4).times(bump));
                }))
                .fluid(1000, 0.005)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            double before = Observable.value(flow.observables(false), "height.mean");
            flow.step(steps);
            List<Observable> after = flow.observables(false);
            String setup = "hump on 62² nodes, %d steps".formatted(steps);
            return List.of(
                    ValidationRow.error(
                            key(),
                            setup,
                            "relative change of volume",
                            Math.abs(Observable.value(after, "height.mean") / before - 1),
                            "conserved",
                            1e-12),
                    ValidationRow.error(
                            key(),
                            setup,
                            "largest less smallest height, of the hump",
                            (Observable.value(after, "height.maximum") - Observable.value(after, "height.minimum"))
                                    / 0.4,
                            "rest",
                            0.2));
        }
    }

    /// Stoker's solution of a dam break over a wet bed without friction: a rarefaction, a middle state, and a bore.
    ///
    /// @param middleM height of the middle state
    record DamBreak(double gravity, double highM, double lowM, double middleM) {
        DamBreak(double gravity, double highM, double lowM) {
            this(gravity, highM, lowM, middle(gravity, highM, lowM));
        }

        /// Where the velocity behind the rarefaction is that behind the bore.
        private static double middle(double gravity, double highM, double lowM) {
            double low = lowM;
            double high = highM;
            for (int bisection = 0; bisection < 100; bisection++) {
                double middle = 0.5 * (low + high);
                double ofRarefaction = 2 * (Math.sqrt(gravity * highM) - Math.sqrt(gravity * middle));
                double ofBore = (middle - lowM) * Math.sqrt(0.5 * gravity * (1 / middle + 1 / lowM));
                if (ofRarefaction > ofBore) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return 0.5 * (low + high);
        }

        double middleMPerS() {
            return 2 * (Math.sqrt(gravity * highM) - Math.sqrt(gravity * middleM));
        }

        double boreMPerS() {
            return middleM * middleMPerS() / (middleM - lowM);
        }

        /// @param placeM from the dam, positive towards the lower water
        double heightM(double placeM, double timeS) {
            double speed = placeM / timeS;
            double waves = Math.sqrt(gravity * highM);
            if (speed < -waves) {
                return highM;
            }
            if (speed < middleMPerS() - Math.sqrt(gravity * middleM)) {
                return Math.pow(2 * waves - speed, 2) / (9 * gravity);
            }
            return speed < boreMPerS() ? middleM : lowM;
        }
    }
}
