package dev.tessera.suites.validation;

import dev.tessera.expr.Form;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Casson;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// Channel flow between half-way walls, driven by a force, of fluids whose viscosity depends on the shear rate or on
/// place. The shear stress follows from the balance of forces, the shear rate from the stress, and the velocity is
/// its integral.
final class Rheology implements ValidationSuite {
    private static final String OF_LAW = "viscosity(du/dy) du/dy = g (h/2 - y)";
    private static final String OF_LAYERS = "u of two layers: stress and velocity are continuous";
    private static final double UPPER = 5; // viscosity of the upper layer, that of the lower one is 1
    /// What the viscosity 1 is in lattice units with TRT. Other collisions displace walls where the viscosity is high.
    private static final double VISCOSITY_LATTICE = 0.1;

    private static final double LOW_VISCOSITY_LATTICE = 0.02;
    /// With TRT two layers are exact.
    private static final double OTHER_LAYERS = 3e-3;

    /// Velocities over the largest of the exact ones, by collision.
    private final SequencedMap<String, Series> computed = new LinkedHashMap<>();

    private final SequencedMap<String, Series> exact = new LinkedHashMap<>();

    @Override
    public String key() {
        return "rheology";
    }

    @Override
    public String title() {
        return "channel flow with a viscosity of the shear rate or of place, exact solutions";
    }

    /// @param law null: two layers
    record Channel(String name, @Nullable ViscosityLaw law, double acceleration, double tolerance) {}

