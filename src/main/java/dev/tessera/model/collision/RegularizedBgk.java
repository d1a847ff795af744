package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.SequencedMap;

/// BGK after the populations are rebuilt from density, momentum and stress: with `Q_i,ab = c_ia c_ib - c_s² delta_ab`
/// and the non-equilibrium stress `P_ab = sum of c_ia c_ib (f_i - f_eq,i)`,
///
/// `f' = f_eq + (1 - omega) w_i / (2 c_s⁴) Q_i,ab P_ab`.
///
/// The Hermite moments above second order are zero after every collision, in the equilibrium as well; [Regularized]
/// has those that follow from velocity and stress, and a rate of its own for the trace of the stress. The force
/// enters the moments up to second order, half of it in every collision's result, as in Guo, Zheng, Shi (2002).
///
/// Source: Latt, Chopard, Math. Comput. Simul. 72, 165 (2006).
public record RegularizedBgk() implements StressCollision {
    @Override
    public String key() {
        return "regularized-bgk";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return ShearRate.named(lattice, viscosityLattice);
    }

    /// The whole stress relaxes at one rate.
    @Override
    public Expr bulkRate(Input input) {
        return input.rate().apply(ShearRate.NAME);
    }

    @Override
    public List<Expr> populations(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress) {
        var moments = new HermiteMoments(state.graph(), density, state, relaxedStress);
        Expr zero = state.graph().constant(0);
        return new HermiteExpansion(state.graph(), MomentBasis.of(lattice))
                .populations(moment -> moment.order() > 2 ? zero : moments.of(moment));
    }
}
