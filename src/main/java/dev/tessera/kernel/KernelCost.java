package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.OperationCount;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The cost of a kernel per node: operations (without uniform ones), loads, stores, and the maximum number of live
/// values (without constants and uniform values).
///
/// @param liveValues maximum number of values that are loaded or computed and still needed
public record KernelCost(OperationCount operations, int loads, int stores, int liveValues) {
    /// Operations, a fused multiply-add counted as two.
    public int flops() {
        return operations.flops();
    }

    public static KernelCost of(Kernel kernel) {
        Set<String> uniform = uniformSymbols(kernel);
        List<Expr> values = new ArrayList<>();
        int loads = 0;
        int stores = 0;
        for (Statement statement : kernel.nodeStatements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Kernel.Source.Series series) -> {}
                case Statement.Load l -> loads++;
                case Statement.Let(Expr symbol, Expr value) -> values.add(value);
                case Statement.Store(Kernel.Sink sink, Expr value) -> {
                    stores++;
                    values.add(value);
                }
            }
        }
        return new KernelCost(OperationCount.of(values, uniform::contains), loads, stores, liveValues(kernel));
    }

    /// Names of the uniform values.
    private static Set<String> uniformSymbols(Kernel kernel) {
        Set<String> names = new LinkedHashSet<>();
        for (Statement statement : kernel.uniformStatements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Kernel.Source source) -> names.add(name(symbol));
                case Statement.Let(Expr symbol, Expr value) -> names.add(name(symbol));
                case Statement.Store s -> {}
            }
        }
        return names;
    }

    private static int liveValues(Kernel kernel) {
        List<Statement> statements = kernel.nodeStatements();
        Set<String> live = new LinkedHashSet<>();
        Set<String> defined = new LinkedHashSet<>();
        for (Statement statement : statements) {
            if (symbolOf(statement) instanceof Expr symbol) {
                defined.add(name(symbol));
            }
        }
        int most = 0;
        for (int s = statements.size() - 1; s >= 0; s--) {
            Statement statement = statements.get(s);
            if (symbolOf(statement) instanceof Expr symbol) {
                live.add(name(symbol));
                most = Math.max(most, live.size());
                live.remove(name(symbol));
            }
            for (Expr value : valueOf(statement)) {
                Reachable.from(List.of(value)).stream()
                        .filter(node -> node.form() instanceof Form.Symbol)
                        .map(KernelCost::name)
                        .filter(defined::contains)
                        .forEach(live::add);
            }
            most = Math.max(most, live.size());
        }
        return most;
    }

    private static @Nullable Expr symbolOf(Statement statement) {
        return switch (statement) {
            case Statement.Load(Expr symbol, Kernel.Source source) -> symbol;
            case Statement.Let(Expr symbol, Expr value) -> symbol;
            case Statement.Store s -> null;
        };
    }

    private static List<Expr> valueOf(Statement statement) {
        return switch (statement) {
            case Statement.Load l -> List.of();
            case Statement.Let(Expr symbol, Expr value) -> List.of(value);
            case Statement.Store(Kernel.Sink sink, Expr value) -> List.of(value);
        };
    }

    private static String name(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    @Override
    public String toString() {
        return "%s, %d loads, %d stores, %d live values".formatted(operations, loads, stores, liveValues);
    }
}