    private static final List<Channel> CHANNELS = List.of(
            new Channel("two layers, viscosity ratio 5", null, 8, 1e-3),
            new Channel("power law n = 0.5", new PowerLaw(1, 0.5, 0.1, 200), 2, 1e-2),
            new Channel("power law n = 1.5", new PowerLaw(1, 1.5, 0.05, 10), 2, 1e-2),
            new Channel("Carreau-Yasuda", new CarreauYasuda(16.2, 1, 5, 0.3568, 2), 10, 5e-3),
            new Channel("Casson", new Casson(0.2, 1, 100), 2, 1e-2));

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (Collision collision : List.of(new Trt(), new Bgk(), new Mrt(), new Regularized())) {
            for (Channel channel : CHANNELS) {
                cases.add(new ValidationCase(
                        "D2Q9 %s, %s".formatted(collision.key(), channel.name),
                        laboratory -> rows(laboratory, channel, collision, full ? 64 : 32)));
            }
        }
        return cases;
    }

    private List<ValidationRow> rows(Laboratory laboratory, Channel channel, Collision collision, int nodes)
            throws IOException {
        Errors errors = errors(laboratory, channel, collision, nodes, settings -> settings);
        laboratory.plots().accept(plot(channel, collision, errors));
        String setup = "D2Q9 %s, %s, %d nodes".formatted(collision.key(), channel.name, nodes);
        String source = channel.law == null ? OF_LAYERS : OF_LAW;
        boolean atWalls = channel.law == null && !(collision instanceof Trt);
        double tolerance = atWalls ? OTHER_LAYERS : channel.tolerance;
        return List.of(
                ValidationRow.error(key(), setup, "relative L2 error of velocity", errors.velocity, source, tolerance),
                ValidationRow.error(key(), setup, "relative L2 error of shear stress", errors.stress, source, 1e-6),
                ValidationRow.error(key(), setup, "relative error of wall shear stress", errors.wall, source, 1e-6));
    }

    /// Relative errors; that of the wall shear stress is the largest.
    ///
    /// @param profile computed velocities, @param exactProfile `[node]`
    record Errors(double velocity, double stress, double wall, double[] profile, double[] exactProfile) {}

    /// All channels so far.
    private ValidationPlot plot(Channel channel, Collision collision, Errors errors) {
        double largest = Arrays.stream(errors.exactProfile).max().orElseThrow();
        int nodes = errors.profile.length;
        Series marks = computed.computeIfAbsent(collision.key(), none -> new Series());
        Series lines = exact.computeIfAbsent(collision.key(), none -> new Series());
        for (int y = 0; y < nodes; y++) {
            marks.add(channel.name, (y + 0.5) / nodes, errors.profile[y] / largest);
            lines.add(channel.name + ", exact", (y + 0.5) / nodes, errors.exactProfile[y] / largest);
        }
        String setup = "D2Q9 %s, %d nodes".formatted(collision.key(), nodes);
        Curves curves = new Curves(
                "Channel flow with a viscosity of the shear rate or of place",
                setup,
                new Axis("place across / height", ""),
                new Axis("velocity / largest exact one", ""));
        return lines.onto(marks.onto(curves, Style.MARKS), Style.LINE).named("rheology " + setup);
    }

    /// @param settings of the case, such as its precision
    static Errors errors(
            Laboratory laboratory, Channel channel, Collision collision, int nodes, UnaryOperator<CaseBuilder> settings)
            throws IOException {
        Case theCase = settings.apply(theCase(channel, collision, nodes)).build();
        return laboratory.solve(theCase, solution -> {
            double dx = 1.0 / nodes;
            double[] u = solution.snapshot().velocityMPerS()[0];
            double[] stress = solution.snapshot().stressPa()[3];
            double[] walls = solution.snapshot().wallShearStress().magnitudePa();
            double onFloor = stressOnFloor(channel);
            DoubleUnaryOperator shearRate = y -> shearRate(channel, y, onFloor - channel.acceleration * y);
            var map = solution.simulation().nodes();
            double[][] computed = new double[2][nodes];
            double[][] exact = new double[2][nodes];
            double velocity = integral(shearRate, 0, 0.5 * dx);
            for (int y = 0; y < nodes; y++) {
                int node = (int) map.fluid().number(map.box().index(0, y, 0));
                computed[0][y] = u[node];
                computed[1][y] = stress[node];
                exact[0][y] = velocity;
                exact[1][y] = onFloor - channel.acceleration * (y + 0.5) * dx;
                velocity += integral(shearRate, (y + 0.5) * dx, (y + 1) * dx)
                        + integral(shearRate, (y + 1) * dx, (y + 1.5) * dx);
            }
            return new Errors(
                    RelativeError.l2(computed[0], exact[0]),
                    RelativeError.l2(computed[1], exact[1]),
                    DoubleStream.of(walls)
                            .map(wall ->
                                    Math.min(Math.abs(wall - onFloor), Math.abs(wall - channel.acceleration + onFloor))
                                            / onFloor)
                            .max()
                            .orElseThrow(),
                    computed[0],
                    exact[0]);
        });
    }

    private static CaseBuilder theCase(Channel channel, Collision collision, int nodes) {
        double dx = 1.0 / nodes;
        Domain domain = Domain.of2d(4 * dx, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"));
        CaseBuilder theCase = Case.named("rheology")
                .geometry(ShapeSource.in(domain))
                .spacingM(dx)
                .lattice(Lattices.D2Q9)
                .collision(collision)
                .accelerationMPerS2(channel.acceleration, 0, 0)
                .timeStepS((collision instanceof Trt ? VISCOSITY_LATTICE : LOW_VISCOSITY_LATTICE) * dx * dx)
                .atMostS(2);
        return channel.law == null
                ? theCase.fluid(1, 1, Value.varying(at -> {
                    var graph = at.graph();
                    var below = graph.compare(Form.Comparison.LESS, at.y(), graph.constant(1, 2));
                    return graph.select(below, graph.constant(1), at.number(UPPER));
                }))
                : theCase.fluid(1, channel.law);
    }

    /// Kinematic; of layers that which makes the velocity at the ceiling zero.
    private static double stressOnFloor(Channel channel) {
        double g = channel.acceleration;
        return channel.law == null ? (g / 8 + g * (1.0 / 2 - 1.0 / 8) / UPPER) / (0.5 + 0.5 / UPPER) : g / 2;
    }

    private static double shearRate(Channel channel, double y, double stress) {
        if (channel.law == null) {
            return stress / (y < 0.5 ? 1 : UPPER);
        }
        double low = 0;
        double high = Math.abs(stress) / channel.law.lowest();
        for (int bisection = 0; bisection < 60; bisection++) {
            double middle = 0.5 * (low + high);
            if (middle * channel.law.viscosity(middle) < Math.abs(stress)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.signum(stress) * 0.5 * (low + high);
    }

    /// By Simpson's rule.
    private static double integral(DoubleUnaryOperator function, double from, double to) {
        int parts = 40;
        double step = (to - from) / parts;
        double inside = 1e-12 * step; // of a layer's end
        double sum = function.applyAsDouble(from + inside) + function.applyAsDouble(to - inside);
        for (int k = 1; k < parts; k++) {
            sum += (k % 2 == 1 ? 4 : 2) * function.applyAsDouble(from + k * step);
        }
        return sum * step / 3;
    }
}
