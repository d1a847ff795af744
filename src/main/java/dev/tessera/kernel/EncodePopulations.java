package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes a kernel of populations to load and store `2^15 (f_i - w_i)` instead, with one fused multiply-add for each
/// population that it uses and one for each that it computes. Each has a single rounding. A population that is only
/// moved to a direction of the same weight keeps its stored value.
final class EncodePopulations {
    private static final Rational SCALE = Rational.of(1L << StoredQuantity.HalfDeviations.SCALE_EXPONENT, 1);
    private static final Rational INVERSE = Rational.of(1, 1L << StoredQuantity.HalfDeviations.SCALE_EXPONENT);

    private final Kernel kernel;
    private final ExprGraph graph;
    private final Map<String, Integer> incoming = new LinkedHashMap<>(); // direction by the symbol's name
    private final List<Statement> statements = new ArrayList<>();
    private final List<Statement> decodings = new ArrayList<>(); // of loaded values without a name

    private EncodePopulations(Kernel kernel) {
        this.kernel = kernel;
        this.graph = kernel.graph();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.PopulationIn(int direction))) {
                incoming.put(nameOf(symbol), direction);
            }
        }
    }

    /// A lowered kernel stays lowered.
    static List<Statement> of(Kernel kernel) {
        return new EncodePopulations(kernel).run();
    }

    private List<Statement> run() {
        Set<String> computed = computedWith();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source.PopulationIn(int direction)) -> {
                    statements.add(new Statement.Load(storedIn(direction), new Source.PopulationIn(direction)));
                    if (computed.contains(nameOf(symbol))) {
                        Expr decoded = graph.fma(
                                storedIn(direction), graph.constant(INVERSE), graph.constant(weight(direction)));
                        decodings.add(new Statement.Let(symbol, decoded));
                    }
                }
                case Statement.Load load -> statements.add(load);
                case Statement.Let let -> {
                    decode();
                    statements.add(let);
                }
                case Statement.Store(Sink.PopulationOut(int direction), Expr value) -> {
                    decode();
                    store(direction, value);
                }
                case Statement.Store store -> {
                    decode();
                    statements.add(store);
                }
            }
        }
        return statements;
    }

    private void decode() {
        statements.addAll(decodings);
        decodings.clear();
    }

    private void store(int direction, Expr value) {
        Integer from = movesFrom(direction, value);
        if (from != null) {
            statements.add(new Statement.Store(new Sink.PopulationOut(direction), storedIn(from)));
            return;
        }
        Expr encoded = graph.fma(
                value,
                graph.constant(SCALE),
                graph.constant(weight(direction).times(SCALE).negated()));
        Expr symbol = graph.symbol("stored_out_" + kernel.directionName(direction));
        statements.add(new Statement.Let(symbol, encoded));
        statements.add(new Statement.Store(new Sink.PopulationOut(direction), symbol));
    }

    /// Names that are used in computations, not only moved.
    private Set<String> computedWith() {
        Set<String> names = new LinkedHashSet<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load load -> {}
                case Statement.Let(Expr symbol, Expr value) -> addNames(value, names);
                case Statement.Store(Sink.PopulationOut(int direction), Expr value) -> {
                    if (movesFrom(direction, value) == null) {
                        addNames(value, names);
                    }
                }
                case Statement.Store(Sink.FieldOut field, Expr value) -> addNames(value, names);
            }
        }
        return names;
    }

    private static void addNames(Expr value, Set<String> names) {
        for (Expr node : Reachable.from(List.of(value))) {
            if (node.form() instanceof Form.Symbol(String name)) {
                names.add(name);
            }
        }
    }

    /// The direction that a value is moved from unchanged; null if it is computed, or if the directions' weights
    /// differ.
    private @Nullable Integer movesFrom(int direction, Expr value) {
        if (!(value.form() instanceof Form.Symbol(String name)) || incoming.get(name) == null) {
            return null;
        }
        int from = incoming.get(name);
        return weight(from).equals(weight(direction)) ? from : null;
    }

    private Rational weight(int direction) {
        return kernel.lattice().weight(direction);
    }

    private Expr storedIn(int direction) {
        return graph.symbol("stored_in_" + kernel.directionName(direction));
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
