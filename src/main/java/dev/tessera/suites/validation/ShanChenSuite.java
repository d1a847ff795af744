package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Adhesion;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.FlowQuantity;
import dev.tessera.solver.Observable;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.phase.CircleFit;
import dev.tessera.solver.phase.PhaseField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Shan–Chen fluids: the critical point of one component and its two phases, the separation of three components, the
/// law of Laplace for drops of one component in another, and drops on walls that attract or repel components.
///
/// Sources: Shan & Chen, Phys. Rev. E 47, 1815 (1993); Shan, Phys. Rev. E 77, 066702 (2008).
final class ShanChenSuite implements ValidationSuite {
    private static final String FLUID = "fluid";
    private static final double CRITICAL_DENSITY = Math.log(2);
    private static final double VISCOSITY = 1.0 / 6;
    private static final double DROP_COUPLING = 3.5;
    private static final double MINORITY = 0.05;
    private static final double WETTED_COUPLING = 3;
    private static final double NEUTRAL_WITHIN = 0.7; // relative error of the angle times the radius
    private static final double[] ADHESIONS = {-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3};
    private static final double SEPARATING = 3.6; // three components of 1/3 separate above 3

    @Override
    public String key() {
        return "shan-chen";
    }

    @Override
    public String title() {
        return "Shan–Chen fluids: critical point, coexistence, three components, Laplace's law, wetting";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        cases.add(new ValidationCase("critical point", this::criticalPoint));
        cases.add(new ValidationCase("coexistence", this::coexistence));
        int nodes = full ? 256 : 64;
        cases.add(new ValidationCase("three components", laboratory -> threeComponents(laboratory, nodes, 4000)));
        int[] radii = full ? new int[] {10, 20, 30, 40} : new int[] {10, 20};
        cases.add(new ValidationCase("drops", laboratory -> drops(laboratory, radii)));
        int radius = full ? 32 : 16;
        cases.add(new ValidationCase("wetting", laboratory -> wetting(laboratory, radius, ADHESIONS)));
        return cases;
    }

    List<ValidationRow> criticalPoint(Laboratory laboratory) {
        double amplitude = 0.01;
        double above = contrast(laboratory, -3.9, amplitude);
        double below = contrast(laboratory, -4.2, amplitude);
        String critical = "critical coupling -4 at density ln 2";
        String what = "difference of densities over that at the start";
        return List.of(
                ValidationRow.error(
                        key(), "D2Q9 bgk, G = -3.9", what, above / (2 * amplitude * CRITICAL_DENSITY), critical, 0.01),
                ValidationRow.atLeast(
                        key(), "D2Q9 bgk, G = -4.2", what, below / (2 * amplitude * CRITICAL_DENSITY), 10, critical));
    }

    /// Between the largest and the smallest density after a wave of a small amplitude had time to grow or to decay.
    private static double contrast(Laboratory laboratory, double coupling, double amplitude) {
        int length = 64;
        Value wave = Value.varying(at -> at.number(CRITICAL_DENSITY)
                .plus(at.number(amplitude * CRITICAL_DENSITY)
                        .times(at.sin(at.number(2 * Math.PI / length).times(at.x())))));
        double[] density = profile(laboratory, coupling, length, wave, 20_000, settings -> settings);
        return Arrays.stream(density).max().orElseThrow()
                - Arrays.stream(density).min().orElseThrow();
    }

    /// A layer of liquid that fills half of the length, at rest.
    List<ValidationRow> coexistence(Laboratory laboratory) {
        double[] couplings = {-4.25, -4.5, -5, -5.5};
        double[] vapour = new double[couplings.length];
        double[] liquid = new double[couplings.length];
        int length = 128;
        List<ValidationRow> rows = new ArrayList<>();
        for (int k = 0; k < couplings.length; k++) {
            Coexistence exact = Coexistence.of(couplings[k]);
            double[] density =
                    profile(laboratory, couplings[k], length, layer(exact, length), 30_000, settings -> settings);
            vapour[k] = density[0];
            liquid[k] = density[length / 2];
            String setup = "D2Q9 bgk, G = %s".formatted(couplings[k]);
            rows.addAll(exact.rows(key(), setup, "", liquid[k], vapour[k]));
        }
        laboratory.plots().accept(plot(couplings, vapour, liquid));
        return rows;
    }

