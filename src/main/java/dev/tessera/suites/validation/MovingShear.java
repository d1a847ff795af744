package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Galilean invariance: a shear wave in a fluid that moves along the wave at a speed U decays at the rate `nu k²`,
/// whatever U is. Along an axis the error depends on the lattice's mixed third moments, along the diagonal also on
/// those of one component, which are not independent: a cube of a velocity component is the component itself.
final class MovingShear implements ValidationSuite {
    private static final String EXACT = "exp(-nu k² t)";
    private static final Equilibrium EQUILIBRIUM = new QuasiCompressible();
    private static final int NODES = 64;
    private static final double DX =
            1.0 / NODES; // m; a time step takes as many seconds, so that speeds are in lattice units
    private static final double VISCOSITY_LATTICE = 0.02;
    private static final double AMPLITUDE = 1e-3;
    private static final int FIRST_STEP = 1000;
    private static final int LAST_STEP = 3000;
    private static final double K = 2 * Math.PI;

    /// By lattice and direction.
    private final SequencedMap<String, Series> errors = new LinkedHashMap<>();

    @Override
    public String key() {
        return "moving-shear";
    }

    @Override
    public String title() {
        return "viscosity of a shear wave in a moving frame, exact solution";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (VelocitySet lattice : full ? Lattices.all() : List.of(Lattices.D2Q9, Lattices.D3Q27)) {
            for (Collision collision : Collisions.on(lattice, EQUILIBRIUM)) {
                cases.add(new ValidationCase(
                        lattice.name() + " " + collision.key(), laboratory -> rows(laboratory, lattice, collision)));
            }
        }
        return cases;
    }

    private List<ValidationRow> rows(Laboratory laboratory, VelocitySet lattice, Collision collision)
            throws IOException {
        List<ValidationRow> rows = new ArrayList<>();
        for (boolean diagonal : new boolean[] {false, true}) {
            for (double speed : new double[] {0, 0.1, 0.2}) {
                double first = amplitude(laboratory, lattice, collision, diagonal, speed, FIRST_STEP);
                double last = amplitude(laboratory, lattice, collision, diagonal, speed, LAST_STEP);
                double kSquared = (diagonal ? 2 : 1) * Math.pow(K * DX, 2);
                double viscosity = Math.log(first / last) / kSquared / (LAST_STEP - FIRST_STEP);
                String direction = diagonal ? "diagonal" : "along an axis";
                String setup = "%s %s, %s, frame %s".formatted(lattice.name(), collision.key(), direction, speed);
                errors.computeIfAbsent(lattice.name() + ", " + direction, none -> new Series())
                        .add(collision.key(), speed, viscosity / VISCOSITY_LATTICE - 1);
                boolean judged = collision instanceof Cumulant || speed == 0;
                rows.add(
                        judged
                                ? ValidationRow.relative(
                                        key(), setup, "viscosity", viscosity, VISCOSITY_LATTICE, EXACT, 0.01)
                                : ValidationRow.reported(
                                        key(), setup, "viscosity", viscosity, VISCOSITY_LATTICE, EXACT));
            }
        }
        errors.forEach((setup, series) -> laboratory.plots().accept(plot(setup, series)));
        return rows;
    }

    private static ValidationPlot plot(String setup, Series series) {
        return series.onto(
                        new Curves(
                                "Shear wave in a moving frame: error of the viscosity",
                                "%s, %d nodes per wave, viscosity %s".formatted(setup, NODES, VISCOSITY_LATTICE),
                                new Axis("speed of the frame, nodes per step", ""),
                                new Axis("viscosity / that of the case - 1", "")),
                        Style.LINE_AND_MARKS)
                .reference("exact", new double[] {0, series.last()}, new double[2])
                .named("moving-shear " + setup);
    }

    /// The amplitude of the wave after some steps, in any phase.
    private static double amplitude(
            Laboratory laboratory, VelocitySet lattice, Collision collision, boolean diagonal, double speed, int steps)
            throws IOException {
        Side open = Side.periodic();
        Domain domain = lattice.dimensions() == 2
                ? Domain.of2d(1, 1, open, open, open, open)
                : Domain.of(new Vec(1, 1, 2 * DX), open, open, open, open, open, open);
        ExprGraph g = new ExprGraph();
        Expr phase =
                g.constant(Rational.exactly(K)).times(diagonal ? g.symbol("x").plus(g.symbol("y")) : g.symbol("x"));
        Expr wave = g.constant(Rational.exactly(AMPLITUDE)).times(g.call(ElementaryFunction.SIN, List.of(phase)));
        Expr mean = g.constant(Rational.exactly(diagonal ? speed * Math.sqrt(0.5) : speed));
        Expr u = diagonal ? mean.plus(wave) : mean;
        Expr v = diagonal ? mean.minus(wave) : wave;
        Case theCase = Case.named("moving-shear")
                .geometry(ShapeSource.in(domain))
                .spacingM(DX)
                .fluid(1, VISCOSITY_LATTICE * DX)
                .lattice(lattice)
                .collision(collision)
                .equilibrium(EQUILIBRIUM)
                .initial(new Case.Initial(
                        List.of(new Value.Varying(u, 1, "u"), new Value.Varying(v, 1, "v"), Value.ZERO), Value.ZERO))
                .referenceVelocityMPerS(AMPLITUDE) // the fluid is faster than a run may be otherwise
                .referenceLengthM(1)
                .timeStepS(DX)
                .atMostSteps(steps)
                .build();
        return laboratory.solve(theCase, solution -> {
            var map = solution.simulation().nodes();
            double[] transverse = solution.snapshot().velocityMPerS()[1];
            double sine = 0;
            double cosine = 0;
            for (int n = 0; n < transverse.length; n++) {
                double x = map.originM()[0] + DX * map.box().x(n);
                double y = map.originM()[1] + DX * map.box().y(n);
                double at = K * (diagonal ? x + y : x);
                sine += transverse[n] * Math.sin(at);
                cosine += transverse[n] * Math.cos(at);
            }
            return Math.hypot(sine, cosine) * 2 / transverse.length;
        });
    }
}
