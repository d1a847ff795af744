package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.OrderParameter;
import dev.tessera.solver.field.Velocity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Two fluids that separate from a mixture of equal parts in a periodic square: the length of their pattern, from the
/// first moment of the structure factor, grows as `t^(1/3)` where diffusion moves the interfaces, and as `t^(2/3)`
/// where surface tension accelerates the fluid. The order parameter is conserved, and free and kinetic energy fall.
///
/// Source: Bray, Adv. Phys. 43, 357 (1994); Furukawa, Phys. Rev. A 31, 1103 (1985); in 2D by lattice Boltzmann: Wagner,
/// Yeomans, Phys. Rev. Lett. 80, 1429 (1998).
final class SpinodalDecomposition implements ValidationSuite {
    private static final String ONE = "one";
    private static final String OTHER = "other";
    private static final double NOISE = 0.5; // of the order parameter at the start, on both sides of zero
    private static final int SAMPLES_PER_DECADE = 12;
    private static final double LARGEST_LENGTH = 1.0 / 8; // of the square

    /// @param steps the last, of which the last decade is fitted
    /// @param exponent of the growth
    record Regime(
            String words,
            int nodes,
            double viscosity,
            double tension,
            double width,
            double diffusivity,
            long steps,
            double exponent,
            double tolerance) {
        double bulkEnergy() {
            return FreeEnergy.bulkEnergy(tension, width);
        }
    }

    @Override
    public String key() {
        return "spinodal";
    }

    @Override
    public String title() {
        return "spinodal decomposition in 2D: growth by diffusion and by inertia, conservation, free energy (Bray 1994)";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    private static List<Regime> regimes(boolean full) {
        return full
                ? List.of(
                        new Regime("diffusion", 1024, 1, 1e-5, 1.5, 0.09, 100_000, 1.0 / 3, 0.05),
                        new Regime("inertia", 1024, 0.02, 0.02, 1.5, 0.09, 9000, 2.0 / 3, 0.07))
                : List.of(
                        new Regime("diffusion", 256, 1, 1e-5, 1.5, 0.09, 20_000, 1.0 / 3, 0.05),
                        new Regime("inertia", 512, 0.02, 0.02, 1.5, 0.09, 3000, 2.0 / 3, 0.07));
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (Regime regime : regimes(full)) {
            cases.add(new ValidationCase(
                    "%s, %d² nodes".formatted(regime.words, regime.nodes),
                    laboratory -> rows(laboratory, regime, full ? 4 : 1)));
        }
        return cases;
    }

    private List<ValidationRow> rows(Laboratory laboratory, Regime regime, int seeds) {
        List<ValidationRow> rows = new ArrayList<>();
        double sum = 0;
        List<Growth> growths = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            Growth growth = growth(laboratory, regime, seed);
            growths.add(growth);
            String setup = "%s, %d² nodes, seed %d".formatted(regime.words, regime.nodes, seed);
            sum += growth.exponent();
            rows.add(ValidationRow.reported(
                    key(), setup, "exponent of the length", growth.exponent(), regime.exponent, "scaling"));
            rows.add(ValidationRow.error(
                    key(),
                    setup,
                    "last length over the edge",
                    growth.lastLength() / regime.nodes,
                    "box",
                    LARGEST_LENGTH));
            rows.add(ValidationRow.error(
                    key(), setup, "change of the mean order parameter", growth.orderChange, "conserved", 1e-13));
            rows.add(ValidationRow.error(
                    key(), setup, "largest rise of the free energy over its fall", growth.energyRise, "falls", 1e-9));
        }
        laboratory.plots().accept(plot(regime, growths));
        double mean = sum / seeds;
        rows.add(new ValidationRow(
                key(),
                "%s, %d² nodes".formatted(regime.words, regime.nodes),
                "mean exponent of the length, last decade",
                mean,
                regime.exponent,
                "scaling (Bray 1994)",
                Math.abs(mean - regime.exponent),
                regime.tolerance));
        return rows;
    }

