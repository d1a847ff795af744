package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/// Removes the stores of fields that are not requested, and the loads and values that only those need.
final class KeepFields {
    private KeepFields() {}

    /// @return the remaining statements, in their order
    /// @throws IllegalArgumentException if the kernel does not store one of the fields
    static List<Statement> of(Kernel kernel, List<String> fields) {
        List<String> known = new ArrayList<>(kernel.fieldsOut());
        known.addAll(kernel.storedFieldsOut());
        for (String field : fields) {
            if (!known.contains(field)) {
                throw new IllegalArgumentException(
                        "%s cannot be observed by kernel %s, only %s".formatted(field, kernel.name(), known));
            }
        }
        BitSet needed = new BitSet(); // ids of expressions
        List<Statement> kept = new ArrayList<>();
        for (Statement statement : kernel.statements().reversed()) {
            boolean isKept = switch (statement) {
                case Statement.Store(Sink.FieldOut(String field), Expr value) -> fields.contains(field);
                case Statement.Store store -> true;
                case Statement.Let let -> isNeeded(let, needed);
                case Statement.Load load -> isNeeded(load, needed);
                case Statement.Iterate iterate -> isNeeded(iterate, needed);
            };
            if (isKept) {
                kept.add(statement);
                mark(statement.values(), needed);
            }
        }
        Collections.reverse(kept);
        return kept;
    }

    private static boolean isNeeded(Statement statement, BitSet needed) {
        return statement.symbols().stream().anyMatch(symbol -> needed.get(symbol.id()));
    }

    private static void mark(List<Expr> values, BitSet needed) {
        Reachable.from(values).forEach(expr -> needed.set(expr.id()));
    }
}
