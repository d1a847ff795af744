package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.VelocitySet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Conversion between relaxation rates of the stress and viscosities. A viscosity is a factor of the lattice times
/// `1/rate - 1/2` (Chapman–Enskog, with a third moment that is linear in the velocity). With
/// `M4 = sum of w c_x⁴` and `M22 = sum of w c_x² c_y²`, the factor is
///
/// - `M22 / c_s²` for the shear components of the stress,
/// - `(M4 - M22) / (2 c_s²)` for the differences of its normal components,
/// - `(M4 + (D - 1) M22) / (D c_s²) - c_s²` for its trace (bulk viscosity), D the number of dimensions.
///
/// On a lattice that is isotropic to fourth order these are c_s², c_s² and `2 c_s² / D`; on D3Q13 1/2, 1/4 and 1/3.
public final class ShearRate {
    /// The name of the shear components' rate: the first parameter of every collision.
    public static final String NAME = "omega";

    /// The name of the rate of the differences of normal components, where it differs from the shear rate.
    public static final String NORMAL = "omega_normal";

    private ShearRate() {}

    /// `1 / (3 nu + 1/2)` for c_s² = 1/3 and isotropy to fourth order.
    /// @param viscosityLattice kinematic viscosity in lattice units
    /// @throws IllegalArgumentException if the viscosity is not positive
    public static double of(VelocitySet lattice, double viscosityLattice) {
        return rate(shearFactor(lattice), viscosityLattice);
    }

    /// The kinematic viscosity of a rate of the shear components, lattice units.
    /// @param rate in (0, 2)
    public static double viscosity(VelocitySet lattice, double rate) {
        return shearFactor(lattice).toDouble() * (1 / rate - 0.5);
    }

    /// As [#viscosity(VelocitySet,double)], in a kernel.
    public static Expr viscosity(ExprGraph graph, VelocitySet lattice, Expr rate) {
        Expr inverse = graph.constant(1).over(rate);
        return graph.constant(shearFactor(lattice)).times(inverse.minus(graph.constant(1, 2)));
    }

    /// The shear rate by its name: the rates of a collision that has no other, or the first of more. Can be changed.
    /// @param viscosityLattice kinematic viscosity in lattice units
    public static SequencedMap<String, Double> named(VelocitySet lattice, double viscosityLattice) {
        SequencedMap<String, Double> rates = new LinkedHashMap<>();
        rates.put(NAME, of(lattice, viscosityLattice));
        return rates;
    }

    /// The rate of the differences of normal components.
    /// @throws IllegalArgumentException if the viscosity is not positive
    static double normal(VelocitySet lattice, double viscosityLattice) {
        return rate(normalFactor(lattice), viscosityLattice);
    }

    private static double rate(Rational factor, double viscosityLattice) {
        if (!(viscosityLattice > 0)) {
            throw new IllegalArgumentException(
                    "lattice viscosity %s is not positive and has no relaxation rate".formatted(viscosityLattice));
        }
        return 1 / (factor.inverse().toDouble() * viscosityLattice + 0.5);
    }

    /// The rate of the stress's trace for a bulk viscosity, `1 / (3/2 D bulk + 1/2)` for c_s² = 1/3 and
    /// isotropy to fourth order.
    /// @param bulkViscosityLattice lattice units, zero or more
    public static double bulk(VelocitySet lattice, double bulkViscosityLattice) {
        if (!(bulkViscosityLattice >= 0)) {
            throw new IllegalArgumentException("lattice bulk viscosity %s is negative".formatted(bulkViscosityLattice));
        }
        return 1 / (bulkFactor(lattice).inverse().toDouble() * bulkViscosityLattice + 0.5);
    }

    /// The bulk viscosity of a rate of the stress's trace, lattice units.
    public static double bulkViscosity(VelocitySet lattice, double rate) {
        return (1 / rate - 0.5) / bulkFactor(lattice).inverse().toDouble();
    }

    /// The odd rate that has a magic parameter, `(1/even - 1/2)(1/odd - 1/2)`, with the shear rate of a
    /// viscosity.
    static double partner(VelocitySet lattice, double magic, double viscosityLattice) {
        return 1 / (magic / (shearFactor(lattice).inverse().toDouble() * viscosityLattice) + 0.5);
    }

    static Rational shearFactor(VelocitySet lattice) {
        return lattice.moment(0, 0, 1, 1).over(lattice.speedOfSoundSquared());
    }

    static Rational normalFactor(VelocitySet lattice) {
        return lattice.moment(0, 0, 0, 0)
                .minus(lattice.moment(0, 0, 1, 1))
                .over(Rational.TWO.times(lattice.speedOfSoundSquared()));
    }

    private static Rational bulkFactor(VelocitySet lattice) {
        Rational dimensions = Rational.of(lattice.dimensions());
        Rational sound = lattice.speedOfSoundSquared();
        return lattice.moment(0, 0, 0, 0)
                .plus(dimensions.minus(Rational.ONE).times(lattice.moment(0, 0, 1, 1)))
                .over(dimensions.times(sound))
                .minus(sound);
    }
}
