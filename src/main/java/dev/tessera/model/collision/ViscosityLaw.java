package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;

/// The viscosity of a generalised Newtonian fluid as a function of its shear rate. Viscosities are kinematic; a
/// record has SI units in a case, and units of the case's reference viscosity in a collision: see [#in].
public sealed interface ViscosityLaw permits CarreauYasuda, Casson, PowerLaw {
    /// In cases: `carreau-yasuda`.
    String key();

    /// @param shearRate zero or more
    double viscosity(double shearRate);

    /// The lowest viscosity that it has at any shear rate.
    double lowest();

    /// The highest viscosity that it has at any shear rate.
    double highest();

    /// The same law in other units.
    /// @param viscosityUnit in the units of this law
    /// @param rateUnit of shear rates, in the units of this law
    ViscosityLaw in(double viscosityUnit, double rateUnit);

    /// The viscosity at the shear rate g for which `g (numerical + viscosity(g)) = stress`: within 1e-9 of the exact
    /// one, or within rounding.
    /// @param stress positive
    /// @param numerical positive
    Expr viscosity(ExprGraph graph, Expr stress, Expr numerical);
}
