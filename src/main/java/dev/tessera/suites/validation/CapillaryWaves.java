package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.LinearFit;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.OrderParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// Standing capillary waves between two fluids of equal density and viscosity: frequency and damping against the
/// roots n of `n² = -omega_0² (1 - k/q)`, `q² = k² + n / nu`, `omega_0² = sigma k³ / (rho_A + rho_B)`. The amplitude is
/// at most 0.1/k and at least a node, so that the wave is linear and longer than 62 nodes.
///
/// Waves of a Shan–Chen mixture have the surface tension of its flat interface. The thinner the interface,
/// the more they are damped: by 7 to 9 % too much where it is 2.4 nodes wide, by 30 % at 1.2 nodes.
///
/// Source: Lamb, Hydrodynamics, 6th ed. (1932), §§ 266, 349; for equal fluids: Prosperetti, Phys. Fluids 24, 1217
/// (1981), eq. 16 with beta = 1/4.
final class CapillaryWaves implements ValidationSuite {
    private static final String LOWER = "lower";
    private static final String UPPER = "upper";
    private static final double TENSION = 0.01;
    private static final double TENSION_OF_PAPER = 0.08 / 3; // sqrt(8 kappa A / 9), kappa = 0.04, A = 0.02
    private static final double VISCOSITY = 1.0 / 18;
    private static final double HIGH_VISCOSITY = 1.0 / 6;
    private static final double STEEPNESS = 0.1; // amplitude times wave number
    private static final double FREQUENCY_TOLERANCE = 0.05;
    private static final double DAMPING_TOLERANCE = 0.1;
    private static final ShanChenInterface WIDE = new ShanChenInterface(2.4, VISCOSITY, 1, 0.1);

    /// The coupling with which a fluid has about the published densities; the published coupling of 0.9 acts otherwise.
    private static final ShanChenInterface OF_PAPER = new ShanChenInterface(4.5, VISCOSITY, 1.000115, 0.0034157);
    private static final double PERIODS = 2;
    private static final int SAMPLES_PER_PERIOD = 48;

    private final Series frequencies = new Series();
    private final Series dampings = new Series();

    @Override
    public String key() {
        return "capillary-wave";
    }

    @Override
    public String title() {
        return "standing capillary waves of free-energy and Shan–Chen mixtures: frequency and damping (Prosperetti 1981)";
    }

    /// @param lengthNodes of the wave
    /// @param width of the interface, nodes
    private record Wave(int lengthNodes, double width, double viscosity, double tension) {
        Wave(int lengthNodes, double width, double viscosity) {
            this(lengthNodes, width, viscosity, TENSION);
        }

        double number() {
            return 2 * Math.PI / lengthNodes;
        }

        /// Its height above the middle at the start.
        Expr surface(Value.Somewhere at) {
            Expr angle = at.x().times(at.number(number()));
            Expr crest = at.graph().call(ElementaryFunction.COS, List.of(angle));
            return at.number(STEEPNESS / number()).times(crest);
        }

        String words() {
            return "wave of %d nodes, interface width %s, viscosity %.3g".formatted(lengthNodes, width, viscosity);
        }
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<Wave> waves = new ArrayList<>(
                List.of(new Wave(64, 4, VISCOSITY), new Wave(64, 2, VISCOSITY), new Wave(64, 2, HIGH_VISCOSITY)));
        if (full) {
            waves.addAll(
                    List.of(new Wave(128, 4, VISCOSITY), new Wave(128, 2, VISCOSITY), new Wave(256, 2, VISCOSITY)));
        }
        List<ValidationCase> cases = new ArrayList<>();
        for (Wave wave : waves) {
            cases.add(new ValidationCase(wave.words(), laboratory -> rows(laboratory, wave)));
        }
        for (int length : full ? List.of(64, 128, 256) : List.of(64)) {
            cases.add(shanChen(length, WIDE));
        }
        if (full) {
            cases.add(shanChen(128, OF_PAPER));
            cases.add(shanChen(256, OF_PAPER));
            cases.add(new ValidationCase("exponent", this::exponent));
        }
        return cases;
    }

