package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Branches for the two cut links of a pair of opposite directions ([CutBranches]) that compute the same, with some
/// values exchanged: the two populations, for instance. One text then serves both, with half of the instructions
/// for a warp in which some nodes have a wall on one side, and some on the other; and the texts of some pairs are
/// one branch.
public final class CutPairs {
    private final Kernel kernel;
    private final CutBranches branches;
    /// Pairs whose branches are taken together, since the operations of one wait for each other (docs/decisions/0041
    /// has the times of 1 to 4).
    private static final int TOGETHER = 2;

    private final Map<Expr, List<Pair>> groups = new LinkedHashMap<>(); // by the symbols of all their branches

    /// Two branches as one.
    /// @param exchanged what the first branch reads and the second reads another value for
    /// @param statements of both branches, with the names of exchanged values
    /// @param result the value for a cut link, from these
    public record Pair(
            Statement.Let first,
            Statement.Let second,
            List<Exchanged> exchanged,
            List<Statement> statements,
            Expr result) {
        public Stream<Statement.Let> branches() {
            return Stream.of(first, second);
        }
    }

    /// A value that differs between two branches.
    /// @param name symbol of the value in the common text
    /// @param first symbol of the value for the first branch
    /// @param second for the second
    public record Exchanged(Expr name, Expr first, Expr second) {}

    public CutPairs(Kernel kernel, CutBranches branches) {
        this.kernel = kernel;
        this.branches = branches;
        List<Statement.Let> all = kernel.nodeStatements().stream()
                .filter(branches::isBranch)
                .map(Statement.Let.class::cast)
                .toList();
        List<Pair> group = new ArrayList<>();
        for (int k = 0; k + 1 < all.size(); k++) {
            Optional<Pair> pair = pair(all.get(k), all.get(k + 1));
            if (pair.isEmpty() || group.size() == TOGETHER) {
                group = new ArrayList<>();
            }
            if (pair.isPresent()) {
                group.add(pair.get());
                groups.put(all.get(k).symbol(), group);
                groups.put(all.get(++k).symbol(), group);
            }
        }
    }

    /// The pairs that are computed together with a branch, its own among them, in order; empty if it is alone.
    public List<Pair> of(Statement statement) {
        return statement instanceof Statement.Let branch
                ? Collections.unmodifiableList(groups.getOrDefault(branch.symbol(), List.of()))
                : List.of();
    }

    private Optional<Pair> pair(Statement.Let first, Statement.Let second) {
        Statement.Load one = loadOf(first);
        Statement.Load other = loadOf(second);
        if (one == null || other == null) {
            return Optional.empty();
        }
        Comparison comparison = new Comparison(definitions(first), definitions(second));
        comparison.counterparts.put(one.symbol(), other.symbol());
        List<Expr> populations = populations(branches.directionOf(first), branches.directionOf(second));
        for (int k = 0; k < populations.size(); k++) {
            comparison.counterparts.put(populations.get(k), populations.get(populations.size() - 1 - k));
        }
        return comparison.areEqual(first.value(), second.value())
                ? Optional.of(pair(first, second, comparison.counterparts))
                : Optional.empty();
    }

    /// The statement that loads the field of a branch; null if there is more than one.
    private Statement.@Nullable Load loadOf(Statement.Let branch) {
        List<Statement.Load> loads = branches.within(branch).stream()
                .filter(Statement.Load.class::isInstance)
                .map(Statement.Load.class::cast)
                .toList();
        return loads.size() == 1 ? loads.getFirst() : null;
    }

    private Map<Expr, Expr> definitions(Statement.Let branch) {
        Map<Expr, Expr> definitions = new LinkedHashMap<>();
        for (Statement statement : branches.within(branch)) {
            if (statement instanceof Statement.Let(Expr symbol, Expr value)) {
                definitions.put(symbol, value);
            }
        }
        return definitions;
    }

    /// The symbols of the incoming populations of two directions, in the order of their loads.
    private List<Expr> populations(int first, int second) {
        return kernel.nodeStatements().stream()
                .filter(statement -> statement instanceof Statement.Load(Expr symbol, Source.PopulationIn in)
                        && (in.direction() == first || in.direction() == second))
                .map(statement -> ((Statement.Load) statement).symbol())
                .toList();
    }