    /// Both powers go through the middle of the last decade.
    private static ValidationPlot plot(Regime regime, List<Growth> growths) {
        var curves = new Curves(
                "Spinodal decomposition, growth by %s: length of the pattern".formatted(regime.words),
                "D2Q9 trt, %d² nodes, viscosity %s, surface tension %s"
                        .formatted(regime.nodes, regime.viscosity, regime.tension),
                new Axis("time, steps", "", Scale.DECADES),
                new Axis("length, nodes", "", Scale.DECADES));
        for (int seed = 1; seed <= growths.size(); seed++) {
            Growth growth = growths.get(seed - 1);
            curves.computed("computed, seed %d".formatted(seed), growth.times(), growth.length);
        }
        double[] times = Arrays.stream(growths.getFirst().times())
                .filter(step -> step * 100 >= regime.steps)
                .toArray();
        double middle = regime.steps / Math.sqrt(10);
        double there = growths.getFirst().lengthAt(middle);
        for (int thirds = 1; thirds <= 2; thirds++) {
            double power = thirds / 3.0;
            double[] line = Arrays.stream(times)
                    .map(step -> there * Math.pow(step / middle, power))
                    .toArray();
            curves.reference("t^(%d/3)".formatted(thirds), times, line);
        }
        return curves.named("spinodal %s %d nodes".formatted(regime.words, regime.nodes));
    }

    /// @param steps of the samples
    /// @param orderChange of the mean, the largest
    /// @param energyRise the largest from one sample to the next, over the whole fall
    record Growth(long[] steps, double[] length, double orderChange, double energyRise) {
        double[] times() {
            return Arrays.stream(steps).asDoubleStream().toArray();
        }

        /// Of the sample next after a time.
        double lengthAt(double time) {
            int next = 0;
            while (steps[next] < time) {
                next++;
            }
            return length[next];
        }

        double lastLength() {
            return length[length.length - 1];
        }

        /// By least squares over the last decade of time.
        double exponent() {
            double n = 0;
            double x = 0;
            double y = 0;
            double xx = 0;
            double xy = 0;
            for (int k = 0; k < length.length; k++) {
                if (steps[k] * 10 >= steps[steps.length - 1]) {
                    double t = Math.log((double) steps[k]);
                    double l = Math.log(length[k]);
                    n++;
                    x += t;
                    y += l;
                    xx += t * t;
                    xy += t * l;
                }
            }
            return (n * xy - x * y) / (n * xx - x * x);
        }
    }

    /// Steps from 1 to the last, equally spaced on a logarithmic scale where they are not neighbours.
    private static long[] samples(long last) {
        int count = (int) Math.round(SAMPLES_PER_DECADE * Math.log10((double) last));
        return IntStream.rangeClosed(0, count)
                .mapToLong(k -> Math.round(Math.pow((double) last, (double) k / count)))
                .distinct()
                .toArray();
    }

    static Growth growth(Laboratory laboratory, Regime regime, int seed) {
        long[] steps = samples(regime.steps);
        double[] length = new double[steps.length];
        double change = 0;
        double rise = 0;
        try (Simulation flow = Simulation.open(theCase(regime, seed), laboratory.device(), laboratory.workers())) {
            State start = State.of(flow, regime);
            double before = start.energy;
            for (int k = 0; k < steps.length; k++) {
                flow.step(steps[k] - flow.steps());
                State now = State.of(flow, regime);
                length[k] = now.length;
                change = Math.max(change, Math.abs(now.order - start.order));
                rise = Math.max(rise, now.energy - before);
                before = now.energy;
            }
            return new Growth(steps, length, change, rise / (start.energy - before));
        }
    }

