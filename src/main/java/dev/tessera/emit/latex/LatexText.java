package dev.tessera.emit.latex;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes expressions as formulas. Expressions that have a name are written by it.
final class LatexText {
    private static final BigInteger LARGE = BigInteger.valueOf(1_000_000);
    private static final int TERMS_OF_LINE = 8;
    private static final int MOST_CHARACTERS = 400; // longer lines do not fit on a page
    private static final int SUM = 0;
    private static final int PRODUCT = 1;
    private static final int FACTOR = 2;

    private final Map<Expr, String> names = new IdentityHashMap<>();
    private final Map<Iteration, String> iterations = new IdentityHashMap<>();

    void name(Expr expression, String name) {
        names.put(expression, name);
    }

    boolean isNamed(Expr expression) {
        return names.containsKey(expression);
    }

    void name(Iteration iteration, String name) {
        iterations.put(iteration, name);
    }

    /// Whether an expression that is no truth value is so long that it should have a name.
    boolean isLong(Expr expression) {
        return !(expression.form() instanceof Form.Compare)
                && of(expression, SUM, true).length() > MOST_CHARACTERS;
    }

    /// The right side of an equation, whatever its name; long sums on several lines of an `align` environment.
    String value(Expr expression) {
        List<String> terms = new ArrayList<>();
        terms(expression, false, terms, true);
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < terms.size(); k++) {
            String term = terms.get(k);
            text.append(k > 0 && k % TERMS_OF_LINE == 0 ? " \\\\\n  &\\quad " : k > 0 ? " " : "");
            text.append(k == 0 && term.startsWith("+ ") ? term.substring(2) : k == 0 ? term.replace(" ", "") : term);
        }
        return terms.size() == 1 ? of(expression, SUM, true) : text.toString();
    }

    /// The terms of a sum with their signs: `+ a`, `- b`.
    private void terms(Expr expression, boolean isNegative, List<String> terms, boolean isWhole) {
        if (isWhole || !isNamed(expression)) {
            switch (expression.form()) {
                case Form.Add(Expr a, Expr b) -> {
                    terms(a, isNegative, terms, false);
                    terms(b, isNegative, terms, false);
                    return;
                }
                case Form.Subtract(Expr a, Expr b) -> {
                    terms(a, isNegative, terms, false);
                    terms(b, !isNegative, terms, false);
                    return;
                }
                case Form.Negate(Expr a) -> {
                    terms(a, !isNegative, terms, false);
                    return;
                }
                case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) -> {
                    terms.add((isNegative ? "- " : "+ ") + of(a, PRODUCT) + " \\, " + of(b, PRODUCT));
                    terms(c, isNegative, terms, false);
                    return;
                }
                default -> {}
            }
        }
        terms.add((isNegative ? "- " : "+ ") + of(expression, PRODUCT, isWhole));
    }

    private String of(Expr expression, int around) {
        return of(expression, around, false);
    }

    /// @param around SUM, PRODUCT or FACTOR: weaker operations are put in brackets
    /// @param isWhole whether its own name is not used
    private String of(Expr expression, int around, boolean isWhole) {
        String name = names.get(expression);
        if (name != null && !isWhole) {
            return name;
        }
        return switch (expression.form()) {
            case Form.Constant(Rational value) -> in(value.signum() < 0 ? SUM : FACTOR, around, constant(value));
            case Form.Symbol(String symbol) -> LatexNames.of(symbol);
            case Form.Add f -> in(SUM, around, sum(expression));
            case Form.Subtract f -> in(SUM, around, sum(expression));
            case Form.Negate f -> in(SUM, around, sum(expression));
            case Form.FusedMultiplyAdd f -> in(SUM, around, sum(expression));
            case Form.Multiply(Expr a, Expr b) ->
                a == b
                        ? power(a)
                        : in(PRODUCT, around, of(a, PRODUCT) + (isNumber(b) ? " \\cdot " : " \\, ") + of(b, PRODUCT));
            case Form.Divide(Expr a, Expr b) -> "\\frac{" + of(a, SUM) + "}{" + of(b, SUM) + "}";
            case Form.SquareRoot(Expr a) -> "\\sqrt{" + of(a, SUM) + "}";
            case Form.Absolute(Expr a) -> "\\left|" + of(a, SUM) + "\\right|";
            case Form.Minimum(Expr a, Expr b) -> function("\\min", List.of(a, b));
            case Form.Maximum(Expr a, Expr b) -> function("\\max", List.of(a, b));
            case Form.Compare(Form.Comparison comparison, Expr a, Expr b) ->
                of(a, SUM)
                        + switch (comparison) {
                            case LESS -> " < ";
                            case LESS_OR_EQUAL -> " \\le ";
                            case EQUAL -> " = ";
                        }
                        + of(b, SUM);
            case Form.Select(Expr condition, Expr whenTrue, Expr whenFalse) ->
                "\\begin{cases} %s & \\text{if } %s \\\\ %s & \\text{otherwise} \\end{cases}"
                        .formatted(of(whenTrue, SUM), of(condition, SUM), of(whenFalse, SUM));
            case Form.After(Expr value, Expr earlier) -> of(value, around);
            case Form.Digits(Form.DigitFunction digits, Expr a) -> function(digits(digits), List.of(a));
            case Form.Iterate(Iteration iteration, int state, List<Expr> operands) ->
                function("%s_{%d}".formatted(iterations.getOrDefault(iteration, "I"), state + 1), operands);
            case Form.Call(Form.ElementaryFunction called, List<Expr> arguments) ->
                switch (called) {
                    case FLOOR -> "\\left\\lfloor " + of(arguments.getFirst(), SUM) + " \\right\\rfloor";
                    case POW -> "{%s}^{%s}".formatted(of(arguments.getFirst(), FACTOR), of(arguments.get(1), SUM));
                    case ATAN2 -> function("\\operatorname{atan2}", arguments);
                    case SIN -> function("\\sin", arguments);
                    case COS -> function("\\cos", arguments);
                    case TAN -> function("\\tan", arguments);
                    case EXP -> function("\\exp", arguments);
                    case LOG -> function("\\ln", arguments);
                    case TANH -> function("\\tanh", arguments);
                };
        };
    }

    private String sum(Expr expression) {
        List<String> terms = new ArrayList<>();
        terms(expression, false, terms, true);
        String text = String.join(" ", terms);
        return text.startsWith("+ ") ? text.substring(2) : "-" + text.substring(2);
    }

    private String power(Expr factor) {
        String text = of(factor, FACTOR);
        boolean isPlain = text.matches("\\\\?[a-zA-Z]+|[a-zA-Z]_[a-z0-9]|[a-z]_\\{\\d+\\}");
        return isPlain ? "{" + text + "}^2" : "\\left(" + of(factor, SUM) + "\\right)^2";
    }

    private static String in(int own, int around, String text) {
        return own < around ? "\\left(" + text + "\\right)" : text;
    }

    private static boolean isNumber(Expr expression) {
        return expression.form() instanceof Form.Constant;
    }

    private String function(String name, List<Expr> arguments) {
        return name + "\\left("
                + arguments.stream().map(argument -> of(argument, SUM)).collect(Collectors.joining(", ")) + "\\right)";
    }

    private static String digits(Form.DigitFunction digits) {
        return switch (digits) {
            case ROUND -> "\\operatorname{round}";
            case POWER_OF_TWO -> "\\operatorname{exp2}";
            case EXPONENT -> "\\operatorname{exponent}";
            case SIGNIFICAND -> "\\operatorname{significand}";
            case SIGN -> "\\operatorname{sign}";
        };
    }

    /// A fraction of small numbers, or a decimal number of 17 digits.
    private static String constant(Rational value) {
        if (value.denominator().equals(BigInteger.ONE)
                && value.numerator().abs().compareTo(LARGE) < 0) {
            return value.numerator().toString();
        }
        if (value.numerator().abs().max(value.denominator()).compareTo(LARGE) < 0) {
            return (value.signum() < 0 ? "-" : "")
                    + "\\tfrac{%s}{%s}".formatted(value.numerator().abs(), value.denominator());
        }
        String text = Double.toString(value.toDouble());
        int exponent = text.indexOf('E');
        return exponent < 0
                ? text
                : "%s \\cdot 10^{%s}".formatted(text.substring(0, exponent), text.substring(exponent + 1));
    }
}
