package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WettingWall;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The forces on the components of a mixture at a node: of the components on each other, of walls, and of the case.
final class MixtureForces {
    private final MixtureKernels kernels;
    private final boolean besideWalls;
    private final KernelDraft draft;
    private final ExprGraph graph;
    private final VelocitySet lattice;
    private final MixtureNode node;

    /// @param draft of the kernel that loaded the node
    MixtureForces(MixtureKernels kernels, boolean besideWalls, KernelDraft draft, MixtureNode node) {
        this.kernels = kernels;
        this.besideWalls = besideWalls;
        this.draft = draft;
        this.graph = draft.graph();
        this.lattice = kernels.model().lattice();
        this.node = node;
    }

    /// The force density on each component, `[component][axis]`.
    List<List<Expr>> all() {
        List<List<Expr>> sums = new ArrayList<>();
        for (int a = 0; a < node.components(); a++) {
            sums.add(isFelt(a) ? ShanChen.sum(graph, lattice, neighbours(a)) : List.of());
        }
        List<List<Expr>> pulls = new ArrayList<>();
        for (int a = 0; a < node.components(); a++) {
            pulls.add(kernels.mixture().force(graph, lattice.dimensions(), a, node.potentials(), sums, node::strength));
        }
        if (besideWalls) {
            addAdhesion(pulls);
        }
        List<List<Expr>> accelerations = accelerations(pulls);
        List<List<Expr>> forces = new ArrayList<>();
        for (int a = 0; a < node.components(); a++) {
            forces.add(draft.named("force_" + a, force(a, pulls, accelerations)));
        }
        return forces;
    }

    /// By body forces: that on all components and that on each, `[component][axis]`. Those that depend on the flow
    /// are evaluated twice, as that of a single fluid.
    private List<List<Expr>> accelerations(List<List<Expr>> pulls) {
        List<List<Expr>> accelerations =
                Collections.nCopies(node.components(), Collections.nCopies(lattice.dimensions(), graph.constant(0)));
        for (int evaluation = 0; evaluation < (kernels.drive().isOfFlow() ? 2 : 1); evaluation++) {
            List<List<Expr>> before = accelerations;
            Function<String, Expr> flow = quantity -> ofFlow(quantity, pulls, before);
            List<Expr> ofAll = acceleration("force", kernels.model().force(), flow);
            accelerations = kernels.mixture().components().stream()
                    .map(name -> sum(
                            ofAll,
                            acceleration(
                                    MixtureKernels.forceOn(name),
                                    kernels.own().getOrDefault(name, BodyForce.NONE),
                                    flow)))
                    .toList();
        }
        return accelerations;
    }

    private List<Expr> acceleration(String vector, BodyForce kind, Function<String, Expr> flow) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> draft.acceleration(vector, axis, kind, kernels.drive(), flow))
                .toList();
    }

    private static List<Expr> sum(List<Expr> one, List<Expr> other) {
        return IntStream.range(0, one.size())
                .mapToObj(axis -> one.get(axis).plus(other.get(axis)))
                .toList();
    }

    /// The density of the mixture, or a component of its velocity.
    private Expr ofFlow(String quantity, List<List<Expr>> pulls, List<List<Expr>> accelerations) {
        Expr density = graph.sum(node.densities());
        if (quantity.equals("density")) {
            return density;
        }
        int axis = Components.axis("velocity", quantity);
        return graph.sum(IntStream.range(0, node.components())
                        .mapToObj(a -> RawMoments.momentum(
                                        graph, lattice, node.populations(a), force(a, pulls, accelerations))
                                .get(axis))
                        .toList())
                .over(density);
    }

    private List<Expr> force(int a, List<List<Expr>> pulls, List<List<Expr>> accelerations) {
        return IntStream.range(0, lattice.dimensions())
                .mapToObj(axis -> pulls.get(a)
                        .get(axis)
                        .plus(node.density(a).times(accelerations.get(a).get(axis))))
                .toList();
    }

    private boolean isFelt(int a) {
        return kernels.mixture().couplings().stream()
                .anyMatch(coupling -> coupling.first().equals(node.name(a))
                        || coupling.second().equals(node.name(a)));
    }

    private List<Expr> neighbours(int a) {
        List<Expr> neighbours = new ArrayList<>();
        String field = ShanChen.potentialOf(node.name(a));
        for (int i = 0; i < lattice.size(); i++) {
            String symbol = "psi_%d_%s".formatted(a, lattice.velocity(i).letters());
            neighbours.add(draft.load(symbol, new Source.FieldAt(field, i)));
        }
        return neighbours;
    }

    /// @param pulls of the components on each other, `[component][axis]`
    private void addAdhesion(List<List<Expr>> pulls) {
        List<Expr> walls = walls();
        for (int a = 0; a < pulls.size(); a++) {
            List<Expr> ofWalls = kernels.mixture()
                    .adhesion(
                            graph,
                            a,
                            node.potentials().get(a),
                            walls,
                            adhesion -> draft.parameter(adhesion.parameter()));
            pulls.set(a, sum(pulls.get(a), ofWalls));
        }
    }

    /// `sum over i of w_i s(x + c_i) c_i`, as that of a field that is 1 in walls and 0 elsewhere.
    private List<Expr> walls() {
        List<Expr> solid = new ArrayList<>(List.of(graph.constant(0)));
        for (int i = 1; i < lattice.size(); i++) {
            String cut = WettingWall.cut(lattice, lattice.opposite(i));
            solid.add(draft.load(cut.replace('-', '_'), new Source.FieldIn(cut)));
        }
        return draft.named("walls", ShanChen.sum(graph, lattice, solid));
    }
}
