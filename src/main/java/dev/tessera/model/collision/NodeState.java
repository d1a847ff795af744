package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.equilibrium.RawMoments;
import java.util.ArrayList;
import java.util.List;

/// Velocity, momentum and force of a node, and their products, for collisions.
///
/// @param inertia the density that multiplies velocity in the momentum
/// @param momentum inertia times velocity; without a multiplication where the moments are those of the
///        populations
/// @param imposed whether the moments differ from those of the populations: then density and momentum change in the
///        collision
record NodeState(
        ExprGraph graph, Expr inertia, List<Expr> velocity, List<Expr> momentum, List<Expr> force, boolean imposed) {
    static NodeState of(Collision.Input input) {
        var own = input.equilibrium().moments(input.graph(), input.lattice(), input.populations(), input.force());
        boolean imposed = !own.equals(input.moments());
        Expr inertia =
                input.equilibrium().inertia(input.graph(), input.moments().density());
        return new NodeState(
                input.graph(),
                inertia,
                input.moments().velocity(),
                momentum(input, inertia, imposed),
                input.force(),
                imposed);
    }

    private static List<Expr> momentum(Collision.Input input, Expr inertia, boolean imposed) {
        if (inertia.isConstant(Rational.ONE)) {
            return input.moments().velocity();
        }
        return imposed
                ? input.moments().velocity().stream().map(inertia::times).toList()
                : RawMoments.momentum(input.graph(), input.lattice(), input.populations(), input.force());
    }

    /// The same, not computed before another value ([dev.tessera.expr.Form.After]).
    NodeState after(Expr earlier) {
        return new NodeState(
                graph,
                graph.after(inertia, earlier),
                velocity.stream().map(u -> graph.after(u, earlier)).toList(),
                momentum.stream().map(j -> graph.after(j, earlier)).toList(),
                force,
                imposed);
    }

    boolean forced() {
        return !force.isEmpty();
    }

    /// `momentum_a velocity_b`, the equilibrium's second moment without the pressure.
    Expr flux(int a, int b) {
        return momentum.get(Math.min(a, b)).times(velocity.get(Math.max(a, b)));
    }

    /// `(u_a F_b + F_a u_b) / 2`, half the force's second moment.
    Expr halfWork(int a, int b) {
        int first = Math.min(a, b);
        int second = Math.max(a, b);
        Expr product = velocity.get(first).times(force.get(second));
        return a == b
                ? product
                : graph.constant(1, 2).times(product.plus(velocity.get(second).times(force.get(first))));
    }

    /// The two axes of each second-order product, in order: xx, yy, (zz,) xy, (xz, yz).
    static List<int[]> axisPairs(int dimensions) {
        List<int[]> pairs = new ArrayList<>();
        for (int axis = 0; axis < dimensions; axis++) {
            pairs.add(new int[] {axis, axis});
        }
        for (int a = 0; a < dimensions; a++) {
            for (int b = a + 1; b < dimensions; b++) {
                pairs.add(new int[] {a, b});
            }
        }
        return pairs;
    }
}