    private ValidationCase shanChen(int length, ShanChenInterface guess) {
        String setup = "shan-chen, wave of %d nodes, coupling %s, viscosity %.3g"
                .formatted(length, guess.coupling(), guess.viscosity());
        return new ValidationCase(setup, laboratory -> shanChen(laboratory, setup, length, guess));
    }

    /// Surface tension, densities and width are those of the flat interface of the same mixture.
    private List<ValidationRow> shanChen(Laboratory laboratory, String setup, int length, ShanChenInterface guess) {
        ShanChenInterface fluids = guess.relaxed(laboratory);
        double tension = fluids.tension() / fluids.density(); // of fluids of density 1
        Wave wave = new Wave(length, fluids.width(), fluids.viscosity(), tension);
        Root exact = root(wave);
        Case theCase = fluids.theCase(length, 2 * length, wave::surface);
        List<ValidationRow> rows =
                new ArrayList<>(rows(setup, measured(laboratory, wave, setup, exact, theCase, fluids::order), exact));
        if (guess == OF_PAPER) {
            String source = "Januszewski & Kostur (2014), repository";
            rows.add(reported(setup, "density of the richer component", fluids.rich(), guess.rich(), source));
            rows.add(reported(setup, "density of the poorer component", fluids.poor(), guess.poor(), source));
        }
        return rows;
    }

    private ValidationRow reported(String setup, String quantity, double value, double reference, String source) {
        return ValidationRow.reported(key(), setup, quantity, value, reference, source);
    }

    private List<ValidationRow> rows(Laboratory laboratory, Wave wave) {
        Root exact = root(wave);
        Root found = measured(laboratory, wave, exact);
        String curve = "computed, interface width %s, viscosity %.3g".formatted(wave.width, wave.viscosity);
        frequencies.add(curve, wave.number(), found.frequency);
        dampings.add(curve, wave.number(), found.damping);
        laboratory.plots().accept(dispersion("frequency", frequencies, Root::frequency));
        laboratory.plots().accept(dispersion("damping", dampings, Root::damping));
        return rows(wave.words(), found, exact);
    }

    private List<ValidationRow> rows(String setup, Root found, Root exact) {
        String source = "n² = -omega_0² (1 - k/q)";
        return List.of(
                ValidationRow.relative(
                        key(),
                        setup,
                        "frequency, 1/step",
                        found.frequency,
                        exact.frequency,
                        source,
                        FREQUENCY_TOLERANCE),
                ValidationRow.relative(
                        key(), setup, "damping, 1/step", found.damping, exact.damping, source, DAMPING_TOLERANCE));
    }

    /// The waves so far, beside the roots.
    private static ValidationPlot dispersion(String of, Series found, ToDoubleFunction<Root> value) {
        int[] lengths = {512, 384, 256, 192, 128, 96, 64};
        Curves curves = found.onto(
                new Curves(
                        "Capillary waves: %s over the wave number".formatted(of),
                        "D2Q9 trt, surface tension %s, equal fluids".formatted(TENSION),
                        new Axis("wave number, 1 / nodes", "", Scale.DECADES),
                        new Axis(of + ", 1 / steps", "", Scale.DECADES)),
                Style.MARKS);
        for (double viscosity : List.of(VISCOSITY, HIGH_VISCOSITY)) {
            Wave[] waves = Arrays.stream(lengths)
                    .mapToObj(length -> new Wave(length, 2, viscosity))
                    .toArray(Wave[]::new);
            curves.reference(
                    "Prosperetti 1981, viscosity %.3g".formatted(viscosity),
                    Arrays.stream(waves).mapToDouble(Wave::number).toArray(),
                    Arrays.stream(waves)
                            .mapToDouble(wave -> value.applyAsDouble(root(wave)))
                            .toArray());
        }
        return curves.named("capillary dispersion " + of);
    }

    /// The exponent of frequency over wave number with the numbers of Januszewski & Kostur (2014), whose waves are
    /// steeper.
    private List<ValidationRow> exponent(Laboratory laboratory) {
        Wave longer = new Wave(256, 2, VISCOSITY, TENSION_OF_PAPER);
        Wave shorter = new Wave(64, 2, VISCOSITY, TENSION_OF_PAPER);
        double ratio = measured(laboratory, shorter, root(shorter)).frequency
                / measured(laboratory, longer, root(longer)).frequency;
        double found = Math.log(ratio) / Math.log(shorter.number() / longer.number());
        return List.of(ValidationRow.reported(
                key(),
                "waves of 64 and 256 nodes",
                "exponent of frequency over wave number",
                found,
                1.45,
                "the same of the set-up of Januszewski & Kostur (2014); 3/2 without viscosity"));
    }

