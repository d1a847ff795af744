package dev.tessera.casefile;

import dev.tessera.casefile.ExpressionParser.ExpressionException;
import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.Formula;
import java.util.LinkedHashMap;
import java.util.List;

/// An expression of a model: of symbols in lattice units, and of constants of the case.
///
/// @param symbols that it may have; they come before constants of the same name
record FormulaType(List<String> symbols) implements ValueType<Formula> {
    FormulaType {
        symbols = List.copyOf(symbols);
    }

    @Override
    public Formula read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text) || text.isEmpty()) {
            throw reading.refuse(node.place(), "this is %s, but an expression is expected".formatted(node.words()));
        }
        var constants = new LinkedHashMap<>(reading.constants());
        symbols.forEach(constants::remove);
        try {
            Expr expression = ExpressionParser.parse(new ExprGraph(), constants, symbols, text.text());
            return new Formula(VaryingType.withoutConstants(text.text(), constants), expression);
        } catch (ExpressionException e) {
            throw reading.refuse(
                    text.at(e.offset()),
                    "%s (character %d of \"%s\")"
                            .formatted(e.getMessage(), e.offset() + 1, YamlNode.shortened(text.text())));
        }
    }

    @Override
    public YamlNode write(Formula formula) {
        return Yaml.text(formula.text());
    }

    @Override
    public String words() {
        return "expression of %s".formatted(String.join(", ", symbols));
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string");
    }
}