    /// A layer of liquid in the middle half of a length.
    static Value layer(Coexistence phases, int length) {
        return Value.varying(at -> {
            Expr fromMiddle = at.x().minus(at.number(length / 2.0));
            Expr inside = at.number(length / 4.0).minus(at.max(fromMiddle, fromMiddle.negated()));
            Expr share = at.number(0.5).plus(at.number(0.5).times(at.tanh(inside.times(at.number(0.25)))));
            return at.number(phases.vapour())
                    .plus(at.number(phases.liquid() - phases.vapour()).times(share));
        });
    }

    private static ValidationPlot plot(double[] couplings, double[] vapour, double[] liquid) {
        double[] strength = Arrays.stream(couplings).map(g -> -g).toArray();
        double[] line = Arrays.stream(Curves.upTo(1, 60))
                .map(part -> 4.02 + 1.58 * part)
                .toArray();
        Coexistence[] exact =
                Arrays.stream(line).mapToObj(g -> Coexistence.of(-g)).toArray(Coexistence[]::new);
        return new Curves(
                        "Shan–Chen fluid: densities of liquid and vapour",
                        "D2Q9 bgk, psi = 1 - exp(-rho), flat interfaces",
                        new Axis("-G", ""),
                        new Axis("density", ""))
                .computed("liquid", strength, liquid)
                .computed("vapour", strength, vapour)
                .reference(
                        "liquid, mechanical equilibrium (Shan 2008)",
                        line,
                        Arrays.stream(exact).mapToDouble(Coexistence::liquid).toArray())
                .reference(
                        "vapour",
                        line,
                        Arrays.stream(exact).mapToDouble(Coexistence::vapour).toArray())
                .named("shan-chen coexistence");
    }

