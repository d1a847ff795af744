package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import java.math.BigDecimal;

/// A collision of a generalised Newtonian fluid: the viscosity of a node is a function of its shear rate
/// `sqrt(2 S_ab S_ab)`, S the deviatoric rate of strain.
///
/// The law has the units of the reference viscosity nu_0 and of nu_0/spacing², which do not depend on the time
/// step: in lattice units a viscosity is `nu_0` times, and a shear rate is `nu_0` times the law's, where
/// `nu_0 = c_s² (1/omega_0 - 1/2)` is the viscosity of the parameter omega_0.
///
/// The shear rate follows from the deviatoric non-equilibrium second moment Pi of the node and its relaxation rate,
/// `omega sqrt(2 Pi_ab Pi_ab) / (2 m c_s²)`, m the density that multiplies velocity in the momentum. With
/// `1/omega = 1/2 + nu / c_s²` the shear rate g and the viscosity of the law are the solution of
///
/// `g (h + viscosity(g)) = S, h = c_s² / (2 nu_0), S = sqrt(2 Pi_ab Pi_ab) / (2 m nu_0²)`,
///
/// which [ViscosityLaw#viscosity(ExprGraph,Expr,Expr)] solves.
///
/// Source: Aharonov & Rothman, Geophys. Res. Lett. 20, 679 (1993); local shear rate: Boyd, Buick, Green, J. Phys. A
/// 39, 14241 (2006).
///
/// @param base the collision at the viscosity of the node
/// @param law in units of the reference viscosity and of the reference viscosity divided by the spacing squared
public record ShearDependent(Collision base, ViscosityLaw law) implements LocalViscosity {
    /// Below this stress the fluid is taken at rest, law's units: far below rounding, and above the smallest
    /// number of FP32.
    private static final Rational LEAST_STRESS = Rational.of(new BigDecimal("1e-20"));

    public ShearDependent {
        if (base instanceof Smagorinsky) {
            throw new IllegalArgumentException(
                    "the viscosity follows a law of the shear rate, so that the Smagorinsky model cannot add another. Remove the constant smagorinsky, or give a constant viscosity");
        }
        if (base instanceof LocalViscosity) {
            throw new IllegalArgumentException("the viscosity is given twice; give one law or one expression");
        }
        requireGivenViscosity(base);
    }

    static void requireGivenViscosity(Collision base) {
        if (base.choosesViscosity()) {
            throw new IllegalArgumentException(
                    "with collision %s every node chooses its viscosity, so that no law can give it. Use another collision, such as trt, or a constant viscosity"
                            .formatted(base.key()));
        }
    }

    @Override
    public String key() {
        return base.key();
    }

    @Override
    public String stabilityKey() {
        return base.stabilityKey();
    }

    @Override
    public String settings(VelocitySet lattice, double viscosityLattice) {
        return "%s, viscosity %s".formatted(base.settings(lattice, viscosityLattice), law);
    }

    @Override
    public String words() {
        return "a viscosity that depends on the shear rate";
    }

    @Override
    public Expr shearRate(Input input) {
        ExprGraph graph = input.graph();
        Expr soundSquared = graph.constant(input.lattice().speedOfSoundSquared());
        Expr half = graph.constant(1, 2);
        Expr one = graph.constant(1);
        Expr reference =
                soundSquared.times(one.over(input.rate().apply(ShearRate.NAME)).minus(half));
        Expr inertia = input.equilibrium().inertia(graph, input.moments().density());
        Expr inverse = one.over(reference);
        Expr stress =
                half.times(Stress.magnitude(input)).times(inverse.squared()).over(inertia);
        Expr numerical = half.times(soundSquared).times(inverse);
        Expr viscosity = law.viscosity(graph, graph.maximum(stress, graph.constant(LEAST_STRESS)), numerical);
        // 1/2 + reference * viscosity / c_s²
        return one.over(half.times(one.plus(viscosity.over(numerical))));
    }
}