    /// @param length of the pattern, nodes
    /// @param order the mean order parameter
    /// @param energy free and kinetic, a node's mean, lattice units
    private record State(double length, double order, double energy) {
        static State of(Simulation flow, Regime regime) {
            Snapshot snapshot = flow.snapshot(List.of(new OrderParameter(), new Velocity()));
            double[] phi =
                    onSquare(flow.nodes(), snapshot.field(new OrderParameter()).values()[0]);
            double sum = 0;
            for (double value : phi) {
                sum += value;
            }
            double kinetic = 0;
            for (double[] component : snapshot.velocityMPerS()) {
                for (double u : component) {
                    kinetic += 0.5 * u * u;
                }
            }
            return new State(
                    StructureFactor.of(phi, regime.nodes).length(),
                    sum / phi.length,
                    freeEnergy(phi, regime) + kinetic / phi.length);
        }

        private static double[] onSquare(NodeMap nodes, double[] values) {
            Box box = nodes.box();
            double[] square = new double[values.length];
            for (int y = 0; y < box.ny(); y++) {
                for (int x = 0; x < box.nx(); x++) {
                    square[y * box.nx() + x] = values[(int) nodes.fluid().number(box.index(x, y, 0))];
                }
            }
            return square;
        }

        /// `A (phi⁴/4 - phi²/2) + kappa/2 |grad phi|²`, whose gradient term has the Laplacian of the model: the mean of
        /// `-kappa/2 phi lap phi`.
        private static double freeEnergy(double[] phi, Regime regime) {
            int n = regime.nodes;
            double a = regime.bulkEnergy();
            double kappa = FreeEnergy.gradientEnergy(a, regime.width);
            double sum = 0;
            for (int y = 0; y < n; y++) {
                int north = (y + 1) % n * n;
                int south = (y + n - 1) % n * n;
                for (int x = 0; x < n; x++) {
                    int east = (x + 1) % n;
                    int west = (x + n - 1) % n;
                    double here = phi[y * n + x];
                    double axes = phi[y * n + east] + phi[y * n + west] + phi[north + x] + phi[south + x];
                    double diagonals = phi[north + east] + phi[north + west] + phi[south + east] + phi[south + west];
                    double laplacian = (diagonals + 4 * axes - 20 * here) / 6;
                    double square = here * here;
                    sum += a * (square * square / 4 - square / 2) - kappa / 2 * here * laplacian;
                }
            }
            return sum / phi.length;
        }
    }

    private static Case theCase(Regime regime, int seed) {
        Side around = Side.periodic();
        var mixture = new FreeEnergy(
                List.of(ONE, OTHER), regime.tension, regime.width, OptionalDouble.of(regime.diffusivity), Math.PI / 2);
        return Case.named("spinodal")
                .geometry(ShapeSource.in(Domain.of2d(regime.nodes, regime.nodes, around, around, around, around)))
                .spacingM(1)
                .fluid(1, regime.viscosity)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(ONE, regime.viscosity, noise(seed, 1)),
                                new Case.Component(OTHER, regime.viscosity, noise(seed, -1))))
                .collision(new Trt())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
    }

    /// Half the density, more or less by the digits of a sine of the digits of a sine: its spectrum is that of white
    /// noise, unlike that of one sine.
    private static Value noise(int seed, int sign) {
        return Value.varying(at -> {
            Expr angle = at.x()
                    .times(at.number(12.9898))
                    .plus(at.y().times(at.number(78.233)))
                    .plus(at.number(seed));
            Expr once = digits(at, angle);
            Expr between = digits(at, once.times(at.number(1000)).plus(at.x())).minus(at.number(0.5));
            return at.number(0.5).plus(at.number(sign * NOISE).times(between));
        });
    }

    /// Those of the sine behind the fourth, in [0, 1).
    private static Expr digits(Value.Somewhere at, Expr angle) {
        Expr large = at.sin(angle).times(at.number(43_758.5453));
        return large.minus(at.graph().call(ElementaryFunction.FLOOR, List.of(large)));
    }
}
