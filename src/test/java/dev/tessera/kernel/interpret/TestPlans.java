package dev.tessera.kernel.interpret;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelArray;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.ValuesInTime.Term;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.Collision;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.QuasiCompressible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/// Step plans with a bulk that relaxes (BGK, with a force that is a field) and a class of driven nodes with memory
/// fields: all features that a device has to support, without the packages that build kernels.
public final class TestPlans {
    private TestPlans() {}

    /// As on a GPU, with bundles so small that small geometries have several.
    public static ArraySpacing smallBundles(Precision precision) {
        return new ArraySpacing(precision.storedBytes(), 0, 32);
    }

    /// What an execution of the plan reads and writes for a population near rest: the population, or its
    /// deviation.
    ///
    /// @param deviation from the weight, relative to it
    public static double nearRest(StepPlan plan, VelocitySet lattice, int direction, double deviation) {
        double weight = lattice.weight(direction).toDouble();
        return weight * (plan.precision().storesDeviations() ? deviation : 1 + deviation);
    }

    static ArraySpacing usual(Precision precision) {
        return ArraySpacing.acrossCacheSets(precision.storedBytes());
    }

    /// The bulk alone.
    public static StepPlan bulk(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        StorageLayout storage = StorageLayout.of(lattice, pattern, addressing, nodes, usual(precision));
        return new StepPlan(nodes, storage, List.of(bulkClass(lattice)), precision);
    }

    /// The bulk, and a class `driven` of every fifth fluid node.
    public static StepPlan bulkAndDriven(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        return bulkAndDriven(lattice, pattern, addressing, nodes, precision, usual(precision));
    }

    /// The same with the given array spacing.
    public static StepPlan bulkAndDriven(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            NodeMap nodes,
            Precision precision,
            ArraySpacing spacing) {
        return bulkAndDriven(lattice, pattern, addressing, nodes, precision, spacing, n -> n % 5 == 2);
    }

    /// @param isDriven by fluid number
    public static StepPlan bulkAndDriven(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            NodeMap nodes,
            Precision precision,
            LongPredicate isDriven) {
        return bulkAndDriven(lattice, pattern, addressing, nodes, precision, usual(precision), isDriven);
    }

    public static StepPlan bulkAndDriven(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            NodeMap nodes,
            Precision precision,
            ArraySpacing spacing,
            LongPredicate isDriven) {
        StorageLayout storage = StorageLayout.of(lattice, pattern, addressing, nodes, spacing);
        long[] numbers =
                LongStream.range(0, nodes.fluid().count()).filter(isDriven).toArray();
        return new StepPlan(nodes, storage, List.of(bulkClass(lattice), driven(lattice, numbers)), precision);
    }

    /// As [#bulkAndDriven], without force: nodes of the bulk have no field values.
    public static StepPlan plainBulkAndDriven(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        StepPlan plan = bulkAndDriven(lattice, pattern, addressing, nodes, precision);
        NodeClass bulk = NodeClass.bulk(relaxing(lattice, true, false), relaxing(lattice, false, false), List.of());
        return new StepPlan(nodes, plan.storage(), List.of(bulk, plan.classes().getLast()), precision);
    }

    /// The same plan with fields that change in time: `push` is its field times the series `swing`; `drive` is
    /// its field times `pulse`, and a function of both where the field is not zero.
    public static StepPlan changing(StepPlan plan) {
        List<NodeClass> classes = plan.classes().stream()
                .map(c -> c.with(c.steps().stream().map(TestPlans::changing).toList(), changing(c.observe())))
                .toList();
        return new StepPlan(plan.nodes(), plan.arrays(), classes, plan.precision());
    }

    /// The same plan with nodes that remember nothing: `memory` keeps the values that were written.
    public static StepPlan withoutMemory(StepPlan plan) {
        List<NodeClass> classes = plan.classes().stream()
                .map(c ->
                        c.with(c.steps().stream().map(TestPlans::withoutMemory).toList(), c.observe()))
                .toList();
        return new StepPlan(plan.nodes(), plan.arrays(), classes, plan.precision());
    }

    private static Kernel withoutMemory(Kernel kernel) {
        return kernel.with(kernel.statements().stream()
                .filter(statement -> !(statement instanceof Statement.Store(Kernel.Sink.FieldOut(String field), var _))
                        || !field.equals("memory"))
                .toList());
    }

