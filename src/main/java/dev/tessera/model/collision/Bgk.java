package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Relaxes all populations toward equilibrium at one rate, `omega` in (0, 2).
///
/// Source: Bhatnagar, Gross, Krook, Phys. Rev. 94, 511 (1954); force: Guo, Zheng, Shi, Phys. Rev. E 65, 046308
/// (2002).
public record Bgk() implements Collision {
    @Override
    public String key() {
        return "bgk";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return ShearRate.named(lattice, viscosityLattice);
    }

    /// All: every moment comes from the equilibrium.
    @Override
    public Optional<String> unsupported(Equilibrium equilibrium) {
        return Optional.empty();
    }

    @Override
    public LocalRates localRates(Input input) {
        Expr omega = input.rate().apply(ShearRate.NAME);
        return LocalRates.of(omega, omega);
    }

    @Override
    public Input atShearRate(Input input, Expr shearRate) {
        return input.withRates(name -> shearRate);
    }

    @Override
    public List<Expr> relax(Input input) {
        ExprGraph graph = input.graph();
        Expr omega = input.rate().apply(ShearRate.NAME);
        Expr kept = graph.constant(1).minus(omega);
        if (!input.equilibrium().isSecondOrder()) {
            return relaxed(input, omega, kept);
        }
        var terms = new PairTerms(input, omega, omega);
        List<Expr> relaxed = new ArrayList<>();
        relaxed.add(kept.times(input.populations().getFirst()).plus(terms.even(0)));
        for (int i = 1; i < input.lattice().size(); i += 2) {
            Expr even = terms.even(i);
            Expr odd = terms.odd(i);
            relaxed.add(kept.times(input.populations().get(i)).plus(even.plus(odd)));
            relaxed.add(kept.times(input.populations().get(i + 1)).plus(even.minus(odd)));
        }
        return relaxed;
    }

    /// Toward any equilibrium.
    private static List<Expr> relaxed(Input input, Expr omega, Expr kept) {
        ExprGraph graph = input.graph();
        Expr share = graph.constant(1).minus(graph.constant(1, 2).times(omega));
        List<Expr> equilibrium = input.equilibriumPopulations();
        List<Expr> force = input.force().isEmpty() ? List.of() : input.forceTerm();
        List<Expr> relaxed = new ArrayList<>();
        for (int i = 0; i < equilibrium.size(); i++) {
            Expr unforced = kept.times(input.populations().get(i)).plus(omega.times(equilibrium.get(i)));
            relaxed.add(force.isEmpty() ? unforced : unforced.plus(share.times(force.get(i))));
        }
        return relaxed;
    }
}
