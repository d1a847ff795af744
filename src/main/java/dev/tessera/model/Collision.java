package dev.tessera.model;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/// A collision operator: relaxes one node's populations, adding the force's contribution.
public interface Collision {
    String key();

    /// Names and values of the relaxation rates for a kinematic viscosity, in the order of kernel parameters
    /// (dimensionless, per step). The first is the rate of the shear components of the stress, `omega`, which
    /// is `1 / (3 nu + 1/2)` on lattices that are isotropic to fourth order.
    /// @param viscosityLattice kinematic viscosity in lattice units
    SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice);

    /// Why this collision cannot be used on a lattice, with a remedy; empty where it can. A collision with one
    /// rate for the whole stress needs a lattice that is isotropic to fourth order.
    default Optional<String> unsupported(VelocitySet lattice) {
        return lattice.isotropy() >= 4
                ? Optional.empty()
                : Optional.of(
                        ("collision %s has one rate for the whole stress and needs a lattice that is isotropic to fourth"
                                        + " order, but %s is isotropic to order %d only. Use collision mrt, or another lattice")
                                .formatted(key(), lattice.name(), lattice.isotropy()));
    }

    /// Why this collision cannot be used with an equilibrium, with a remedy; empty where it can. A collision that
    /// writes down moments of the equilibrium itself needs an ideal gas.
    default Optional<String> unsupported(Equilibrium equilibrium) {
        if (!equilibrium.isSecondOrder()) {
            return Optional.of(
                    "collision %s computes moments of the equilibrium itself, and knows those of the catalogue only. Use collision bgk, or another equilibrium"
                            .formatted(key()));
        }
        return equilibrium.isIdealGas()
                ? Optional.empty()
                : Optional.of(
                        ("collision %s needs a pressure that is proportional to the density, which equilibrium %s does not"
                                        + " have. Use collision bgk, or another equilibrium")
                                .formatted(key(), equilibrium.key()));
    }

    /// Post-collision populations, shape `[q]`.
    List<Expr> relax(Input input);

    /// The rates at which [#relax] acts at this node. Here all moments relax at the first of the [#rates].
    default LocalRates localRates(Input input) {
        Expr rate =
                input.rate().apply(rates(input.lattice(), 1.0 / 6).firstEntry().getKey());
        return LocalRates.of(rate, rate);
    }

    /// The input of a node whose viscosity differs from the parameter's: the rate of the shear moments is
    /// `shearRate`, and rates that are tied to the viscosity follow it. Here only the shear rate changes.
    /// @param shearRate in (0, 2)
    default Input atShearRate(Input input, Expr shearRate) {
        String name = rates(input.lattice(), 1.0 / 6).firstEntry().getKey();
        return input.withRates(
                other -> other.equals(name) ? shearRate : input.rate().apply(other));
    }

    /// What an addition to the equilibrium adds to the populations, shape `[q]`: each moment of it at its rate. Here
    /// all even moments relax at the shear rate.
    /// @param addition without mass and momentum, equal in opposite directions, shape `[q]`; a pressure tensor
    default List<Expr> relaxedAddition(Input input, List<Expr> addition) {
        Expr rate =
                input.rate().apply(rates(input.lattice(), 1.0 / 6).firstEntry().getKey());
        return addition.stream().map(rate::times).toList();
    }

    /// The rates that a case sets, by name, instead of those that the collision chooses. Here none.
    default SequencedMap<String, Double> fixedRates() {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
    }

    /// Names of fields with a value for each node that it reads, by [Input#rate], besides its rates.
    default List<String> fields() {
        return List.of();
    }

    /// Whether it needs whole populations, as logarithms do, and cannot be computed from their deviations from rest.
    default boolean needsPopulations() {
        return false;
    }

    /// Whether every node chooses its viscosity: then a law of the shear rate cannot prescribe another.
    default boolean choosesViscosity() {
        return false;
    }

    /// Whether the bulk viscosity does not rise with the shear viscosity and no rate can raise it: then a layer of
    /// high viscosity does not damp sound.
    default boolean hasFixedBulkViscosity() {
        return false;
    }

    /// How [#relax] adds a force.
    default Forcing forcing() {
        return Forcing.GUO;
    }

    /// What this collision keeps of the populations, if density, velocity and stress determine all of them
    /// after it; empty where more moments pass the collision.
    default Optional<MomentClosure> closure() {
        return Optional.empty();
    }

    /// The key by which stability limits are found.
    default String stabilityKey() {
        return key();
    }

    /// Everything that decides the results of this collision, as text: its key, its rates at a viscosity, and
    /// constants beyond them.
    default String settings(VelocitySet lattice, double viscosityLattice) {
        return key() + " with rates " + rates(lattice, viscosityLattice);
    }

    /// The input of a collision at one node.
    /// @param populations before collision, shape `[q]`
    /// @param moments from the populations, with half the force
    /// @param force one component per dimension, or empty where there is none
    /// @param rate a rate's kernel parameter, or one of the [#fields], by its name
    record Input(
            ExprGraph graph,
            VelocitySet lattice,
            Equilibrium equilibrium,
            List<Expr> populations,
            Moments moments,
            List<Expr> force,
            Function<String, Expr> rate) {
        /// The equilibrium at this node, shape `[q]`.
        public List<Expr> equilibriumPopulations() {
            return equilibrium.populations(graph, lattice, moments);
        }

        /// What a force adds to the populations in a whole step, before its relaxation, shape `[q]`: zero where there
        /// is no force. A collision that relaxes all moments at `rate` adds `1 - rate / 2` times these.
        ///
        /// `w_i ((c - u)·F / c_s² + (c·u)(c·F) / c_s⁴)`: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002).
        /// @throws IllegalStateException if the lattice is not isotropic to fourth order
        public List<Expr> forceTerm() {
            if (lattice.isotropy() < 4) {
                throw new IllegalStateException(
                        "Guo's force term needs a lattice that is isotropic to fourth order, unlike " + lattice.name());
            }
            Expr once = graph.constant(lattice.speedOfSoundSquared().inverse());
            return IntStream.range(0, lattice.size())
                    .mapToObj(i -> {
                        if (force.isEmpty()) {
                            return graph.constant(0);
                        }
                        Expr pushed = dot(i, force);
                        Expr apart = pushed.minus(graph.sum(IntStream.range(0, force.size())
                                .mapToObj(a -> moments.velocity().get(a).times(force.get(a)))
                                .toList()));
                        Expr carried = once.times(dot(i, moments.velocity())).times(pushed);
                        return graph.constant(lattice.weight(i)).times(once).times(apart.plus(carried));
                    })
                    .toList();
        }

        private Expr dot(int direction, List<Expr> vector) {
            return graph.sum(IntStream.range(0, vector.size())
                    .mapToObj(axis -> graph.constant(lattice.velocity(direction).along(axis))
                            .times(vector.get(axis)))
                    .toList());
        }

        /// The same node without the force.
        /// @param other its moments then
        public Input withoutForce(Moments other) {
            return new Input(graph, lattice, equilibrium, populations, other, List.of(), rate);
        }

        /// The same node with other rates.
        public Input withRates(Function<String, Expr> rates) {
            return new Input(graph, lattice, equilibrium, populations, moments, force, rates);
        }
    }
}
