package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.expr.Rational;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Changes a kernel of populations to load, compute and store their deviations from rest, `f_i - w_i`. Each value
/// is split exactly into a polynomial of parameters and a rest that vanishes at rest; polynomials that cancel are
/// never computed. Rounding errors are then relative to the deviation, not to the weight. Exact results do not
/// change. A kernel that is encoded already stays as it is.
///
/// Source: Skordos, Phys. Rev. E 48, 4823 (1993).
public final class TakeDeviations {
    private TakeDeviations() {}

    /// The kernel with deviations, lowered.
    public static Kernel in(Kernel kernel) {
        if (kernel.isEncoded()) {
            return kernel;
        }
        List<Statement> statements = new Splitting(kernel).run().statements();
        return new Kernel(kernel.name(), kernel.arrays(), kernel.graph(), true, kernel.parameters(), statements);
    }

    /// @param uniform the part that is equal at all nodes
    /// @param rest the other part; zero if there is none
    /// @param whole their sum
    private record Split(UniformSum uniform, Expr rest, Expr whole) {
        boolean isUniform() {
            return rest.isConstant(Rational.ZERO);
        }
    }

    /// The work on one kernel.
    private static final class Splitting {
        private final Kernel kernel;
        private final ExprGraph graph;
        private final Expr zero;
        private final Map<Expr, Split> splits = new IdentityHashMap<>();
        private final List<Statement> loads = new ArrayList<>();

        Splitting(Kernel kernel) {
            this.kernel = kernel;
            this.graph = kernel.graph();
            this.zero = graph.constant(0);
        }

        Kernel run() {
            for (Statement statement : kernel.statements()) {
                if (statement instanceof Statement.Load load) {
                    loads.add(loaded(load));
                }
            }
            Equations equations = Equations.of(kernel);
            for (Expr node : Reachable.from(equations.roots())) {
                splits.computeIfAbsent(node, this::split);
            }
            List<Statement.Store> stores =
                    equations.stores().stream().map(this::stored).toList();
            Map<Expr, String> names = names(equations);
            Kernel changed = new Equations(kernel.with(loads), names, stores).toKernel();
            List<Pass> passes = List.of(new Fold(), new Share(), new Lower(), new HoistUniform(), new Order());
            return new PassRunner(passes, () -> 0, false, report -> {}).run(changed);
        }

        /// Names of values that still are computed; stored values get theirs from their sinks.
        private Map<Expr, String> names(Equations equations) {
            List<Expr> roots = equations.roots();
            Set<String> taken = new LinkedHashSet<>();
            loads.forEach(load -> taken.add(Equations.nameOf(((Statement.Load) load).symbol())));
            equations.stores().forEach(store -> taken.add(ValueNames.storeName(kernel, store.sink())));
            Map<Expr, String> names = new LinkedHashMap<>();
            equations.names().forEach((node, name) -> {
                Split split = splits.get(node);
                if (split != null && !split.isUniform() && !roots.contains(node)) {
                    name(split.whole(), name, names, taken);
                    name(split.rest(), name + "_deviation", names, taken);
                }
            });
            return names;
        }

        private static void name(Expr value, String name, Map<Expr, String> names, Set<String> taken) {
            if (!names.containsKey(value) && !value.form().operands().isEmpty() && taken.add(name)) {
                names.put(value, name);
            }
        }

        private Statement.Load loaded(Statement.Load load) {
            return switch (load.source()) {
                case Source.PopulationIn(String array, int direction) -> {
                    Expr deviation = graph.symbol("d_" + Equations.nameOf(load.symbol()));
                    splits.put(load.symbol(), of(UniformSum.of(weight(array, direction)), deviation));
                    yield new Statement.Load(deviation, load.source());
                }
                case Source.Parameter p -> uniform(load);
                case Source.Series s -> uniform(load);
                case Source.MomentAt at -> rest(load);
                case Source.FieldAt at -> rest(load);
                case Source.FieldIn in -> rest(load);
            };
        }

        private Statement.Load uniform(Statement.Load load) {
            splits.put(load.symbol(), new Split(UniformSum.of(load.symbol()), zero, load.symbol()));
            return load;
        }

        private Statement.Load rest(Statement.Load load) {
            splits.put(load.symbol(), of(UniformSum.ZERO, load.symbol()));
            return load;
        }

        private Rational weight(String array, int direction) {
            return kernel.array(array).lattice().weight(direction);
        }

        private Statement.Store stored(Statement.Store store) {
            Split split = get(store.value());
            return switch (store.sink()) {
                case Sink.MomentOut moment -> new Statement.Store(moment, split.whole());
                case Sink.PopulationOut(String array, int direction) -> {
                    UniformSum left = split.uniform().minus(UniformSum.of(weight(array, direction)));
                    yield new Statement.Store(
                            store.sink(), of(left, split.rest()).whole());
                }
                case Sink.FieldOut field -> new Statement.Store(field, split.whole());
            };
        }

        private Split get(Expr node) {
            return splits.getOrDefault(node, new Split(UniformSum.ZERO, node, node));
        }

        private Split of(UniformSum uniform, Expr rest) {
            Expr part = uniform.in(graph);
            Expr whole = uniform.isZero() ? rest : rest.isConstant(Rational.ZERO) ? part : graph.add(part, rest);
            return uniform.isTooLong() ? new Split(UniformSum.ZERO, whole, whole) : new Split(uniform, rest, whole);
        }

