package dev.tessera.casefile;

import dev.tessera.model.Equilibrium;
import dev.tessera.model.Formula;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.ExpressedEquilibrium;
import dev.tessera.model.equilibrium.ExpressedEquilibrium.Inertia;
import java.util.List;

/// An equilibrium: one of the catalogue by its key, or an expression of its own.
final class EquilibriumType {
    private static final Key<Formula> EXPRESSION = Key.of("expression", new FormulaType(ExpressedEquilibrium.SYMBOLS))
            .says(
                    "populations of every direction, in lattice units, as an expression of the weight `w` and the velocity"
                            + " `c_x`, `c_y`, `c_z` of the direction, the density `rho` (1 at gauge pressure 0), the velocity `u_x`,"
                            + " `u_y`, `u_z`, and the products `cu` = c·u and `uu` = u·u; these names come before constants")
            .example("\"w*rho*(1 + 3*cu + 9/2*cu^2 - 3/2*uu)\"");
    private static final Key<Inertia> INERTIA = Key.of(
                    "inertia", ChoiceType.of("inertia", List.of(Inertia.values()), Inertia::key))
            .or(Inertia.DENSITY, "density")
            .says(
                    "what multiplies the velocity in the momentum: `density`, or `reference-density` as in the model of He &"
                            + " Luo (1997)")
            .example("reference-density");

    static final Section<ExpressedEquilibrium> SECTION = Section.of(
            "model.equilibrium",
            "An equilibrium of your own, with collision `bgk`. Before the run its density and momentum are compared with"
                    + " those for which it is made.",
            List.of(
                    EXPRESSION.from(ExpressedEquilibrium::formula),
                    INERTIA.unlessDefault(ExpressedEquilibrium::inertia)),
            fields -> new ExpressedEquilibrium(fields.get(EXPRESSION), fields.get(INERTIA)));

    private static final ValueType<Equilibrium> NAMED =
            ChoiceType.of("equilibrium", Equilibria.all(), Equilibrium::key);

    static final ValueType<Equilibrium> TYPE = EitherType.textOrGroup(NAMED, SECTION, EquilibriumType::write);

    private EquilibriumType() {}

    private static YamlNode write(Equilibrium equilibrium) {
        return equilibrium instanceof ExpressedEquilibrium expressed
                ? SECTION.write(expressed)
                : NAMED.write(equilibrium);
    }
}
