package dev.tessera.emit;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Writes expressions in the syntax of C and similar languages. Comparisons get no variable: they are written
/// inside the selection that uses them.
public final class Expressions {
    private static final int LONGEST_FRACTION = 24;

    private final String kernel;
    private final Precision precision;
    private final Names names;
    private final UnaryOperator<String> function;
    private final Function<Form.ElementaryFunction, Optional<String>> fast;
    private final BinaryOperator<String> after;
    private final Map<String, Expr> comparisons = new LinkedHashMap<>();

    /// @param kernel its name, for messages
    /// @param precision of the arithmetic
    /// @param function maps `fma`, `sqrt`, `fabs` and `rint` to the language's functions of this precision
    public Expressions(String kernel, Precision precision, Names names, UnaryOperator<String> function) {
        this(kernel, precision, names, function, unknown -> Optional.empty(), (value, earlier) -> value);
    }

    /// @param fast the language's functions of the device's hardware, where a plan allows them
    /// @param after writes a value that is not computed before another one ([Form.After])
    public Expressions(
            String kernel,
            Precision precision,
            Names names,
            UnaryOperator<String> function,
            Function<Form.ElementaryFunction, Optional<String>> fast,
            BinaryOperator<String> after) {
        this.fast = fast;
        this.after = after;
        this.kernel = kernel;
        this.precision = precision;
        this.names = names;
        this.function = function;
    }

    /// Whether a value is a comparison, which is then stored for the selections that use it.
    public boolean keeps(Statement.Let let) {
        if (let.value().form() instanceof Form.Compare) {
            comparisons.put(nameOf(let.symbol()), let.value());
            return true;
        }
        return false;
    }

    /// An operation without outer parentheses.
    public String top(Expr value) {
        String written = value(value);
        boolean bracketed = written.startsWith("(") && closingOf(written) == written.length() - 1;
        return bracketed ? written.substring(1, written.length() - 1) : written;
    }

    /// The index of the parenthesis that closes the first one.
    private static int closingOf(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            open += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (open == 0) {
                return i;
            }
        }
        return -1;
    }

    /// An operation in parentheses.
    public String value(Expr value) {
        return switch (value.form()) {
            case Form.Constant(Rational constant) -> constant(constant);
            case Form.Symbol(String name) -> names.of(name);
            case Form.Add(Expr a, Expr b) -> "(%s + %s)".formatted(value(a), value(b));
            case Form.Subtract(Expr a, Expr b) -> "(%s - %s)".formatted(value(a), value(b));
            case Form.Multiply(Expr a, Expr b) -> "(%s * %s)".formatted(value(a), value(b));
            case Form.Divide(Expr a, Expr b) -> "(%s / %s)".formatted(value(a), value(b));
            case Form.Negate(Expr a) -> "(-%s)".formatted(value(a));
            case Form.SquareRoot(Expr a) -> "%s(%s)".formatted(function.apply("sqrt"), value(a));
            case Form.Absolute(Expr a) -> "%s(%s)".formatted(function.apply("fabs"), value(a));
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) ->
                "%s(%s, %s, %s)".formatted(function.apply("fma"), value(a), value(b), value(c));
            case Form.Minimum(Expr a, Expr b) -> "(%1$s < %2$s ? %1$s : %2$s)".formatted(value(a), value(b));
            case Form.Maximum(Expr a, Expr b) -> "(%1$s > %2$s ? %1$s : %2$s)".formatted(value(a), value(b));
            case Form.Compare(Form.Comparison comparison, Expr a, Expr b) ->
                "(%s %s %s)".formatted(value(a), sign(comparison), value(b));
            case Form.Select(Expr condition, Expr a, Expr b) ->
                "(%s ? %s : %s)".formatted(condition(condition), value(a), value(b));
            case Form.Digits(Form.DigitFunction digits, Expr a) -> "%s(%s)".formatted(digitFunction(digits), value(a));
            case Form.After(Expr a, Expr earlier) -> after.apply(value(a), value(earlier));
            case Form.Iterate i ->
                throw new IllegalArgumentException(
                        "kernel %s iterates in an expression; a step plan makes a statement of it".formatted(kernel));
            case Form.Call(Form.ElementaryFunction called, List<Expr> arguments) ->
                "%s(%s)".formatted(fast(called), top(arguments.getFirst()));
        };
    }

    private String fast(Form.ElementaryFunction called) {
        return fast.apply(called)
                .orElseThrow(() -> new IllegalArgumentException(
                        "kernel %s calls %s, whose last bit differs between machines; evaluate it on the host"
                                .formatted(kernel, called)));
    }

    private String digitFunction(Form.DigitFunction digits) {
        return switch (digits) {
            case ROUND -> function.apply("rint");
            case POWER_OF_TWO -> "power_of_two";
            case EXPONENT -> "exponent_of";
            case SIGNIFICAND -> "significand_of";
            case SIGN -> "sign_of";
        };
    }

    private String condition(Expr condition) {
        return condition.form() instanceof Form.Symbol(String name) && comparisons.get(name) instanceof Expr comparison
                ? value(comparison)
                : value(condition);
    }

    private static String sign(Form.Comparison comparison) {
        return switch (comparison) {
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case EQUAL -> "==";
        };
    }

    private String constant(Rational value) {
        String hex = precision.computed() == Real.FP64
                ? Double.toHexString(value.toDouble())
                : Float.toHexString(value.toFloat()) + "f";
        String exact = value.toString();
        String shown =
                exact.length() <= LONGEST_FRACTION ? exact : String.format(Locale.ROOT, "%.9g", value.toDouble());
        String literal = hex.startsWith("-") ? "(" + hex + ")" : hex;
        return "%s /* %s */".formatted(literal, shown);
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
