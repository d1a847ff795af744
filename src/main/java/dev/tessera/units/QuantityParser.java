package dev.tessera.units;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads one quantity, left to right.
final class QuantityParser {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-zµμ°%]+");
    private static final Pattern POWER =
            Pattern.compile("\\^\\s*(?:\\(\\s*)?([+-]?\\d+)(?:\\s*\\))?|([+-]?\\d+)|([⁻]?[⁰¹²³⁴-⁹]+)");
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final int LARGEST_POWER = 12;
    private static final int LONGEST = 200;
    private static final int LARGEST_EXPONENT = 400;

    private final String text;
    private int at;

    QuantityParser(String text) {
        this.text = text;
    }

    Quantity quantity() {
        if (text.length() > LONGEST) {
            throw error(0, "%d characters are too many for a quantity".formatted(text.length()));
        }
        skipSpace();
        Ratio number = number();
        skipSpace();
        boolean bare = at == text.length();
        Unit unit = bare ? Unit.NONE : unit();
        Ratio exact = number.times(unit.factor());
        if (Double.isInfinite(exact.toDouble())) {
            throw error(0, "'%s' is too large for a number".formatted(text));
        }
        return new Quantity(text.strip(), unit.dimension(), exact, bare);
    }

    Unit unitAlone() {
        if (text.length() > LONGEST) {
            throw error(0, "%d characters are too many for a unit".formatted(text.length()));
        }
        skipSpace();
        return at == text.length() ? Unit.NONE : unit();
    }

    private Ratio number() {
        Matcher matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error(at, noNumber());
        }
        String digits = matcher.group();
        at = matcher.end();
        if (at < text.length() && text.charAt(at) == ',') {
            String fixed = text.substring(0, at) + "." + text.substring(at + 1);
            throw error(at, "a number takes a point, not a comma: write %s".formatted(fixed.strip()));
        }
        int e = Math.max(digits.indexOf('e'), digits.indexOf('E'));
        String exponent = e < 0 ? "0" : digits.substring(e + 1);
        if (exponent.length() > 5 || Math.abs(Integer.parseInt(exponent)) > LARGEST_EXPONENT) {
            throw error(0, "the exponent %s is out of range".formatted(exponent));
        }
        return Ratio.of(new BigDecimal(digits));
    }

    private String noNumber() {
        String rest = text.substring(at).strip();
        if (rest.isEmpty()) {
            return "empty; write a number and its unit, such as 0.35 m/s";
        }
        return "'%s' does not begin with a number; write a number and its unit, such as 0.35 m/s".formatted(rest);
    }

    private Unit unit() {
        int start = at;
        Unit product = product(false);
        if (at < text.length()) {
            throw error(at, "'%s' is not expected in the unit '%s'".formatted(text.charAt(at), text.substring(start)));
        }
        return new Unit(text.substring(start).strip(), product.dimension(), product.factor());
    }

    private Unit product(boolean nested) {
        Unit total = atom();
        boolean divided = false;
        while (true) {
            skipSpace();
            if (at == text.length() || (nested && text.charAt(at) == ')')) {
                return total;
            }
            int operatorAt = at;
            char operator = text.charAt(at);
            boolean multiplies = operator == '.' || operator == '*' || operator == '·' || operator == '⋅';
            if (multiplies || operator == '/') {
                at++;
                skipSpace();
            } else if (!Character.isLetter(operator) && operator != '(') {
                return total;
            }
            if (operator != '/' && divided) {
                throw error(operatorAt, "after '/' a product is ambiguous: write it in brackets, such as kg/(m.s)");
            }
            divided = operator == '/';
            Unit factor = atom();
            total = divided
                    ? new Unit(
                            "",
                            total.dimension().over(factor.dimension()),
                            total.factor().over(factor.factor()))
                    : new Unit(
                            "",
                            total.dimension().times(factor.dimension()),
                            total.factor().times(factor.factor()));
        }
    }

    private Unit atom() {
        if (at == text.length()) {
            throw error(at, "a unit is missing at the end of '%s'".formatted(text));
        }
        Unit base;
        if (text.charAt(at) == '(') {
            int open = at++;
            skipSpace();
            base = product(true);
            if (at == text.length() || text.charAt(at) != ')') {
                throw error(open, "the bracket '(' of '%s' is not closed".formatted(text));
            }
            at++;
        } else if (text.charAt(at) == '1'
                && (at + 1 == text.length() || !Character.isLetterOrDigit(text.charAt(at + 1)))) {
            at++;
            return Unit.NONE;
        } else {
            base = symbol();
        }
        return raised(base);
    }

    private Unit symbol() {
        Matcher matcher = SYMBOL.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error(at, "'%s' is no unit".formatted(text.substring(at)));
        }
        String symbol = matcher.group();
        Unit unit = UnitCatalogue.find(symbol);
        if (unit == null) {
            throw error(at, unknown(symbol));
        }
        at = matcher.end();
        return unit;
    }

    private static String unknown(String symbol) {
        for (QuantityKind kind : QuantityKind.values()) {
            for (String unit : kind.units()) {
                if (unit.replaceAll("[./]", "").equals(symbol)) {
                    return "unknown unit '%s'; did you mean %s?".formatted(symbol, unit);
                }
            }
        }
        List<String> near = UnitCatalogue.near(symbol);
        return near.isEmpty()
                ? "unknown unit '%s'; known units: %s".formatted(symbol, String.join(" ", UnitCatalogue.symbols()))
                : "unknown unit '%s'; near ones: %s".formatted(symbol, String.join(", ", near));
    }

    private Unit raised(Unit base) {
        Matcher matcher = POWER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            if (at < text.length() && text.charAt(at) == '^') {
                throw error(at, "a power after '^' must be a whole number, such as m^2 or s^-1");
            }
            return base;
        }
        String digits = matcher.group(1) != null
                ? matcher.group(1)
                : matcher.group(2) != null ? matcher.group(2) : plainDigits(matcher.group(3));
        if (digits.length() > 3 || Math.abs(Integer.parseInt(digits)) > LARGEST_POWER) {
            throw error(at, "the power %s is out of range".formatted(digits));
        }
        int power = Integer.parseInt(digits);
        int end = matcher.end();
        if (end + 1 < text.length() && text.charAt(end) == '.' && Character.isDigit(text.charAt(end + 1))) {
            throw error(at, "a power must be a whole number, such as m^2 or s^-1");
        }
        at = end;
        return new Unit("", base.dimension().power(power), base.factor().power(power));
    }

    private static String plainDigits(String superscripts) {
        StringBuilder digits = new StringBuilder();
        for (int k = 0; k < superscripts.length(); k++) {
            char c = superscripts.charAt(k);
            digits.append(c == '⁻' ? '-' : (char) ('0' + SUPERSCRIPTS.indexOf(c)));
        }
        return digits.toString();
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private QuantityException error(int offset, String message) {
        return new QuantityException(offset, message);
    }
}
