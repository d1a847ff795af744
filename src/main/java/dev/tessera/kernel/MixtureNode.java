package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What a kernel of a mixture loads at its node: the populations of each component; and their densities.
final class MixtureNode {
    private final ShanChen mixture;
    private final VelocitySet lattice;
    private final KernelDraft draft;
    private final ExprGraph graph;
    private final List<List<Expr>> populations = new ArrayList<>(); // [component][direction]
    private final List<Expr> densities = new ArrayList<>(); // [component]

    /// Adds the loads to a draft.
    MixtureNode(ShanChen mixture, VelocitySet lattice, KernelDraft draft) {
        this.mixture = mixture;
        this.lattice = lattice;
        this.draft = draft;
        this.graph = draft.graph();
        loadPopulations();
    }

    int components() {
        return mixture.components().size();
    }

    String name(int a) {
        return mixture.components().get(a);
    }

    List<Expr> populations(int a) {
        return populations.get(a);
    }

    Expr density(int a) {
        return densities.get(a);
    }

    List<Expr> densities() {
        return densities;
    }

    /// The potentials of this node, computed once more from its densities.
    List<Expr> potentials() {
        return IntStream.range(0, densities.size())
                .mapToObj(a -> mixture.potential(graph, a, densities.get(a)))
                .toList();
    }

    /// Of a coupling, a parameter.
    Expr strength(Coupling coupling) {
        return draft.parameter(coupling.parameter());
    }

    private void loadPopulations() {
        for (int a = 0; a < mixture.components().size(); a++) {
            List<Expr> of = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                String symbol = "f_%d_%s".formatted(a, lattice.velocity(i).letters());
                of.add(draft.load(symbol, new Source.PopulationIn(name(a), i)));
            }
            populations.add(of);
        }
        for (int a = 0; a < populations.size(); a++) {
            densities.add(draft.let("rho_" + a, RawMoments.density(graph, lattice, populations.get(a))));
        }
    }
}
