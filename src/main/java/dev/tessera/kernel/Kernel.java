package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.stream.Stream;

/// The computation of one step at one node, as straight-line equations: loads, named values, stores. It is
/// independent of storage: a device passes it streams.
///
/// Every expression uses constants and symbols that loads or earlier lets define. After lowering (`kernel.pass`)
/// each `Let` holds one operation, in the order of execution.
///
/// @param name such as `bulk` or `inlet`
/// @param isEncoded whether it loads and stores a stored quantity other than the population ([#storing])
/// @param parameters uniform scalars, in the order in which a device passes them
public record Kernel(
        String name,
        VelocitySet lattice,
        ExprGraph graph,
        boolean isEncoded,
        List<String> parameters,
        List<Statement> statements) {
    public Kernel {
        parameters = List.copyOf(parameters);
        statements = List.copyOf(statements);
    }

    /// A kernel of populations.
    public Kernel(
            String name, VelocitySet lattice, ExprGraph graph, List<String> parameters, List<Statement> statements) {
        this(name, lattice, graph, false, parameters, statements);
    }

    /// A statement of a kernel.
    public sealed interface Statement {
        /// Loads a value into `symbol` (a Symbol form).
        record Load(Expr symbol, Source source) implements Statement {}

        /// Names a value `symbol`.
        record Let(Expr symbol, Expr value) implements Statement {}

        /// Stores a value. All stores come after all loads.
        record Store(Sink sink, Expr value) implements Statement {}
    }

    public sealed interface Source {
        /// The incoming population of a direction.
        record PopulationIn(int direction) implements Source {}

        /// A per-node value.
        record FieldIn(String field) implements Source {}

        /// A uniform scalar that stays the same over the steps.
        record Parameter(String name) implements Source {}

        /// A uniform scalar that changes from step to step (docs/decisions/0037).
        record Series(String name) implements Source {}
    }

    public sealed interface Sink {
        /// The outgoing population of a direction.
        record PopulationOut(int direction) implements Sink {}

        /// A per-node value (a remembered field, or an observed quantity).
        record FieldOut(String field) implements Sink {}
    }

    /// The letters of a direction, such as `pzm`.
    public String directionName(int direction) {
        return lattice.velocity(direction).letters();
    }

    /// Fields read, in order of first load.
    public List<String> fieldsIn() {
        return statements.stream()
                .filter(s -> s instanceof Statement.Load(Expr e, Source.FieldIn f))
                .map(s -> ((Source.FieldIn) ((Statement.Load) s).source()).field())
                .distinct()
                .toList();
    }

    /// Fields written, in order of first store.
    public List<String> fieldsOut() {
        return statements.stream()
                .filter(s -> s instanceof Statement.Store(Sink.FieldOut f, Expr e))
                .map(s -> ((Sink.FieldOut) ((Statement.Store) s).sink()).field())
                .distinct()
                .toList();
    }

    /// Series read, in order of first load.
    public List<String> series() {
        return statements.stream()
                .filter(s -> s instanceof Statement.Load(Expr e, Source.Series of))
                .map(s -> ((Source.Series) ((Statement.Load) s).source()).name())
                .distinct()
                .toList();
    }

    /// All uniform scalars in the order in which kernels for CPUs take them: parameters, then series.
    public List<String> scalars() {
        return Stream.concat(parameters.stream(), series().stream()).toList();
    }

    /// The uniform statements: those before the first load of a population, a field or a series. A target computes them
    /// once per call. ([dev.tessera.kernel.pass.HoistUniform] moves them there.)
    public List<Statement> uniformStatements() {
        return statements.subList(0, firstOfNode());
    }

    /// The statements that every node runs: all from the first load of a population, a field or a series.
    public List<Statement> nodeStatements() {
        return statements.subList(firstOfNode(), statements.size());
    }

    /// The values that are stored, in the order of the stores.
    public List<Expr> storedValues() {
        return statements.stream()
                .filter(Statement.Store.class::isInstance)
                .map(s -> ((Statement.Store) s).value())
                .toList();
    }

    /// The same kernel by another name.
    public Kernel named(String other) {
        return new Kernel(other, lattice, graph, isEncoded, parameters, statements);
    }

    /// The same kernel with other statements over the same graph.
    public Kernel with(List<Statement> changed) {
        return new Kernel(name, lattice, graph, isEncoded, parameters, changed);
    }

    /// The same kernel for slots of this quantity; itself if it already is.
    public Kernel storing(StoredQuantity quantity) {
        return switch (quantity) {
            case StoredQuantity.Populations populations -> this;
            case StoredQuantity.HalfDeviations halfs ->
                isEncoded ? this : new Kernel(name, lattice, graph, true, parameters, EncodePopulations.of(this));
        };
    }

    private int firstOfNode() {
        for (int s = 0; s < statements.size(); s++) {
            if (statements.get(s) instanceof Statement.Load(Expr e, Source source)
                    && !(source instanceof Source.Parameter)) {
                return s;
            }
        }
        return statements.size();
    }
}
