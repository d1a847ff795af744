package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.NonLocalRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An outflow whose velocity does not change along its normal. It imposes no pressure.
public record NeumannOutflow() implements Outflow {
    private static final String SCHEME = "neumann";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow with velocities from inside",
            false,
            List.of(new SchemeWord(
                    SCHEME,
                    "an outflow without values: the velocity of the second node behind an opening in an axis plane")),
            false,
            List.of(),
            List.of(),
            given -> new NeumannOutflow(),
            Equations.linkPlanes(ZeroGradient::new));

    @Override
    public Closure closure(Site site) {
        OpeningPlane plane = OpeningPlane.of(site, SCHEME, "reads nodes");
        return new Closure.Links(new ZeroGradient(plane.axis(), plane.inward()));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    /// The incoming population of a link is, before the collision,
    ///
    /// `f_i(x) = f_ī(x) + 2 w_i c_i·j(x + 2 n) / c_s²`
    ///
    /// with the inward normal n, the opposite population f_ī, and the momentum j of the second node behind
    /// x (sum of `c_i f_i`). So the momentum across the plane is that of this node. Where the velocity is
    /// also given at all other openings, nothing holds the pressure.
    ///
    /// Source: Junk & Yang, Prog. Comput. Fluid Dyn. 8, 38 (2008).
    public record ZeroGradient(int axis, int inward) implements NonLocalRule, Outflow.Rule {
        @Override
        public String key() {
            return new OpeningPlane(axis, inward).key(SCHEME);
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public int depth() {
            return 2;
        }

        @Override
        public Expr pass(Passing node, int direction, @Nullable Expr farther) {
            if (farther != null) {
                return farther;
            }
            ExprGraph g = node.input().graph();
            VelocitySet lattice = node.input().model().lattice();
            Expr weight = g.constant(lattice.weight(direction));
            Expr along = g.constant(0);
            for (int i = 1; i < lattice.size(); i++) {
                int product = 0;
                for (int a = 0; a < lattice.dimensions(); a++) {
                    product += lattice.velocity(direction).along(a)
                            * lattice.velocity(i).along(a);
                }
                along = product == 0
                        ? along
                        : along.plus(
                                g.constant(product).times(node.populations().get(i)));
            }
            Rational factor = Rational.TWO.over(lattice.speedOfSoundSquared());
            return weight.plus(weight.times(g.constant(factor)).times(along));
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            Expr atRest = link.input().graph().constant(link.lattice().weight(link.incoming()));
            return raw.get(link.outgoing()).plus(nearest(link).minus(atRest));
        }
    }
}
