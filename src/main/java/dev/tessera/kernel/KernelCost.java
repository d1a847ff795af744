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
import java.util.function.ToIntFunction;

/// The cost of a kernel per node: operations (without uniform ones; those of an iteration as often as its limit),
/// loads, stores, and the maximum number of live values (without constants, uniform values and those within an
/// iteration).
///
/// @param liveValues maximum number of values that are loaded or computed and still needed
public record KernelCost(OperationCount operations, int loads, int stores, int liveValues) {
    /// Operations, a fused multiply-add counted as two.
    public int flops() {
        return operations.flops();
    }

    public static KernelCost of(Kernel kernel) {
        int loads = 0;
        int stores = 0;
        for (Statement statement : kernel.nodeStatements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Kernel.Source.Series series) -> {}
                case Statement.Load l -> loads++;
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store s -> stores++;
            }
        }
        return new KernelCost(operations(kernel, Statement.Iterate::limit), loads, stores, liveValues(kernel));
    }

    /// The operations that most nodes compute: without iterations, which a node begins only if nothing cheaper is
    /// exact enough for it (in Kida's vortex at most 4 of 10,000 nodes, docs/decisions/0063). A warp without such
    /// nodes skips them.
    public static OperationCount usual(Kernel kernel) {
        return operations(kernel, iterate -> 0);
    }

    /// @param times how often the operations of an iteration count
    private static OperationCount operations(Kernel kernel, ToIntFunction<Statement.Iterate> times) {
        Set<String> uniform = uniformSymbols(kernel);
        List<Expr> values = new ArrayList<>();
        OperationCount repeated = OperationCount.of(List.of());
        for (Statement statement : kernel.nodeStatements()) {
            switch (statement) {
                case Statement.Load l -> {}
                case Statement.Let(Expr symbol, Expr value) -> values.add(value);
                case Statement.Iterate iterate ->
                    repeated = repeated.plus(OperationCount.of(iterate.values(), uniform::contains)
                            .times(times.applyAsInt(iterate)));
                case Statement.Store(Kernel.Sink sink, Expr value) -> values.add(value);
            }
        }
        return OperationCount.of(values, uniform::contains).plus(repeated);
    }

    /// Names of the uniform values.
    private static Set<String> uniformSymbols(Kernel kernel) {
        Set<String> names = new LinkedHashSet<>();
        for (Statement statement : kernel.uniformStatements()) {
            statement.symbols().forEach(symbol -> names.add(name(symbol)));
        }
        return names;
    }

    private static int liveValues(Kernel kernel) {
        List<Statement> statements = kernel.nodeStatements();
        Set<String> live = new LinkedHashSet<>();
        Set<String> defined = new LinkedHashSet<>();
        for (Statement statement : statements) {
            statement.symbols().forEach(symbol -> defined.add(name(symbol)));
        }
        int most = 0;
        for (int s = statements.size() - 1; s >= 0; s--) {
            Statement statement = statements.get(s);
            List<String> made =
                    statement.symbols().stream().map(KernelCost::name).toList();
            live.addAll(made);
            most = Math.max(most, live.size());
            made.forEach(live::remove);
            Reachable.from(statement.values()).stream()
                    .filter(node -> node.form() instanceof Form.Symbol)
                    .map(KernelCost::name)
                    .filter(name -> defined.contains(name) && !made.contains(name))
                    .forEach(live::add);
            most = Math.max(most, live.size());
        }
        return most;
    }

    private static String name(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    @Override
    public String toString() {
        return "%s, %d loads, %d stores, %d live values".formatted(operations, loads, stores, liveValues);
    }
}
