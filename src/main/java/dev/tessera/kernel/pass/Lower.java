package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import java.util.LinkedHashMap;
import java.util.Map;

/// Gives every operation its own `Let`, so that targets print statements, not trees. Selections and stored values
/// use names or constants only; comparisons are `Let`s that only selections use.
public record Lower() implements Pass {
    @Override
    public String key() {
        return "lower";
    }

    @Override
    public boolean keepsBits() {
        return true;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        Equations equations = Equations.of(kernel);
        Map<Expr, String> names = new LinkedHashMap<>(equations.names());
        ValueNames fresh = ValueNames.of(equations);
        for (Kernel.Statement.Store store : equations.stores()) {
            if (!store.value().form().operands().isEmpty()) {
                names.putIfAbsent(store.value(), ValueNames.storeName(kernel, store.sink()));
            }
        }
        for (Expr node : Reachable.from(equations.roots())) {
            if (!node.form().operands().isEmpty() && !names.containsKey(node)) {
                names.put(node, fresh.nameFor(node, names));
            }
        }
        return new Equations(kernel, names, equations.stores()).toKernel();
    }

    /// Whether each `Let` of a kernel holds one operation over names and constants, and each store a name
    /// or a constant.
    public static boolean isLowered(Kernel kernel) {
        return kernel.statements().stream().allMatch(statement -> switch (statement) {
            case Kernel.Statement.Load l -> true;
            case Kernel.Statement.Iterate iterate ->
                iterate.body().stream()
                        .allMatch(let -> let.value().form().operands().stream().allMatch(Lower::isLeaf));
            case Kernel.Statement.Let(Expr symbol, Expr value) ->
                value.form().operands().stream().allMatch(Lower::isLeaf);
            case Kernel.Statement.Store(Kernel.Sink sink, Expr value) -> isLeaf(value);
        });
    }

    private static boolean isLeaf(Expr value) {
        return value.form().operands().isEmpty();
    }
}
