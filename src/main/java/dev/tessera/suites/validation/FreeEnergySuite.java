package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.FlowQuantity;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.OrderParameter;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.phase.CircleFit;
import dev.tessera.solver.phase.PhaseField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Free-energy mixtures: the pressure in drops (Laplace's law), a layer between two layers of five times its
/// viscosity in a channel, and drops on walls of several contact angles. In lattice units: spacing 1 m, step 1
/// s, density 1 kg/m³.
final class FreeEnergySuite implements ValidationSuite {
    private static final String DROP = "drop";
    private static final String REST = "rest";
    private static final double TENSION = 0.02;
    private static final double VISCOSITY = 1.0 / 6;
    private static final double WIDTH = 2;

    private static final double RATIO = 5; // of the viscosities in the channel
    private static final double CHANNEL_WIDTH = 1.5; // of its interfaces
    private static final double FASTEST = 0.02;

    private final Series drops = new Series();
    private final Series angles = new Series();

    @Override
    public String key() {
        return "free-energy";
    }

    @Override
    public String title() {
        return "free-energy mixtures: Laplace's law, three layers in a channel, contact angles";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (int radius : full ? List.of(10, 16, 24, 32, 40) : List.of(16, 24)) {
            cases.add(new ValidationCase(
                    "drop of radius %d, D2Q9".formatted(radius), laboratory -> laplace2d(laboratory, radius)));
        }
        if (full) {
            cases.add(new ValidationCase("drop of radius 16, D3Q19", laboratory -> laplace3d(laboratory, 16)));
        }
        int nodes = full ? 128 : 64;
        for (Layers layers : List.of(
                new Layers(Lattices.D2Q9, new Bgk(), Forcing.GUO),
                new Layers(Lattices.D2Q9, new Trt(), Forcing.GUO),
                new Layers(Lattices.D2Q9, new Mrt(), Forcing.GUO),
                new Layers(Lattices.D3Q19, new Mrt(), Forcing.GUO),
                new Layers(Lattices.D2Q9, new Bgk(), Forcing.EXACT_DIFFERENCE),
                new Layers(Lattices.D2Q9, new Mrt(), Forcing.EXACT_DIFFERENCE))) {
            cases.add(new ValidationCase(
                    "three layers, " + layers.name(), laboratory -> layers(laboratory, layers, nodes)));
        }
        for (int degrees : full ? List.of(30, 60, 90, 120, 150) : List.of(60, 120)) {
            cases.add(new ValidationCase(
                    "contact angle %d°".formatted(degrees),
                    laboratory -> angle(laboratory, degrees, full ? 40 : 24, full ? 60_000 : 20_000)));
        }
        return cases;
    }

    private static CaseBuilder drop(Domain domain, double width, double angleDegrees, Value share, Value others) {
        var mixture = new FreeEnergy(
                List.of(DROP, REST), TENSION, width, OptionalDouble.empty(), Math.toRadians(angleDegrees));
        return Case.named("free-energy")
                .geometry(ShapeSource.in(domain))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(DROP, VISCOSITY, share),
                                new Case.Component(REST, VISCOSITY, others)))
                .collision(new Trt())
                .timeStepS(1);
    }

    /// `(1 ± tanh((radius - distance) / width)) / 2`
    private static Value around(double[] centre, double radius, double width, int sign) {
        return Value.varying(at -> {
            List<Expr> place = List.of(at.x(), at.y(), at.z());
            Expr square = at.number(0);
            for (int axis = 0; axis < centre.length; axis++) {
                square = square.plus(
                        place.get(axis).minus(at.number(centre[axis])).squared());
            }
            Expr inside = at.number(radius).minus(at.graph().squareRoot(square)).times(at.number(1 / width));
            return half(at, at.tanh(inside), sign);
        });
    }

    private static Expr half(Value.Somewhere at, Expr layer, int sign) {
        return at.number(0.5).plus(at.number(0.5 * sign).times(layer));
    }

    List<ValidationRow> laplace2d(Laboratory laboratory, int radius) throws IOException {
        int side = 4 * radius;
        Side around = Side.periodic();
        double[] centre = {0.5 * side, 0.5 * side};
        Case theCase = drop(
                        Domain.of2d(side, side, around, around, around, around),
                        WIDTH,
                        90,
                        around(centre, radius, WIDTH, 1),
                        around(centre, radius, WIDTH, -1))
                .lattice(Lattices.D2Q9)
                .atMostSteps(30L * radius * radius)
                .build();
        return laplace(laboratory, theCase, "D2Q9", radius);
    }

    private List<ValidationRow> laplace3d(Laboratory laboratory, int radius) throws IOException {
        int side = 3 * radius;
        double[] centre = {0.5 * side, 0.5 * side, 0.5 * side};
        Case theCase = drop(
                        Domain.enclosed(new Vec(side, side, side), Side.periodic()),
                        WIDTH,
                        90,
                        around(centre, radius, WIDTH, 1),
                        around(centre, radius, WIDTH, -1))
                .lattice(Lattices.D3Q19)
                .atMostSteps(30L * radius * radius)
                .build();
        return laplace(laboratory, theCase, "D3Q19", radius);
    }

    /// The surface tension from the pressure in the centre over that in a corner, and the radius of the
    /// interface.
    private List<ValidationRow> laplace(Laboratory laboratory, Case theCase, String lattice, int radius)
            throws IOException {
        return laboratory.solve(theCase, solution -> {
            var snapshot =
                    solution.simulation().snapshot(List.of(new OrderParameter(), new Pressure(), new Velocity()));
            NodeMap nodes = solution.simulation().nodes();
            Box box = nodes.box();
            double[] pressure = snapshot.field(new Pressure()).values()[0];
            double[] phi = snapshot.field(new OrderParameter()).values()[0];
            CircleFit circle = CircleFit.of(PhaseField.of(nodes, phi).interfacePoints());
            int dimensions = box.is2d() ? 2 : 3;
            double centre = pressure[number(nodes, box.nx() / 2, box.ny() / 2, dimensions == 2 ? 0 : box.nz() / 2)];
            double excess = centre - pressure[number(nodes, 0, 0, 0)];
            double spurious = solution.observable("velocity.maximum");
            String setup = "drop of radius %d, %s".formatted(radius, lattice);
            drops.add("computed, " + lattice, (dimensions - 1) / circle.radius(), excess);
            laboratory.plots().accept(laplacePlot());
            return List.of(
                    ValidationRow.relative(
                            key(),
                            setup,
                            "surface tension",
                            excess * circle.radius() / (dimensions - 1),
                            TENSION,
                            "Laplace's law",
                            radius < 16 ? 0.03 : 0.02), // the interface is a fifth of the smallest radius
                    ValidationRow.error(key(), setup, "spurious velocity, nodes per step", spurious, "rest", 1e-3));
        });
    }

    private ValidationPlot laplacePlot() {
        double[] curvature = {0, drops.last()};
        return drops.onto(
                        new Curves(
                                "Drops of a free-energy mixture: Laplace's law",
                                "surface tension %s, interface width %s nodes".formatted(TENSION, WIDTH),
                                new Axis("curvature: 1 / radius in 2D, 2 / radius in 3D, 1 / nodes", ""),
                                new Axis("pressure inside - pressure outside", "")),
                        Style.MARKS)
                .reference("surface tension of the case times curvature", curvature, new double[] {
                    0, TENSION * curvature[1]
                })
                .named("free-energy laplace");
    }

    private static int number(NodeMap nodes, int x, int y, int z) {
        return (int) nodes.fluid().number(nodes.box().index(x, y, z));
    }

    /// A drop that begins as a half-disc: where its interface, continued as a circle, meets the wall.
    List<ValidationRow> angle(Laboratory laboratory, int degrees, int radius, long steps) throws IOException {
        Domain domain = Domain.of2d(
                (degrees < 60 ? 6 : 4) * radius,
                (degrees > 120 ? 2 : 1.75) * radius,
                Side.periodic(),
                Side.periodic(),
                Side.wall("floor"),
                Side.wall("ceiling"));
        double[] centre = {(degrees < 60 ? 3 : 2) * radius, 0};
        var angle = new FlowQuantity.ContactAngleAt("floor", Optional.empty());
        Case theCase = drop(domain, WIDTH, degrees, around(centre, radius, WIDTH, 1), around(centre, radius, WIDTH, -1))
                .lattice(Lattices.D2Q9)
                .atMostSteps(steps)
                .output(OutputChoice.of(angle))
                .build();
        return laboratory.solve(theCase, solution -> {
            double found = solution.observable(angle.observable());
            double tolerance = Math.abs(degrees - 90) > 30 ? 5 : 3;
            angles.add("computed, half-disc of radius %d at first".formatted(radius), degrees, found);
            laboratory.plots().accept(anglePlot());
            return List.of(new ValidationRow(
                    key(),
                    "half-disc of radius %d at first".formatted(radius),
                    "contact angle, degrees",
                    found,
                    degrees,
                    "the case",
                    Math.abs(found - degrees),
                    tolerance));
        });
    }

    private record Layers(VelocitySet lattice, Collision collision, Forcing forcing) {
        String name() {
            String scheme = forcing == Forcing.GUO ? "" : ", " + forcing.key();
            return "%s %s%s".formatted(lattice.name(), collision.key(), scheme);
        }
    }

    private ValidationPlot anglePlot() {
        double[] line = {0, 180};
        return angles.onto(
                        new Curves(
                                "Drop of a free-energy mixture on a wall: contact angle",
                                "D2Q9 trt, surface tension %s, interface width %s nodes".formatted(TENSION, WIDTH),
                                new Axis("contact angle of the case", "degrees"),
                                new Axis("contact angle of the drop", "degrees")),
                        Style.MARKS)
                .reference("equal", line, line)
                .named("free-energy contact angle");
    }

    private static ValidationPlot layerPlot(String setup, double[] velocity, double[] expected) {
        double[] nodes =
                IntStream.range(0, velocity.length).mapToDouble(y -> y + 0.5).toArray();
        return new Curves(
                        "Three layers of a free-energy mixture: velocity",
                        "%s, the outer layers %.0f times as viscous".formatted(setup, RATIO),
                        new Axis("place across, nodes", ""),
                        new Axis("velocity, nodes per step", ""))
                .computed("computed", nodes, velocity)
                .reference("layers of uniform fluids", nodes, expected)
                .named("free-energy " + setup);
    }

    /// A layer in the middle half of a channel, driven by a force, between layers of five times its viscosity.
    private List<ValidationRow> layers(Laboratory laboratory, Layers layers, int nodes) throws IOException {
        double outer = VISCOSITY;
        double inner = VISCOSITY / RATIO;
        double half = 0.5 * nodes;
        double quarter = 0.25 * nodes;
        double acceleration =
                FASTEST / ((half * half - quarter * quarter) / (2 * outer) + quarter * quarter / (2 * inner));
        var mixture = new FreeEnergy(List.of(DROP, REST), TENSION, CHANNEL_WIDTH, OptionalDouble.empty(), Math.PI / 2);
        Side open = Side.periodic();
        int depth = layers.lattice.dimensions() == 2 ? 0 : 4;
        Domain channel =
                Domain.of(new Vec(4, nodes, depth), open, open, Side.wall("floor"), Side.wall("ceiling"), open, open);
        Value along = Value.of(acceleration);
        Case theCase = Case.named("three-layers")
                .geometry(ShapeSource.in(channel))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .mixture(
                        mixture,
                        List.of(
                                new Case.Component(DROP, inner, core(half, quarter, 1)),
                                new Case.Component(REST, outer, core(half, quarter, -1))))
                .collision(layers.collision)
                .lattice(layers.lattice)
                .drive(new Case.Drive(List.of(along, Value.ZERO, Value.ZERO), Optional.of(layers.forcing)))
                .timeStepS(1)
                .atMostSteps((long) (3 * half * half / inner))
                .build();
        double[] velocity = laboratory.solve(theCase, solution -> {
            NodeMap map = solution.simulation().nodes();
            double[] all = solution.simulation()
                    .snapshot(List.of(new Velocity()))
                    .field(new Velocity())
                    .values()[0];
            return IntStream.range(0, nodes)
                    .mapToDouble(y -> all[number(map, 0, y, 0)])
                    .toArray();
        });
        Function<Integer, Double> exact = y -> {
            double distance = Math.abs(y + 0.5 - half);
            double ofOuter = acceleration
                    / (2 * outer)
                    * (half * half - Math.max(distance, quarter) * Math.max(distance, quarter));
            double ofInner = acceleration / (2 * inner) * Math.max(0, quarter * quarter - distance * distance);
            return ofOuter + ofInner;
        };
        double[] expected = IntStream.range(0, nodes).mapToDouble(exact::apply).toArray();
        String setup = "three layers, %d nodes, %s".formatted(nodes, layers.name());
        laboratory.plots().accept(layerPlot(setup, velocity, expected));
        return List.of(ValidationRow.error(
                key(),
                setup,
                "relative L2 error of velocity",
                RelativeError.l2(velocity, expected),
                "layers of uniform fluids",
                0.02));
    }

    private static Value core(double middle, double quarter, int sign) {
        return Value.varying(at -> {
            Expr above = at.y().minus(at.number(middle));
            Expr inside = at.number(quarter).minus(at.graph().absolute(above)).times(at.number(1 / CHANNEL_WIDTH));
            return half(at, at.tanh(inside), sign);
        });
    }
}
