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

/// Separates an expression of x, y, z and t into a sum of products, each of a part in place and a part in time.
/// Sines, cosines and exponentials of a part in place plus a part in time are separated by their addition theorems.
/// Products of two sums are not expanded, since large terms could then cancel.
final class Separation {
    /// The largest exponent in place of an exponential that is separated: where the part in time overflows or is
    /// lost, in FP32 too, the product is beyond `e^56` or below `e^-55`.
    static final double LARGEST_EXPONENT = 32;

    private final RunExtent extent;

    private Separation(RunExtent extent) {
        this.extent = extent;
    }

    /// @param place null: one
    /// @param time null: one
    record Product(@Nullable Expr place, @Nullable Expr time) {}

    /// Empty where the expression cannot be separated. Products with the same part in time are one product.
    /// @param extent in which the expression is evaluated
    static Optional<List<Product>> of(Expr expression, RunExtent extent) {
        List<Product> products = new Separation(extent).separated(expression);
        return products == null ? Optional.empty() : Optional.of(merged(products));
    }

    private @Nullable List<Product> separated(Expr expr) {
        if (!has(expr, "t")) {
            return List.of(new Product(expr, null));
        }
        if (!hasPlace(expr)) {
            return List.of(new Product(null, expr));
        }
        return switch (expr.form()) {
            case Form.Add(Expr a, Expr b) -> sum(separated(a), separated(b));
            case Form.Subtract(Expr a, Expr b) -> sum(separated(a), negated(separated(b)));
            case Form.Negate(Expr a) -> negated(separated(a));
            case Form.Multiply(Expr a, Expr b) -> product(separated(a), separated(b));
            case Form.Divide(Expr a, Expr b) -> quotient(separated(a), separated(b));
            case Form.FusedMultiplyAdd(Expr a, Expr b, Expr c) ->
                sum(product(separated(a), separated(b)), separated(c));
            case Form.Constant f -> throw new AssertionError("a constant has no t");
            case Form.Symbol f -> throw new AssertionError("one symbol is not both place and time");
            case Form.SquareRoot f -> null;
            case Form.Absolute(Expr a) -> each(separated(a), part -> part.graph().absolute(part));
            case Form.Minimum f -> null;
            case Form.Maximum f -> null;
            case Form.Compare f -> null;
            case Form.Select(Expr condition, Expr a, Expr b) -> selected(condition, separated(a), separated(b));
            case Form.Call(ElementaryFunction function, List<Expr> arguments) -> called(function, arguments);
            case Form.Digits f -> null;
            case Form.Iterate f -> null;
        };
    }

    private @Nullable List<Product> called(ElementaryFunction function, List<Expr> arguments) {
        return switch (function) {
            case SIN, COS -> wave(function, parts(arguments.getFirst()));
            case EXP -> exponential(parts(arguments.getFirst()));
            case POW -> power(separated(arguments.getFirst()), arguments.get(1));
            case TAN, LOG, TANH, ATAN2, FLOOR -> null;
        };
    }

    /// A sum of a part in place and a part in time.
    private record Parts(Expr place, Expr time) {}

    /// Null where the expression is no such sum.
    private @Nullable Parts parts(Expr expression) {
        List<Product> products = separated(expression);
        if (products == null || products.stream().anyMatch(p -> p.place() != null && p.time() != null)) {
            return null;
        }
        ExprGraph graph = expression.graph();
        return new Parts(
                graph.sum(products.stream().map(Product::place).flatMap(Stream::ofNullable).toList()),
                graph.sum(products.stream().map(Product::time).flatMap(Stream::ofNullable).toList()));
    }

    /// `sin(a + b) = sin a cos b + cos a sin b`, `cos(a + b) = cos a cos b - sin a sin b`.
    private static @Nullable List<Product> wave(ElementaryFunction function, @Nullable Parts angle) {
        if (angle == null) {
            return null;
        }
        Expr sinA = call(ElementaryFunction.SIN, angle.place);
        Expr cosA = call(ElementaryFunction.COS, angle.place);
        Expr sinB = call(ElementaryFunction.SIN, angle.time);
        Expr cosB = call(ElementaryFunction.COS, angle.time);
        return function == ElementaryFunction.SIN
                ? List.of(new Product(sinA, cosB), new Product(cosA, sinB))
                : List.of(new Product(cosA, cosB), new Product(sinA.negated(), sinB));
    }

