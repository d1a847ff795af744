package dev.tessera.kernel;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.NodeStorage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// A field that only listed classes store, for nodes near openings (docs/decisions/0046). Its rules are those of
/// the values, not of the whole field: a value that a node loads in a stage is stored in an earlier one, and in
/// this stage by no other node. Only nodes of listed classes are visited.
final class ListedField {
    private static final int STAGES = Integer.SIZE;

    private final NodeStorage storage;
    private final StoredArray.Field field;
    private final long[] positions; // that store the field, ascending
    private final int[] stages; // of each position, one bit per stage
    private final long[] halo; // positions, ascending: stored by other parts

    private ListedField(NodeStorage storage, StoredArray.Field field, List<NodeClass> classes) {
        this.storage = storage;
        this.field = field;
        FluidNodes.Ascending walk = storage.nodes().fluid().ascending();
        this.positions = classes.stream()
                .filter(nodes -> storedIn(nodes) != 0)
                .flatMapToLong(nodes -> Arrays.stream(nodes.ownNumbers()))
                .sorted()
                .map(number -> position(walk.boxIndex(number)))
                .sorted()
                .toArray();
        this.stages = new int[positions.length];
        for (NodeClass nodes : classes) {
            int bits = storedIn(nodes);
            if (bits != 0) {
                FluidNodes.Ascending own = storage.nodes().fluid().ascending();
                for (long number : nodes.ownNumbers()) {
                    stages[Arrays.binarySearch(positions, position(own.boxIndex(number)))] = bits;
                }
            }
        }
        FluidNodes.Ascending around = storage.nodes().fluid().ascending();
        this.halo = LongStream.of(storage.nodes().halo())
                .map(number -> position(around.boxIndex(number)))
                .sorted()
                .toArray();
    }

    /// @param first the state that says where positions are
    /// @throws IllegalArgumentException if a rule is violated; names field, class, node and stage
    static void check(StoredState first, StoredArray.Field field, List<NodeClass> classes) {
        ListedField rules = new ListedField(first.storage(), field, classes);
        for (NodeClass nodes : classes) {
            for (int stage = 0; stage < nodes.steps().size(); stage++) {
                rules.check(nodes, stage);
            }
        }
    }

    /// The stages in which a class stores the field, one bit each.
    private int storedIn(NodeClass nodes) {
        if (nodes.steps().size() > STAGES) {
            throw new IllegalArgumentException("a plan with listed fields has at most %d stages, not %d"
                    .formatted(STAGES, nodes.steps().size()));
        }
        int bits = 0;
        for (int stage = 0; stage < nodes.steps().size(); stage++) {
            bits |= StageRules.stores(nodes.step(stage), field.name()) ? 1 << stage : 0;
        }
        return bits;
    }

    private void check(NodeClass nodes, int stage) {
        for (Kernel.Source.FieldAt at : nodes.step(stage).fieldsAt()) {
            if (!at.field().equals(field.name())) {
                continue;
            }
            if (nodes.fluidNumbers() == null) {
                throw new IllegalArgumentException(
                        "the bulk loads field %s in stage %d, but only listed classes store it"
                                .formatted(field.name(), stage));
            }
            Box box = storage.nodes().box();
            FluidNodes.Ascending walk = storage.nodes().fluid().ascending();
            for (long number : nodes.ownNumbers()) {
                long index = walk.boxIndex(number);
                long from = storage.neighbourPosition(
                        box.x(index),
                        box.y(index),
                        box.z(index),
                        field.lattice().velocity(at.direction()));
                check(nodes, stage, index, from);
            }
        }
    }

    /// @param index of the node that loads, in the box
    private void check(NodeClass nodes, int stage, long index, long from) {
        if (Arrays.binarySearch(halo, from) >= 0) {
            return;
        }
        int known = Arrays.binarySearch(positions, from);
        int before = known < 0 ? 0 : stages[known];
        if ((before & (1 << stage) - 1) == 0) {
            throw new IllegalArgumentException(
                    "class %s, node %s: field %s is loaded in stage %d, but not stored before at the neighbour"
                            .formatted(nodes.name(), place(index), field.name(), stage));
        }
        if ((before >>> stage & 1) != 0 && from != position(index)) {
            throw new IllegalArgumentException(
                    "class %s, node %s: field %s is loaded in stage %d, in which the neighbour stores it; use an earlier stage to store it"
                            .formatted(nodes.name(), place(index), field.name(), stage));
        }
    }

    private long position(long index) {
        Box box = storage.nodes().box();
        return storage.placement().position(box.x(index), box.y(index), box.z(index));
    }

    private String place(long index) {
        Box box = storage.nodes().box();
        return "(%d, %d, %d)".formatted(box.x(index), box.y(index), box.z(index));
    }
}
