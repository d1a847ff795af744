package dev.tessera.suites.generator;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Value;
import java.util.ArrayList;
import java.util.List;

/// Kida's vortex in a periodic cube of edge 1 m, with the largest velocity 1 m/s and its own pressure
/// ([KidaPressure]); the unit of time `t*` is `1 / (2 pi)` seconds.
///
/// Source: Kida, J. Phys. Soc. Jpn. 54, 2132 (1985).
public final class KidaVortex {
    /// Of the largest velocity at the start.
    public static final double LATTICE_SPEED = 0.05;

    private KidaVortex() {}

    /// A case without viscosity, lattice and collision yet, beyond limits of stability.
    /// @param nodes per edge
    public static CaseBuilder inCube(int nodes) {
        Side open = Side.periodic();
        ExprGraph graph = new ExprGraph();
        List<Value> velocity = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            velocity.add(new Value.Varying(component(graph, axis), 1, "Kida"));
        }
        return Case.named("kida")
                .geometry(ShapeSource.in(Domain.of(new Vec(1, 1, 1), open, open, open, open, open, open)))
                .spacingM(1.0 / nodes)
                .equilibrium(new QuasiCompressible())
                .initial(new Case.Initial(
                        velocity, new Value.Varying(KidaPressure.expression(graph), 1, "its pressure")))
                .referenceVelocityMPerS(1)
                .referenceLengthM(1)
                .latticeSpeed(LATTICE_SPEED)
                .beyondStability()
                .atMostSteps(1);
    }

    /// `sin a (cos 3b cos c - cos b cos 3c)`, with a the axis and b, c those that follow.
    private static Expr component(ExprGraph graph, int axis) {
        Expr a = angle(graph, axis);
        Expr b = angle(graph, (axis + 1) % 3);
        Expr c = angle(graph, (axis + 2) % 3);
        Expr three = graph.constant(3);
        Expr first = cosine(three.times(b)).times(cosine(c));
        Expr second = cosine(b).times(cosine(three.times(c)));
        return graph.call(ElementaryFunction.SIN, List.of(a)).times(first.minus(second));
    }

    private static Expr angle(ExprGraph graph, int axis) {
        return graph.constant(Rational.exactly(2 * Math.PI))
                .times(graph.symbol(List.of("x", "y", "z").get(axis)));
    }

    private static Expr cosine(Expr angle) {
        return angle.graph().call(ElementaryFunction.COS, List.of(angle));
    }
}
