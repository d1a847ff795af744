package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.BoundaryRule.CutLinkField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The selections of a kernel by fields of one cut link: what only the result for a cut link depends on can be
/// computed in a branch that open links skip.
public final class CutBranches {
    private static final SequencedSet<String> ALWAYS = one("");

    /// In how many branches a value is computed at most: those of the two directions of a pair. Computed before
    /// them, it would occupy a register until then.
    private static final int MAX_BRANCHES = 2;

    private final Kernel kernel;
    private final Map<String, CutLinkField> fields;
    private final Map<String, String> fieldOf = new LinkedHashMap<>(); // by name of the loaded value
    private final Map<String, Expr> comparisons = new LinkedHashMap<>(); // by name
    private final Map<String, Form.Select> branches = new LinkedHashMap<>(); // by name of the selected value
    private final Map<String, SequencedSet<String>> usedIn =
            new LinkedHashMap<>(); // branches, or ALWAYS, by name of a value

    /// @param fields of cut links, by name
    public CutBranches(Kernel kernel, Map<String, CutLinkField> fields) {
        this.kernel = kernel;
        this.fields = fields;
        findBranches();
        kernel.nodeStatements().reversed().forEach(this::findUses);
    }

    private void findBranches() {
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.FieldIn(String field))
                    && fields.containsKey(field)) {
                fieldOf.put(nameOf(symbol), field);
            } else if (statement instanceof Statement.Let(Expr symbol, Expr value)) {
                if (value.form() instanceof Form.Compare) {
                    comparisons.put(nameOf(symbol), value);
                } else if (value.form() instanceof Form.Select select && directionOf(select) != null) {
                    branches.put(nameOf(symbol), select);
                }
            }
        }
    }

    /// The direction whose fields alone decide a selection; null if there is none.
    private @Nullable Integer directionOf(Form.Select select) {
        Expr condition = select.condition();
        if (condition.form() instanceof Form.Symbol(String name) && comparisons.get(name) instanceof Expr known) {
            condition = known;
        }
        Set<Integer> directions = new LinkedHashSet<>();
        for (String name : names(condition)) {
            String field = fieldOf.get(name);
            directions.add(
                    field == null
                            ? -1
                            : Objects.requireNonNull(fields.get(field)).direction());
        }
        return directions.size() == 1 && !directions.contains(-1)
                ? directions.iterator().next()
                : null;
    }

    private void findUses(Statement statement) {
        if (statement instanceof Statement.Let(Expr symbol, Expr value)) {
            SequencedSet<String> own = usedIn.getOrDefault(nameOf(symbol), ALWAYS);
            Form.Select branch = own.equals(ALWAYS) ? branches.get(nameOf(symbol)) : null;
            if (branch != null) {
                names(branch.whenFalse()).forEach(name -> use(name, ALWAYS));
                names(value).forEach(name -> use(name, one(nameOf(symbol))));
            } else {
                branches.remove(nameOf(symbol));
                names(value).forEach(name -> use(name, own));
            }
        } else {
            statement.values().forEach(value -> names(value).forEach(name -> use(name, ALWAYS)));
        }
    }

    private void use(String name, SequencedSet<String> branchNames) {
        usedIn.merge(name, branchNames, (known, further) -> {
            SequencedSet<String> both = new LinkedHashSet<>(known);
            both.addAll(further);
            return both.containsAll(ALWAYS) || both.size() > MAX_BRANCHES ? ALWAYS : both;
        });
    }

    private static SequencedSet<String> one(String name) {
        return Collections.unmodifiableSequencedSet(new LinkedHashSet<>(List.of(name)));
    }

    private static List<String> names(Expr value) {
        return Reachable.from(List.of(value)).stream()
                .filter(part -> part.form() instanceof Form.Symbol)
                .map(CutBranches::nameOf)
                .toList();
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    /// The field of cut links that a statement loads; null if it loads none.
    public @Nullable String fieldOf(Statement statement) {
        return statement instanceof Statement.Load load ? fieldOf.get(nameOf(load.symbol())) : null;
    }

    /// Whether a statement belongs to branches.
    public boolean isDeferred(Statement statement) {
        return (statement instanceof Statement.Let || fieldOf(statement) != null)
                && !usedIn.getOrDefault(nameOf(statement.symbols().getFirst()), ALWAYS)
                        .equals(ALWAYS);
    }

    public boolean isBranch(Statement statement) {
        return statement instanceof Statement.Let(Expr symbol, Expr value) && branches.containsKey(nameOf(symbol));
    }

    /// The direction of a branch.
    public int directionOf(Statement.Let branch) {
        return Objects.requireNonNull(directionOf((Form.Select) branch.value().form()));
    }

    /// The statements that only a branch, or also that of one other direction, needs, in order.
    public List<Statement> within(Statement.Let branch) {
        return kernel.nodeStatements().stream()
                .filter(this::isDeferred)
                .filter(statement -> usedIn.getOrDefault(
                                nameOf(statement.symbols().getFirst()), ALWAYS)
                        .contains(nameOf(branch.symbol())))
                .toList();
    }

    /// The directions of the branches, in order, each with the fields that are loaded in its branch alone.
    Map<Integer, List<String>> fieldsByDirection() {
        Map<Integer, List<String>> found = new LinkedHashMap<>();
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Let let && isBranch(let)) {
                List<String> loaded = found.computeIfAbsent(directionOf(let), direction -> new ArrayList<>());
                within(let).stream().map(this::fieldOf).filter(Objects::nonNull).forEach(loaded::add);
            }
        }
        return found;
    }
}
