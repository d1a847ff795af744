package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import dev.tessera.solver.Case.InitialDensity;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Decay of a periodic array of vortices: `u = -cos kx sin ky`, `v = sin kx cos ky`, both times `exp(-2 nu
/// k² t)`.
final class TaylorGreen implements ValidationSuite {
    static final String EXACT = "exp(-2 nu k² t)";
    private static final double K = 2 * Math.PI;
    private static final double VISCOSITY = 0.01;
    private static final double END_S = 1.0;

    @Override
    public String key() {
        return "taylor-green";
    }

    @Override
    public String title() {
        return "decay of Taylor–Green vortices, exact solution";
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        return List.of(
                new ValidationCase(
                        "D2Q9 bgk",
                        laboratory -> rows(laboratory, Lattices.D2Q9, new Bgk(), "32 to 64 nodes, diffusive scaling")),
                new ValidationCase("D2Q9 bgk, start", this::start),
                new ValidationCase(
                        "D3Q13 mrt",
                        laboratory -> rows(
                                laboratory,
                                Lattices.D3Q13,
                                new Mrt(),
                                "D3Q13 mrt, 32 to 64 nodes, diffusive scaling")));
    }

    private List<ValidationRow> rows(Laboratory laboratory, VelocitySet lattice, Collision collision, String both)
            throws IOException {
        double coarse = error(laboratory, lattice, collision, 32, Precision.FP64);
        double fine = error(laboratory, lattice, collision, 64, Precision.FP64);
        String setup = "%s %s, 64 x 64".formatted(lattice.name(), collision.key());
        return List.of(
                ValidationRow.error(key(), setup, "relative L2 error of velocity", fine, EXACT, 5e-3),
                ValidationRow.atLeast(
                        key(), both, "order of convergence", Math.log(coarse / fine) / Math.log(2), 1.8, EXACT));
    }

    /// The pressure that belongs to the initial velocity, beside a uniform one.
    private List<ValidationRow> start(Laboratory laboratory) {
        String poisson = "Poisson's equation";
        String what = "largest error of the pressure at the start / largest pressure";
        double coarse = pressureError(laboratory, 32, InitialDensity.CONSISTENT);
        double fine = pressureError(laboratory, 64, InitialDensity.CONSISTENT);
        return List.of(
                ValidationRow.error(key(), "D2Q9 bgk, 64 x 64, consistent density", what, fine, poisson, 5e-3),
                ValidationRow.atLeast(
                        key(),
                        "D2Q9 bgk, 32 to 64 nodes, consistent density",
                        "order of convergence of that pressure",
                        Math.log(coarse / fine) / Math.log(2),
                        1.8,
                        poisson),
                ValidationRow.reported(
                        key(),
                        "D2Q9 bgk, 64 x 64, uniform pressure",
                        what,
                        pressureError(laboratory, 64, InitialDensity.GIVEN),
                        1,
                        poisson));
    }

    private static double pressureError(Laboratory laboratory, int nodes, InitialDensity density) {
        Side open = Side.periodic();
        ExprGraph g = new ExprGraph();
        Case theCase = Case.named("taylor-green")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, open, open, open, open)))
                .spacingM(1.0 / nodes)
                .fluid(1, VISCOSITY)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .initial(new Case.Initial(vortices(g), Value.ZERO, Optional.empty(), density))
                .timeStepS(0.02 / nodes)
                .atMostSteps(1)
                .build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            double[] pressure = flow.snapshot().pressurePa();
            var map = flow.nodes();
            double largest = 0;
            for (int n = 0; n < pressure.length; n++) {
                double x = K * (map.originM()[0] + map.box().x(n) / (double) nodes);
                double y = K * (map.originM()[1] + map.box().y(n) / (double) nodes);
                double exact = -(Math.cos(2 * x) + Math.cos(2 * y)) / 4;
                largest = Math.max(largest, Math.abs(pressure[n] - exact));
            }
            return largest / 0.5;
        }
    }

    private static List<Value> vortices(ExprGraph g) {
        Expr kx = g.constant(Rational.exactly(K)).times(g.symbol("x"));
        Expr ky = g.constant(Rational.exactly(K)).times(g.symbol("y"));
        Expr u = call(g, ElementaryFunction.COS, kx)
                .times(call(g, ElementaryFunction.SIN, ky))
                .negated();
        Expr v = call(g, ElementaryFunction.SIN, kx).times(call(g, ElementaryFunction.COS, ky));
        return List.of(new Value.Varying(u, 1, "u"), new Value.Varying(v, 1, "v"), Value.ZERO);
    }

    /// Relative L2 error of velocity after one second, from peaks of 1 m/s.
    static double error(Laboratory laboratory, int nodes, Precision precision) throws IOException {
        return error(laboratory, Lattices.D2Q9, new Bgk(), nodes, precision);
    }

    /// In 3D the flow does not depend on z, and the box is four nodes thick.
    private static double error(
            Laboratory laboratory, VelocitySet lattice, Collision collision, int nodes, Precision precision)
            throws IOException {
        double dx = 1.0 / nodes;
        Side open = Side.periodic();
        Domain domain = lattice.dimensions() == 2
                ? Domain.of2d(1, 1, open, open, open, open)
                : Domain.of(new Vec(1, 1, 4 * dx), open, open, open, open, open, open);
        ExprGraph g = new ExprGraph();
        Expr k = g.constant(Rational.exactly(K));
        Expr kx = k.times(g.symbol("x"));
        Expr ky = k.times(g.symbol("y"));
        Expr two = g.constant(2);
        Expr p = call(g, ElementaryFunction.COS, two.times(kx))
                .plus(call(g, ElementaryFunction.COS, two.times(ky)))
                .times(g.constant(-1, 4));
        Case theCase = Case.named("taylor-green")
                .geometry(ShapeSource.in(domain))
                .spacingM(dx)
                .fluid(1, VISCOSITY)
                .lattice(lattice)
                .collision(collision)
                .precision(precision)
                .initial(new Case.Initial(vortices(g), new Value.Varying(p, 1, "p")))
                .timeStepS(2 * dx * dx)
                .atMostS(END_S)
                .build();
        double decay = Math.exp(-2 * VISCOSITY * K * K * END_S);
        return laboratory.solve(theCase, solution -> {
            var map = solution.simulation().nodes();
            var velocity = solution.snapshot().velocityMPerS();
            double[][] exact = new double[2][velocity[0].length];
            for (int n = 0; n < velocity[0].length; n++) {
                double x = K * (map.originM()[0] + dx * map.box().x(n));
                double y = K * (map.originM()[1] + dx * map.box().y(n));
                exact[0][n] = -Math.cos(x) * Math.sin(y) * decay;
                exact[1][n] = Math.sin(x) * Math.cos(y) * decay;
            }
            return RelativeError.l2(velocity, exact);
        });
    }

    private static Expr call(ExprGraph g, ElementaryFunction function, Expr argument) {
        return g.call(function, List.of(argument));
    }
}
