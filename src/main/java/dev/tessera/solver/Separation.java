package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Separates an expression of x, y, z and t into a sum of products, each of a part in place and a part in time.
/// Products of two sums are not expanded, since large terms could then cancel.
final class Separation {
    private Separation() {}

    /// @param place null: one
    /// @param time null: one
    record Product(@Nullable Expr place, @Nullable Expr time) {}

    /// Empty where the expression cannot be separated. Products with the same part in time are one product.
    static Optional<List<Product>> of(Expr expression) {
        List<Product> products = separated(expression);
        return products == null ? Optional.empty() : Optional.of(merged(products));
    }

    private static @Nullable List<Product> separated(Expr expr) {
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
            case Form.Absolute f -> null;
            case Form.Minimum f -> null;
            case Form.Maximum f -> null;
            case Form.Compare f -> null;
            case Form.Select f -> null;
            case Form.Call f -> null;
            case Form.Digits f -> null;
            case Form.Iterate f -> null;
        };
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
