package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Forcing;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Any collision, with forces by the exact difference: the collision uses the velocity before the force, and the
/// equilibrium of the velocity after it minus that of the velocity before it is added. An equilibrium in free fall
/// stays an equilibrium. The velocity of results is that with half the force, as in Guo's scheme, from which the
/// stress differs by `omega F_a F_b / (4 rho)`.
///
/// Source: Kupershtokh, Medvedev, Karpov, Comput. Math. Appl. 58, 965 (2009).
///
/// @param base any collision that adds forces by [Forcing#GUO]
public record ExactDifference(Collision base) implements Collision {
    /// Why a collision cannot add forces by a scheme; empty where it can.
    public static Optional<String> unsupported(Forcing forcing, Collision collision) {
        return forcing == collision.forcing() || forcing == Forcing.EXACT_DIFFERENCE
                ? Optional.empty()
                : Optional.of("collision %s adds forces by %s, and by no other scheme"
                        .formatted(collision.key(), collision.forcing().key()));
    }

    /// The collision with forces that enter by a scheme.
    /// @throws IllegalArgumentException if it adds forces in a way of its own
    public static Collision with(Forcing forcing, Collision collision) {
        unsupported(forcing, collision).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        return collision.forcing() == forcing ? collision : new ExactDifference(collision);
    }

    @Override
    public String key() {
        return base.key();
    }

    @Override
    public Forcing forcing() {
        return Forcing.EXACT_DIFFERENCE;
    }

    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        return base.rates(lattice, viscosityLattice);
    }

    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return base.unsupported(lattice);
    }

    @Override
    public Optional<String> unsupported(Equilibrium equilibrium) {
        return base.unsupported(equilibrium);
    }

    @Override
    public List<Expr> relax(Input input) {
        if (input.force().isEmpty()) {
            return base.relax(input);
        }
        return relax(input.withoutForce(moments(input, -1)), moments(input, 1));
    }

    /// Post-collision populations, shape `[q]`, of a node with known velocities before and after the force.
    /// @param before without force, at the velocity before it
    /// @param after the moments after it
    public List<Expr> relax(Input before, Moments after) {
        List<Expr> from = before.equilibriumPopulations();
        List<Expr> to = before.withoutForce(after).equilibriumPopulations();
        List<Expr> collided = base.relax(before);
        List<Expr> relaxed = new ArrayList<>();
        for (int i = 0; i < collided.size(); i++) {
            relaxed.add(collided.get(i).plus(to.get(i).minus(from.get(i))));
        }
        return relaxed;
    }

    /// The moments before (-1) or after (1) the force; those of the input where there is none.
    static Moments moments(Input input, int side) {
        ExprGraph graph = input.graph();
        Moments middle = input.moments();
        Expr inertia = input.equilibrium().inertia(graph, middle.density());
        List<Expr> velocity = new ArrayList<>(middle.velocity());
        for (int axis = 0; axis < input.force().size(); axis++) {
            Expr half = graph.constant(side, 2).times(input.force().get(axis).over(inertia));
            velocity.set(axis, velocity.get(axis).plus(half));
        }
        return new Moments(middle.density(), velocity);
    }

    @Override
    public LocalRates localRates(Input input) {
        return base.localRates(input);
    }

    @Override
    public Input atShearRate(Input input, Expr shearRate) {
        return base.atShearRate(input, shearRate);
    }

    @Override
    public List<Expr> relaxedAddition(Input input, List<Expr> addition) {
        return base.relaxedAddition(input, addition);
    }

    @Override
    public SequencedMap<String, Double> fixedRates() {
        return base.fixedRates();
    }

    @Override
    public List<String> fields() {
        return base.fields();
    }

    @Override
    public boolean needsPopulations() {
        return base.needsPopulations();
    }

    @Override
    public boolean choosesViscosity() {
        return base.choosesViscosity();
    }

    @Override
    public boolean hasFixedBulkViscosity() {
        return base.hasFixedBulkViscosity();
    }

    @Override
    public String stabilityKey() {
        return base.stabilityKey();
    }

    @Override
    public String settings(VelocitySet lattice, double viscosityLattice) {
        return base.settings(lattice, viscosityLattice) + ", forces by "
                + forcing().key();
    }
}
