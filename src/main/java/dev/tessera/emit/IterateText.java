package dev.tessera.emit;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.List;

/// Writes an iteration in C and similar languages: a loop that ends where the comparison fails.
public final class IterateText {
    /// The loop's counter.
    public static final String COUNTER = "iteration";

    private IterateText() {}

    /// @param type of numbers
    public static List<String> lines(Statement.Iterate iterate, String type, Expressions expressions) {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < iterate.states().size(); k++) {
            lines.add("%s %s = %s;"
                    .formatted(
                            type,
                            expressions.value(iterate.states().get(k)),
                            expressions.value(iterate.initial().get(k))));
        }
        lines.add("for (int %1$s = 0; %1$s < %2$d; %1$s++) {".formatted(COUNTER, iterate.limit()));
        List<Statement.Let> body = iterate.body();
        int first = iterate.beforeComparison();
        lines.addAll(values(body.subList(0, first), type, expressions));
        lines.add("    if (!%s) break;".formatted(expressions.value(iterate.continues())));
        lines.addAll(values(body.subList(first, body.size()), type, expressions));
        lines.addAll(assignments(iterate, type, expressions));
        lines.add("}");
        return lines;
    }

    private static List<String> values(List<Statement.Let> lets, String type, Expressions expressions) {
        return lets.stream()
                .filter(let -> !expressions.keeps(let))
                .map(let -> "    const %s %s = %s;"
                        .formatted(type, expressions.value(let.symbol()), expressions.top(let.value())))
                .toList();
    }

    /// A state that another one gets next is copied before it changes.
    private static List<String> assignments(Statement.Iterate iterate, String type, Expressions expressions) {
        List<String> copies = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        for (int k = 0; k < iterate.states().size(); k++) {
            Expr state = iterate.states().get(k);
            Expr next = iterate.next().get(k);
            String value = expressions.value(next);
            if (next == state) {
                continue;
            }
            if (iterate.states().contains(next)) {
                String copy = COUNTER + "_copy_" + k;
                copies.add("    const %s %s = %s;".formatted(type, copy, value));
                value = copy;
            }
            changes.add("    %s = %s;".formatted(expressions.value(state), value));
        }
        copies.addAll(changes);
        return copies;
    }
}
