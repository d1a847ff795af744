package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Moves values that depend only on parameters and constants to the front, where they are computed once per call
/// instead of once per node. Loads follow, then the other values.
public record HoistUniform() implements Pass {
    @Override
    public String key() {
        return "hoist-uniform";
    }

    @Override
    public boolean keepsBits() {
        return true;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        Set<String> uniform = new LinkedHashSet<>();
        List<Statement> once = new ArrayList<>();
        List<Statement> loads = new ArrayList<>();
        List<Statement> rest = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source.Parameter p) -> {
                    uniform.add(Equations.nameOf(symbol));
                    once.add(statement);
                }
                case Statement.Load load -> loads.add(load);
                case Statement.Let(Expr symbol, Expr value) -> {
                    if (dependsOn(value, uniform)) {
                        uniform.add(Equations.nameOf(symbol));
                        once.add(statement);
                    } else {
                        rest.add(statement);
                    }
                }
                case Statement.Iterate iterate -> {
                    Set<String> inside = new LinkedHashSet<>(uniform);
                    iterate.states().forEach(state -> inside.add(Equations.nameOf(state)));
                    iterate.body().forEach(let -> inside.add(Equations.nameOf(let.symbol())));
                    boolean isUniform = iterate.values().stream().allMatch(value -> dependsOn(value, inside));
                    if (isUniform) {
                        iterate.states().forEach(state -> uniform.add(Equations.nameOf(state)));
                    }
                    (isUniform ? once : rest).add(iterate);
                }
                case Statement.Store store -> rest.add(store);
            }
        }
        List<Statement> ordered = new ArrayList<>(once);
        ordered.addAll(loads);
        ordered.addAll(rest);
        return kernel.with(ordered);
    }

    private static boolean dependsOn(Expr value, Set<String> names) {
        return Reachable.from(List.of(value)).stream()
                .allMatch(node -> !(node.form() instanceof Form.Symbol(String name)) || names.contains(name));
    }
}
