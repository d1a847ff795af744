package dev.tessera.model;

import dev.tessera.expr.Expr;

/// The relaxation rates at which a collision acts at one node, as expressions of that node: kernel parameters where
/// the viscosity is uniform, functions of the populations where it varies. Everything that needs a rate (stress,
/// wall shear stress, boundary rules) takes it from here.
///
/// @param shear rate of the off-diagonal components of the second moment
/// @param normal rate of the differences between its diagonal components; the same expression as `shear` on a
///        lattice that is isotropic to fourth order
/// @param odd rate of the third-order moments, the odd rate of link-wise walls; 1 where the collision sets these
///        moments to equilibrium
public record LocalRates(Expr shear, Expr normal, Expr odd) {
    /// Rates of a collision that relaxes the whole deviatoric second moment at one rate.
    /// @param even rate of the deviatoric second moment
    /// @param odd rate of the third-order moments
    public static LocalRates of(Expr even, Expr odd) {
        return new LocalRates(even, even, odd);
    }

    /// The rate of one component of the deviatoric second moment.
    public Expr even(int a, int b) {
        return a == b ? normal : shear;
    }
}
