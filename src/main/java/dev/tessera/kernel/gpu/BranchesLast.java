package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The order of the statements of a kernel with branches for cut links: loads, then what is stored without a
/// branch, then branch after branch, those of pairs ([CutPairs]) next to each other, each value where it is first
/// needed. Compilers hardly move statements from one
/// side of a branch to the other, so that a value computed early occupies a register in all branches before its own
/// (D3Q27 in FP64, `ptxas` for sm_90: 158 registers in the order of `kernel.pass.Order`, 128 in this one).
final class BranchesLast {
    private final CutBranches branches;
    private final CutPairs pairs;
    private final Map<String, Statement> definitions = new LinkedHashMap<>(); // by name
    private final Set<Statement> done = new LinkedHashSet<>();
    private final List<Statement> ordered = new ArrayList<>();

    private BranchesLast(Kernel kernel, CutBranches branches) {
        this.branches = branches;
        this.pairs = new CutPairs(kernel, branches);
        ordered.addAll(kernel.uniformStatements());
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Load) {
                ordered.add(statement);
            } else {
                statement.symbols().forEach(symbol -> definitions.put(nameOf(symbol), statement));
            }
        }
    }

    static Kernel of(Kernel kernel, CutBranches branches) {
        BranchesLast order = new BranchesLast(kernel, branches);
        List<Statement> stores = kernel.nodeStatements().stream()
                .filter(Statement.Store.class::isInstance)
                .toList();
        for (boolean afterBranch : new boolean[] {false, true}) {
            stores.stream()
                    .filter(store -> order.needsBranch(store, new LinkedHashMap<>()) == afterBranch)
                    .forEach(order::add);
        }
        return kernel.with(order.ordered);
    }

    private boolean needsBranch(Statement statement, Map<Statement, Boolean> known) {
        Boolean before = known.get(statement);
        if (before == null) {
            before = branches.isBranch(statement)
                    || operands(statement).stream().anyMatch(operand -> needsBranch(operand, known));
            known.put(statement, before);
        }
        return before;
    }

    private void add(Statement statement) {
        if (!done.add(statement)) {
            return;
        }
        List<Statement.Let> together =
                pairs.of(statement).stream().flatMap(CutPairs.Pair::branches).toList();
        done.addAll(together);
        if (together.isEmpty()) {
            operands(statement).forEach(this::add);
            ordered.add(statement);
        }
        together.forEach(branch -> operands(branch).forEach(this::add));
        ordered.addAll(together);
    }

    /// The statements that define what a statement uses, in the order of their use.
    private List<Statement> operands(Statement statement) {
        List<Statement> operands = new ArrayList<>();
        for (Expr value : statement.values()) {
            for (Expr part : Reachable.from(List.of(value))) {
                if (part.form() instanceof Form.Symbol(String name)
                        && definitions.get(name) instanceof Statement found
                        && found != statement) {
                    operands.add(found);
                }
            }
        }
        return operands;
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
