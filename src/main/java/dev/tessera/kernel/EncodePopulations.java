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

/// Lets a kernel of populations load and store `2^15 (f_i - w_i)` instead: one fused multiply-add for each population
/// that it computes with, and one for each that it has computed. Both are exact but for one rounding. A population
/// that only moves, to a direction of the same weight, stays as it is stored.
final class EncodePopulations {
    private static final Rational SCALE = Rational.of(1L << StoredQuantity.HalfDeviations.SCALE_EXPONENT, 1);
    private static final Rational INVERSE = Rational.of(1, 1L << StoredQuantity.HalfDeviations.SCALE_EXPONENT);

    private final Kernel kernel;
    private final ExprGraph graph;
    private final Map<String, Integer> arriving = new LinkedHashMap<>(); // direction by the symbol's name
    private final List<Statement> statements = new ArrayList<>();
    private final List<Statement> decodings = new ArrayList<>(); // of what was loaded and not yet named

    private EncodePopulations(Kernel kernel) {
        this.kernel = kernel;
        this.graph = kernel.graph();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.PopulationIn(int direction))) {
                arriving.put(nameOf(symbol), direction);
            }
        }
    }

    /// Lowered stays lowered.
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

    /// Names that are used otherwise than by being moved.
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

    /// The direction from which a value came that is stored as it came; null where it was computed, or where rest
    /// is another number there.
    private @Nullable Integer movesFrom(int direction, Expr value) {
        if (!(value.form() instanceof Form.Symbol(String name)) || arriving.get(name) == null) {
            return null;
        }
        int from = arriving.get(name);
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
