package dev.tessera.emit;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Form.DigitFunction;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.PortableFunctions;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/// Kernels for testing emitters, without physical meaning.
public final class SampleKernels {
    private final ExprGraph graph = new ExprGraph();
    private final VelocitySet lattice;
    private final List<String> parameters = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private final List<Statement> stores = new ArrayList<>();
    private int lets;

    private SampleKernels(VelocitySet lattice) {
        this.lattice = lattice;
    }

    /// All forms over values of the node, over parameters, over constants, and mixed; a field read and many
    /// written. One parameter has a name that languages reserve.
    public static Kernel allForms() {
        return forms("all-forms", List.of(Operands.values()));
    }

    /// The forms of [#allForms()], a kernel for each kind of operands: compilers of OpenCL take minutes for
    /// all in one.
    public static List<Kernel> formsByOperands() {
        return Stream.of(Operands.values())
                .map(operands -> forms("forms-" + operands.name().toLowerCase(Locale.ROOT), List.of(operands)))
                .toList();
    }

    /// Of the forms' three operands.
    private enum Operands {
        NODE,
        PARAMETERS,
        PARAMETERS_AND_NODE,
        NODE_AND_PARAMETER,
        CONSTANT_FIRST,
        CONSTANT_LAST
    }

    private static Kernel forms(String name, List<Operands> kinds) {
        var k = new SampleKernels(Lattices.D2Q9);
        Expr a = k.population(1);
        Expr b = k.population(2);
        Expr field = k.field("wall-speed");
        Expr p = k.parameter("omega");
        Expr q = k.parameter("double");
        Expr third = k.graph.constant(1, 3);
        for (Operands operands : kinds) {
            switch (operands) {
                case NODE -> k.forms(a, b, field);
                case PARAMETERS -> k.forms(p, q, q);
                case PARAMETERS_AND_NODE -> k.forms(p, q, a);
                case NODE_AND_PARAMETER -> k.forms(a, p, field);
                case CONSTANT_FIRST -> k.forms(third, b, p);
                case CONSTANT_LAST -> k.forms(field, a, third);
            }
        }
        k.store(new Sink.PopulationOut(0), third);
        k.store(new Sink.PopulationOut(1), p);
        k.store(new Sink.PopulationOut(2), a);
        for (int i = 3; i < k.lattice.size(); i++) {
            k.store(new Sink.PopulationOut(i), k.population(i));
        }
        return k.kernel(name);
    }

    /// All elementary functions that kernels have.
    public static Kernel elementaryFunctions() {
        return elementaryFunctions(Arrays.stream(ElementaryFunction.values())
                .filter(PortableFunctions::has)
                .toList());
    }

    /// Functions of the field `x`, or of `x` and the field `y`: fields of their names.
    public static Kernel elementaryFunctions(List<ElementaryFunction> functions) {
        var k = new SampleKernels(Lattices.D2Q9);
        for (int i = 0; i < k.lattice.size(); i++) {
            k.store(new Sink.PopulationOut(i), k.population(i));
        }
        Expr x = k.field("x");
        Expr y = k.field("y");
        for (ElementaryFunction function : functions) {
            List<Expr> arguments = function.arguments() == 1 ? List.of(x) : List.of(x, y);
            k.store(new Sink.FieldOut(function.name()), k.let(k.graph.call(function, arguments)));
        }
        return k.kernel("elementary-functions");
    }

    /// Iterations over the fields `x` and `y`, that end after different numbers of times in neighbouring nodes:
    /// a root by Newton's method, two states that change places, a step that calls a function, and one of
    /// parameters only.
    public static Kernel iterations() {
        var k = new SampleKernels(Lattices.D2Q9);
        ExprGraph g = k.graph;
        Expr omega = k.parameter("omega");
        Expr powers = k.let(g.iterate(6, List.of(omega), states -> {
                    Expr s = states.getFirst();
                    return new Iteration.Step(g.compare(Comparison.LESS, s, g.constant(20)), List.of(s.squared()));
                })
                .getFirst());
        for (int i = 0; i < k.lattice.size(); i++) {
            k.store(new Sink.PopulationOut(i), k.population(i));
        }
        Expr x = k.field("x");
        Expr y = k.field("y");
        Expr one = g.constant(1);
        Expr size = k.let(g.absolute(x));
        Expr root = g.iterate(20, List.of(size.plus(one)), states -> {
                    Expr s = states.getFirst();
                    Expr error = s.squared().minus(size);
                    Expr continues = g.compare(Comparison.LESS, size.times(g.constant(1, 1 << 20)), g.absolute(error));
                    return new Iteration.Step(continues, List.of(s.minus(error.over(s.plus(s)))));
                })
                .getFirst();
        k.out(root);
        List<Expr> swapped = g.iterate(5, List.of(x, y, g.constant(0)), states -> {
            Expr count = states.get(2);
            Expr continues = g.compare(Comparison.LESS, count, y);
            return new Iteration.Step(continues, List.of(states.get(1), states.get(0), count.plus(one)));
        });
        swapped.forEach(k::out);
        Expr fixed = g.iterate(4, List.of(y), states -> {
                    Expr wave = g.call(
                            ElementaryFunction.COS, List.of(states.getFirst().times(omega)));
                    return new Iteration.Step(g.compare(Comparison.LESS_OR_EQUAL, x, y), List.of(wave));
                })
                .getFirst();
        k.out(fixed.plus(root));
        k.out(powers.times(x));
        return k.kernel("iterations");
    }

