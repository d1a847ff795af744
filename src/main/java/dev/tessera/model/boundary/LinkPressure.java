package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.BoundaryRule.Input;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Stress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Pressure along a link, for openings of any orientation. The incoming population is
///
/// `-stored + 2 f_eq^+(rho, u) - 9 w_i c_i c_i:σ - 3 w_i m c_i·u_t`
///
/// with the coefficient `density`, rho. This is anti-bounce-back (Ginzburg, Verhaeghe, d'Humières, Commun. Comput.
/// Phys. 3, 427 and 519, 2008) with two additional terms. Plain anti-bounce-back imposes zero shear stress in the
/// plane of the opening, which deforms a developed profile, and is unstable at high Reynolds numbers.
///
/// * The viscous stress σ of the node, `(2 - omega)` times the non-equilibrium part (the second-order correction of
///   the paper), preserves the profile.
/// * The velocity along the plane, u_t = u - n (n·u), prevents slip there.
///
/// The numbers are those of c_s² = 1/3: 3 is 1 / c_s², 9 is 1 / c_s⁴.
///
/// u and σ are those of the node in the previous step (remembered fields); m is 1, or the density in the
/// quasi-compressible model. The pressure of a developed flow holds on the nodes next to the opening, wherever the
/// links are cut: first order in the spacing. Decision 0019 explains why no gradient term corrects this.
///
/// With the guard, backflow through the opening is treated as starting from rest outside: its pressure is lowered
/// by the dynamic pressure of the normal velocity, `rho - 3/2 min(u·n, 0)²` (Bernoulli; as a stabilisation:
/// Bazilevs et al., Comput. Methods Appl. Mech. Eng. 198, 3524, 2009).
///
/// Fields `normal-x …` hold the unit normal out of the fluid.
///
/// @param guard whether backflow is damped
public record LinkPressure(boolean guard) implements LinkRule {
    private static final String DENSITY = "density";
    private static final String STRESS = "stress";

    @Override
    public String key() {
        return guard ? "guarded-pressure" : "pressure";
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public boolean isNeutral() {
        return false;
    }

    @Override
    public List<FieldSpec> coefficients() {
        return List.of(new FieldSpec(DENSITY, new Given.Density()));
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        return RememberedFlow.fields(STRESS, lattice);
    }

    @Override
    public Expr complete(Link link, List<Expr> raw) {
        Opening opening = Opening.of(link.input());
        Expr density = link.coefficient().apply(DENSITY);
        Expr rho = guard ? density.minus(opening.dynamic()) : density;
        return opening.answer(link.incoming(), rho).minus(raw.get(link.incoming()));
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node) {
        SequencedMap<String, Expr> remembered = new LinkedHashMap<>();
        int d = node.lattice().dimensions();
        for (int axis = 0; axis < d; axis++) {
            remembered.put(
                    Components.of("velocity", axis), node.moments().velocity().get(axis));
        }
        Expr[][] stress = Stress.deviatoric(input.model().collision(), node);
        for (int a = 0; a < d; a++) {
            for (int b = a; b < d; b++) {
                remembered.put(Components.of(STRESS, a, b), stress[a][b]);
            }
        }
        return remembered;
    }

    /// The node's remembered state at a pressure opening.
    ///
    /// @param along the velocity component in the opening's plane
    /// @param energy the square of the velocity
    /// @param dynamic reduction of the density by the guard
    private record Opening(ExprGraph g, List<Expr> velocity, List<Expr> along, Expr energy, Expr dynamic, Input input) {
        static Opening of(Input input) {
            ExprGraph g = input.graph();
            VelocitySet lattice = input.model().lattice();
            List<Expr> u = Components.vector("velocity", lattice).stream()
                    .map(input.field())
                    .toList();
            List<Expr> n = Components.vector("normal", lattice).stream()
                    .map(input.field())
                    .toList();
            Expr outward = g.constant(0);
            for (int a = 0; a < u.size(); a++) {
                outward = outward.plus(n.get(a).times(u.get(a)));
            }
            List<Expr> along = new ArrayList<>();
            for (int a = 0; a < u.size(); a++) {
                along.add(u.get(a).minus(n.get(a).times(outward)));
            }
            Expr energy = g.sum(u.stream().map(Expr::squared).toList());
            Expr back = g.minimum(outward, g.constant(0));
            return new Opening(g, u, along, energy, g.constant(over(input, 2)).times(back.squared()), input);
        }

        /// The sum of the outgoing and incoming populations of a link.
        Expr answer(int i, Expr rho) {
            Velocity c = input.model().lattice().velocity(i);
            Expr inertia = input.model().equilibrium().inertia(g, rho);
            Rational once = over(input, 1);
            Expr kinetic = g.constant(once.times(over(input, 2)))
                    .times(dot(c, velocity).squared())
                    .minus(g.constant(over(input, 2)).times(energy));
            Expr even = g.constant(2).times(rho.plus(inertia.times(kinetic)));
            Expr sliding = g.constant(once).times(inertia).times(dot(c, along));
            Expr shear = g.constant(once.times(once)).times(stress(c));
            return g.constant(input.model().lattice().weight(i))
                    .times(even.minus(shear).minus(sliding));
        }

        /// `1 / (divisor c_s²)`
        private static Rational over(Input input, long divisor) {
            return input.model()
                    .lattice()
                    .speedOfSoundSquared()
                    .times(Rational.of(divisor))
                    .inverse();
        }

        /// `c c:σ`
        private Expr stress(Velocity c) {
            Expr sum = g.constant(0);
            for (int a = 0; a < velocity.size(); a++) {
                for (int b = a; b < velocity.size(); b++) {
                    int factor = c.along(a) * c.along(b) * (a == b ? 1 : 2);
                    if (factor != 0) {
                        sum = sum.plus(g.constant(factor).times(input.field().apply(Components.of(STRESS, a, b))));
                    }
                }
            }
            return sum;
        }

        private Expr dot(Velocity c, List<Expr> vector) {
            Expr sum = g.constant(0);
            for (int a = 0; a < vector.size(); a++) {
                int component = c.along(a);
                sum = component == 0 ? sum : component > 0 ? sum.plus(vector.get(a)) : sum.minus(vector.get(a));
            }
            return sum;
        }
    }
}
