package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes an expression of x, y, z and t as a sum of products, each of a part in place, a part in time and the
/// rest, which depends on both and cannot be separated. Sines, cosines and exponentials of a part in place plus a
/// part in time are separated by their addition theorems. Products of two sums are not expanded, since large terms
/// could then cancel.
final class Separation {
    /// The largest exponent in place of an exponential that is separated: where the part in time overflows or
    /// is lost, in FP32 too, the product is beyond `e^56` or below `e^-55`.
    static final double LARGEST_EXPONENT = 32;

    private final RunExtent extent;

    /// @param extent in which expressions are evaluated
    Separation(RunExtent extent) {
        this.extent = extent;
    }

    /// @param place null: one
    /// @param time null: one
    /// @param rest null: one
    record Product(
            @Nullable Expr place,
            @Nullable Expr time,
            @Nullable Expr rest) {
        static Product ofPlace(Expr place) {
            return new Product(place, null, null);
        }

        static Product ofTime(Expr time) {
            return new Product(null, time, null);
        }

        static Product ofRest(Expr rest) {
            return new Product(null, null, rest);
        }

        boolean isConstant() {
            return time == null && rest == null;
        }

        /// Those that are not one.
        List<Expr> factors() {
            return Stream.of(Optional.ofNullable(place), Optional.ofNullable(time), Optional.ofNullable(rest))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    /// Products with the same part in time and the same rest are one product.
    List<Product> of(Expr expression) {
        return merged(separated(expression));
    }

    private List<Product> separated(Expr expr) {
        if (!has(expr, "t")) {
            return List.of(Product.ofPlace(expr));
        }
        if (!hasPlace(expr)) {
            return List.of(Product.ofTime(expr));
        }
        return switch (expr.form()) {
            case Form.Add(Expr a, Expr b) -> sum(separated(a), separated(b));
            case Form.Subtract(Expr a, Expr b) -> sum(separated(a), negated(separated(b)));
            case Form.Negate(Expr a) -> negated(separated(a));
            case Form.Multiply(Expr a, Expr b) -> product(expr, separated(a), separated(b));
            case Form.Divide(Expr a, Expr b) -> quotient(expr, separated(a), separated(b));
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) -> sum(separated(a.times(b)), separated(c));
            case Form.Absolute(Expr a) ->
                each(expr, separated(a), part -> part.graph().absolute(part));
            case Form.Select(Expr condition, Expr a, Expr b) -> selected(expr, condition, separated(a), separated(b));
            case Form.Call(ElementaryFunction function, List<Expr> arguments) -> called(expr, function, arguments);
            case Form.Constant f -> throw new AssertionError("a constant has no t");
            case Form.Symbol f -> throw new AssertionError("one symbol is not both place and time");
            case Form.SquareRoot f -> inseparable(expr);
            case Form.Minimum f -> inseparable(expr);
            case Form.Maximum f -> inseparable(expr);
            case Form.Compare f -> inseparable(expr);
            case Form.Digits f -> inseparable(expr);
            case Form.Iterate f -> inseparable(expr);
            case Form.After f -> inseparable(expr);
        };
    }

    private static List<Product> inseparable(Expr expr) {
        return List.of(Product.ofRest(expr));
    }

    private List<Product> called(Expr expr, ElementaryFunction function, List<Expr> arguments) {
        return switch (function) {
            case SIN, COS -> wave(expr, function, parts(arguments.getFirst()));
            case EXP -> exponential(expr, parts(arguments.getFirst()));
            case POW -> power(expr, separated(arguments.getFirst()), arguments.get(1));
            case TAN, LOG, TANH, ATAN2, FLOOR -> inseparable(expr);
        };
    }

    /// A sum of a part in place and a part in time.
    private record Parts(Expr place, Expr time) {}

    /// Null where the expression is no such sum.
    private @Nullable Parts parts(Expr expression) {
        List<Product> products = separated(expression);
        if (products.stream().anyMatch(p -> p.rest() != null || p.place() != null && p.time() != null)) {
            return null;
        }
        ExprGraph graph = expression.graph();
        return new Parts(
                graph.sum(products.stream()
                        .map(Product::place)
                        .flatMap(Stream::ofNullable)
                        .toList()),
                graph.sum(products.stream()
                        .map(Product::time)
                        .flatMap(Stream::ofNullable)
                        .toList()));
    }

    /// `sin(a + b) = sin a cos b + cos a sin b`, `cos(a + b) = cos a cos b - sin a sin b`.
    private static List<Product> wave(Expr expr, ElementaryFunction function, @Nullable Parts angle) {
        if (angle == null) {
            return inseparable(expr);
        }
        Expr sinA = call(ElementaryFunction.SIN, angle.place);
        Expr cosA = call(ElementaryFunction.COS, angle.place);
        Expr sinB = call(ElementaryFunction.SIN, angle.time);
        Expr cosB = call(ElementaryFunction.COS, angle.time);
        return function == ElementaryFunction.SIN
                ? List.of(new Product(sinA, cosB, null), new Product(cosA, sinB, null))
                : List.of(new Product(cosA, cosB, null), new Product(sinA.negated(), sinB, null));
    }

    /// `exp(a + b) = exp(a) exp(b)`.
    private List<Product> exponential(Expr expr, @Nullable Parts exponent) {
        return exponent == null || extent.of(exponent.place).largest() > LARGEST_EXPONENT
                ? inseparable(expr)
                : List.of(new Product(
                        call(ElementaryFunction.EXP, exponent.place),
                        call(ElementaryFunction.EXP, exponent.time),
                        null));
    }

    private static Expr call(ElementaryFunction function, Expr argument) {
        return argument.graph().call(function, List.of(argument));
    }

    /// Whole powers of one product.
    private static List<Product> power(Expr expr, List<Product> base, Expr exponent) {
        return exponent.form() instanceof Form.Constant(Rational value)
                        && value.denominator().equals(BigInteger.ONE)
                ? each(expr, base, part -> part.graph().call(ElementaryFunction.POW, List.of(part, exponent)))
                : inseparable(expr);
    }

    /// A function of one product that is the product of the functions of its parts.
    private static List<Product> each(Expr expr, List<Product> products, UnaryOperator<Expr> function) {
        Product only = products.getFirst();
        if (products.size() > 1 || only.factors().size() == 1) {
            return inseparable(expr);
        }
        return List.of(new Product(
                applied(function, only.place()), applied(function, only.time()), applied(function, only.rest())));
    }

    private static @Nullable Expr applied(UnaryOperator<Expr> function, @Nullable Expr part) {
        return part == null ? null : function.apply(part);
    }

    /// A choice by place alone or by time alone. The part that is not chosen is zero, whatever its value.
    private static List<Product> selected(Expr expr, Expr condition, List<Product> chosen, List<Product> otherwise) {
        boolean isInTime = has(condition, "t");
        if (isInTime && hasPlace(condition) || hasRest(chosen) || hasRest(otherwise)) {
            return inseparable(expr);
        }
        ExprGraph graph = condition.graph();
        Expr one = graph.constant(1);
        Expr zero = graph.constant(0);
        List<Product> all = new ArrayList<>();
        chosen.forEach(p -> all.add(replaced(p, isInTime, part -> graph.select(condition, part, zero), one)));
        otherwise.forEach(p -> all.add(replaced(p, isInTime, part -> graph.select(condition, zero, part), one)));
        return all;
    }

    private static boolean hasRest(List<Product> products) {
        return products.stream().anyMatch(product -> product.rest() != null);
    }

    private static Product replaced(Product product, boolean inTime, UnaryOperator<Expr> part, Expr one) {
        return inTime
                ? new Product(product.place(), part.apply(product.time() == null ? one : product.time()), null)
                : new Product(part.apply(product.place() == null ? one : product.place()), product.time(), null);
    }

    private static List<Product> sum(List<Product> a, List<Product> b) {
        List<Product> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static List<Product> negated(List<Product> products) {
        return products.stream().map(Separation::negated).toList();
    }

    private static Product negated(Product product) {
        if (product.time() != null) {
            return new Product(product.place(), product.time().negated(), product.rest());
        }
        Expr place = product.place();
        if (place != null) {
            return new Product(place.negated(), null, product.rest());
        }
        return new Product(any(product).graph().constant(-1), null, product.rest());
    }

    private static Expr any(Product product) {
        return product.factors().getFirst();
    }

    private static List<Product> product(Expr expr, List<Product> a, List<Product> b) {
        if (a.size() > 1 && b.size() > 1) {
            return inseparable(expr);
        }
        List<Product> all = new ArrayList<>();
        for (Product p : a) {
            for (Product q : b) {
                all.add(new Product(times(p.place(), q.place()), times(p.time(), q.time()), times(p.rest(), q.rest())));
            }
        }
        return all;
    }

    private static List<Product> quotient(Expr expr, List<Product> a, List<Product> b) {
        if (b.size() > 1) {
            return inseparable(expr);
        }
        Product by = b.getFirst();
        return a.stream()
                .map(p ->
                        new Product(over(p.place(), by.place()), over(p.time(), by.time()), over(p.rest(), by.rest())))
                .toList();
    }

    private static @Nullable Expr times(@Nullable Expr a, @Nullable Expr b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.times(b);
    }

    private static @Nullable Expr over(@Nullable Expr a, @Nullable Expr b) {
        if (b == null) {
            return a;
        }
        ExprGraph graph = b.graph();
        return (a == null ? graph.constant(Rational.of(1, 1)) : a).over(b);
    }

    /// Parts of one graph are equal where they are the same node.
    private static List<Product> merged(List<Product> products) {
        List<Product> merged = new ArrayList<>();
        for (Product next : products) {
            boolean isNew = true;
            for (int k = 0; k < merged.size() && isNew; k++) {
                Product known = merged.get(k);
                if (known.time() == next.time() && known.rest() == next.rest()) {
                    merged.set(k, new Product(added(known.place(), next.place(), next), next.time(), next.rest()));
                    isNew = false;
                }
            }
            if (isNew) {
                merged.add(next);
            }
        }
        return merged;
    }

    private static Expr added(@Nullable Expr a, @Nullable Expr b, Product of) {
        Expr one = any(of).graph().constant(Rational.of(1, 1));
        return (a == null ? one : a).plus(b == null ? one : b);
    }

    static boolean has(Expr expr, String symbol) {
        return Reachable.from(List.of(expr)).stream()
                .anyMatch(node -> node.form() instanceof Form.Symbol(String name) && name.equals(symbol));
    }

    static boolean hasPlace(Expr expr) {
        return has(expr, "x") || has(expr, "y") || has(expr, "z");
    }
}
