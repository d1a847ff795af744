package dev.tessera.casefile;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.units.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses an expression of place and time into the expression graph; it is never run as code.
///
/// Numbers, `x`, `y`, `z` (metres), `t` (seconds), `pi`, `e`, the case's constants; `+ - * / ^`, brackets,
/// comparisons (`< <= > >= == !=`) as the condition of `if(condition, then, else)`, and functions. `^` binds
/// tighter than a sign and to the right: `-2^2` is -4, `2^3^2` is 2^9.
final class ExpressionParser {
    /// The variables of place and time.
    static final List<String> VARIABLES = List.of("x", "y", "z", "t");

    private static final List<String> NUMBERS = List.of("pi", "e");
    private static final Pattern NUMBER = Pattern.compile("(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,3})?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int LONGEST = 4000;
    private static final int DEEPEST = 100;
    private static final int LARGEST_BITS = 4096;

    private final ExprGraph graph;
    private final SequencedMap<String, Double> constants;
    private final List<String> variables;
    private final String text;
    private int at;
    private int depth;

    /// An error in an expression, and its place in the text.
    static final class ExpressionException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;
        private final int offset;

        ExpressionException(int offset, String message) {
            super(message);
            this.offset = offset;
        }

        int offset() {
            return offset;
        }
    }

    /// A number, or a truth value, which only `if` accepts; a negated one swaps the branches.
    private record Operand(Expr expr, boolean truth, boolean negated) {}

    private ExpressionParser(
            ExprGraph graph, SequencedMap<String, Double> constants, List<String> variables, String text) {
        this.graph = graph;
        this.constants = constants;
        this.variables = variables;
        this.text = text;
    }

    /// An expression of place and time.
    /// @param constants by name; they become numbers of the expression
    /// @throws ExpressionException with the place in the text and a remedy
    static Expr parse(ExprGraph graph, SequencedMap<String, Double> constants, String text) {
        return parse(graph, constants, VARIABLES, text);
    }

    /// @param constants by name; they become numbers of the expression
    /// @param variables that become symbols; a constant with the same name hides one that is not of [#VARIABLES]
    /// @throws ExpressionException with the place in the text and a remedy
    static Expr parse(ExprGraph graph, SequencedMap<String, Double> constants, List<String> variables, String text) {
        if (text.length() > LONGEST) {
            throw new ExpressionException(0, "%d characters are too many for an expression".formatted(text.length()));
        }
        ExpressionParser parser = new ExpressionParser(graph, constants, variables, text);
        int start = parser.skipSpace();
        if (start == text.length()) {
            throw new ExpressionException(0, "the expression is empty");
        }
        Operand result = parser.comparison();
        parser.skipSpace();
        if (parser.at < text.length()) {
            throw parser.error(parser.at, parser.unexpected());
        }
        return parser.number(result, start);
    }

    /// Why a constant may not have this name, or an empty text.
    static String whyNoConstant(String name) {
        if (!NAME.matcher(name).matches()) {
            return "'%s' is no name: names are a letter followed by letters, digits and '_'"
                    .formatted(YamlNode.shortened(name));
        }
        if (VARIABLES.contains(name) || NUMBERS.contains(name) || ExpressionFunctions.NAMES.contains(name)) {
            return "'%s' has a meaning in expressions already; choose another name".formatted(name);
        }
        return "";
    }

    private Operand comparison() {
        deeper();
        int start = at;
        Operand left = sum();
        skipSpace();
        int operatorAt = at;
        String operator = comparisonOperator();
        if (!operator.isEmpty()) {
            Expr a = number(left, start);
            int rightAt = at;
            Expr b = number(sum(), rightAt);
            left = compared(operator, a, b);
            skipSpace();
            if (!comparisonOperator().isEmpty()) {
                throw error(operatorAt, "comparisons cannot be chained; write if(a < b, if(b < c, …), …)");
            }
        }
        depth--;
        return left;
    }

