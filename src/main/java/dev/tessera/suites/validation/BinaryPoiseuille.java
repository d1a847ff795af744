package dev.tessera.suites.validation;

import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Velocity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Two layers of a Shan–Chen mixture between half-way walls, driven by a force along them, on both components or
/// on one. The density and the dynamic viscosity of the mixture are the sums over its components; with them and
/// the density on which the force acts the velocity is the solution of `d/dy (mu du/dy) = -rho g`. Far from the
/// interface it is that of two layers of uniform fluids.
final class BinaryPoiseuille implements ValidationSuite {
    private static final String LOCAL = "d/dy (mu du/dy) = -rho g, with the densities of the flow";
    private static final String LAYERS = "two layers of uniform fluids";
    private static final double RELATIVE_VISCOSITY = 4; // of the lower component
    private static final double VISCOSITY = 1.0 / 6; // of the upper component, lattice units
    private static final double ACCELERATION = 1e-7;
    private static final double OF_SQUARED_FORCES = 0.02; // those of the interface are strong
    private static final double COUPLING = 3;
    private static final Rational MINORITY = Rational.of(6, 100); // density of the dissolved component at the start

    @Override
    public String key() {
        return "binary-poiseuille";
    }

    @Override
    public String title() {
        return "two layers of a Shan–Chen mixture between walls, exact solutions";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        int nodes = full ? 128 : 48;
        return Stream.of(
                        new Channel(new Bgk(), Forcing.GUO, true, nodes),
                        new Channel(new Trt(), Forcing.GUO, true, nodes),
                        new Channel(new Trt(), Forcing.EXACT_DIFFERENCE, true, nodes),
                        new Channel(new Trt(), Forcing.GUO, false, nodes),
                        new Channel(new Trt(), Forcing.EXACT_DIFFERENCE, false, nodes))
                .map(channel -> new ValidationCase(channel.name(), laboratory -> rows(laboratory, channel)))
                .toList();
    }

    /// @param drivesLower whether the force acts on both components, or on the upper alone
    record Channel(Collision collision, Forcing forcing, boolean drivesLower, int nodes) {
        String name() {
            return "D2Q9 %s%s%s"
                    .formatted(
                            collision.key(),
                            forcing == Forcing.GUO ? "" : ", " + forcing.key(),
                            drivesLower ? "" : ", force on the upper component");
        }
    }

    private List<ValidationRow> rows(Laboratory laboratory, Channel channel) throws IOException {
        Profile profile = profile(laboratory, channel);
        String setup = "%s, %d nodes".formatted(channel.name(), channel.nodes);
        laboratory.plots().accept(plot(profile, setup));
        return List.of(
                ValidationRow.error(
                        key(),
                        setup,
                        "relative L2 error of velocity",
                        RelativeError.l2(profile.velocity, profile.local()),
                        LOCAL,
                        channel.forcing == Forcing.GUO ? 0.01 : OF_SQUARED_FORCES),
                ValidationRow.error(
                        key(),
                        setup,
                        "relative L2 error of velocity, to uniform layers",
                        RelativeError.l2(profile.velocity, profile.layers()),
                        LAYERS,
                        0.05));
    }

    private static ValidationPlot plot(Profile profile, String setup) {
        double[] nodes = new double[profile.velocity.length];
        for (int y = 0; y < nodes.length; y++) {
            nodes[y] = y + 0.5;
        }
        return new Curves(
                        "Two layers of a Shan–Chen mixture: velocity",
                        setup,
                        new Axis("place across, nodes", ""),
                        new Axis("velocity, nodes per step", ""))
                .computed("computed", nodes, profile.velocity)
                .reference("solution with the densities of every node", nodes, profile.local())
                .reference("two uniform layers", nodes, profile.layers())
                .named("binary poiseuille " + setup);
    }

    /// Values across the channel in lattice units, `[node]`.
    private record Profile(double[] velocity, double[] lower, double[] upper, boolean drivesLower) {
        /// Of what the force acts on.
        private double driven(int y) {
            return drivesLower ? lower[y] + upper[y] : upper[y];
        }

        /// Dynamic.
        private double viscosity(int y) {
            return VISCOSITY * (RELATIVE_VISCOSITY * lower[y] + upper[y]);
        }

        /// With the densities of every node.
        double[] local() {
            double[] densities = new double[velocity.length];
            double[] viscosities = new double[velocity.length];
            for (int y = 0; y < velocity.length; y++) {
                densities[y] = driven(y);
                viscosities[y] = viscosity(y);
            }
            return solution(densities, viscosities);
        }