    /// Of a mode: `exp(-damping t) cos(frequency t)`, lattice units.
    private record Root(double frequency, double damping) {
        double cosine(double step) {
            return Math.exp(-damping * step) * Math.cos(frequency * step);
        }

        double sine(double step) {
            return Math.exp(-damping * step) * Math.sin(frequency * step);
        }
    }

    /// With `z = q sqrt(nu)` and `c = k sqrt(nu)` the equation is `n z (z + c) = -omega_0²`, `n = z² - c²`: Newton's
    /// method in complex numbers from the wave without viscosity.
    private static Root root(Wave wave) {
        double k = wave.number();
        double square = wave.tension * k * k * k / 2;
        double c = k * Math.sqrt(wave.viscosity);
        Complex z = new Complex(c * c, Math.sqrt(square)).root();
        for (int iteration = 0; iteration < 100; iteration++) {
            Complex n = z.times(z).plus(-c * c);
            Complex value = n.times(z).times(z.plus(c)).plus(square);
            // (z² - c²)(z² + c z) = z⁴ + c z³ - c² z² - c³ z
            Complex slope = z.times(z)
                    .times(z.scaled(4).plus(3 * c))
                    .plus(z.scaled(-2 * c * c))
                    .plus(-c * c * c);
            z = z.plus(value.over(slope).scaled(-1));
        }
        Complex n = z.times(z).plus(-c * c);
        return new Root(Math.abs(n.im), -n.re);
    }

    private record Complex(double re, double im) {
        Complex plus(Complex other) {
            return new Complex(re + other.re, im + other.im);
        }

        Complex plus(double real) {
            return new Complex(re + real, im);
        }

        Complex scaled(double factor) {
            return new Complex(re * factor, im * factor);
        }

        Complex times(Complex other) {
            return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
        }

        Complex over(Complex other) {
            double square = other.re * other.re + other.im * other.im;
            return times(new Complex(other.re / square, -other.im / square));
        }

        /// With a positive real part.
        Complex root() {
            double size = Math.hypot(re, im);
            return new Complex(Math.sqrt((size + re) / 2), Math.copySign(Math.sqrt((size - re) / 2), im));
        }
    }

    /// Of the amplitude after half a period: before, the boundary layers of the start grow. Of Prosperetti's solution
    /// of the initial-value problem these samples give the frequency within 0.2 % and the damping within 1.5 %.
    private static Root measured(Laboratory laboratory, Wave wave, Root exact) {
        return measured(laboratory, wave, wave.words(), exact, theCase(wave), CapillaryWaves::order);
    }

