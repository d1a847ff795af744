package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;

/// A collision with Smagorinsky's model of the eddies that the grid does not resolve: the viscosity of a node is
/// `nu = nu_0 + (C Delta)² |S|`, with `|S| = sqrt(2 S_ab S_ab)`, S the deviatoric rate of strain, Delta one
/// spacing.
///
/// The rate of strain follows from the deviatoric non-equilibrium second moment Pi of the node, of which the
/// viscosity is a function, so that nu is the root of a quadratic equation. In terms of relaxation rates:
///
/// `omega = 2 omega_0 / (1 + sqrt(1 + 2 omega_0² C² sqrt(2 Pi_ab Pi_ab) / (m c_s⁴)))`,
///
/// m the density that multiplies velocity in the momentum. Hou et al. (1996) print the same with the whole second
/// moment; its trace is left out here because it has a relaxation rate of its own in most collisions.
///
/// Only rates that are tied to the viscosity change with it: see [Collision#atShearRate]. An entropic collision
/// ([Elbm]) has its `beta = omega/2` then, and stretches the step by alpha as before: near equilibrium, where alpha
/// is 2, the viscosity is nu.
///
/// Source: Smagorinsky, Mon. Weather Rev. 91, 99 (1963); Hou, Sterling, Chen, Doolen, Fields Inst. Commun. 6, 151
/// (1996); Yu, Girimaji, Luo, J. Comput. Phys. 209, 599 (2005).
///
/// @param base the collision at the effective viscosity
/// @param constant C, dimensionless, zero or more; usually 0.1 to 0.2
public record Smagorinsky(Collision base, Rational constant) implements LocalViscosity {
    /// What the key of every such collision ends with.
    public static final String SUFFIX = "-smagorinsky";

    /// The constant with which the stability limits are measured.
    public static final Rational USUAL = Rational.of(1, 10);

    public Smagorinsky {
        if (base instanceof Smagorinsky) {
            throw new IllegalArgumentException("the Smagorinsky model is applied twice; give one constant");
        }
        if (constant.signum() < 0) {
            throw new IllegalArgumentException(
                    "the Smagorinsky constant is %s, but must be zero or more; 0.1 to 0.2 are usual"
                            .formatted(constant.toDouble()));
        }
    }

    @Override
    public String key() {
        return base.key() + SUFFIX;
    }

    /// The limits of the collision with the model hold from [#USUAL] on; a smaller constant has those of the
    /// base.
    @Override
    public String stabilityKey() {
        return constant.compareTo(USUAL) < 0 ? base.stabilityKey() : key();
    }

    @Override
    public String settings(VelocitySet lattice, double viscosityLattice) {
        return "%s, Smagorinsky constant %s".formatted(base.settings(lattice, viscosityLattice), constant);
    }

    @Override
    public String words() {
        return "the Smagorinsky model";
    }

    /// The closed form needs one rate for the whole stress.
    @Override
    public Expr shearRate(Input input) {
        ExprGraph graph = input.graph();
        Expr one = graph.constant(1);
        Expr molecular = input.rate().apply(ShearRate.NAME);
        Rational soundSquared = input.lattice().speedOfSoundSquared();
        Rational scale = Rational.TWO.times(constant).times(constant).over(soundSquared.times(soundSquared));
        Expr inertia = input.equilibrium().inertia(graph, input.moments().density());
        Expr eddies = graph.constant(scale)
                .times(molecular.squared())
                .times(Stress.magnitude(input))
                .over(inertia);
        return graph.constant(2).times(molecular).over(one.plus(graph.squareRoot(one.plus(eddies))));
    }
}