        private Split split(Expr node) {
            List<Split> operands =
                    node.form().operands().stream().map(this::get).toList();
            boolean isUniform = !operands.isEmpty() && operands.stream().allMatch(Split::isUniform);
            if (node.form() instanceof Form.Constant(Rational value)) {
                return new Split(UniformSum.of(value), zero, node);
            }
            Split found = split(node, operands);
            if (!isUniform) {
                return found;
            }
            boolean isKnown = found.isUniform() && !found.uniform().isTooLong();
            return new Split(isKnown ? found.uniform() : UniformSum.of(node), zero, node);
        }

        private Split split(Expr node, List<Split> operands) {
            return switch (node.form()) {
                case Form.Add a -> sum(operands.get(0), operands.get(1));
                case Form.Subtract s -> difference(operands.get(0), operands.get(1));
                case Form.Multiply m -> product(operands.get(0), operands.get(1), zero);
                case Form.FusedMultiplyAdd f -> {
                    boolean isUniform =
                            operands.get(0).isUniform() && operands.get(1).isUniform();
                    Split addend = isUniform ? operands.get(2) : summand(operands.get(2), of(UniformSum.ZERO, node));
                    Split product = product(operands.get(0), operands.get(1), addend.rest());
                    yield of(product.uniform().plus(addend.uniform()), product.rest());
                }
                case Form.Divide d -> quotient(operands.get(0), operands.get(1));
                case Form.Negate n -> difference(of(UniformSum.ZERO, zero), operands.getFirst());
                case Form.Select s -> selected(operands.get(0), operands.get(1), operands.get(2));
                case Form.Constant c -> of(UniformSum.of(c.value()), zero);
                case Form.Symbol s -> of(UniformSum.ZERO, node);
                case Form.SquareRoot s -> opaque(node, operands);
                case Form.Absolute a -> opaque(node, operands);
                case Form.Minimum m -> opaque(node, operands);
                case Form.Maximum m -> opaque(node, operands);
                case Form.Compare c -> opaque(node, operands);
                case Form.Digits d -> opaque(node, operands);
                case Form.Call c -> opaque(node, operands);
                case Form.Iterate i -> opaque(node, operands);
                case Form.After a ->
                    of(
                            operands.get(0).uniform(),
                            graph.after(operands.get(0).rest(), operands.get(1).whole()));
            };
        }

        /// An operation on whole values.
        private Split opaque(Expr node, List<Split> operands) {
            return of(
                    UniformSum.ZERO,
                    graph.rebuild(
                            node.form(), operands.stream().map(Split::whole).toList()));
        }

        /// With the uniform part of the second value, such as that of a population that came over an open link. So
        /// sums over directions have the uniform parts of all of them, whichever of them are selected.
        private Split selected(Split condition, Split first, Split second) {
            Expr rest =
                    of(first.uniform().minus(second.uniform()), first.rest()).whole();
            return of(second.uniform(), graph.select(condition.whole(), rest, second.rest()));
        }

        private Split sum(Split left, Split right) {
            Split a = summand(left, right);
            Split b = summand(right, left);
            return of(a.uniform().plus(b.uniform()), graph.add(a.rest(), b.rest()));
        }

        private Split difference(Split left, Split right) {
            Split a = summand(left, right);
            Split b = summand(right, left);
            return of(a.uniform().minus(b.uniform()), graph.subtract(a.rest(), b.rest()));
        }

        /// A parameter that is added, such as a force, is small and cancels nothing: it is left whole.
        private Split summand(Split value, Split other) {
            boolean isAdded =
                    value.isUniform() && !other.isUniform() && value.uniform().vanishesWithItsFactors();
            return isAdded ? new Split(UniformSum.ZERO, value.whole(), value.whole()) : value;
        }

        /// `a b + addend`, the addend without a uniform part.
        private Split product(Split a, Split b, Expr addend) {
            UniformSum uniform = a.uniform().times(b.uniform());
            if (a.isUniform() && b.isUniform()) {
                return of(uniform, addend);
            }
            if (a.isUniform() || b.uniform().isZero()) {
                return of(a.isUniform() ? uniform : UniformSum.ZERO, multiplied(a.whole(), b.rest(), addend));
            }
            if (b.isUniform() || a.uniform().isZero()) {
                return of(b.isUniform() ? uniform : UniformSum.ZERO, multiplied(a.rest(), b.whole(), addend));
            }
            Expr second = multiplied(a.rest(), b.whole(), addend);
            return of(uniform, graph.add(graph.multiply(a.uniform().in(graph), b.rest()), second));
        }

        private Expr multiplied(Expr left, Expr right, Expr addend) {
            return addend.isConstant(Rational.ZERO) ? graph.multiply(left, right) : graph.fma(left, right, addend);
        }

        private Split quotient(Split a, Split b) {
            if (b.isUniform()) {
                Rational number = b.uniform().number();
                UniformSum inverse = number != null && !number.isZero()
                        ? UniformSum.of(number.inverse())
                        : UniformSum.of(graph.divide(graph.constant(1), b.whole()));
                return of(a.uniform().times(inverse), a.isUniform() ? zero : graph.divide(a.rest(), b.whole()));
            }
            Rational number = b.uniform().number();
            if (number == null || number.isZero()) {
                return of(UniformSum.ZERO, graph.divide(a.whole(), b.whole()));
            }
            UniformSum quotient = a.uniform().times(UniformSum.of(number.inverse()));
            Expr rest = graph.subtract(a.rest(), graph.multiply(quotient.in(graph), b.rest()));
            return of(quotient, graph.divide(rest, b.whole()));
        }
    }
}
