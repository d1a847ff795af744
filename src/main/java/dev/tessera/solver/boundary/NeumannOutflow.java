package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Given;
import dev.tessera.model.NonLocalRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Type;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.QuantityKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An outflow whose velocity changes along its normal as given: by default not at all. It imposes no pressure.
/// @param gradientPerS three components: the change of the velocity per length along the normal out of the fluid
public record NeumannOutflow(List<Value> gradientPerS) implements Outflow, Boundary.GradientImposed {
    private static final String SCHEME = "neumann";
    private static final List<Value> NONE = List.of(Value.ZERO, Value.ZERO, Value.ZERO);
    private static final BoundaryKey<List<Value>> GRADIENT = BoundaryKey.of(
                    "velocity-gradient",
                    new Type.VaryingVector(QuantityKind.VELOCITY_GRADIENT),
                    "with `scheme: neumann`: the change of the velocity per length along the normal out of the fluid, component by component",
                    "[{expression: \"4*y\", unit: 1/s}, 0 1/s]")
            .or(NONE, "0");

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow with velocities from inside",
            false,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "an outflow without a pressure: the velocity of the second node behind an opening in an axis plane, plus `velocity-gradient` times two spacings")),
            false,
            List.of(GRADIENT),
            List.of(),
            given -> new NeumannOutflow(given.get(GRADIENT)),
            Equations.linkPlanes((axis, inward) -> new Gradient(axis, inward, false))
                    .and(Equations.linkPlanes((axis, inward) -> new Gradient(axis, inward, true))));

    public NeumannOutflow {
        gradientPerS = List.copyOf(gradientPerS);
    }

    /// With the same velocity along the normal.
    public NeumannOutflow() {
        this(NONE);
    }

    private boolean changes() {
        return !gradientPerS.equals(NONE);
    }

    @Override
    public Closure closure(Site site) {
        OpeningPlane plane = OpeningPlane.of(site, SCHEME, "reads nodes");
        return new Closure.Links(new Gradient(plane.axis(), plane.inward(), changes()));
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME).with(GRADIENT, gradientPerS);
    }

    @Override
    public String text(Site site) {
        return "scheme " + SCHEME + (changes() ? ", velocity gradient " + ValueText.of(gradientPerS, "1/s") : "");
    }

    /// The incoming population of a link is, before the collision,
    ///
    /// `f_i(x) = f_ī(x) + 2 w_i c_i·(j(x + 2 n) + 2 φ) / c_s²`
    ///
    /// with the inward normal n, the opposite population f_ī, the momentum j of the second node behind x (sum of
    /// `c_i f_i`), and the change φ of the velocity per spacing along -n. So the momentum across the plane is that
    /// of this node plus two spacings of φ. Where the velocity is also given at all other openings, nothing holds
    /// the pressure.
    ///
    /// Source: Junk & Yang, Prog. Comput. Fluid Dyn. 8, 38 (2008).
    ///
    /// @param changes whether φ is given: links then have the coefficient `value`, `4 w_i c_i·φ / c_s²`
    public record Gradient(int axis, int inward, boolean changes) implements NonLocalRule, Outflow.Rule {
        private static final String VALUE = "value";

        @Override
        public String key() {
            return new OpeningPlane(axis, inward).key(changes ? SCHEME + "-gradient" : SCHEME);
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
        public List<FieldSpec> coefficients() {
            return changes ? List.of(new FieldSpec(VALUE, new Given.Motion(link -> depth()))) : List.of();
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
            Expr passed = raw.get(link.outgoing()).plus(nearest(link).minus(atRest));
            return changes ? passed.plus(link.coefficient().apply(VALUE)) : passed;
        }
    }
}
