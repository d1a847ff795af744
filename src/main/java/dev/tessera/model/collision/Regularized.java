package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.List;

/// Recursive regularized collision, for low viscosities: only density, momentum and stress are taken from the
/// populations; all higher Hermite moments that the lattice represents follow from them (third order on D3Q15 and
/// D3Q19, all on D2Q9 and D3Q27), in the equilibrium as well. The trace of the stress relaxes at its own rate (bulk
/// viscosity `2/(3 D) (1/omega_bulk - 1/2)`).
///
/// Source: Malaspinas, arXiv:1505.06900 (2015); Coreixas et al., Phys. Rev. E 96, 033306 (2017). Half of the force
/// enters every moment, as in Guo, Zheng, Shi (2002), at all orders.
///
/// @param bulk how the trace relaxes
public record Regularized(BulkRelaxation bulk) implements BulkCollision, StressCollision {
    /// The trace is set to equilibrium in one step.
    public Regularized() {
        this(BulkRelaxation.AT_ONCE);
    }

    /// With a given ratio of bulk to shear viscosity.
    public static Regularized withBulkViscosityRatio(double ofShear) {
        return new Regularized(new BulkRelaxation.Ratio(ofShear));
    }

    /// With a bulk viscosity in lattice units, zero or more.
    public static Regularized withBulkViscosity(VelocitySet lattice, double bulkViscosityLattice) {
        return new Regularized(new BulkRelaxation.Rate(ShearRate.bulk(lattice, bulkViscosityLattice)));
    }

    @Override
    public String key() {
        return "regularized";
    }

    @Override
    public Regularized withBulk(BulkRelaxation other) {
        return new Regularized(other);
    }

    @Override
    public List<Expr> populations(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress) {
        var moments = new HermiteMoments(state.graph(), density, state, relaxedStress);
        return new HermiteExpansion(state.graph(), MomentBasis.of(lattice)).populations(moments::of);
    }

    /// The fixed point of this collision: the equilibrium with all Hermite moments that the lattice represents.
    public static List<Expr> equilibrium(
            ExprGraph graph, VelocitySet lattice, Equilibrium equilibrium, Moments moments) {
        int d = lattice.dimensions();
        Expr[][] none = new Expr[d][d];
        for (Expr[] row : none) {
            Arrays.fill(row, graph.constant(0));
        }
        return new Regularized().populations(graph, lattice, equilibrium, moments, List.of(), none);
    }
}
