package dev.tessera.kernel;

import dev.tessera.expr.CallExpansion;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The computation of one stage of a step at one node, as equations in order: loads, named values, iterations,
/// stores. It is independent of storage: a device passes it streams.
///
/// Every expression uses constants and symbols that loads or earlier lets define. After lowering (`kernel.pass`)
/// each `Let` holds one operation, in the order of execution.
///
/// @param name such as `bulk` or `inlet`
/// @param arrays stored arrays that it loads or stores, populations first
/// @param isEncoded whether it loads and stores values other than populations ([#storing],
///        [dev.tessera.kernel.pass.TakeDeviations])
/// @param parameters uniform scalars, in the order in which a device passes them
public record Kernel(
        String name,
        List<KernelArray> arrays,
        ExprGraph graph,
        boolean isEncoded,
        List<String> parameters,
        List<Statement> statements) {
    /// The name of the populations of a plan with one fluid.
    public static final String FLUID = "fluid";

    public Kernel {
        arrays = List.copyOf(arrays);
        parameters = List.copyOf(parameters);
        statements = List.copyOf(statements);
    }

    /// A kernel of one fluid.
    public Kernel(
            String name, VelocitySet lattice, ExprGraph graph, List<String> parameters, List<Statement> statements) {
        this(name, List.of(KernelArray.populations(FLUID, lattice)), graph, false, parameters, statements);
    }

    /// A kernel of several arrays.
    public Kernel(
            String name,
            List<KernelArray> arrays,
            ExprGraph graph,
            List<String> parameters,
            List<Statement> statements) {
        this(name, arrays, graph, false, parameters, statements);
    }

    /// A kernel that loads and stores nothing: of a class without work in a stage.
    public static Kernel empty(String name) {
        return new Kernel(name, List.of(), new ExprGraph(), List.of(), List.of());
    }

    /// Whether it stores nothing.
    public boolean isEmpty() {
        return statements.stream().noneMatch(Statement.Store.class::isInstance);
    }

    /// A statement of a kernel.
    public sealed interface Statement {
        /// Loads a value into `symbol` (a Symbol form).
        record Load(Expr symbol, Source source) implements Statement {}

        /// Names a value `symbol`.
        record Let(Expr symbol, Expr value) implements Statement {}

        /// Repeats a body as long as a comparison holds, and at most `limit` times; all states then get
        /// their next values at once. A node for which the comparison fails keeps its states, while others
        /// of a vector go on: all targets give the same bits (docs/decisions/0034).
        ///
        /// @param states symbols, defined by this statement; the body uses and later statements read them
        /// @param initial a name or a constant for each state
        /// @param body computed from the states, one operation each; its symbols are defined in the body
        ///        only
        /// @param continues a comparison of names and constants
        /// @param next a name or a constant for each state
        record Iterate(
                int limit, List<Expr> states, List<Expr> initial, List<Let> body, Expr continues, List<Expr> next)
                implements Statement {
            public Iterate {
                states = List.copyOf(states);
                initial = List.copyOf(initial);
                body = List.copyOf(body);
                next = List.copyOf(next);
            }

            /// How many statements of the body come before the comparison: all others are computed only where it
            /// holds.
            public int beforeComparison() {
                List<Expr> compared = continues.form().operands();
                int count = body.size();
                while (count > 0 && !compared.contains(body.get(count - 1).symbol())) {
                    count--;
                }
                return count;
            }
        }

        /// Stores a value. All stores come after all loads.
        record Store(Sink sink, Expr value) implements Statement {}

        /// The symbols that it defines for later statements.
        default List<Expr> symbols() {
            return switch (this) {
                case Load load -> List.of(load.symbol());
                case Let let -> List.of(let.symbol());
                case Iterate iterate -> iterate.states();
                case Store store -> List.of();
            };
        }

        /// The expressions that it evaluates, those of a body included.
        default List<Expr> values() {
            return switch (this) {
                case Load load -> List.of();
                case Let let -> List.of(let.value());
                case Iterate iterate -> {
                    List<Expr> values = new ArrayList<>(iterate.initial());
                    iterate.body().forEach(let -> values.add(let.value()));
                    values.add(iterate.continues());
                    values.addAll(iterate.next());
                    yield values;
                }
                case Store store -> List.of(store.value());
            };
        }
    }

    public sealed interface Source {
        /// The incoming population of a direction of an array.
        record PopulationIn(String array, int direction) implements Source {
            /// Of a plan with one fluid.
            public PopulationIn(int direction) {
                this(FLUID, direction);
            }
        }

        /// The value of a stored field at the neighbour `x + c_i`, with the directions of the field's
        /// lattice; the node's own value in direction 0 and across a cut link.
        record FieldAt(String field, int direction) implements Source {}

        /// A moment of an array at the neighbour `x + c_i`; in direction 0 that of the node itself; across
        /// a cut link the node's own times `(-1)^order`.
        record MomentAt(String array, String moment, int direction) implements Source {}

        /// A per-node value of the class.
        record FieldIn(String field) implements Source {}

        /// A uniform scalar that stays the same over the steps.
        record Parameter(String name) implements Source {}

        /// A uniform scalar that changes from step to step (docs/decisions/0037).
        record Series(String name) implements Source {}
    }

    public sealed interface Sink {
        /// The outgoing population of a direction of an array.
        record PopulationOut(String array, int direction) implements Sink {
            /// Of a plan with one fluid.
            public PopulationOut(int direction) {
                this(FLUID, direction);
            }
        }

        /// A moment of an array.
        record MomentOut(String array, String moment) implements Sink {}

        /// A per-node value: of the stored field of this name, if the kernel has one among its arrays;
        /// otherwise of the class (a remembered field, or an observed quantity).
        record FieldOut(String field) implements Sink {}
    }

    /// The array of a name.
    /// @throws IllegalArgumentException if the kernel has none; the message lists its arrays
    public KernelArray array(String arrayName) {
        for (KernelArray array : arrays) {
            if (array.name().equals(arrayName)) {
                return array;
            }
        }
        throw new IllegalArgumentException("kernel %s has no array %s; it has %s"
                .formatted(
                        name, arrayName, arrays.stream().map(KernelArray::name).toList()));
    }

    /// Whether a field is a stored array, not a field of the class.
    public boolean isStoredField(String field) {
        return arrays.stream().anyMatch(array -> array.isField() && array.name().equals(field));
    }

    /// The name of a population in generated code: `f_pzm`; with several arrays of populations `oil_pzm`.
    public String populationName(String arrayName, int direction) {
        String letters = array(arrayName).lattice().velocity(direction).letters();
        boolean isOnly = arrays.stream().filter(KernelArray::isPopulations).count() == 1;
        return (isOnly ? "f" : arrayName.replace('-', '_')) + "_" + letters;
    }

    /// The name of an outgoing population in generated code: `g_pzm`; with several arrays `g_oil_pzm`.
    public String outgoingName(String arrayName, int direction) {
        String name = populationName(arrayName, direction);
        return name.startsWith("f_") ? "g_" + name.substring(2) : "g_" + name;
    }

    /// The names of its arrays' lattices, each once.
    public String latticeNames() {
        return arrays.stream().map(array -> array.lattice().name()).distinct().collect(Collectors.joining(", "));
    }

    /// Values of stored fields that it reads, in order of first load.
    public List<Source.FieldAt> fieldsAt() {
        return statements.stream()
                .filter(s -> s instanceof Statement.Load(Expr e, Source.FieldAt f))
                .map(s -> (Source.FieldAt) ((Statement.Load) s).source())
                .distinct()
                .toList();
    }

    /// Stored fields that it writes, in order of first store.
    public List<String> storedFieldsOut() {
        return fieldsOut(true);
    }

    /// Fields of the class that it reads, in order of first load.
    public List<String> fieldsIn() {
        return statements.stream()
                .filter(s -> s instanceof Statement.Load(Expr e, Source.FieldIn f))
                .map(s -> ((Source.FieldIn) ((Statement.Load) s).source()).field())
                .distinct()
                .toList();
    }

    /// Fields of the class that it writes, in order of first store.
    public List<String> fieldsOut() {
        return fieldsOut(false);
    }

    private List<String> fieldsOut(boolean areStored) {
        return statements.stream()
                .filter(s -> s instanceof Statement.Store(Sink.FieldOut f, Expr e))
                .map(s -> ((Sink.FieldOut) ((Statement.Store) s).sink()).field())
                .filter(field -> isStoredField(field) == areStored)
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

    /// The uniform statements: those before the first load of a population, a field or a series. A target
    /// computes them once per call. ([dev.tessera.kernel.pass.HoistUniform] moves them there.)
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
        return new Kernel(other, arrays, graph, isEncoded, parameters, statements);
    }

    /// The same kernel with other statements over the same graph.
    public Kernel with(List<Statement> changed) {
        return new Kernel(name, arrays, graph, isEncoded, parameters, changed);
    }

    /// The same kernel without the stores of other fields, and without what only those need.
    /// @throws IllegalArgumentException if it does not store one of the fields; lists those that it stores
    public Kernel storingOnly(List<String> fields) {
        return with(KeepFields.of(this, fields));
    }

    /// The same kernel for slots of this format; itself if it already is.
    public Kernel storing(SlotFormat format) {
        return switch (format) {
            case SlotFormat.Plain plain -> this;
            case SlotFormat.HalfDeviations halfs ->
                isEncoded ? this : new Kernel(name, arrays, graph, true, parameters, EncodePopulations.of(this));
        };
    }

    /// The same kernel with the expressions of the elementary functions that it calls, in this format, and with
    /// statements for its iterations; itself if it has neither.
    /// @throws IllegalArgumentException if it calls a function that exists on the host only
    public Kernel computing(Real real) {
        return computing(real, Intrinsics.EXACT);
    }

    /// As [#computing(Real)]. With fast intrinsics, statements that every node runs call `exp` and `log` of the
    /// device.
    /// @throws IllegalArgumentException if it calls a function that exists on the host only, or if the format
    ///         has no fast intrinsics
    public Kernel computing(Real real, Intrinsics intrinsics) {
        CallExpansion functions = intrinsics.functions(real);
        return ExpandOperations.areNeededBy(this, functions)
                ? with(ExpandOperations.of(this, real.functions(), functions))
                : this;
    }

    /// Whether it calls `exp` or `log` of the device.
    public boolean callsDevice() {
        return statements.stream()
                .flatMap(statement -> Reachable.from(statement.values()).stream())
                .anyMatch(node -> node.form() instanceof Form.Call);
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
