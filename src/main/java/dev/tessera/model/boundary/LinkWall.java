package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.LocalRates;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.List;

/// A wall at its distance along the link, by one of the interpolations of [WallScheme], whose coefficients
/// ([WallScheme#coefficients]) are those of the link. Where both are zero the wall is half-way.
///
/// The rule writes the interpolated population after the collision, so that it comes back as the incoming one of
/// the next step. Only schemes of two nodes add, before that collision, what the node behind sent: the population
/// that comes in along the link's outgoing direction. A scheme of three nodes also adds what a third node sent,
/// which the node behind passes on ([NodeNearWall]).
///
/// Such walls do not conserve mass exactly: the interpolated population differs from the one that left.
///
/// @param scheme not half-way
/// @param moving whether the wall may move: the coefficient `value` is then `6 w_i c_i·u` times
///        [WallScheme.Coefficients#motion], with c_i into the fluid
public record LinkWall(WallScheme scheme, boolean moving) implements LinkRule {
    private static final String FIRST = "first"; // with CURVED: the distance
    private static final String SECOND = "second";
    private static final String THIRD = "third";
    private static final String VALUE = "value";

    public LinkWall {
        if (scheme == WallScheme.HALF_WAY) {
            throw new IllegalArgumentException(
                    "a half-way wall needs no interpolation; use no rule, or that of a velocity where it moves");
        }
    }