    private String comparisonOperator() {
        for (String operator : List.of("<=", ">=", "==", "!=", "<", ">")) {
            if (text.startsWith(operator, at)) {
                at += operator.length();
                return operator;
            }
        }
        if (at < text.length() && text.charAt(at) == '=') {
            throw error(at, "'=' is no comparison; write ==");
        }
        return "";
    }

    private Operand compared(String operator, Expr a, Expr b) {
        Expr truth = switch (operator) {
            case "<" -> graph.compare(Form.Comparison.LESS, a, b);
            case "<=" -> graph.compare(Form.Comparison.LESS_OR_EQUAL, a, b);
            case ">" -> graph.compare(Form.Comparison.LESS, b, a);
            case ">=" -> graph.compare(Form.Comparison.LESS_OR_EQUAL, b, a);
            default -> graph.compare(Form.Comparison.EQUAL, a, b);
        };
        return new Operand(truth, true, operator.equals("!="));
    }

    private Operand sum() {
        int start = skipSpace();
        Operand left = product();
        while (true) {
            skipSpace();
            char operator = peek();
            if (operator != '+' && operator != '-') {
                return left;
            }
            at++;
            Expr a = number(left, start);
            int rightAt = skipSpace();
            Expr b = number(product(), rightAt);
            left = plain(operator == '+' ? a.plus(b) : a.minus(b), rightAt);
        }
    }

    private Operand product() {
        int start = skipSpace();
        Operand left = signed();
        while (true) {
            skipSpace();
            char operator = peek();
            if (operator != '*' && operator != '/') {
                return left;
            }
            if (text.startsWith("**", at)) {
                throw error(at, "powers are written with ^, such as x^2");
            }
            at++;
            Expr a = number(left, start);
            int rightAt = skipSpace();
            Expr b = number(signed(), rightAt);
            if (operator == '/' && b.isConstant(Rational.ZERO)) {
                throw error(rightAt, "this divides by zero");
            }
            left = plain(operator == '*' ? a.times(b) : a.over(b), rightAt);
        }
    }

    private Operand signed() {
        skipSpace();
        char sign = peek();
        if (sign != '-' && sign != '+') {
            return power();
        }
        deeper();
        int start = ++at;
        Expr operand = number(signed(), start);
        depth--;
        return plain(sign == '-' ? operand.negated() : operand, start);
    }

    private Operand power() {
        int start = at;
        Operand base = atom();
        skipSpace();
        if (peek() != '^') {
            return base;
        }
        deeper();
        int operatorAt = at++;
        Expr b = number(base, start);
        int exponentAt = at;
        Expr exponent = number(signed(), exponentAt);
        depth--;
        return plain(ExpressionFunctions.power(graph, b, exponent), operatorAt);
    }

    private Operand atom() {
        int start = skipSpace();
        if (at == text.length()) {
            throw error(at, "the expression ends too early; a number, a name or a bracket is expected");
        }
        char first = text.charAt(at);
        if (first == '(') {
            at++;
            Operand inner = comparison();
            close(start);
            return inner;
        }
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (number.lookingAt()) {
            at = number.end();
            return literal(number.group(), start);
        }
        Matcher name = NAME.matcher(text).region(at, text.length());
        if (!name.lookingAt()) {
            throw error(at, unexpected());
        }
        at = name.end();
        skipSpace();
        return peek() == '(' ? call(name.group(), start) : plain(named(name.group(), start), start);
    }

    private Operand literal(String digits, int start) {
        if (at < text.length() && (Character.isLetter(text.charAt(at)) || text.charAt(at) == '_')) {
            throw error(at, "after %s an operator is missing; write %s*%s".formatted(digits, digits, rest()));
        }
        return plain(graph.constant(Rational.of(new BigDecimal(digits))), start);
    }

    private String rest() {
        Matcher name = NAME.matcher(text).region(at, text.length());
        return name.lookingAt() ? name.group() : "…";
    }

