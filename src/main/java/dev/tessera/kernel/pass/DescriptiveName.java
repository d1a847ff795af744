package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Names a value after its operands, if that name is short: `sum_ppz` and `difference_ppz` of the populations of
/// two opposite directions, `sum_xy`, `moment_xy` and `momentum_x_of_xy` of the populations along the diagonals of
/// a plane, `ux_times_3_over_2`, `u_sq`, `omega_over_18`, `one_minus_omega`.
final class DescriptiveName {
    private static final int LONGEST = 36;
    private static final Pattern POPULATION = Pattern.compile("(f|completed)_([mzp]{2,3})");
    private static final Pattern DIAGONAL = Pattern.compile("(sum|difference)_(z?pz?([mp])z?)");
    private static final Pattern SQUARE = Pattern.compile("u([xyz]{0,2})_sq(_(?:times|over)_.*)?");

    private final Map<Expr, String> names;

    /// @param names of values so far; symbols keep their names
    DescriptiveName(Map<Expr, String> names) {
        this.names = names;
    }

    /// The name of a value; empty if it would be too long.
    String of(Expr node) {
        String words = switch (node.form()) {
            case Form.Add(Expr a, Expr b) -> sum(nameOf(a), nameOf(b));
            case Form.Subtract(Expr a, Expr b) -> difference(a, nameOf(b));
            case Form.Multiply(Expr a, Expr b) -> product(a, b);
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) -> squares(product(a, b), nameOf(c));
            case Form.Constant c -> "";
            case Form.Symbol s -> "";
            case Form.Divide d -> "";
            case Form.Negate n -> "";
            case Form.SquareRoot r -> "";
            case Form.Absolute a -> "";
            case Form.Minimum m -> "";
            case Form.Maximum m -> "";
            case Form.Compare c -> "";
            case Form.Select s -> "";
            case Form.Digits d -> "";
            case Form.Iterate i -> "";
            case Form.After a -> "";
            case Form.Call c -> "";
        };
        return words.length() > LONGEST ? "" : words;
    }

    private static String sum(String a, String b) {
        String pair = pairOf(a, b);
        if (!pair.isEmpty()) {
            return "sum_" + pair;
        }
        String plane = ofPlane(a, b, "sum_%s", "momentum_%c_of_%s", 0);
        return plane.isEmpty() ? squares(a, b) : plane;
    }

    private String difference(Expr from, String b) {
        if (from.form() instanceof Form.Constant(Rational value)) {
            return value.equals(Rational.ONE) && !b.isEmpty() ? "one_minus_" + b : "";
        }
        String a = nameOf(from);
        String pair = pairOf(a, b);
        if (!pair.isEmpty()) {
            return "difference_" + pair;
        }
        String plane = ofPlane(a, b, "moment_%s", "momentum_%c_of_%s", 1);
        if (!plane.isEmpty()) {
            return plane;
        }
        boolean plain = a.matches("rho|p") && SQUARE.matcher(b).matches();
        return plain ? a + "_minus_" + b : "";
    }

    private String product(Expr a, Expr b) {
        if (a.form() instanceof Form.Constant(Rational value)) {
            return times(nameOf(b), value);
        }
        if (b.form() instanceof Form.Constant(Rational value)) {
            return times(nameOf(a), value);
        }
        String first = nameOf(a);
        String second = nameOf(b);
        if (!first.matches("u[xyz].*") || !second.matches("u[xyz]")) {
            return "";
        }
        if (first.equals(second)) {
            return first + "_sq";
        }
        boolean scaled = first.startsWith(second + "_times_") || first.startsWith(second + "_over_");
        return scaled
                ? second + "_sq" + first.substring(second.length())
                : first.length() == 2 ? first + "_" + second : "";
    }

    private static String times(String name, Rational factor) {
        if (name.isEmpty() || factor.signum() <= 0 || name.contains("_times_") || name.contains("_over_")) {
            return "";
        }
        boolean whole = factor.denominator().equals(BigInteger.ONE);
        String above = factor.numerator().equals(BigInteger.ONE) ? "" : "_times_" + factor.numerator();
        return name + above + (whole ? "" : "_over_" + factor.denominator());
    }

    /// The sum of squares of velocity components with a common factor: `uxy_sq` for two, `u_sq` for all three.
    private static String squares(String a, String b) {
        Matcher first = SQUARE.matcher(a);
        Matcher second = SQUARE.matcher(b);
        if (!first.matches() || !second.matches()) {
            return "";
        }
        String factor = Objects.requireNonNullElse(first.group(2), "");
        if (!factor.equals(Objects.requireNonNullElse(second.group(2), ""))) {
            return "";
        }
        String axes = (first.group(1) + second.group(1))
                .chars()
                .sorted()
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        return switch (axes) {
            case "xy", "xz", "yz" -> "u" + axes + "_sq" + factor;
            case "xyz" -> "u_sq" + factor;
            default -> "";
        };
    }

    /// The direction of the first of two populations of opposite directions; otherwise empty.
    private static String pairOf(String a, String b) {
        Matcher first = POPULATION.matcher(a);
        Matcher second = POPULATION.matcher(b);
        boolean opposite = first.matches()
                && second.matches()
                && first.group(1).equals(second.group(1))
                && opposite(first.group(2)).equals(second.group(2))
                && !a.equals(b);
        return opposite ? first.group(2) : "";
    }

    /// The combination of two pairs of opposite directions along the diagonals of one coordinate plane, the one
    /// with growing coordinates first: for sums their mixed moment (`moment_xy`, a difference) or their sum
    /// (`sum_xy`), for differences the momentum along one axis (`momentum_x_of_xy`).
    /// @param axis index of the momentum's axis among the plane's two
    private static String ofPlane(String a, String b, String ofSums, String ofDifferences, int axis) {
        Matcher first = DIAGONAL.matcher(a);
        Matcher second = DIAGONAL.matcher(b);
        boolean crossing = first.matches()
                && second.matches()
                && first.group(1).equals(second.group(1))
                && first.group(3).equals("p")
                && second.group(2).equals(first.group(2).replaceFirst("p(z?)p", "p$1m"));
        if (!crossing) {
            return "";
        }
        String plane = planeOf(first.group(2));
        return first.group(1).equals("sum")
                ? ofSums.formatted(plane)
                : ofDifferences.formatted(plane.charAt(axis), plane);
    }

    private static String planeOf(String letters) {
        StringBuilder plane = new StringBuilder();
        for (int axis = 0; axis < letters.length(); axis++) {
            plane.append(letters.charAt(axis) == 'z' ? "" : "xyz".substring(axis, axis + 1));
        }
        return plane.toString();
    }

    private static String opposite(String letters) {
        return letters.replace('m', '#').replace('p', 'm').replace('#', 'p');
    }

    /// The name of a value, or its descriptive name if it has none yet (it is then used by one other value
    /// only).
    private String nameOf(Expr node) {
        if (node.form() instanceof Form.Symbol(String name)) {
            return ValueNames.identifier(name);
        }
        String given = names.get(node);
        return given != null ? given : of(node);
    }
}