    @Override
    public String key() {
        return scheme.key() + (moving ? "-moving-wall" : "-wall");
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public boolean isNeutral() {
        return true;
    }

    @Override
    public boolean isWall() {
        return true;
    }

    @Override
    public int stagesBefore() {
        return scheme == WallScheme.BOUZIDI_QUADRATIC ? NodeNearWall.STAGES : 0;
    }

    @Override
    public List<FieldSpec> coefficients() {
        List<FieldSpec> coefficients = new ArrayList<>();
        if (scheme == WallScheme.CURVED) {
            coefficients.add(new FieldSpec(FIRST, new Given.PartOfLink(link -> of(link).first())));
        } else {
            coefficients.add(new FieldSpec(FIRST, new Given.OfLink(link -> of(link).first())));
            coefficients.add(new FieldSpec(SECOND, new Given.OfLink(link -> of(link).second())));
        }
        if (scheme == WallScheme.BOUZIDI_QUADRATIC) {
            coefficients.add(new FieldSpec(THIRD, new Given.OfLink(link -> of(link).third())));
        }
        if (moving) {
            coefficients.add(new FieldSpec(VALUE, new Given.Motion(link -> of(link).motion())));
        }
        return coefficients;
    }

    private WallScheme.Coefficients of(Given.LinkGeometry link) {
        return scheme.coefficients(link.distance(), link.behind());
    }

    /// The links with a coefficient that is not zero are those that such a wall cuts.
    @Override
    public Expr passed(Link link, Expr both) {
        ExprGraph g = link.input().graph();
        Expr sizes = g.absolute(link.coefficient().apply(FIRST));
        if (scheme != WallScheme.CURVED) {
            sizes = sizes.plus(g.absolute(link.coefficient().apply(SECOND)));
        }
        return g.select(g.compare(Comparison.LESS, g.constant(0), sizes), both, g.constant(0));
    }

    @Override
    public Expr complete(Link link, List<Expr> raw) {
        Expr own = raw.get(link.incoming());
        if (scheme == WallScheme.CURVED) {
            return own;
        }
        Expr interpolated = own.plus(behind(link).times(raw.get(link.outgoing()).minus(own)));
        if (scheme == WallScheme.BOUZIDI_QUADRATIC) {
            interpolated = interpolated.plus(ofThirdNode(link, own));
        }
        return moving ? interpolated.plus(link.coefficient().apply(VALUE)) : interpolated;
    }

    @Override
    public Expr send(Link link, Collision.Input node, List<Expr> relaxed) {
        return scheme == WallScheme.CURVED ? quadratic(link, node, relaxed) : linear(link, node, relaxed);
    }

    /// What a third node sent along the link's outgoing direction, the node behind along its incoming one, or
    /// nothing, less the node's own, weighted.
    private static Expr ofThirdNode(Link link, Expr own) {
        ExprGraph g = link.input().graph();
        Expr third = link.coefficient().apply(THIRD);
        Expr toward = NodeNearWall.fromBehind(link, link.outgoing()).minus(own);
        Expr away = NodeNearWall.passedOn(link).minus(own);
        return g.minimum(third, g.constant(0))
                .times(toward)
                .minus(g.maximum(third, g.constant(0)).times(away));
    }

    /// The coefficient of what the node behind sent.
    private Expr behind(Link link) {
        ExprGraph g = link.input().graph();
        Expr second = link.coefficient().apply(SECOND);
        return scheme == WallScheme.CENTRAL_LINEAR ? second.minus(inItsPlace(link)) : g.maximum(second, g.constant(0));
    }

    /// The coefficient of the node's own population before the collision, where there is no node behind.
    private Expr inItsPlace(Link link) {
        ExprGraph g = link.input().graph();
        Expr zero = g.constant(0);
        Expr second = link.coefficient().apply(SECOND);
        return scheme == WallScheme.CENTRAL_LINEAR
                ? g.select(g.compare(Comparison.EQUAL, link.coefficient().apply(FIRST), zero), second, zero)
                : g.maximum(second.negated(), zero);
    }

    /// `f*_i` and its differences from `f*_k` and `f_i`, weighted: the interpolated population without the part
    /// of the node behind, over 1 less the coefficient of that part. So a fluid at rest sends its own
    /// populations.
    private Expr linear(Link link, Collision.Input node, List<Expr> relaxed) {
        Expr out = relaxed.get(link.outgoing());
        Expr back = relaxed.get(link.incoming());
        Expr before = node.populations().get(link.outgoing());
        return out.plus(link.coefficient().apply(FIRST).times(back.minus(out)))
                .plus(inItsPlace(link).times(before.minus(out)));
    }

    /// [WallScheme#CURVED], with one division per node, which is uniform where the rates are.
    private Expr quadratic(Link link, Collision.Input node, List<Expr> relaxed) {
        ExprGraph g = node.graph();
        LocalRates rates = link.input().model().collision().localRates(node);
        Expr omega = rates.shear();
        Expr rest = g.constant(2).minus(omega);
        Expr inverse = g.constant(1).over(omega.times(rates.odd()).times(rest));
        Expr odd = inverse.times(omega.times(rest)); // L + 1/2
        Expr even = inverse.times(omega.squared().times(rates.odd())); // 1/(2 P)
        Expr damping = atMostOne(g.constant(4).times(inverse.times(rest.squared()))); // of 8 L P + 4 P
        int i = link.outgoing();
        int k = link.incoming();
        Expr q = link.coefficient().apply(FIRST);
        Expr gain = WallScheme.gain(q);
        Expr slowness = slowness(even, node);
        Expr linear = g.constant(1, 2).minus(g.absolute(q.minus(g.constant(1, 2)))); // min(q, 1 - q)
        Expr curvature =
                linear.plus(slowness.times(odd.minus(q.squared().times(even)).minus(linear)));
        List<Expr> f = node.populations();
        Expr slip = f.get(i)
                .plus(q.times(gained(i, relaxed, f, true)))
                .plus(curvature.times(gained(i, relaxed, f, false)))
                .minus(f.get(k));
        if (!node.force().isEmpty()) {
            Expr push = g.constant(2).times(odd).minus(g.constant(1)).times(slowness);
            slip = slip.minus(push.times(force(i, node)));
        }
        Expr correction = gain.times(slip);
        if (moving) {
            correction = correction.plus(link.coefficient().apply(VALUE));
        }
        Expr quick = g.select(g.compare(Comparison.LESS, g.constant(0), slowness), damping, g.constant(1));
        Expr value = f.get(k).plus(quick.times(correction));
        return g.select(g.compare(Comparison.LESS, g.constant(0), q), value, relaxed.get(i));
    }

    /// The weight s of the quadratic closure, by the cell Reynolds number of the node.
    /// @param even `1/(2P)`
    private static Expr slowness(Expr even, Collision.Input node) {
        ExprGraph g = node.graph();
        Expr squared = g.constant(0);
        for (Expr component : node.moments().velocity()) {
            squared = squared.plus(component.squared());
        }
        Expr inverseViscosity =
                even.times(g.constant(2).over(g.constant(node.lattice().speedOfSoundSquared())));
        Expr weight = g.constant(4, 3)
                .minus(g.constant(4, 3).times(inverseViscosity.squared()).times(squared));
        return g.maximum(g.constant(0), g.minimum(g.constant(1), weight));
    }

    /// Without a branch: where the rates are uniform the JVM computes it once per call, and compiles a branch
    /// for the rates that it saw first.
    private static Expr atMostOne(Expr value) {
        ExprGraph g = value.graph();
        Expr one = g.constant(1);
        return g.constant(1, 2).times(one.plus(value).minus(g.absolute(one.minus(value))));
    }

    /// The change in the collision of the sum of a pair of opposite populations, or of their difference. Both
    /// directions of a pair share its terms. From the change of each population, so that a kernel with branches
    /// for cut links keeps four values per pair for them: no sum or difference besides.
    private static Expr gained(int i, List<Expr> after, List<Expr> before, boolean sum) {
        int forward = i % 2 == 1 ? i : i - 1;
        Expr one = after.get(forward).minus(before.get(forward));
        Expr other = after.get(forward + 1).minus(before.get(forward + 1));
        Expr change = sum ? one.plus(other) : one.minus(other);
        return sum || i == forward ? change : change.negated();
    }

    /// `w_i c_i·F / c_s²`
    private static Expr force(int i, Collision.Input node) {
        ExprGraph g = node.graph();
        Velocity c = node.lattice().velocity(i);
        Expr along = g.constant(0);
        for (int axis = 0; axis < node.force().size(); axis++) {
            int component = c.along(axis);
            Expr part = node.force().get(axis);
            along = component == 0 ? along : component > 0 ? along.plus(part) : along.minus(part);
        }
        return g.constant(node.lattice().weight(i).over(node.lattice().speedOfSoundSquared()))
                .times(along);
    }
}