        /// With the densities in the middle of each layer, and the interface where both components are
        /// equal.
        double[] layers() {
            int count = velocity.length;
            double[] densities = new double[count];
            double[] viscosities = new double[count];
            for (int y = 0; y < count; y++) {
                int middle = lower[y] > upper[y] ? count / 4 : count - 1 - count / 4;
                densities[y] = driven(middle);
                viscosities[y] = viscosity(middle);
            }
            return solution(densities, viscosities);
        }

        /// Finite volumes around the nodes, walls half a node outside.
        /// @param densities on which the force acts, @param viscosities dynamic
        private static double[] solution(double[] densities, double[] viscosities) {
            int count = densities.length;
            double[] resistance = new double[count + 1]; // from one node or wall to the next
            for (int face = 0; face <= count; face++) {
                double below = face == 0 ? 0 : 0.5 / viscosities[face - 1];
                double above = face == count ? 0 : 0.5 / viscosities[face];
                resistance[face] = below + above;
            }
            // the stress falls by density times acceleration from face to face; that at the first makes the
            // velocity at the last wall zero
            double fallen = 0;
            double weighted = 0;
            double all = resistance[0];
            for (int face = 1; face <= count; face++) {
                fallen += densities[face - 1] * ACCELERATION;
                weighted += resistance[face] * fallen;
                all += resistance[face];
            }
            double stress = weighted / all;
            double[] velocity = new double[count];
            double u = 0;
            for (int y = 0; y < count; y++) {
                u += stress * resistance[y];
                velocity[y] = u;
                stress -= densities[y] * ACCELERATION;
            }
            return velocity;
        }
    }

    private static Profile profile(Laboratory laboratory, Channel channel) throws IOException {
        int nodes = channel.nodes;
        return laboratory.solve(theCase(channel), solution -> {
            var snapshot = solution.simulation()
                    .snapshot(List.of(new Velocity(), new ComponentDensity("lower"), new ComponentDensity("upper")));
            var map = solution.simulation().nodes();
            double[][] rows = new double[3][nodes];
            double[][] fields = {
                snapshot.field(new Velocity()).values()[0],
                snapshot.field(new ComponentDensity("lower")).values()[0],
                snapshot.field(new ComponentDensity("upper")).values()[0]
            };
            for (int y = 0; y < nodes; y++) {
                int node = (int) map.fluid().number(map.box().index(0, y, 0));
                for (int row = 0; row < rows.length; row++) {
                    rows[row][y] = fields[row][node];
                }
            }
            return new Profile(rows[0], rows[1], rows[2], channel.drivesLower);
        });
    }

    /// In lattice units: spacing 1 m, step 1 s, density 1 kg/m³.
    static Case theCase(Channel of) {
        int nodes = of.nodes;
        List<Value> along = List.of(Value.of(ACCELERATION), Value.ZERO, Value.ZERO);
        List<Value> none = Case.Drive.NONE.accelerationMPerS2();
        Domain channel =
                Domain.of2d(4, nodes, Side.periodic(), Side.periodic(), Side.wall("floor"), Side.wall("ceiling"));
        var mixture = new ShanChen(
                List.of("lower", "upper"), Potentials.LINEAR, List.of(new Coupling("lower", "upper", COUPLING)));
        return Case.named("binary-poiseuille")
                .geometry(ShapeSource.in(channel))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component("lower", RELATIVE_VISCOSITY * VISCOSITY, density(nodes, -1)),
                                new Case.Component(
                                        "upper", VISCOSITY, density(nodes, 1), of.drivesLower ? none : along)))
                .lattice(Lattices.D2Q9)
                .collision(of.collision)
                .drive(new Case.Drive(of.drivesLower ? along : none, Optional.of(of.forcing)))
                .timeStepS(1)
                .atMostS(Math.ceil(1.5 * nodes * nodes / VISCOSITY))
                .build();
    }

    /// A layer that begins or ends in the middle of the channel.
    private static Value density(int nodes, int sign) {
        return Value.varying(at -> {
            var graph = at.graph();
            var distance = at.y().minus(graph.constant(nodes, 2)).times(graph.constant(sign, 2));
            var layer = graph.call(Form.ElementaryFunction.TANH, List.of(distance));
            var share = layer.plus(graph.constant(1)).times(graph.constant(1, 2));
            return graph.constant(MINORITY).plus(share.times(graph.constant(1).minus(graph.constant(MINORITY))));
        });
    }
}