    /// Densities along the length of a box that is four nodes wide.
    /// @param settings of the case, such as its precision
    static double[] profile(
            Laboratory laboratory,
            double coupling,
            int length,
            Value start,
            int steps,
            UnaryOperator<CaseBuilder> settings) {
        var mixture = new ShanChen(List.of(FLUID), Potentials.CLASSIC, List.of(new Coupling(FLUID, FLUID, coupling)));
        CaseBuilder fluid = theCase(length, 4, mixture, List.of(new Case.Component(FLUID, VISCOSITY, start)));
        Case theCase = settings.apply(fluid).build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            flow.step(steps);
            double[] density = density(flow, FLUID);
            double[] profile = new double[length];
            for (int x = 0; x < length; x++) {
                profile[x] = density[
                        (int) flow.nodes().fluid().number(flow.nodes().box().index(x, 0, 0))];
            }
            return profile;
        }
    }

    private static double[] density(Simulation flow, String component) {
        var field = new ComponentDensity(component);
        return flow.snapshot(List.of(field)).field(field).values()[0];
    }

    /// In a periodic box, in lattice units.
    private static CaseBuilder theCase(int length, int width, ShanChen mixture, List<Case.Component> components) {
        Side open = Side.periodic();
        return Case.named("shan-chen")
                .geometry(ShapeSource.in(Domain.of2d(length, width, open, open, open, open)))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .mixture(mixture, components)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .timeStepS(1)
                .atMostSteps(1);
    }

    /// Nearly equal shares everywhere at the start.
    List<ValidationRow> threeComponents(Laboratory laboratory, int nodes, int steps) {
        List<String> names = List.of("oil", "water", "wax");
        var mixture = new ShanChen(
                names,
                Potentials.LINEAR,
                List.of(
                        new Coupling("oil", "water", SEPARATING),
                        new Coupling("oil", "wax", SEPARATING),
                        new Coupling("water", "wax", SEPARATING)));
        List<Case.Component> components = new ArrayList<>();
        for (int c = 0; c < names.size(); c++) {
            components.add(new Case.Component(names.get(c), VISCOSITY, waves(nodes, c)));
        }
        String setup = "three components, G = %s, %d x %d".formatted(SEPARATING, nodes, nodes);
        List<ValidationRow> rows = new ArrayList<>();
        Case theCase = theCase(nodes, nodes, mixture, components).build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            double[] before =
                    names.stream().mapToDouble(name -> sum(flow, name)).toArray();
            flow.step(steps);
            for (int c = 0; c < names.size(); c++) {
                double change = Math.abs(sum(flow, names.get(c)) / before[c] - 1);
                rows.add(ValidationRow.error(
                        key(), setup, "change of the mass of " + names.get(c), change, "conservation of mass", 1e-12));
            }
            rows.add(ValidationRow.atLeast(
                    key(), setup, "mean of the largest share at a node", largestShare(flow, names), 0.8, "separated"));
        }
        return rows;
    }

    /// A third, and waves of an amplitude of 1 % with directions that differ from component to component, one to three
    /// in 64 nodes.
    private static Value waves(int nodes, int component) {
        int repeated = Math.max(1, nodes / 64);
        return Value.varying(at -> {
            Expr sum = at.number(1);
            for (int wave = 0; wave < 3; wave++) {
                Expr along = at.number(2 * Math.PI * repeated * (1 + (component + wave) % 3) / nodes)
                        .times(at.x());
                Expr across =
                        at.number(2 * Math.PI * repeated * (3 - wave) / nodes).times(at.y());
                sum = sum.plus(at.number(0.01)
                        .times(at.sin(along.plus(across).plus(at.number(2.1 * component + 1.3 * wave)))));
            }
            return sum.times(at.number(1.0 / 3));
        });
    }

    private static double sum(Simulation flow, String component) {
        return Arrays.stream(density(flow, component)).sum();
    }

    private static double largestShare(Simulation flow, List<String> names) {
        List<double[]> densities =
                names.stream().map(name -> density(flow, name)).toList();
        int nodes = densities.getFirst().length;
        double mean = 0;
        for (int n = 0; n < nodes; n++) {
            double all = 0;
            double largest = 0;
            for (double[] density : densities) {
                all += density[n];
                largest = Math.max(largest, density[n]);
            }
            mean += largest / all / nodes;
        }
        return mean;
    }

    /// The surface tension `(p_inside - p_outside) R` of drops of different radii, beside that of the largest. It grows
    /// with the power 3.5 of the density, so that all drops have the same: a first run finds how
    /// the interface changes it.
    List<ValidationRow> drops(Laboratory laboratory, int[] radii) {
        double[] radius = new double[radii.length];
        double[] excess = new double[radii.length];
        for (int k = 0; k < radii.length; k++) {
            double mean = drop(laboratory, radii[k], 1).density;
            Drop drop = drop(laboratory, radii[k], 1 / mean);
            radius[k] = drop.radius;
            excess[k] = drop.excess;
        }
        double tension = excess[radii.length - 1] * radius[radii.length - 1];
        List<ValidationRow> rows = new ArrayList<>();
        for (int k = 0; k < radii.length; k++) {
            rows.add(ValidationRow.relative(
                    key(),
                    "drop of radius %d at first, D2Q9 bgk, G = %s".formatted(radii[k], DROP_COUPLING),
                    "pressure difference times radius",
                    excess[k] * radius[k],
                    tension,
                    "that of the largest drop",
                    0.03));
        }
        double[] curvature = Arrays.stream(radius).map(r -> 1 / r).toArray();
        laboratory.plots().accept(laplacePlot(curvature, excess, tension));
        return rows;
    }

    private static ValidationPlot laplacePlot(double[] curvature, double[] excess, double tension) {
        double[] line = {0, curvature[0]};
        double[] ascending = reversed(curvature);
        return new Curves(
                        "Shan–Chen drops: Laplace's law",
                        "D2Q9 bgk, psi = rho, G = %s".formatted(DROP_COUPLING),
                        new Axis("1 / radius", ""),
                        new Axis("pressure inside - pressure outside", ""))
                .computed("computed", ascending, reversed(excess))
                .reference("tension of the largest drop / radius", line, new double[] {0, tension * curvature[0]})
                .named("shan-chen laplace");
    }

    private static double[] reversed(double[] values) {
        double[] reversed = new double[values.length];
        for (int k = 0; k < values.length; k++) {
            reversed[k] = values[values.length - 1 - k];
        }
        return reversed;
    }

    /// @param radius where both components have the same density, @param excess of pressure
    /// @param density of both components, the mean of inside and outside
    private record Drop(double radius, double excess, double density) {}

    /// @param density of both components at the start
    private static Drop drop(Laboratory laboratory, int radius, double density) {
        int side = 4 * radius;
        List<String> names = List.of("oil", "water");
        var mixture = new ShanChen(names, Potentials.LINEAR, List.of(new Coupling("oil", "water", DROP_COUPLING)));
        Case theCase = theCase(
                        side,
                        side,
                        mixture,
                        List.of(
                                new Case.Component("oil", VISCOSITY, disc(side, radius, 1, density)),
                                new Case.Component("water", VISCOSITY, disc(side, radius, -1, density))))
                .build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            flow.step(30L * radius * radius);
            double[] oil = density(flow, "oil");
            double[] water = density(flow, "water");
            NodeMap nodes = flow.nodes();
            CircleFit circle = CircleFit.of(
                    PhaseField.ofDensest(nodes, List.of(oil, water), 0).interfacePoints());
            double[] pressure = flow.snapshot(List.of(new Pressure())).pressurePa();
            int centre = (int) nodes.fluid().number(nodes.box().index(side / 2, side / 2, 0));
            int corner = (int) nodes.fluid().number(nodes.box().index(0, 0, 0));
            double mean = (oil[centre] + water[centre] + oil[corner] + water[corner]) / 2;
            return new Drop(circle.radius(), pressure[centre] - pressure[corner], mean);
        }
    }

    /// Contact angles of a drop of oil in water for adhesions of the same size that attract one and repel the other.
    List<ValidationRow> wetting(Laboratory laboratory, int radius, double[] adhesions) {
        double[] angles = Arrays.stream(adhesions)
                .map(adhesion -> angle(laboratory, radius, adhesion))
                .toArray();
        String half = "half-disc of radius %d at first, D2Q9 bgk, G = %s".formatted(radius, WETTED_COUPLING);
        List<ValidationRow> rows = new ArrayList<>();
        for (int k = 0; k < angles.length; k++) {
            String setup = half + ", adhesion of oil %s, of water %s".formatted(adhesions[k], -adhesions[k]);
            String what = "contact angle of oil, degrees";
            rows.add(
                    adhesions[k] == 0
                            ? ValidationRow.relative(
                                    key(), setup, what, angles[k], 90, "neutral walls", NEUTRAL_WITHIN / radius)
                            : ValidationRow.atLeast(
                                    key(),
                                    setup,
                                    what,
                                    angles[k],
                                    k == 0 ? 1 : angles[k - 1] + 3,
                                    "increases with the adhesion"));
        }
        laboratory.plots().accept(wettingPlot(half, adhesions, angles));
        return rows;
    }

    private static ValidationPlot wettingPlot(String setup, double[] adhesions, double[] angles) {
        return new Curves(
                        "Shan–Chen drop on a wall: contact angle",
                        setup,
                        new Axis("adhesion of oil = -adhesion of water", ""),
                        new Axis("contact angle", "degrees"))
                .computed("computed", adhesions, angles)
                .named("shan-chen wetting");
    }

    /// In degrees, measured in the oil, where the interface, continued as a circle, meets the wall.
    private static double angle(Laboratory laboratory, int radius, double adhesion) {
        int length = 6 * radius;
        Side open = Side.periodic();
        Side floor = Side.wall("floor");
        Side ceiling = Side.wall("ceiling");
        var contact = new FlowQuantity.ContactAngleAt("floor", Optional.empty());
        List<String> names = List.of("oil", "water");
        var mixture = new ShanChen(
                names,
                Potentials.LINEAR,
                List.of(new Coupling("oil", "water", WETTED_COUPLING)),
                List.of(new Adhesion("oil", adhesion), new Adhesion("water", -adhesion)));
        Case theCase = theCase(
                        length,
                        2 * radius,
                        mixture,
                        List.of(
                                new Case.Component("oil", VISCOSITY, disc(length, 0, radius, 1, 1)),
                                new Case.Component("water", VISCOSITY, disc(length, 0, radius, -1, 1))))
                .geometry(ShapeSource.in(Domain.of2d(length, 2 * radius, open, open, floor, ceiling)))
                .output(OutputChoice.of(contact))
                .build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            flow.step(40L * radius * radius);
            return Observable.value(flow.observables(false), contact.observable());
        }
    }

    private static Value disc(int side, int radius, int sign, double density) {
        return disc(side, side, radius, sign, density);
    }

    /// @param length, twice as far from the corner as the centre is along x, @param width along y
    private static Value disc(int length, int width, int radius, int sign, double density) {
        return Value.varying(at -> {
            Expr x = at.x().minus(at.number(length / 2.0));
            Expr y = at.y().minus(at.number(width / 2.0));
            Expr inside =
                    at.number(radius).minus(at.graph().squareRoot(x.squared().plus(y.squared())));
            Expr share = at.number(0.5).plus(at.number(0.5 * sign).times(at.tanh(inside)));
            return at.number(density)
                    .times(at.number(MINORITY).plus(at.number(1 - 2 * MINORITY).times(share)));
        });
    }
}