    /// @param order 1 in the lower fluid, -1 in the upper one, by fluid node
    private static Root measured(
            Laboratory laboratory,
            Wave wave,
            String setup,
            Root exact,
            Case theCase,
            Function<Simulation, double[]> order) {
        double period = 2 * Math.PI / exact.frequency;
        int interval = Math.max(1, (int) (period / SAMPLES_PER_PERIOD));
        int samples = (int) (PERIODS * period / interval);
        double[] amplitude = new double[samples + 1];
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            for (int sample = 0; sample <= samples; sample++) {
                flow.step((long) sample * interval - flow.steps());
                amplitude[sample] = amplitude(flow.nodes(), order.apply(flow), wave);
            }
        }
        laboratory.plots().accept(plot(setup, amplitude, interval, exact));
        return fitted(amplitude, SAMPLES_PER_PERIOD / 2, interval);
    }

    /// Beside the mode, in phase and amplitude as the computed wave after half a period: the boundary layers of the
    /// start are no part of it.
    private static ValidationPlot plot(String setup, double[] amplitude, int interval, Root exact) {
        double[] steps = Curves.upTo((double) interval * (amplitude.length - 1), amplitude.length);
        double[][] modes = new double[SAMPLES_PER_PERIOD][];
        double[] values = new double[SAMPLES_PER_PERIOD];
        for (int k = 0; k < modes.length; k++) {
            int sample = SAMPLES_PER_PERIOD / 2 + k;
            modes[k] = new double[] {exact.cosine(steps[sample]), exact.sine(steps[sample])};
            values[k] = amplitude[sample];
        }
        double[] shares = LinearFit.coefficients(modes, values);
        double[] mode = new double[steps.length];
        for (int sample = 0; sample < mode.length; sample++) {
            mode[sample] = sample < SAMPLES_PER_PERIOD / 2
                    ? Double.NaN
                    : shares[0] * exact.cosine(steps[sample]) + shares[1] * exact.sine(steps[sample]);
        }
        return new Curves(
                        "Capillary wave: amplitude",
                        setup,
                        new Axis("time, steps", ""),
                        new Axis("amplitude, nodes", ""))
                .computed("computed", steps, amplitude)
                .reference("frequency and damping of Prosperetti 1981", steps, mode)
                .named("capillary " + setup);
    }

    private static double[] order(Simulation flow) {
        return flow.snapshot(List.of(new OrderParameter()))
                .field(new OrderParameter())
                .values()[0];
    }

    /// Of the height at which the order parameter is zero: its integral over the columns near the interface, so that
    /// waves of the order parameter in the bulk count little.
    private static double amplitude(NodeMap nodes, double[] phi, Wave wave) {
        int middle = nodes.box().ny() / 2;
        int reach = (int) Math.ceil(STEEPNESS / wave.number() + 4 * wave.width);
        double sum = 0;
        for (int x = 0; x < wave.lengthNodes; x++) {
            double height = 0;
            for (int y = middle - reach; y < middle + reach; y++) {
                height += 0.5 * phi[(int) nodes.fluid().number(nodes.box().index(x, y, 0))];
            }
            sum += height * Math.cos(wave.number() * (x + 0.5));
        }
        return 2 * sum / wave.lengthNodes;
    }

    /// Prony's method: samples of a damped wave obey `a(t + d) = p a(t) - q a(t - d)` with `p = 2 exp(-damping d)
    /// cos(frequency d)` and `q = exp(-2 damping d)`; p and q by least squares, d a sixth of a period.
    /// @param interval between samples, steps
    private static Root fitted(double[] amplitude, int from, int interval) {
        int apart = SAMPLES_PER_PERIOD / 6;
        double aa = 0;
        double ab = 0;
        double bb = 0;
        double ay = 0;
        double by = 0;
        for (int k = from + apart; k + apart < amplitude.length; k++) {
            double a = amplitude[k];
            double b = -amplitude[k - apart];
            double y = amplitude[k + apart];
            aa += a * a;
            ab += a * b;
            bb += b * b;
            ay += a * y;
            by += b * y;
        }
        double determinant = aa * bb - ab * ab;
        double p = (ay * bb - by * ab) / determinant;
        double q = (by * aa - ay * ab) / determinant;
        double steps = (double) apart * interval;
        return new Root(Math.acos(p / (2 * Math.sqrt(q))) / steps, -Math.log(q) / (2 * steps));
    }

    /// The lower fluid fills half of a box of two wave lengths between walls.
    private static Case theCase(Wave wave) {
        int length = wave.lengthNodes;
        var mixture =
                new FreeEnergy(List.of(LOWER, UPPER), wave.tension, wave.width, OptionalDouble.empty(), Math.PI / 2);
        Side wall = Side.wall("wall");
        return Case.named("capillary-wave")
                .geometry(ShapeSource.in(Domain.of2d(length, 2 * length, Side.periodic(), Side.periodic(), wall, wall)))
                .spacingM(1)
                .fluid(1, wave.viscosity)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(LOWER, wave.viscosity, share(wave, 1)),
                                new Case.Component(UPPER, wave.viscosity, share(wave, -1))))
                .collision(new Trt())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
    }

    private static Value share(Wave wave, int sign) {
        return Value.varying(at -> {
            Expr surface = at.number(wave.lengthNodes).plus(wave.surface(at));
            Expr below = surface.minus(at.y()).times(at.number(1 / wave.width));
            return at.number(0.5).plus(at.number(0.5 * sign).times(at.tanh(below)));
        });
    }
}
