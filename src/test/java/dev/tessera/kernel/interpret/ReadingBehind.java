package dev.tessera.kernel.interpret;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelArray;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Step plans in three stages, with fields that only listed classes store: as for openings that read the nodes
/// behind them (docs/decisions/0046).
public final class ReadingBehind {
    private ReadingBehind() {}

    /// A class `driven`, anywhere in a geometry, whose nodes read two fields of the nodes behind them, in a
    /// direction of the lattice: those at two links (class `far`) store them in stage 0, those at one link
    /// (`near`) read and replace them in stage 1, and `driven` reads them in stage 2, which updates all nodes.
    /// The bulk does not store the fields.
    public static StepPlan plan(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            NodeMap nodes,
            Precision precision,
            ArraySpacing spacing) {
        StorageLayout storage = StorageLayout.of(lattice, pattern, addressing, nodes, spacing);
        int behind = 1;
        List<long[]> chain = chains(nodes, lattice.velocity(behind), 3);
        Kernel nothing = Kernel.empty("nothing");
        List<String> fields = List.of("drive", "memory");
        List<NodeClass> classes = List.of(
                NodeClass.bulk(
                        List.of(nothing, nothing, TestPlans.relaxing(lattice, true, true)),
                        TestPlans.relaxing(lattice, false, true),
                        List.of("push")),
                new NodeClass(
                        "far",
                        List.of(passing(lattice, false, behind), nothing, TestPlans.relaxing(lattice, true, false)),
                        TestPlans.relaxing(lattice, false, false),
                        chain.get(2),
                        List.of()),
                new NodeClass(
                        "near",
                        List.of(nothing, passing(lattice, true, behind), TestPlans.driving(lattice, true)),
                        TestPlans.driving(lattice, false),
                        chain.get(1),
                        fields),
                new NodeClass(
                        "driven",
                        List.of(nothing, nothing, receiving(lattice, true, behind)),
                        receiving(lattice, false, behind),
                        chain.get(0),
                        fields));
        List<StoredArray> arrays = List.of(
                new StoredArray.Populations(Kernel.FLUID, storage),
                new StoredArray.Field("first", lattice),
                new StoredArray.Field("second", lattice));
        return new StepPlan(nodes, arrays, classes, precision);
    }

    /// As on a CPU.
    public static StepPlan plan(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        return plan(lattice, pattern, addressing, nodes, precision, TestPlans.usual(precision));
    }

    private static List<KernelArray> withFields(VelocitySet lattice) {
        return List.of(
                KernelArray.populations(Kernel.FLUID, lattice),
                KernelArray.field("first", lattice),
                KernelArray.field("second", lattice));
    }

    /// Stores two populations, or their means with those of the node behind and a remembered value.
    private static Kernel passing(VelocitySet lattice, boolean isNear, int behind) {
        TestPlans.Writer writer = new TestPlans.Writer(lattice);
        Expr memory = isNear ? writer.load("memory", new Source.FieldIn("memory")) : writer.graph.constant(0);
        for (String field : List.of("first", "second")) {
            int i = field.equals("first") ? behind : lattice.size() - 1;
            Expr own = writer.load(lattice.populationName(i), new Source.PopulationIn(i));
            Expr third = writer.graph.constant(1, 3);
            Expr value = isNear
                    ? third.times(own.plus(own).plus(writer.load("far_" + field, new Source.FieldAt(field, behind))))
                    : own;
            writer.store(field, value.plus(memory));
        }
        return writer.kernel(isNear ? "near" : "far", withFields(lattice), List.of());
    }

    /// As [TestPlans#driving], with two populations from the fields of the node behind.
    private static Kernel receiving(VelocitySet lattice, boolean isStep, int behind) {
        Kernel driving = TestPlans.driving(lattice, isStep);
        ExprGraph graph = driving.graph();
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : driving.statements()) {
            if (statement instanceof Statement.Load(Expr symbol, Source.PopulationIn(String array, int i))
                    && (i == behind || i == lattice.size() - 1)) {
                statements.add(
                        new Statement.Load(symbol, new Source.FieldAt(i == behind ? "first" : "second", behind)));
            } else {
                statements.add(statement);
            }
        }
        return new Kernel(driving.name(), withFields(lattice), graph, driving.parameters(), statements);
    }

    /// Chains of neighbouring fluid nodes that have no node in common.
    /// @param length of a chain
    /// @return `[place in the chain][chain]` fluid numbers, ascending in each place
    private static List<long[]> chains(NodeMap nodes, Velocity step, int length) {
        Box box = nodes.box();
        BitSet taken = new BitSet();
        for (long halo : nodes.halo()) {
            taken.set((int) halo);
        }
        List<List<Long>> places = new ArrayList<>();
        for (int place = 0; place < length; place++) {
            places.add(new ArrayList<>());
        }
        for (int first = 0; first < nodes.fluid().count(); first++) {
            List<Integer> chain = new ArrayList<>();
            long index = nodes.fluid().boxIndex(first);
            while (index >= 0 && chain.size() < length) {
                long number = nodes.fluid().number(index);
                if (number < 0 || taken.get((int) number) || chain.contains((int) number)) {
                    break;
                }
                chain.add((int) number);
                index = box.neighbour(box.x(index), box.y(index), box.z(index), step.x(), step.y(), step.z());
            }
            for (int place = 0; chain.size() == length && place < length; place++) {
                taken.set(chain.get(place));
                places.get(place).add((long) chain.get(place));
            }
        }
        return places.stream()
                .map(numbers ->
                        numbers.stream().mapToLong(number -> number).sorted().toArray())
                .toList();
    }
}
