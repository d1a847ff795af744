package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// A node at walls of Tamm and Mott-Smith, half-way between nodes, at rest or moving. The density and velocity of the
/// node, the target, are those of bounce-back, so that such walls conserve mass as bounce-back does. What comes over
/// them is in equilibrium with the target, and the rest of the node is corrected to have the target's moments:
///
/// `f_i = f_eq,i(t) + f_eq,i(t) - f_eq,i(l)` over the wall, `f_i + f_eq,i(t) - f_eq,i(l)` otherwise,
///
/// where t is the target and l the moments of `f_eq,i(t)` over the wall and `f_i` otherwise. The part out of
/// equilibrium
/// that bounce-back returns is left out. So the wall is half-way only at relaxation time 1, and up to one spacing
/// inside
/// at less: of first order. It is for turbulent flow at little viscosity.
///
/// The correction is added before the collision. Where a collision relaxes `f - f_eq` at given rates, without a force,
/// this is the same as to collide with the moments l and to add it afterwards; other collisions and forces differ
/// little
/// (docs/decisions/0083). Where there is a force, populations in equilibrium carry minus half of it as momentum, as all
/// populations do.
///
/// Links of other rules at the node are completed first. On a plane of nodes that another rule completes
/// ([PlaneAtWalls]) such walls are those of bounce-back.
///
/// Source: Chikatamarla & Karlin, Physica A 392, 1925 (2013).
///
/// @param links of which some have the rule [Reflection]
public record TammMottSmith(LinkNode links) implements RuleAround {
    /// @throws IllegalArgumentException without such walls
    public TammMottSmith {
        if (!isAt(links)) {
            throw new IllegalArgumentException("node %s has no walls of Tamm and Mott-Smith".formatted(links.key()));
        }
    }

    /// Whether some links of a node lead to such a wall.
    public static boolean isAt(LinkNode node) {
        return node.rules().stream().anyMatch(Reflection.class::isInstance);
    }

    /// The links, completed by their own rules and by the sides in which the flow is mirrored.
    @Override
    public BoundaryRule inner() {
        return links.mirrors().isEmpty() ? links : new Mirrored(links, links.mirrors());
    }

    @Override
    public String key() {
        return inner().key();
    }

    @Override
    public int leastIsotropy() {
        return Math.max(4, inner().leastIsotropy());
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        Equilibrium model = input.model().equilibrium();
        ExprGraph g = input.graph();
        List<Expr> bounced = inner().complete(input, raw);
        Moments target = model.moments(g, lattice, bounced, input.force());
        List<Expr> atTarget = StatePopulations.equilibrium(input, target);
        List<Expr> replaced = new ArrayList<>(bounced);
        for (int i = 1; i < replaced.size(); i++) {
            replaced.set(i, overWall(input, i, atTarget.get(i), bounced.get(i)));
        }
        Moments local = model.moments(g, lattice, replaced, input.force());
        List<Expr> wanted = model.populations(g, lattice, target);
        List<Expr> found = model.populations(g, lattice, local);
        Expr surplus = g.constant(0);
        List<Expr> corrected = new ArrayList<>(replaced);
        for (int i = 1; i < replaced.size(); i++) {
            corrected.set(i, replaced.get(i).plus(wanted.get(i).minus(found.get(i))));
            surplus = surplus.plus(bounced.get(i).minus(corrected.get(i)));
        }
        // the same as by its equation, but the mass changes by the rounding of this sum alone
        corrected.set(0, bounced.getFirst().plus(surplus));
        return corrected;
    }

    /// One value where a population comes over such a wall, or is the mirror image of one that does, else another.
    private Expr overWall(Input input, int direction, Expr value, Expr otherwise) {
        VelocitySet lattice = input.model().lattice();
        ExprGraph g = input.graph();
        Velocity incoming = lattice.velocity(Mirrored.image(links.mirrors(), lattice, direction));
        Expr kind = input.field().apply(LinkNode.kindField(incoming));
        Expr chosen = otherwise;
        for (LinkRule rule : links.rules()) {
            if (rule instanceof Reflection) {
                chosen = g.select(g.compare(Comparison.EQUAL, kind, g.constant(links.kind(rule))), value, chosen);
            }
        }
        return chosen;
    }

    /// A link to such a wall: bounce-back, which gives the target.
    ///
    /// @param moving whether the wall moves: links then have the coefficient `value`, `2 w_i c_i·u / c_s²`
    public record Reflection(boolean moving) implements LinkRule {
        private static final String VALUE = "value";

        @Override
        public String key() {
            return moving ? "tamm-mott-smith-moving" : "tamm-mott-smith";
        }

        @Override
        public int order() {
            return 1;
        }

        /// The node has to know which links they are.
        @Override
        public boolean isNeutral() {
            return false;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return moving ? List.of(new FieldSpec(VALUE, new Given.Motion(Given.LinkFunction.ONE))) : List.of();
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            Expr returned = raw.get(link.incoming());
            return moving ? returned.plus(link.coefficient().apply(VALUE)) : returned;
        }
    }
}
