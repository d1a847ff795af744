package dev.tessera.kernel.interpret;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
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
import java.util.List;
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

    private static ArraySpacing usual(Precision precision) {
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

    /// The same plan with fields that change in time: `push` and `drive` are their fields times the series
    /// `swing` and `pulse`.
    public static StepPlan changing(StepPlan plan) {
        List<NodeClass> classes = plan.classes().stream()
                .map(c -> c.with(changing(c.step()), changing(c.observe())))
                .toList();
        return new StepPlan(plan.nodes(), plan.storage(), classes, plan.precision());
    }

    private static Kernel changing(Kernel kernel) {
        ExprGraph graph = kernel.graph();
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : kernel.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.FieldIn(String field))
                    && !field.equals("memory")) {
                Expr profile = graph.symbol(field + "_profile");
                Expr series = graph.symbol(field + "_now");
                statements.add(new Statement.Load(profile, new Source.FieldIn(field)));
                statements.add(new Statement.Load(series, new Source.Series(field.equals("push") ? "swing" : "pulse")));
                statements.add(new Statement.Let(symbol, profile.times(series)));
            } else {
                statements.add(statement);
            }
        }
        return kernel.with(statements);
    }

    private static NodeClass bulkClass(VelocitySet lattice) {
        return NodeClass.bulk(relaxing(lattice, true, true), relaxing(lattice, false, true), List.of("push"));
    }

    private static NodeClass driven(VelocitySet lattice, long[] numbers) {
        return new NodeClass(
                "driven", driving(lattice, true), driving(lattice, false), numbers, List.of("drive", "memory"));
    }

    private static Kernel relaxing(VelocitySet lattice, boolean isStep, boolean isPushed) {
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

    private static Kernel driving(VelocitySet lattice, boolean isStep) {
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

    private static final class Writer {
        private final VelocitySet lattice;
        private final ExprGraph graph = new ExprGraph();
        private final List<Statement> statements = new ArrayList<>();

        Writer(VelocitySet lattice) {
            this.lattice = lattice;
        }

        Expr load(String symbol, Source source) {
            Expr expr = graph.symbol(symbol);
            statements.add(new Statement.Load(expr, source));
            return expr;
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