    private static Kernel changing(Kernel kernel) {
        List<Statement> statements = new ArrayList<>();
        Map<Source, Expr> loaded = new LinkedHashMap<>();
        BiFunction<String, Source, Expr> load = (name, source) -> loaded.computeIfAbsent(source, unknown -> {
            Expr symbol = kernel.graph().symbol(name + "_now");
            statements.add(new Statement.Load(symbol, source));
            return symbol;
        });
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.FieldIn(String field))
                    && !field.equals("memory")) {
                Expr value = inTime().value(field, ValuesInTime.Node.withoutFlow(kernel.graph(), load))
                        .orElseThrow();
                statements.add(new Statement.Let(symbol, value));
            } else {
                statements.add(statement);
            }
        }
        return kernel.with(statements);
    }

    private static ValuesInTime inTime() {
        SequencedMap<String, List<Term>> terms = new LinkedHashMap<>();
        terms.put("push", List.of(Term.of("push", "swing")));
        terms.put(
                "drive",
                List.of(
                        Term.of("drive", "pulse"),
                        new Term(Optional.of("drive"), Optional.empty(), Optional.of(front()))));
        return new ValuesInTime(terms);
    }

    /// `0.001 (|p - t| + max(p, t))` of the field `drive` and the series `pulse`.
    private static ValuesInTime.Function front() {
        ExprGraph graph = new ExprGraph();
        Expr place = graph.symbol("p");
        Expr time = graph.symbol("t");
        SequencedMap<String, Source> symbols = new LinkedHashMap<>();
        symbols.put("p", new Source.FieldIn("drive"));
        symbols.put("t", new Source.Series("pulse"));
        Expr front = graph.absolute(place.minus(time));
        return new ValuesInTime.Function(front.plus(graph.maximum(place, time)), symbols).times(0.001);
    }

    /// Two components and two stages: the first stores a field per component (a function of its density), the
    /// second relaxes each component with a force from the other's field at all neighbours. Every seventh node
    /// belongs to a class `driven` with a remembered field.
    public static StepPlan twoComponents(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            NodeMap nodes,
            Precision precision,
            ArraySpacing spacing) {
        StorageLayout storage = StorageLayout.of(lattice, pattern, addressing, nodes, spacing);
        List<StoredArray> arrays = List.of(
                new StoredArray.Populations("oil", storage),
                new StoredArray.Populations("water", StorageLayout.of(lattice, pattern, addressing, nodes, spacing)),
                new StoredArray.Field("psi-oil", lattice),
                new StoredArray.Field("psi-water", lattice));
        long[] numbers = LongStream.range(0, nodes.fluid().count())
                .filter(n -> n % 7 == 3)
                .toArray();
        return new StepPlan(
                nodes,
                arrays,
                List.of(
                        NodeClass.bulk(
                                List.of(densities(lattice, "bulk-density"), mixing(lattice, "bulk", true, false)),
                                mixing(lattice, "bulk-observe", false, false),
                                List.of()),
                        new NodeClass(
                                "driven",
                                List.of(densities(lattice, "driven-density"), mixing(lattice, "driven", true, true)),
                                mixing(lattice, "driven-observe", false, true),
                                numbers,
                                List.of("drive", "memory"))),
                precision);
    }

    /// As on a CPU.
    public static StepPlan twoComponents(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        return twoComponents(lattice, pattern, addressing, nodes, precision, usual(precision));
    }

    private static List<KernelArray> componentArrays(VelocitySet lattice) {
        return List.of(
                KernelArray.populations("oil", lattice),
                KernelArray.populations("water", lattice),
                KernelArray.field("psi-oil", lattice),
                KernelArray.field("psi-water", lattice));
    }

    private static Kernel densities(VelocitySet lattice, String name) {
        Writer writer = new Writer(lattice);
        for (String component : List.of("oil", "water")) {
            Expr density = writer.let("rho_" + component, writer.graph.sum(writer.populations(component)));
            Expr one = writer.graph.constant(1);
            writer.store("psi-" + component, density.over(one.plus(density)));
        }
        return writer.kernel(name, componentArrays(lattice), List.of());
    }

    private static Kernel mixing(VelocitySet lattice, String name, boolean isStep, boolean isDriven) {
        Writer writer = new Writer(lattice);
        ExprGraph graph = writer.graph;
        Expr omega = writer.load("omega", new Source.Parameter("omega"));
        List<Expr> oil = writer.populations("oil");
        List<Expr> water = writer.populations("water");
        Expr drive = isDriven ? writer.load("drive", new Source.FieldIn("drive")) : graph.constant(0);
        Expr memory = isDriven ? writer.load("memory", new Source.FieldIn("memory")) : graph.constant(0);
        Expr fromWater = writer.pull("water");
        Expr fromOil = writer.pull("oil");
        if (isStep) {
            writer.store("oil", writer.relaxed(oil, omega, fromWater.plus(drive)));
            writer.store("water", writer.relaxed(water, omega, fromOil.minus(memory)));
            if (isDriven) {
                writer.store("memory", fromOil.times(fromWater));
            }
        } else {
            writer.store("density", graph.sum(oil).plus(graph.sum(water)));
            writer.store("velocity-x", fromWater.minus(fromOil).plus(memory));
        }
        return writer.kernel(name, componentArrays(lattice), List.of("omega"));
    }

    private static NodeClass bulkClass(VelocitySet lattice) {
        return NodeClass.bulk(relaxing(lattice, true, true), relaxing(lattice, false, true), List.of("push"));
    }

    private static NodeClass driven(VelocitySet lattice, long[] numbers) {
        return new NodeClass(
                "driven", driving(lattice, true), driving(lattice, false), numbers, List.of("drive", "memory"));
    }

    static Kernel relaxing(VelocitySet lattice, boolean isStep, boolean isPushed) {
        Writer writer = new Writer(lattice);
        Expr omega = writer.load("omega", new Source.Parameter("omega"));
        List<Expr> force = new ArrayList<>();
        if (isPushed) {
            Expr push = writer.load("push", new Source.FieldIn("push"));
            force.addAll(List.of(push, push.negated()));
            if (lattice.dimensions() == 3) {
                force.add(writer.graph.constant(0));
            }
        }
        List<Expr> populations = writer.populations();
        var equilibrium = new QuasiCompressible();
        Moments moments = equilibrium.moments(writer.graph, lattice, populations, force);
        Expr density = writer.let("rho", moments.density());
        if (isStep) {
            var input =
                    new Collision.Input(writer.graph, lattice, equilibrium, populations, moments, force, name -> omega);
            writer.store(new Bgk().relax(input));
        } else {
            writer.store("density", density);
            writer.store("velocity-x", moments.velocity().getFirst());
        }
        return writer.kernel(isStep ? "bulk" : "bulk-observe", List.of("omega"));
    }

    static Kernel driving(VelocitySet lattice, boolean isStep) {
        Writer writer = new Writer(lattice);
        ExprGraph graph = writer.graph;
        Expr omega = writer.load("omega", new Source.Parameter("omega"));
        List<Expr> populations = writer.populations();
        Expr drive = writer.load("drive", new Source.FieldIn("drive"));
        Expr memory = writer.load("memory", new Source.FieldIn("memory"));
        Expr density = writer.let("rho", graph.sum(populations));
        Expr target = writer.let("target", drive.plus(memory.times(graph.constant(1, 3))));
        if (isStep) {
            List<Expr> outgoing = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                Expr wanted = graph.constant(lattice.weight(i)).times(density.plus(target));
                outgoing.add(populations.get(i).plus(omega.times(wanted.minus(populations.get(i)))));
            }
            writer.store(outgoing);
            writer.store("memory", density.minus(graph.constant(1)));
        } else {
            writer.store("density", density);
            writer.store("velocity-x", target);
        }
        return writer.kernel(isStep ? "driven" : "driven-observe", List.of("omega"));
    }

    static final class Writer {
        private final VelocitySet lattice;
        final ExprGraph graph = new ExprGraph();
        private final List<Statement> statements = new ArrayList<>();

        Writer(VelocitySet lattice) {
            this.lattice = lattice;
        }

        Expr load(String symbol, Source source) {
            Expr expr = graph.symbol(symbol);
            statements.add(new Statement.Load(expr, source));
            return expr;
        }

        List<Expr> populations(String component) {
            List<Expr> populations = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                String letters = lattice.velocity(i).letters();
                populations.add(load(component + "_" + letters, new Source.PopulationIn(component, i)));
            }
            return populations;
        }

        /// `ψ(x) Σ w_i ψ(x + c_i) (c_ix - c_iy / 3)` of a component's field.
        Expr pull(String component) {
            String field = "psi-" + component;
            Expr sum = graph.constant(0);
            for (int i = 1; i < lattice.size(); i++) {
                var c = lattice.velocity(i);
                Expr neighbour = load("psi_" + component + "_" + c.letters(), new Source.FieldAt(field, i));
                Expr factor = graph.constant(lattice.weight(i).times(Rational.of(3L * c.x() - c.y() + c.z(), 30)));
                sum = sum.plus(factor.times(neighbour));
            }
            return sum.times(load("psi_" + component, new Source.FieldAt(field, 0)));
        }

        /// Relaxation toward an equilibrium with the weights of the lattice and a momentum along x.
        List<Expr> relaxed(List<Expr> populations, Expr omega, Expr momentum) {
            Expr density = graph.sum(populations);
            List<Expr> outgoing = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                Expr along = graph.constant(3L * lattice.velocity(i).x()).times(momentum);
                Expr wanted = graph.constant(lattice.weight(i)).times(density.plus(along));
                outgoing.add(populations.get(i).plus(omega.times(wanted.minus(populations.get(i)))));
            }
            return outgoing;
        }

        void store(String component, List<Expr> outgoing) {
            for (int i = 0; i < outgoing.size(); i++) {
                statements.add(new Statement.Store(new Sink.PopulationOut(component, i), outgoing.get(i)));
            }
        }

        Kernel kernel(String name, List<KernelArray> arrays, List<String> parameters) {
            return new Kernel(name, arrays, graph, parameters, statements);
        }

        List<Expr> populations() {
            List<Expr> populations = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                populations.add(load(lattice.populationName(i), new Source.PopulationIn(i)));
            }
            return populations;
        }

        Expr let(String symbol, Expr value) {
            Expr expr = graph.symbol(symbol);
            statements.add(new Statement.Let(expr, value));
            return expr;
        }

        void store(List<Expr> outgoing) {
            for (int i = 0; i < outgoing.size(); i++) {
                statements.add(new Statement.Store(new Sink.PopulationOut(i), outgoing.get(i)));
            }
        }

        void store(String field, Expr value) {
            statements.add(new Statement.Store(new Sink.FieldOut(field), value));
        }

        Kernel kernel(String name, List<String> parameters) {
            return new Kernel(name, lattice, graph, parameters, statements);
        }
    }
}