    private Expr named(String name, int start) {
        if (VARIABLES.contains(name)) {
            return graph.symbol(name);
        }
        if (constants.get(name) instanceof Double value) {
            return graph.constant(Rational.exactly(value));
        }
        if (variables.contains(name)) {
            return graph.symbol(name);
        }
        if (name.equals("pi")) {
            return graph.constant(Rational.exactly(Math.PI));
        }
        if (name.equals("e")) {
            return graph.constant(Rational.exactly(Math.E));
        }
        if (ExpressionFunctions.NAMES.contains(name)) {
            throw error(start, "the function %s takes its arguments in brackets".formatted(name));
        }
        List<String> known = new ArrayList<>(variables);
        known.addAll(NUMBERS);
        known.addAll(constants.keySet());
        List<String> near = Spelling.nearestFirst(name, known);
        throw error(
                start,
                "unknown name '%s'; known: %s. Other names are given in constants"
                        .formatted(YamlNode.shortened(name), String.join(", ", near)));
    }

    private Operand call(String name, int start) {
        if (!ExpressionFunctions.NAMES.contains(name)) {
            throw error(
                    start,
                    "unknown function '%s'; known: %s"
                            .formatted(
                                    YamlNode.shortened(name),
                                    String.join(", ", Spelling.nearestFirst(name, ExpressionFunctions.NAMES))));
        }
        int open = at++;
        List<Operand> arguments = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        skipSpace();
        while (peek() != ')') {
            if (!arguments.isEmpty()) {
                if (peek() != ',') {
                    throw at == text.length() ? unclosed(open) : error(at, unexpected());
                }
                at++;
            }
            starts.add(skipSpace());
            arguments.add(comparison());
            skipSpace();
        }
        close(open);
        ExpressionFunctions.checkCount(name, arguments.size(), start);
        if (name.equals("if")) {
            return conditional(arguments, starts);
        }
        List<Expr> numbers = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            numbers.add(number(arguments.get(i), starts.get(i)));
        }
        return plain(ExpressionFunctions.call(graph, name, numbers), start);
    }

    private Operand conditional(List<Operand> arguments, List<Integer> starts) {
        Operand condition = arguments.get(0);
        if (!condition.truth()) {
            throw error(starts.get(0), "the first argument of if is a comparison, such as t < 1");
        }
        Expr then = number(arguments.get(1), starts.get(1));
        Expr otherwise = number(arguments.get(2), starts.get(2));
        return new Operand(
                condition.negated()
                        ? graph.select(condition.expr(), otherwise, then)
                        : graph.select(condition.expr(), then, otherwise),
                false,
                false);
    }

    private Expr number(Operand operand, int start) {
        if (operand.truth()) {
            throw error(start, "a comparison is no number; write if(comparison, 1, 0)");
        }
        return operand.expr();
    }

    private Operand plain(Expr expr, int start) {
        if (expr.form() instanceof Form.Constant(Rational value)
                && (value.numerator().bitLength() > LARGEST_BITS
                        || value.denominator().bitLength() > LARGEST_BITS
                        || !Double.isFinite(value.toDouble()))) {
            throw error(start, "this number is too large");
        }
        return new Operand(expr, false, false);
    }

    private void close(int open) {
        skipSpace();
        if (at == text.length()) {
            throw unclosed(open);
        }
        if (text.charAt(at) != ')') {
            throw error(at, unexpected());
        }
        at++;
    }

    private ExpressionException unclosed(int open) {
        return error(open, "this bracket is not closed");
    }

    private String unexpected() {
        if (at == text.length()) {
            return "the expression ends too early";
        }
        char c = text.charAt(at);
        String meaning = switch (c) {
            case ',' -> "; a decimal number takes a point";
            case '&', '|' -> "; conditions are combined by nested if(…)";
            case '[', '{' -> "; brackets are ( and )";
            default -> "";
        };
        return "'%s' is not expected here%s".formatted(text.substring(at, text.offsetByCodePoints(at, 1)), meaning);
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw error(at, "the expression is nested too deeply");
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private int skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private ExpressionException error(int offset, String message) {
        return new ExpressionException(offset, message);
    }
}
