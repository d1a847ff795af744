package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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

    /// Names are numbered, and a statement is looked at only once all that defines its operands is done.
    private static final class Schedule {
        private final List<Statement> statements;
        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private final int[][] operands; // names, by statement
        private final int[][] targets;
        private final List<List<Integer>> users = new ArrayList<>(); // statements of the schedule, by name
        private final int[] definedAt; // the statement, by name; -1 outside the schedule
        private final int[] usesLeft;
        private final int[] age;
        private final int[] waiting; // the number of operands that are not defined yet, by statement
        private final BitSet ready = new BitSet();

        Schedule(List<Statement> statements) {
            this.statements = statements;
            operands = statements.stream()
                    .map(statement -> numbered(operandsOf(statement)))
                    .toArray(int[][]::new);
            targets = statements.stream()
                    .map(statement -> numbered(targetsOf(statement)))
                    .toArray(int[][]::new);
            int names = numbers.size();
            definedAt = new int[names];
            Arrays.fill(definedAt, -1);
            usesLeft = new int[names];
            age = new int[names];
            waiting = new int[statements.size()];
            for (int name = 0; name < names; name++) {
                users.add(new ArrayList<>());
            }
            for (int s = 0; s < targets.length; s++) {
                for (int target : targets[s]) {
                    definedAt[target] = s;
                }
            }
            for (int s = 0; s < operands.length; s++) {
                for (int name : operands[s]) {
                    usesLeft[name]++;
                    users.get(name).add(s);
                    waiting[s] += definedAt[name] >= 0 ? 1 : 0;
                }
                ready.set(s, waiting[s] == 0);
            }
        }

        private int[] numbered(List<String> names) {
            return names.stream()
                    .mapToInt(name -> numbers.computeIfAbsent(name, added -> numbers.size()))
                    .toArray();
        }

        List<Statement> run() {
            List<Statement> ordered = new ArrayList<>();
            while (ordered.size() < waiting.length) {
                int best = -1;
                int bestScore = Integer.MIN_VALUE;
                for (int s = ready.nextSetBit(0); s >= 0; s = ready.nextSetBit(s + 1)) {
                    int score = score(s);
                    if (score > bestScore) {
                        best = s;
                        bestScore = score;
                    }
                }
                take(best, ordered.size());
                ordered.add(statements.get(best));
            }
            return ordered;
        }

        /// Ended minus new live values, then the age of the newest operand.
        private int score(int s) {
            int ends = 0;
            int newest = 0;
            for (int name : operands[s]) {
                ends += usesLeft[name] == 1 ? 1 : 0;
                newest = Math.max(newest, age[name]);
            }
            return (ends - targets[s].length) * 100_000 + newest;
        }

        private void take(int s, int time) {
            ready.clear(s);
            for (int name : operands[s]) {
                usesLeft[name]--;
            }
            for (int target : targets[s]) {
                age[target] = time + 1;
                if (definedAt[target] == s) {
                    users.get(target).forEach(user -> ready.set(user, --waiting[user] == 0));
                }
            }
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