    /// `exp(a + b) = exp(a) exp(b)`.
    private @Nullable List<Product> exponential(@Nullable Parts exponent) {
        return exponent == null
                        || extent.of(exponent.place).largest() > LARGEST_EXPONENT
                ? null
                : List.of(new Product(
                        call(ElementaryFunction.EXP, exponent.place), call(ElementaryFunction.EXP, exponent.time)));
    }

    private static Expr call(ElementaryFunction function, Expr argument) {
        return argument.graph().call(function, List.of(argument));
    }

    /// Whole powers of one product.
    private static @Nullable List<Product> power(@Nullable List<Product> base, Expr exponent) {
        return exponent.form() instanceof Form.Constant(Rational value)
                        && value.denominator().equals(BigInteger.ONE)
                ? each(base, part -> part.graph().call(ElementaryFunction.POW, List.of(part, exponent)))
                : null;
    }

    /// A function of one product that is the product of the functions of its parts.
    private static @Nullable List<Product> each(@Nullable List<Product> products, UnaryOperator<Expr> function) {
        if (products == null || products.size() > 1) {
            return null;
        }
        Product only = products.getFirst();
        return List.of(new Product(applied(function, only.place()), applied(function, only.time())));
    }

    private static @Nullable Expr applied(UnaryOperator<Expr> function, @Nullable Expr part) {
        return part == null ? null : function.apply(part);
    }

    /// A choice by place alone or by time alone. The part that is not chosen is zero, whatever its value.
    private static @Nullable List<Product> selected(
            Expr condition, @Nullable List<Product> chosen, @Nullable List<Product> otherwise) {
        if (chosen == null || otherwise == null || has(condition, "t") && hasPlace(condition)) {
            return null;
        }
        ExprGraph graph = condition.graph();
        Expr one = graph.constant(1);
        Expr zero = graph.constant(0);
        boolean isInTime = has(condition, "t");
        List<Product> all = new ArrayList<>();
        chosen.forEach(p -> all.add(replaced(p, isInTime, part -> graph.select(condition, part, zero), one)));
        otherwise.forEach(p -> all.add(replaced(p, isInTime, part -> graph.select(condition, zero, part), one)));
        return all;
    }

    private static Product replaced(Product product, boolean inTime, UnaryOperator<Expr> part, Expr one) {
        return inTime
                ? new Product(product.place(), part.apply(product.time() == null ? one : product.time()))
                : new Product(part.apply(product.place() == null ? one : product.place()), product.time());
    }

    private static @Nullable List<Product> sum(@Nullable List<Product> a, @Nullable List<Product> b) {
        if (a == null || b == null) {
            return null;
        }
        List<Product> all = new ArrayList<>(a);
        all.addAll(b);
        return all;
    }

    private static @Nullable List<Product> negated(@Nullable List<Product> products) {
        return products == null
                ? null
                : products.stream()
                        .map(p -> p.time() == null
                                ? new Product(minus(p.place()), null)
                                : new Product(p.place(), p.time().negated()))
                        .toList();
    }

    private static Expr minus(@Nullable Expr place) {
        if (place == null) {
            throw new AssertionError("a product has a part in place or in time");
        }
        return place.negated();
    }

    private static @Nullable List<Product> product(@Nullable List<Product> a, @Nullable List<Product> b) {
        if (a == null || b == null || a.size() > 1 && b.size() > 1) {
            return null;
        }
        List<Product> all = new ArrayList<>();
        for (Product p : a) {
            for (Product q : b) {
                all.add(new Product(times(p.place(), q.place()), times(p.time(), q.time())));
            }
        }
        return all;
    }

    private static @Nullable List<Product> quotient(@Nullable List<Product> a, @Nullable List<Product> b) {
        if (a == null || b == null || b.size() > 1) {
            return null;
        }
        Product by = b.getFirst();
        return a.stream()
                .map(p -> new Product(over(p.place(), by.place()), over(p.time(), by.time())))
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
                if (known.time() == next.time()) {
                    merged.set(k, new Product(added(known.place(), next.place(), next), next.time()));
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
        Expr any = a != null ? a : b != null ? b : of.time();
        if (any == null) {
            throw new AssertionError("a product has a part in place or in time");
        }
        Expr one = any.graph().constant(Rational.of(1, 1));
        return (a == null ? one : a).plus(b == null ? one : b);
    }

    private static boolean has(Expr expr, String symbol) {
        return Reachable.from(List.of(expr)).stream()
                .anyMatch(node -> node.form() instanceof Form.Symbol(String name) && name.equals(symbol));
    }

    private static boolean hasPlace(Expr expr) {
        return has(expr, "x") || has(expr, "y") || has(expr, "z");
    }
}
