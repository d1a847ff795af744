package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.LocalRates;
import dev.tessera.model.MomentClosure;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Optional;

/// A collision that relaxes the stress, its trace at a rate of its own, and sets all higher moments by density,
/// velocity and the relaxed stress. Such collisions differ in the higher moments alone.
interface StressCollision extends Collision, MomentClosure {
    /// The populations after the collision, shape `[q]`.
    /// @param relaxedStress the non-equilibrium second moment after relaxation, without force, `[axis][axis]`
    List<Expr> populations(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress);

    /// The rate of the trace of the stress.
    default Expr bulkRate(Input input) {
        return input.rate().apply(MomentBasis.BULK);
    }

    @Override
    default LocalRates localRates(Input input) {
        return LocalRates.of(input.rate().apply(ShearRate.NAME), input.graph().constant(1));
    }

    @Override
    default List<Expr> relax(Input input) {
        return populations(input.lattice(), input.moments().density(), NodeState.of(input), relaxedStress(input));
    }

    @Override
    default Optional<MomentClosure> closure() {
        return Optional.of(this);
    }

    @Override
    default List<Expr> populations(
            ExprGraph graph,
            VelocitySet lattice,
            Equilibrium equilibrium,
            Moments moments,
            List<Expr> force,
            Expr[][] relaxedStress) {
        Expr inertia = equilibrium.inertia(graph, moments.density());
        List<Expr> momentum = moments.velocity().stream().map(inertia::times).toList();
        var state = new NodeState(graph, inertia, moments.velocity(), momentum, force, true);
        return populations(lattice, moments.density(), state, relaxedStress);
    }

    /// The non-equilibrium second moment (with half the force's work) after relaxation, with separate rates of
    /// the trace and the rest.
    @Override
    default Expr[][] relaxedStress(Input input) {
        ExprGraph graph = input.graph();
        int d = input.lattice().dimensions();
        Expr one = graph.constant(1);
        Expr kept = one.minus(input.rate().apply(ShearRate.NAME));
        Expr keptBulk = one.minus(bulkRate(input));
        Expr[][] stress = Stress.nonEquilibrium(input);
        Expr trace = graph.constant(0);
        for (int axis = 0; axis < d; axis++) {
            trace = trace.plus(stress[axis][axis]);
        }
        Expr shift =
                graph.constant(Rational.of(1, d)).times(keptBulk.minus(kept)).times(trace);
        Expr[][] relaxed = new Expr[d][d];
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                Expr own = kept.times(stress[a][b]);
                relaxed[a][b] = a == b ? own.plus(shift) : own;
            }
        }
        return relaxed;
    }
}
