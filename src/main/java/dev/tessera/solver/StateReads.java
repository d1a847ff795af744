package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.device.Ranks;
import dev.tessera.solver.checkpoint.NodeStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The reads of a state for a checkpoint. All ranks take part in each, but only the first writes the file, which can
/// fail
/// at any time. So it tells the others what it reads next, and at the end that it is done; they follow.
final class StateReads implements AutoCloseable {
    private final Execution execution;
    private final Ranks ranks;
    private final List<Field> fields;
    private final List<String> arrays;

    /// A field of a class of nodes.
    record Field(String nodeClass, String name) {}

    private enum Kind {
        FIELD(0),
        NODES(1),
        END(2),
        SHARED(3);

        private final long number; // between ranks

        Kind(long number) {
            this.number = number;
        }

        static Kind of(long number) {
            return Stream.of(values())
                    .filter(one -> one.number == number)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown kind of read " + number));
        }
    }

    /// @param fields that can be read
    /// @param arrays whose states can be read
    StateReads(Execution execution, Ranks ranks, List<Field> fields, List<String> arrays) {
        this.execution = execution;
        this.ranks = ranks;
        this.fields = List.copyOf(fields);
        this.arrays = List.copyOf(arrays);
    }

    /// Writes a file of several ranks.
    @FunctionalInterface
    interface Shared {
        /// As [SharedCheckpoint#follow].
        void follow(long markAt, long mark);
    }

    /// Tells the others that all write what they hold ([SharedCheckpoint]). On the first rank.
    void shared(long markAt, long mark) {
        tell(Kind.SHARED, 0, markAt, mark);
    }

    /// Values in the order of the class's nodes. On the first rank.
    double[] field(Field field) {
        tell(Kind.FIELD, fields.indexOf(field), 0, 0);
        return execution.readField(field.nodeClass(), field.name());
    }

    /// The state of `count` nodes, `[count][values]`. On the first rank.
    private void nodes(String array, long first, int count, double[] target) {
        tell(Kind.NODES, arrays.indexOf(array), first, count);
        execution.readState(array, first, count, target);
    }

    /// The state of all nodes, held by the device, so that it can be read while steps go on; empty where it cannot.
    /// @param valuesPerNode of the array
    Optional<HeldPopulations> held(String array, int valuesPerNode) {
        return ranks.count() == 1 ? execution.hold(array, inOrder(valuesPerNode)) : Optional.empty();
    }

    private static int[] inOrder(int values) {
        return IntStream.range(0, values).toArray();
    }

    /// The state of all nodes, for a file.
    /// @param valuesPerNode of the array
    NodeStream.Source source(String array, int valuesPerNode) {
        int[] inOrder = inOrder(valuesPerNode);
        return new NodeStream.Source() {
            @Override
            public void read(long first, int count, double[] target) {
                nodes(array, first, count, target);
            }

            @Override
            public boolean copies() {
                return ranks.count() == 1 && execution.copiesStored(array);
            }

            @Override
            public void copy(long first, int count, ByteBuffer target) {
                execution.copyStored(array, first, count, inOrder, target);
            }
        };
    }

    private void tell(Kind kind, int index, long first, long count) {
        if (ranks.count() > 1) {
            ranks.first(new long[] {kind.number, index, first, count});
        }
    }

    /// Takes part in what the first rank reads, up to the end. On the other ranks.
    /// @param valuesPerNode of each array, `[array]`
    /// @param shared takes part in [#shared]
    void follow(int[] valuesPerNode, Shared shared) {
        double[] values = new double[0];
        while (true) {
            long[] told = new long[4];
            ranks.first(told);
            int index = (int) told[1];
            switch (Kind.of(told[0])) {
                case END -> {
                    return;
                }
                case SHARED -> shared.follow(told[2], told[3]);
                case FIELD ->
                    execution.readField(
                            fields.get(index).nodeClass(), fields.get(index).name());
                case NODES -> {
                    int size = Math.multiplyExact((int) told[3], valuesPerNode[index]);
                    values = values.length < size ? new double[size] : values;
                    execution.readState(arrays.get(index), told[2], (int) told[3], values);
                }
            }
        }
    }

    /// Tells the others that the first rank has read what it needs, also where it failed.
    @Override
    public void close() {
        tell(Kind.END, 0, 0, 0);
    }
}
