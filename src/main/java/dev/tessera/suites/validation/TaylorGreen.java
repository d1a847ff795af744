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
import dev.tessera.solver.Value;
import java.io.IOException;
import java.util.List;

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
        Expr u = call(g, ElementaryFunction.COS, kx)
                .times(call(g, ElementaryFunction.SIN, ky))
                .negated();
        Expr v = call(g, ElementaryFunction.SIN, kx).times(call(g, ElementaryFunction.COS, ky));
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
                .initial(new Case.Initial(
                        List.of(new Value.Varying(u, 1, "u"), new Value.Varying(v, 1, "v"), Value.ZERO),
                        new Value.Varying(p, 1, "p")))
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
