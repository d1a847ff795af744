package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Orders the statements of a lowered kernel for few live values, by greedy list scheduling: of the ready
/// statements it takes the one that ends most live ranges; among equals the one with the newest operands, then the
/// first. Loads stay in front. Keeps the given order if that needs fewer live values.
public record Order() implements Pass {
    @Override
    public String key() {
        return "order";
    }

    @Override
    public boolean keepsBits() {
        return true;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        List<Statement> fixed = new ArrayList<>(kernel.uniformStatements());
        List<Statement> open = new ArrayList<>();
        for (Statement statement : kernel.nodeStatements()) {
            (statement instanceof Statement.Load ? fixed : open).add(statement);
        }
        fixed.addAll(new Schedule(open).run());
        Kernel scheduled = kernel.with(fixed);
        return KernelCost.of(scheduled).liveValues() <= KernelCost.of(kernel).liveValues() ? scheduled : kernel;
    }

    private static final class Schedule {
        private final List<Statement> statements;
        private final List<List<String>> operands = new ArrayList<>();
        private final Map<String, Integer> definedAt = new LinkedHashMap<>();
        private final Map<String, Integer> usesLeft = new LinkedHashMap<>();
        private final Map<String, Integer> age = new LinkedHashMap<>();
        private final boolean[] done;

        Schedule(List<Statement> statements) {
            this.statements = statements;
            this.done = new boolean[statements.size()];
            for (int s = 0; s < done.length; s++) {
                List<String> names = operandsOf(statements.get(s));
                operands.add(names);
                names.forEach(name -> usesLeft.merge(name, 1, Integer::sum));
                for (String target : targetsOf(statements.get(s))) {
                    definedAt.put(target, s);
                }
            }
        }

        List<Statement> run() {
            List<Statement> ordered = new ArrayList<>();
            while (ordered.size() < done.length) {
                int best = -1;
                int bestScore = Integer.MIN_VALUE;
                for (int s = 0; s < done.length; s++) {
                    if (!done[s] && isReady(s)) {
                        int score = score(s);
                        if (score > bestScore) {
                            best = s;
                            bestScore = score;
                        }
                    }
                }
                take(best, ordered.size());
                ordered.add(statements.get(best));
            }
            return ordered;
        }

        private boolean isReady(int s) {
            return operands.get(s).stream().allMatch(name -> !definedAt.containsKey(name) || done[definedAt.get(name)]);
        }

        /// Ended minus new live values, then the age of the newest operand.
        private int score(int s) {
            int ends = (int) operands.get(s).stream()
                    .filter(name -> usesLeft.getOrDefault(name, 0) == 1)
                    .count();
            int begins = targetsOf(statements.get(s)).size();
            int newest = operands.get(s).stream()
                    .mapToInt(name -> age.getOrDefault(name, 0))
                    .max()
                    .orElse(0);
            return (ends - begins) * 100_000 + newest;
        }

        private void take(int s, int time) {
            done[s] = true;
            operands.get(s).forEach(name -> usesLeft.merge(name, -1, Integer::sum));
            targetsOf(statements.get(s)).forEach(target -> age.put(target, time + 1));
        }

        private static List<String> targetsOf(Statement statement) {
            return statement.symbols().stream().map(Equations::nameOf).toList();
        }

        /// The distinct names that a statement uses, without those that it defines.
        private static List<String> operandsOf(Statement statement) {
            List<Expr> values = statement instanceof Statement.Load load ? load.symbols() : statement.values();
            List<String> own = statement instanceof Statement.Iterate ? targetsOf(statement) : List.of();
            return Reachable.from(values).stream()
                    .filter(node -> node.form() instanceof Form.Symbol)
                    .map(Equations::nameOf)
                    .filter(name -> !own.contains(name))
                    .toList();
        }
    }
}
