package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// A Shan–Chen mixture: each component a feels the force density
///
/// `F_a(x) = -psi_a(x) sum over b of G_ab sum over i of w_i psi_b(x + c_i) c_i`
///
/// with the pseudopotential `psi` of its density. The pressure is `sum of rho_a / 3 + 1/6 sum over a, b of
/// G_ab psi_a psi_b`. Across a cut link a node reads its own potential, so that walls attract no component, unless
/// there is adhesion, by which a component at a node beside walls feels
///
/// `-H_a psi_a(x) sum over i of w_i s(x + c_i) c_i`
///
/// with s = 1 where the link is cut, else 0.
///
/// Source: Shan, Chen, Phys. Rev. E 47, 1815 (1993); adhesion: Martys, Chen, Phys. Rev. E 53, 743 (1996).
///
/// @param components names, at least one, letters and digits; each has populations of its own
/// @param potentials one for each component
/// @param couplings at most one for two components; others do not act on each other
/// @param adhesions at most one for a component; walls do not act on others
public record ShanChen(
        List<String> components, List<Potential> potentials, List<Coupling> couplings, List<Adhesion> adhesions)
        implements Mixture {
    /// @throws IllegalArgumentException where components repeat, where a component has no potential, or one
    ///        that kernels cannot compute; where couplings or adhesions name others, or the same twice
    public ShanChen {
        components = List.copyOf(components);
        potentials = List.copyOf(potentials);
        couplings = List.copyOf(couplings);
        adhesions = List.copyOf(adhesions);
        Mixture.requireNames(components);
        if (potentials.size() != components.size()) {
            throw new IllegalArgumentException("%d pseudopotentials for the components %s; give one for each"
                    .formatted(potentials.size(), components));
        }
        potentials.stream().distinct().forEach(Potential::require);
        Set<String> names = new LinkedHashSet<>(components);
        Set<Set<String>> joined = new LinkedHashSet<>();
        for (Coupling coupling : couplings) {
            Set<String> both = new LinkedHashSet<>(List.of(coupling.first()));
            both.add(coupling.second());
            if (!names.containsAll(both)) {
                throw new IllegalArgumentException("coupling %s-%s: the components are %s"
                        .formatted(coupling.first(), coupling.second(), components));
            }
            if (!joined.add(both)) {
                throw new IllegalArgumentException(
                        "the coupling of %s and %s is given twice".formatted(coupling.first(), coupling.second()));
            }
        }
        Set<String> adhering = new LinkedHashSet<>();
        for (Adhesion adhesion : adhesions) {
            if (!names.contains(adhesion.component())) {
                throw new IllegalArgumentException(
                        "adhesion of %s: the components are %s".formatted(adhesion.component(), components));
            }
            if (!adhering.add(adhesion.component())) {
                throw new IllegalArgumentException("the adhesion of %s is given twice".formatted(adhesion.component()));
            }
        }
    }

    /// The same pseudopotential for all components.
    public ShanChen(List<String> components, Potential potential, List<Coupling> couplings, List<Adhesion> adhesions) {
        this(components, Collections.nCopies(components.size(), potential), couplings, adhesions);
    }

    /// Walls that attract no component, and the same pseudopotential for all.
    public ShanChen(List<String> components, Potential potential, List<Coupling> couplings) {
        this(components, potential, couplings, List.of());
    }

    /// The same mixture with another pseudopotential of one component.
    /// @throws IllegalArgumentException where there is no such component
    public ShanChen with(String component, Potential potential) {
        int position = components.indexOf(component);
        if (position < 0) {
            throw new IllegalArgumentException(
                    "potential of %s: the components are %s".formatted(component, components));
        }
        List<Potential> others = new ArrayList<>(potentials);
        others.set(position, potential);
        return new ShanChen(components, others, couplings, adhesions);
    }

    /// The pseudopotential of a component.
    ///
    /// @param component its position in [#components]
    /// @param density in lattice units
    public Expr potential(ExprGraph graph, int component, Expr density) {
        return potentials.get(component).of(graph, density);
    }

    /// Whether walls act on a component, so that nodes beside walls have kernels of their own.
    public boolean wets() {
        return !adhesions.isEmpty();
    }

    @Override
    public List<String> populations() {
        return components;
    }

    /// The force density on a component, one value per dimension, lattice units.
    ///
    /// @param component its position in [#components]
    /// @param here potentials of this node, `[component]`
    /// @param sums of the neighbours' potentials, `[component][axis]` ([#sum]); of components without coupling
    ///        unused
    /// @param strength by coupling: a kernel parameter
    public List<Expr> force(
            ExprGraph graph,
            int dimensions,
            int component,
            List<Expr> here,
            List<List<Expr>> sums,
            Function<Coupling, Expr> strength) {
        String name = components.get(component);
        List<Expr> force = new ArrayList<>();
        for (int axis = 0; axis < dimensions; axis++) {
            Expr pull = graph.constant(0);
            for (int other = 0; other < components.size(); other++) {
                for (Coupling coupling : couplings) {
                    if (coupling.joins(name, components.get(other))) {
                        pull = pull.plus(
                                strength.apply(coupling).times(sums.get(other).get(axis)));
                    }
                }
            }
            force.add(here.get(component).times(pull).negated());
        }
        return force;
    }

    /// The force density of walls on a component, one value per dimension, lattice units.
    ///
    /// @param component its position in [#components]
    /// @param here its potential at the node
    /// @param walls `sum over i of w_i s(x + c_i) c_i` of the node, `[axis]`
    /// @param strength by adhesion: a kernel parameter
    public List<Expr> adhesion(
            ExprGraph graph, int component, Expr here, List<Expr> walls, Function<Adhesion, Expr> strength) {
        String name = components.get(component);
        for (Adhesion adhesion : adhesions) {
            if (adhesion.component().equals(name)) {
                Expr pull = here.times(strength.apply(adhesion));
                return walls.stream().map(along -> pull.times(along).negated()).toList();
            }
        }
        return walls.stream().map(along -> graph.constant(0)).toList();
    }

    /// `sum over i of w_i psi(x + c_i) c_i`, one value per axis.
    /// @param neighbours potentials by direction; at 0 unused
    public static List<Expr> sum(ExprGraph graph, VelocitySet lattice, List<Expr> neighbours) {
        List<Expr> sum = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            Expr along = graph.constant(0);
            for (int i = 1; i < lattice.size(); i += 2) {
                int c = lattice.velocity(i).along(axis);
                if (c != 0) {
                    Expr pair = neighbours.get(i).minus(neighbours.get(lattice.opposite(i)));
                    along = along.plus(graph.constant(lattice.weight(i)).times(c > 0 ? pair : pair.negated()));
                }
            }
            sum.add(along);
        }
        return sum;
    }

    /// The pressure of a node, lattice units.
    /// @param densities `[component]`
    /// @param potentials `[component]`
    public Expr pressure(
            ExprGraph graph,
            VelocitySet lattice,
            List<Expr> densities,
            List<Expr> potentials,
            Function<Coupling, Expr> strength) {
        Expr ideal = graph.constant(lattice.speedOfSoundSquared()).times(graph.sum(densities));
        Expr excess = graph.constant(0);
        for (Coupling coupling : couplings) {
            int a = components.indexOf(coupling.first());
            int b = components.indexOf(coupling.second());
            Expr product = strength.apply(coupling).times(potentials.get(a)).times(potentials.get(b));
            excess = excess.plus(
                    a == b
                            ? graph.constant(1, 6).times(product)
                            : graph.constant(1, 3).times(product));
        }
        return ideal.plus(excess);
    }

    /// With one potential and without adhesion as before there were several: digests of cases contain it.
    @Override
    public String toString() {
        List<String> texts = potentials.stream().map(Potential::text).toList();
        String psi = texts.stream().distinct().count() == 1 ? "potential=" + texts.getFirst() : "potentials=" + texts;
        String pulls = adhesions.isEmpty() ? "" : ", adhesions=" + adhesions;
        return "ShanChen[components=%s, %s, couplings=%s%s]".formatted(components, psi, couplings, pulls);
    }

    /// The field with the potential of a component.
    public static String potentialOf(String component) {
        return "potential-" + component;
    }
}
