package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Collision of central moments, those about the fluid's own velocity: the stress relaxes, its trace and all higher
/// central moments are set to those of a Maxwell distribution. So an error that depends on the velocity of the
/// frame remains only where the lattice has no third power of a component. On D2Q9 and D3Q27.
///
/// The bulk viscosity is fixed, `1/(3 D)` in D dimensions: with fourth moments at equilibrium, small waves would
/// grow at rates of the trace below about 0.25 and above about 1.5 (linear analysis at rest, D2Q9).
///
/// Source: Geier, Greiner, Korvink, Phys. Rev. E 73, 066705 (2006); with all orders of the equilibrium and of the
/// force: De Rosis, Phys. Rev. E 95, 013310 (2017).
public record CentralMoments() implements StressCollision {
    @Override
    public String key() {
        return "central-moments";
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return ShearRate.named(lattice, viscosityLattice);
    }

    @Override
    public Expr bulkRate(Input input) {
        return input.graph().constant(1);
    }

    @Override
    public boolean hasFixedBulkViscosity() {
        return true;
    }

    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return CentralExpansion.unsupported(this, lattice);
    }

    @Override
    public List<Expr> populations(VelocitySet lattice, Expr density, NodeState state, Expr[][] relaxedStress) {
        var closure = new CentralClosure(lattice, state, relaxedStress);
        return closure.populations(density, closure::maxwell);
    }
}
