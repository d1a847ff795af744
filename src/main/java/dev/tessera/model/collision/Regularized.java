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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Recursive regularized collision, for low viscosities: only density, momentum and stress are taken from the
/// populations; all higher Hermite moments that the lattice represents follow from them (third order on D3Q15 and
/// D3Q19, all on D2Q9 and D3Q27), in the equilibrium as well. The trace of the stress relaxes at its own rate (bulk
/// viscosity `2/(3 D) (1/omega_bulk - 1/2)`).
///
/// Source: Malaspinas, arXiv:1505.06900 (2015); Coreixas et al., Phys. Rev. E 96, 033306 (2017). Half of the force
/// enters every moment, as in Guo, Zheng, Shi (2002), at all orders.
///
/// @param bulk how the trace relaxes
public record Regularized(Bulk bulk) implements Collision, MomentClosure {
    /// How the relaxation rate of the trace of the stress is chosen.
    public sealed interface Bulk {
        double rate(VelocitySet lattice, double viscosityLattice);

        /// @param bulkRate relaxation rate, in (0, 2]; 1 sets the trace to equilibrium in one step
        record Rate(double bulkRate) implements Bulk {
            public Rate {
                if (!(bulkRate > 0 && bulkRate <= 2)) {
                    throw new IllegalArgumentException(
                            "bulk rate %s of the regularized collision is outside (0, 2]".formatted(bulkRate));
                }
            }

            @Override
            public double rate(VelocitySet lattice, double viscosityLattice) {
                return bulkRate;
            }
        }

        /// @param ofShear bulk viscosity over shear viscosity, zero or more
        record Ratio(double ofShear) implements Bulk {
            public Ratio {
                if (!(ofShear >= 0) || Double.isInfinite(ofShear)) {
                    throw new IllegalArgumentException(
                            "the ratio of bulk to shear viscosity, %s, has to be a finite number from 0"
                                    .formatted(ofShear));
                }
            }

            @Override
            public double rate(VelocitySet lattice, double viscosityLattice) {
                return ShearRate.bulk(lattice, ofShear * viscosityLattice);
            }
        }
    }

    /// @param bulkRate relaxation rate of the trace, in (0, 2]; 1 sets it to equilibrium in one step
    public Regularized(double bulkRate) {
        this(new Bulk.Rate(bulkRate));
    }

    /// With a bulk rate of 1.
    public Regularized() {
        this(1);
    }

    /// With a given ratio of bulk to shear viscosity.
    public static Regularized withBulkViscosityRatio(double ofShear) {
        return new Regularized(new Bulk.Ratio(ofShear));
    }

    /// With a bulk viscosity in lattice units, zero or more.
    public static Regularized withBulkViscosity(VelocitySet lattice, double bulkViscosityLattice) {
        return new Regularized(ShearRate.bulk(lattice, bulkViscosityLattice));
    }

    @Override
    public String key() {
        return "regularized";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        rates.put(ShearRate.NAME, ShearRate.of(lattice, viscosityLattice));
        rates.put(MomentBasis.BULK, bulk.rate(lattice, viscosityLattice));
        return rates;
    }

    @Override
    public LocalRates localRates(Input input) {
        return LocalRates.of(input.rate().apply(ShearRate.NAME), input.graph().constant(1));
    }

    @Override
    public List<Expr> relax(Input input) {
        return expanded(input.lattice(), input.moments().density(), NodeState.of(input), relaxedStress(input));
    }

    private static List<Expr> expanded(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress) {
        ExprGraph graph = state.graph();
        var moments = new HermiteMoments(graph, density, state, relaxedStress);
        return new HermiteExpansion(graph, MomentBasis.of(lattice)).populations(moments::of);
    }

    @Override
    public Optional<MomentClosure> closure() {
        return Optional.of(this);
    }

    @Override
    public List<Expr> populations(
            ExprGraph graph,
            VelocitySet lattice,
            Equilibrium equilibrium,
            Moments moments,
            List<Expr> force,
            Expr[][] relaxedStress) {
        Expr inertia = equilibrium.inertia(graph, moments.density());
        List<Expr> momentum = moments.velocity().stream().map(inertia::times).toList();
        var state = new NodeState(graph, moments.velocity(), momentum, force, true);
        return expanded(lattice, moments.density(), state, relaxedStress);
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

    /// The non-equilibrium second moment (with half the force's work) after relaxation, with separate rates of
    /// the trace and the rest.
    @Override
    public Expr[][] relaxedStress(Input input) {
        ExprGraph graph = input.graph();
        int d = input.lattice().dimensions();
        Expr one = graph.constant(1);
        Expr kept = one.minus(input.rate().apply(ShearRate.NAME));
        Expr keptBulk = one.minus(input.rate().apply(MomentBasis.BULK));
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
