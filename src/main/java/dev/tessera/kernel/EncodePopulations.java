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

/// Changes a kernel of populations to load and store `2^15 (f_i - w_i)` instead, with one fused multiply-add for
/// each population that it uses and one for each that it computes. Each has a single rounding. A population that is
/// only moved to a direction of the same weight keeps its stored value.
final class EncodePopulations {
    private static final Rational SCALE = Rational.of(1L << SlotFormat.HalfDeviations.SCALE_EXPONENT, 1);
    private static final Rational INVERSE = Rational.of(1, 1L << SlotFormat.HalfDeviations.SCALE_EXPONENT);

    private final Kernel kernel;
    private final ExprGraph graph;
    private final Map<String, Source.PopulationIn> incoming = new LinkedHashMap<>(); // by the symbol's name
    private final List<Statement> statements = new ArrayList<>();
    private final List<Statement> decodings = new ArrayList<>(); // of loaded values without a name

    private EncodePopulations(Kernel kernel) {
        this.kernel = kernel;
        this.graph = kernel.graph();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.PopulationIn in)) {
                incoming.put(nameOf(symbol), in);
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
                case Statement.Load(Expr symbol, Source.PopulationIn in) -> {
                    statements.add(new Statement.Load(storedIn(in), in));
                    if (computed.contains(nameOf(symbol))) {
                        Expr decoded = graph.fma(
                                storedIn(in),
                                graph.constant(INVERSE),
                                graph.constant(weight(in.array(), in.direction())));
                        decodings.add(new Statement.Let(symbol, decoded));
                    }
                }
                case Statement.Load load -> statements.add(load);
                case Statement.Let let -> {
                    decode();
                    statements.add(let);
                }
                case Statement.Iterate iterate -> {
                    decode();
                    statements.add(iterate);
                }
                case Statement.Store(Sink.PopulationOut out, Expr value) -> {
                    decode();
                    store(out, value);
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

    private void store(Sink.PopulationOut out, Expr value) {
        Source.PopulationIn from = movesFrom(out, value);
        if (from != null) {
            statements.add(new Statement.Store(out, storedIn(from)));
            return;
        }
        Expr encoded = graph.fma(
                value,
                graph.constant(SCALE),
                graph.constant(weight(out.array(), out.direction()).times(SCALE).negated()));
        Expr symbol = graph.symbol("stored_out_" + nameOf(out.array(), out.direction()));
        statements.add(new Statement.Let(symbol, encoded));
        statements.add(new Statement.Store(out, symbol));
    }

    /// Names that are used in computations, not only moved.
    private Set<String> computedWith() {
        Set<String> names = new LinkedHashSet<>();
        for (Statement statement : kernel.statements()) {
            switch (statement) {
                case Statement.Load load -> {}
                case Statement.Let(Expr symbol, Expr value) -> addNames(value, names);
                case Statement.Iterate iterate -> iterate.values().forEach(value -> addNames(value, names));
                case Statement.Store(Sink.PopulationOut out, Expr value) -> {
                    if (movesFrom(out, value) == null) {
                        addNames(value, names);
                    }
                }
                case Statement.Store(Sink.MomentOut moment, Expr value) -> addNames(value, names);
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

    /// The population that a value is moved from unchanged; null if it is computed, or if the directions'
    /// weights differ.
    private Source.@Nullable PopulationIn movesFrom(Sink.PopulationOut out, Expr value) {
        if (!(value.form() instanceof Form.Symbol(String name))) {
            return null;
        }
        Source.PopulationIn from = incoming.get(name);
        return from != null && weight(from.array(), from.direction()).equals(weight(out.array(), out.direction()))
                ? from
                : null;
    }

    private Rational weight(String array, int direction) {
        return kernel.array(array).lattice().weight(direction);
    }

    private Expr storedIn(Source.PopulationIn in) {
        return graph.symbol("stored_in_" + nameOf(in.array(), in.direction()));
    }

    /// `pzm`; with several arrays `oil_pzm`.
    private String nameOf(String array, int direction) {
        return kernel.populationName(array, direction).replaceFirst("^f_", "");
    }

    private static String nameOf(Expr symbol) {
        return ((Form.Symbol) symbol.form()).name();
    }
}
