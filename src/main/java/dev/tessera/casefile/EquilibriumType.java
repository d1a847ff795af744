package dev.tessera.casefile;

import dev.tessera.casefile.ExpressionParser.ExpressionException;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.equilibrium.ExpressedEquilibrium;
import dev.tessera.model.equilibrium.ExpressedEquilibrium.Inertia;
import java.util.LinkedHashMap;
import java.util.List;

/// An equilibrium: one of the catalogue by its key, or an expression of its own.
final class EquilibriumType {
    /// An expression and its text without constants.
    private record Formula(Expr expression, String text) {}

    private static final Key<Formula> EXPRESSION = Key.of("expression", new FormulaType())
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
            List.of(EXPRESSION.from(EquilibriumType::formula), INERTIA.unlessDefault(ExpressedEquilibrium::inertia)),
            fields -> {
                Formula formula = fields.get(EXPRESSION);
                return new ExpressedEquilibrium(formula.text, formula.expression, fields.get(INERTIA));
            });

    private static final ValueType<Equilibrium> NAMED =
            ChoiceType.of("equilibrium", Equilibria.all(), Equilibrium::key);

    static final ValueType<Equilibrium> TYPE = EitherType.textOrGroup(NAMED, SECTION, EquilibriumType::write);

    private EquilibriumType() {}

    private static YamlNode write(Equilibrium equilibrium) {
        return equilibrium instanceof ExpressedEquilibrium expressed
                ? SECTION.write(expressed)
                : NAMED.write(equilibrium);
    }

    private static Formula formula(ExpressedEquilibrium equilibrium) {
        return new Formula(equilibrium.expression(), equilibrium.text());
    }

    private record FormulaType() implements ValueType<Formula> {
        @Override
        public Formula read(YamlNode node, Reading reading) {
            if (!(node instanceof YamlText text) || text.isEmpty()) {
                throw reading.refuse(node.place(), "this is %s, but an expression is expected".formatted(node.words()));
            }
            var constants = new LinkedHashMap<>(reading.constants());
            ExpressedEquilibrium.SYMBOLS.forEach(constants::remove);
            try {
                Expr expression =
                        ExpressionParser.parse(new ExprGraph(), constants, ExpressedEquilibrium.SYMBOLS, text.text());
                return new Formula(expression, VaryingType.withoutConstants(text.text(), constants));
            } catch (ExpressionException e) {
                throw reading.refuse(
                        text.at(e.offset()),
                        "%s (character %d of \"%s\")"
                                .formatted(e.getMessage(), e.offset() + 1, YamlNode.shortened(text.text())));
            }
        }

        @Override
        public YamlNode write(Formula formula) {
            return Yaml.text(formula.text);
        }

        @Override
        public String words() {
            return "expression of %s".formatted(String.join(", ", ExpressedEquilibrium.SYMBOLS));
        }

        @Override
        public JsonNode schema() {
            return JsonNode.type("string");
        }
    }
}