    private Pair pair(Statement.Let first, Statement.Let second, Map<Expr, Expr> counterparts) {
        ExprGraph graph = first.symbol().graph();
        Expr own = Objects.requireNonNull(loadOf(first)).symbol();
        Map<Expr, Expr> names = new LinkedHashMap<>();
        List<Exchanged> exchanged = new ArrayList<>();
        List<Expr> values = new ArrayList<>(List.of(first.value()));
        branches.within(first).forEach(statement -> values.addAll(statement.values()));
        for (Expr part : Reachable.from(values)) {
            Expr counterpart = counterparts.getOrDefault(part, part);
            if (counterpart != part && part != own) {
                Expr name = graph.symbol(nameOf(part) + "-of-link");
                names.put(part, name);
                exchanged.add(new Exchanged(name, part, counterpart));
            }
        }
        List<Statement> statements = branches.within(first).stream()
                .map(statement -> statement instanceof Statement.Let(Expr symbol, Expr value)
                        ? new Statement.Let(symbol, graph.substitute(value, names))
                        : statement)
                .toList();
        return new Pair(first, second, exchanged, statements, graph.substitute(first.value(), names));
    }

    /// Compares two branches with what each of them computes for itself.
    private static final class Comparison {
        private final Map<Expr, Expr> definitions;
        private final Map<Expr, Expr> otherDefinitions;
        private Map<Expr, Expr> counterparts = new LinkedHashMap<>(); // values of the other branch

        Comparison(Map<Expr, Expr> definitions, Map<Expr, Expr> otherDefinitions) {
            this.definitions = definitions;
            this.otherDefinitions = otherDefinitions;
        }

        /// Whether both compute the same bits from counterparts; finds counterparts that are not known yet.
        boolean areEqual(Expr value, Expr other) {
            Expr one = definitions.getOrDefault(value, value);
            Expr two = otherDefinitions.getOrDefault(other, other);
            if (one.form() instanceof Form.Symbol) {
                return two.form() instanceof Form.Symbol && areCounterparts(one, two);
            }
            List<Expr> operands = one.form().operands();
            if (operands.isEmpty() || one.form().getClass() != two.form().getClass()) {
                return one == two;
            }
            return switch (one.form()) {
                case Form.Add _, Form.Multiply _, Form.FusedMultiplyAdd _ ->
                    areEqual(operands, two.form().operands())
                            || areEqual(exchanged(operands), two.form().operands());
                case Form.Compare(Form.Comparison comparison, Expr left, Expr right) ->
                    comparison == ((Form.Compare) two.form()).comparison()
                            && areEqual(operands, two.form().operands());
                case Form.Subtract _,
                        Form.Divide _,
                        Form.Negate _,
                        Form.SquareRoot _,
                        Form.Absolute _,
                        Form.Minimum _,
                        Form.Maximum _,
                        Form.Select _ -> areEqual(operands, two.form().operands());
                default -> one == two;
            };
        }

        private boolean areCounterparts(Expr symbol, Expr other) {
            Expr known = counterparts.get(symbol);
            if (known == null && !counterparts.containsValue(other)) {
                counterparts.put(symbol, other);
                return true;
            }
            return known == other;
        }

        /// As [#areEqual] for all operands; forgets what it found where they are not equal.
        private boolean areEqual(List<Expr> values, List<Expr> others) {
            Map<Expr, Expr> before = new LinkedHashMap<>(counterparts);
            for (int k = 0; k < values.size(); k++) {
                if (!areEqual(values.get(k), others.get(k))) {
                    counterparts = before;
                    return false;
                }
            }
            return true;
        }

        /// The first two operands the other way round, which changes no bit of a sum or a product.
        private static List<Expr> exchanged(List<Expr> operands) {
            List<Expr> exchanged = new ArrayList<>(operands);
            exchanged.set(0, operands.get(1));
            exchanged.set(1, operands.get(0));
            return exchanged;
        }
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
