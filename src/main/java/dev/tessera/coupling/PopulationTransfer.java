package dev.tessera.coupling;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.VelocitySet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Copies populations between the caller's memory and a domain, a chunk of nodes at a time. Solid nodes are at rest:
/// what is written there is ignored.
final class PopulationTransfer {
    private static final int CHUNK = 1 << 13; // nodes

    /// Consecutive nodes that are worth a call of their own.
    private static final int LONG_RUN = 1 << 10;

    private final Domain domain;
    private final int q;
    private final int[] directions; // stored, of each of the caller
    private final double[] offsets; // of each of the caller's
    private final boolean isDouble;
    private final FluidNodes fluid;
    private final boolean isAllFluid;
    private final long[] pending = new long[CHUNK]; // fluid numbers, or -1
    private final double[] values;
    private int count; // of pending nodes
    private long offset; // of the first pending node's values in the caller's memory, bytes

    PopulationTransfer(Domain domain, ValueOrder order) {
        VelocitySet lattice = domain.model().lattice();
        this.domain = domain;
        this.q = lattice.size();
        this.directions = order.directions(lattice, domain.size());
        this.offsets = order.offsets(lattice);
        this.isDouble = domain.model().valueBytes() == Double.BYTES;
        this.fluid = domain.nodes().fluid();
        this.isAllFluid = fluid.count() == fluid.box().size();
        this.values = new double[CHUNK * q];
    }

    /// The caller's memory of some nodes.
    /// @throws CouplingException if its size is not that of the nodes' populations
    MemorySegment memory(MemorySegment pointer, long nodes, long bytes) {
        long expected = nodes * q * domain.model().valueBytes();
        if (bytes != expected) {
            String hint = bytes % nodes == 0 && bytes > expected
                    ? " A descriptor with external scalars has more values at each node; domains hold populations only."
                    : "";
            throw CouplingException.badArgument(
                    "%d bytes for %d nodes: %d populations of %d bytes at each node are %d bytes.%s"
                            .formatted(bytes, nodes, q, domain.model().valueBytes(), expected, hint));
        }
        if (pointer.address() == 0) {
            throw CouplingException.badArgument("the pointer to the populations is null");
        }
        return pointer.reinterpret(bytes);
    }

    /// @throws CouplingException if a value is not finite; nodes before it have been written
    void write(NodeBox box, MemorySegment from) {
        forEachChunk(box, from, this::writePending, this::writeRange);
        domain.written();
    }

    void read(NodeBox box, MemorySegment to) {
        forEachChunk(box, to, this::readPending, this::readRange);
    }

    /// @param nodes places in the caller's arrays
    void write(long[] nodes, MemorySegment from) {
        forEachChunk(nodes, from, this::writePending);
        domain.written();
    }

    void read(long[] nodes, MemorySegment to) {
        forEachChunk(nodes, to, this::readPending);
    }

    private interface Pending {
        void run(MemorySegment memory);
    }

    private interface Range {
        void run(long first, int length, MemorySegment memory);
    }

    private void forEachChunk(NodeBox box, MemorySegment memory, Pending listed, Range range) {
        count = 0;
        offset = 0;
        box.forEachRun(domain.size(), (index, length) -> {
            if (isAllFluid && length >= LONG_RUN) {
                flush(memory, listed);
                for (long at = 0; at < length; at += CHUNK) {
                    int part = (int) Math.min(CHUNK, length - at);
                    range.run(index + at, part, memory);
                    offset += bytes(part);
                }
                return;
            }
            for (long n = index; n < index + length; n++) {
                add(n, memory, listed);
            }
        });
        flush(memory, listed);
    }

    private void forEachChunk(long[] nodes, MemorySegment memory, Pending listed) {
        count = 0;
        offset = 0;
        for (long node : nodes) {
            add(node, memory, listed);
        }
        flush(memory, listed);
    }

    private void add(long node, MemorySegment memory, Pending listed) {
        pending[count++] = isAllFluid ? node : fluid.number(node);
        if (count == CHUNK) {
            flush(memory, listed);
        }
    }

    private void flush(MemorySegment memory, Pending listed) {
        if (count > 0) {
            listed.run(memory);
            offset += bytes(count);
            count = 0;
        }
    }

    private long bytes(int nodes) {
        return (long) nodes * q * domain.model().valueBytes();
    }

    private void writeRange(long first, int length, MemorySegment from) {
        gather(length, from);
        domain.execution().writePopulations(first, length, values);
    }

    private void readRange(long first, int length, MemorySegment to) {
        domain.execution().readPopulations(first, length, values);
        scatter(length, to);
    }

    private void writePending(MemorySegment from) {
        gather(count, from);
        long[] numbers = fluidNumbers();
        if (numbers.length < count) { // solid nodes between
            int kept = 0;
            for (int n = 0; n < count; n++) {
                if (pending[n] >= 0) {
                    System.arraycopy(values, n * q, values, q * kept++, q);
                }
            }
        }
        domain.execution().writePopulations(numbers, values);
    }

    private void readPending(MemorySegment to) {
        long[] numbers = fluidNumbers();
        domain.execution().readPopulations(numbers, values);
        for (int n = count - 1, kept = numbers.length; n >= 0 && kept <= n; n--) { // make room for solid nodes
            if (pending[n] >= 0) {
                System.arraycopy(values, q * --kept, values, n * q, q);
            } else {
                Arrays.fill(values, n * q, n * q + q, 0);
            }
        }
        scatter(count, to);
    }

    private long[] fluidNumbers() {
        return isAllFluid
                ? Arrays.copyOf(pending, count)
                : Arrays.stream(pending, 0, count).filter(number -> number >= 0).toArray();
    }

    /// From the caller's memory to deviations in the stored order.
    private void gather(int nodes, MemorySegment from) {
        boolean isFinite = true;
        for (int n = 0; n < nodes; n++) {
            for (int i = 0; i < q; i++) {
                double value = value(from, (long) n * q + i);
                isFinite &= Math.abs(value) <= Double.MAX_VALUE;
                values[n * q + directions[i]] = value - offsets[i];
            }
        }
        if (!isFinite) {
            refuse(nodes, from);
        }
    }

    private double value(MemorySegment memory, long number) {
        return isDouble
                ? memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset + number * Double.BYTES)
                : memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset + number * Float.BYTES);
    }

    private void refuse(int nodes, MemorySegment from) {
        long before = offset / bytes(1);
        for (int n = 0; n < nodes; n++) {
            for (int i = 0; i < q; i++) {
                double value = value(from, (long) n * q + i);
                if (!Double.isFinite(value)) {
                    throw CouplingException.badArgument(
                            "population %d of node %d of those to write is %s; nothing from node %d on has been written"
                                    .formatted(i, before + n, value, before));
                }
            }
        }
    }

    private void scatter(int nodes, MemorySegment to) {
        for (int n = 0; n < nodes; n++) {
            for (int i = 0; i < q; i++) {
                double value = values[n * q + directions[i]] + offsets[i];
                long number = (long) n * q + i;
                if (isDouble) {
                    to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset + number * Double.BYTES, value);
                } else {
                    to.set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset + number * Float.BYTES, (float) value);
                }
            }
        }
    }
}
