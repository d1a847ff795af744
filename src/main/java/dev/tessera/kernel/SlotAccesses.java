package dev.tessera.kernel;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.layout.MomentLayout;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Who reads and writes each slot and each field value of a small plan, node by node. Nodes of a stage run in any
/// order and concurrently; so no value may be touched by two of them if one writes it. With a barrier in every tile
/// (ghost tiles) the same holds for two tiles.
public final class SlotAccesses {
    private static final long NOBODY = -1;

    private final StepPlan plan;
    private final Placement placement;
    private final int[] classOf; // [fluid number]
    private final Map<String, long[]> writers = new LinkedHashMap<>(); // by array: [slot or position] node or tile

    private SlotAccesses(StepPlan plan) {
        this.plan = plan;
        this.placement = plan.nodeStorage().placement();
        this.classOf = new int[Math.toIntExact(plan.fluidNodes())];
        for (int c = 1; c < plan.classes().size(); c++) {
            for (long number : plan.classes().get(c).ownNumbers()) {
                classOf[(int) number] = c;
            }
        }
    }

    /// Visits every node in every stage and phase.
    ///
    /// @throws IllegalStateException if two nodes (tiles) touch a value in one stage and one of them writes it;
    ///       names the array, the stage, the phase and both
    public static void verify(StepPlan plan) {
        SlotAccesses accesses = new SlotAccesses(plan);
        for (int phase = 0; phase < plan.phases(); phase++) {
            for (int stage = 0; stage < plan.stages(); stage++) {
                accesses.verify(phase, stage);
            }
        }
    }

    private void verify(int phase, int stage) {
        writers.clear();
        for (StoredArray array : plan.arrays()) {
            long[] nobody = new long[Math.toIntExact(values(array))];
            Arrays.fill(nobody, NOBODY);
            writers.put(array.name(), nobody);
        }
        forEachStatement(stage, (node, statement, kernel) -> {
            if (statement instanceof Statement.Store(Sink sink, var value)) {
                switch (sink) {
                    case Sink.PopulationOut(String array, int i) ->
                        write(array, storage(array).writeSlot(phase, node.x, node.y, node.z, i), node, stage);
                    case Sink.MomentOut(String array, String moment) ->
                        write(
                                array,
                                moments(array).storage().writeSlot(phase, node.position, index(array, moment)),
                                node,
                                stage);
                    case Sink.FieldOut(String field) -> {
                        if (kernel.isStoredField(field)) {
                            write(field, node.position, node, stage);
                        }
                    }
                }
            }
        });
        forEachStatement(stage, (node, statement, kernel) -> {
            if (statement instanceof Statement.Load(var symbol, Source source)) {
                switch (source) {
                    case Source.PopulationIn(String array, int i) ->
                        read(array, storage(array).readSlot(phase, node.x, node.y, node.z, i), node, stage);
                    case Source.FieldAt(String field, int i) -> {
                        VelocitySet lattice = plan.field(field).lattice();
                        long at = plan.nodeStorage().neighbourPosition(node.x, node.y, node.z, lattice.velocity(i));
                        read(field, at, node, stage);
                    }
                    case Source.MomentAt(String array, String moment, int i) -> {
                        MomentLayout storage = moments(array).storage();
                        long at = storage.neighbourPosition(
                                node.x, node.y, node.z, storage.lattice().velocity(i));
                        read(array, storage.readSlot(phase, at, index(array, moment)), node, stage);
                    }
                    case Source.FieldIn ofClass -> {}
                    case Source.Parameter parameter -> {}
                    case Source.Series series -> {}
                }
            }
        });
    }

    private long values(StoredArray array) {
        return switch (array) {
            case StoredState state -> state.storage().slots();
            case StoredArray.Field field -> placement.positions();
        };
    }

    private StorageLayout storage(String array) {
        return plan.populations(array).storage();
    }

    private StoredArray.Moments moments(String array) {
        if (plan.state(array) instanceof StoredArray.Moments moments) {
            return moments;
        }
        throw new IllegalArgumentException("%s are populations, not moments".formatted(array));
    }

    private int index(String array, String moment) {
        return moments(array).moments().index(moment);
    }

    /// @param unit the node, or its tile if tiles have barriers
    private record Node(int x, int y, int z, long position, long unit) {}

    private void write(String array, long value, Node node, int stage) {
        long[] units = writersOf(array);
        long before = units[(int) value];
        if (before != NOBODY && before != node.unit) {
            throw conflict(array, stage, before, node.unit, "both write");
        }
        units[(int) value] = node.unit;
    }

    private void read(String array, long value, Node node, int stage) {
        long writer = writersOf(array)[(int) value];
        if (writer != NOBODY && writer != node.unit) {
            throw conflict(array, stage, writer, node.unit, "one writes, the other reads");
        }
    }

    private long[] writersOf(String array) {
        long[] units = writers.get(array);
        if (units == null) {
            throw new IllegalArgumentException("the plan has no array %s".formatted(array));
        }
        return units;
    }

    private IllegalStateException conflict(String array, int stage, long a, long b, String what) {
        String unit = placement.positionsPerBarrier() > 0 ? "tiles" : "positions";
        return new IllegalStateException(
                "%s: in stage %d of a step, %s %d and %d touch one value (%s): the result depends on their order"
                        .formatted(array, stage, unit, a, b, what));
    }

    @FunctionalInterface
    private interface Visitor {
        void visit(Node node, Statement statement, Kernel kernel);
    }

    private void forEachStatement(int stage, Visitor visitor) {
        Box box = plan.nodes().box();
        FluidNodes.Ascending walk = plan.nodes().fluid().ascending();
        for (int number = 0; number < classOf.length; number++) {
            long index = walk.boxIndex(number);
            int x = box.x(index);
            int y = box.y(index);
            int z = box.z(index);
            long position = placement.position(x, y, z);
            int perBarrier = placement.positionsPerBarrier();
            Node node = new Node(x, y, z, position, perBarrier > 0 ? position / perBarrier : position);
            Kernel kernel = plan.classes().get(classOf[number]).step(stage);
            for (Statement statement : kernel.statements()) {
                visitor.visit(node, statement, kernel);
            }
        }
    }
}
