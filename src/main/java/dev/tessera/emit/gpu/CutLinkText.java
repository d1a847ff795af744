package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.gpu.CutFields;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the loads of fields of cut links ([CutFields]), and selections by such a field: what only the result for
/// a cut link depends on is computed in a branch that open links skip.
final class CutLinkText {
    private static final String ALWAYS = "";

    private final Kernel kernel;
    private final CutFields fields;
    private final Dialect dialect;
    private final Expressions expressions;
    private final String real;
    private final Map<String, String> fieldOf = new LinkedHashMap<>(); // by name of the loaded value
    private final Map<String, Expr> comparisons = new LinkedHashMap<>(); // by name
    private final Map<String, Form.Select> branches = new LinkedHashMap<>(); // by name of the selected value
    private final Map<String, String> usedIn = new LinkedHashMap<>(); // the only branch, or ALWAYS, by name of a value

    CutLinkText(Kernel kernel, CutFields fields, Dialect dialect, Expressions expressions, String real) {
        this.kernel = kernel;
        this.fields = fields;
        this.dialect = dialect;
        this.expressions = expressions;
        this.real = real;
        findBranches();
        kernel.nodeStatements().reversed().forEach(this::findUses);
    }

    private void findBranches() {
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.FieldIn(String field))
                    && fields.contains(field)) {
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
            directions.add(field == null ? -1 : fields.direction(field));
        }
        return directions.size() == 1 && !directions.contains(-1)
                ? directions.iterator().next()
                : null;
    }

    private void findUses(Statement statement) {
        if (statement instanceof Statement.Let(Expr symbol, Expr value)) {
            String own = usedIn.getOrDefault(nameOf(symbol), ALWAYS);
            Form.Select branch = own.equals(ALWAYS) ? branches.get(nameOf(symbol)) : null;
            if (branch != null) {
                names(branch.whenFalse()).forEach(name -> use(name, ALWAYS));
                names(value).forEach(name -> use(name, nameOf(symbol)));
            } else {
                branches.remove(nameOf(symbol));
                names(value).forEach(name -> use(name, own));
            }
        } else {
            statement.values().forEach(value -> names(value).forEach(name -> use(name, ALWAYS)));
        }
    }

    private void use(String name, String branch) {
        usedIn.merge(name, branch, (known, further) -> known.equals(further) ? known : ALWAYS);
    }

    private static List<String> names(Expr value) {
        return Reachable.from(List.of(value)).stream()
                .filter(part -> part.form() instanceof Form.Symbol)
                .map(CutLinkText::nameOf)
                .toList();
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }

    /// Whether node `p` has cut links.
    static String hasCutLinks() {
        return "(cut_place.x >> (p & 31) & 1u) != 0";
    }

    /// Writes where the word for [#hasCutLinks] is.
    static void place(Lines lines) {
        lines.line("const pair_t cut_place = cut_places[p >> 5]; // nodes with cut links; the number of those before");
    }

    /// Writes the node's mask of cut links and the index of its first value.
    void head(Lines lines) {
        String before = dialect.bitCount32("cut_place.x & ((1u << (p & 31)) - 1)");
        lines.line("const pair_t cut = cut_heads[(int) cut_place.y + %s];", before);
    }

    /// Whether a statement is written in a branch.
    boolean isDeferred(Statement statement) {
        return (statement instanceof Statement.Let || loadsCutField(statement))
                && !usedIn.getOrDefault(nameOf(statement.symbols().getFirst()), ALWAYS)
                        .equals(ALWAYS);
    }

    private boolean loadsCutField(Statement statement) {
        return statement instanceof Statement.Load(Expr symbol, Source source) && fieldOf.containsKey(nameOf(symbol));
    }

    boolean isBranch(Statement statement) {
        return statement instanceof Statement.Let(Expr symbol, Expr value) && branches.containsKey(nameOf(symbol));
    }

    /// Writes a selection as a branch, with all that is computed for it alone.
    /// @param write writes a statement
    void branch(Lines lines, Statement.Let let, Consumer<Statement> write) {
        String name = nameOf(let.symbol());
        Form.Select select = (Form.Select) let.value().form();
        int direction = Objects.requireNonNull(directionOf(select));
        lines.line("%s %s = %s;", real, expressions.value(let.symbol()), expressions.top(select.whenFalse()));
        lines.block("if ((cut.x >> %d & 1u) != 0)".formatted(direction), () -> {
            for (Statement statement : kernel.nodeStatements()) {
                if (isDeferred(statement)
                        && name.equals(usedIn.get(nameOf(statement.symbols().getFirst())))) {
                    if (statement instanceof Statement.Load load) {
                        load(lines, load, "%s");
                    } else {
                        write.accept(statement);
                    }
                }
            }
            lines.line("%s = %s;", expressions.value(let.symbol()), expressions.top(let.value()));
        });
    }

    /// Writes the loads that are not in a branch.
    void loads(Lines lines) {
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Load load && loadsCutField(load) && !isDeferred(load)) {
                int direction = fields.direction(fieldOf(load));
                load(lines, load, "(cut.x >> %d & 1u) == 0 ? 0 : %%s".formatted(direction));
            }
        }
    }

    private String fieldOf(Statement.Load load) {
        return Objects.requireNonNull(fieldOf.get(nameOf(load.symbol())));
    }

    private void load(Lines lines, Statement.Load load, String format) {
        String field = fieldOf(load);
        String index =
                "cut.y + %s".formatted(dialect.bitCount32("cut.x & %du".formatted((1 << fields.direction(field)) - 1)));
        int coefficient = fields.coefficient(field);
        if (coefficient > 0) {
            index += " + %d * %s".formatted(coefficient, dialect.bitCount32("cut.x"));
        }
        String value = "cut_values[%s]".formatted(index);
        lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), format.formatted(value));
    }
}