    /// Relaxes each population toward the mean of its pair.
    public static Kernel relaxation() {
        VelocitySet d3q19 = Lattices.D3Q19;
        var k = new SampleKernels(d3q19);
        Expr omega = k.parameter("omega");
        List<Expr> f = new ArrayList<>();
        for (int i = 0; i < d3q19.size(); i++) {
            f.add(k.population(i));
        }
        for (int i = 0; i < d3q19.size(); i++) {
            Expr sum = k.let(f.get(i).plus(f.get(d3q19.opposite(i))));
            Expr mean = k.let(k.graph.constant(1, 2).times(sum));
            Expr difference = k.let(mean.minus(f.get(i)));
            k.store(new Sink.PopulationOut(i), k.let(k.graph.fma(omega, difference, f.get(i))));
        }
        return k.kernel("relaxation");
    }

    /// A random graph of operations over 19 populations, all of them live until the end.
    public static Kernel random(long seed, int operations) {
        VelocitySet d3q19 = Lattices.D3Q19;
        var k = new SampleKernels(d3q19);
        var random = new Random(seed);
        Expr omega = k.parameter("omega");
        List<Expr> live = new ArrayList<>();
        for (int i = 0; i < d3q19.size(); i++) {
            live.add(k.population(i));
        }
        for (int n = 0; n < operations; n++) {
            Expr x = live.get(random.nextInt(live.size()));
            Expr y = live.get(random.nextInt(live.size()));
            Expr made = k.randomOperation(random, x, y, omega);
            live.set(random.nextInt(live.size()), k.let(made));
        }
        for (int i = 0; i < d3q19.size(); i++) {
            k.store(new Sink.PopulationOut(i), live.get(i));
        }
        return k.kernel("random-" + seed);
    }

    private Expr randomOperation(Random random, Expr x, Expr y, Expr omega) {
        Expr c = graph.constant(random.nextInt(1, 8), 8);
        return switch (random.nextInt(8)) {
            case 0 -> c.times(x).plus(y);
            case 1 -> x.minus(c.times(y));
            case 2 -> graph.fma(c, x, y.times(omega));
            case 3 -> c.times(x.minus(y));
            case 4 -> graph.select(graph.compare(Comparison.LESS, x, y), c.times(y), x);
            case 5 -> graph.minimum(graph.maximum(x, y), c);
            case 6 -> graph.squareRoot(graph.absolute(x));
            default -> x.over(graph.absolute(y).plus(graph.constant(1)));
        };
    }

    private void forms(Expr a, Expr b, Expr c) {
        out(a.plus(b));
        out(a.minus(b));
        out(a.times(b));
        out(a.over(b));
        out(a.negated());
        out(graph.squareRoot(b));
        out(graph.absolute(b));
        out(graph.fma(a, b, c));
        out(graph.minimum(a, b));
        out(graph.maximum(a, b));
        out(graph.after(a, b));
        for (DigitFunction function : DigitFunction.values()) {
            out(graph.digits(function, defined(function, a)));
        }
        for (Comparison comparison : Comparison.values()) {
            Expr truth = let(graph.compare(comparison, a, b));
            out(graph.select(truth, a, c));
            out(graph.select(truth, c, graph.constant(Rational.TWO)));
        }
    }

    /// The operand, or another one where the function is not defined.
    private Expr defined(DigitFunction function, Expr x) {
        Expr whole = let(graph.digits(DigitFunction.ROUND, x));
        Expr small = let(graph.minimum(let(graph.maximum(whole, graph.constant(-126))), graph.constant(127)));
        Expr equal = let(graph.compare(Comparison.EQUAL, x, x));
        return switch (function) {
            case ROUND, EXPONENT, SIGNIFICAND -> x;
            case POWER_OF_TWO -> small;
            case SIGN -> let(graph.select(equal, x, graph.constant(1)));
        };
    }

    private void out(Expr value) {
        Expr named = let(value);
        store(new Sink.FieldOut("field-" + lets), named);
    }

    private Expr let(Expr value) {
        Expr symbol = graph.symbol("v" + ++lets);
        statements.add(new Statement.Let(symbol, value));
        return symbol;
    }

    private Expr population(int direction) {
        return load(lattice.populationName(direction), new Source.PopulationIn(direction));
    }

    private Expr field(String name) {
        return load(name.replace('-', '_'), new Source.FieldIn(name));
    }

    private Expr parameter(String name) {
        parameters.add(name);
        return load(name, new Source.Parameter(name));
    }

    private Expr load(String name, Source source) {
        Expr symbol = graph.symbol(name);
        statements.add(new Statement.Load(symbol, source));
        return symbol;
    }

    private void store(Sink sink, Expr value) {
        stores.add(new Statement.Store(sink, value));
    }

    private Kernel kernel(String name) {
        List<Statement> all = new ArrayList<>(statements);
        all.addAll(stores);
        return new Kernel(name, lattice, graph, parameters, all);
    }
}
