package dev.tessera.coupling;

import dev.tessera.device.SlotTransfer;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Kernel;
import dev.tessera.model.VelocitySet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Copies populations between the caller's memory and a domain: small boxes in one message ([BoxTransfers]), others a
/// chunk of nodes at a time. Solid nodes are at rest: what is written there is ignored. Used again for each copy of a
/// domain in an order; not thread-safe.
final class PopulationTransfer {
    private static final int CHUNK = 1 << 13; // nodes

    private static final int MOST_AT_ONCE = 1 << 30; // nodes, of a call for consecutive ones

    /// Consecutive nodes that are worth a call of their own.
    private static final int LONG_RUN = 1 << 10;

    private final Domain domain;
    private final ValueOrder order;
    private final int q;
    private final int[] directions; // stored, of each of the caller
    private final double[] offsets; // of each of the caller's
    private final boolean isDouble;
    private final FluidNodes fluid;
    private final boolean isAllFluid;
    private long[]
            pending = {}; // fluid numbers, or -1; made for the first chunk: a megabyte takes longer than a message
    private double[] values = {};
    private int count; // of pending nodes
    private long offset; // of the first pending node's values in the caller's memory, bytes

    PopulationTransfer(Domain domain, ValueOrder order) {
        VelocitySet lattice = domain.model().lattice();
        this.domain = domain;
        this.order = order;
        this.q = lattice.size();
        this.directions = order.directions(lattice, domain.size());
        this.offsets = order.offsets(lattice);
        this.isDouble = domain.model().valueBytes() == Double.BYTES;
        this.fluid = domain.nodes().fluid();
        this.isAllFluid = fluid.count() == fluid.box().size();
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

    /// Writes a box.
    /// @throws CouplingException if a value is not finite; nodes before it have been written
    void write(NodeBox box, MemorySegment from) {
        write(List.of(box), from);
    }

    void read(NodeBox box, MemorySegment to) {
        read(List.of(box), to);
    }

    /// Writes boxes, whose values follow each other in memory; where boxes overlap, the later one counts.
    /// @throws CouplingException if a value is not finite; nodes before it have been written
    void write(List<NodeBox> boxes, MemorySegment from) {
        offset = 0;
        Optional<SlotTransfer> together = domain.boxes().toWrite(boxes, order);
        if (together.isPresent()) {
            writeMessage(together.get(), NodeBox.nodes(boxes), from);
        } else {
            boxes.forEach(box -> writeBox(box, from));
        }
        domain.written();
    }

    private void writeBox(NodeBox box, MemorySegment from) {
        Optional<SlotTransfer> direct = domain.boxes().toWrite(List.of(box), order);
        if (direct.isPresent()) {
            writeMessage(direct.get(), box.nodes(), from);
            return;
        }
        forEachChunk(box, from, this::writePending, this::writeRange);
    }

    private void writeMessage(SlotTransfer message, long nodes, MemorySegment from) {
        int count = Math.toIntExact(nodes);
        MemorySegment values = from.asSlice(offset, bytes(count));
        if (!message.unpackFinite(
                values,
                () -> FiniteValues.begin(values, isDouble, domain.workers()).await())) {
            refuse(count, from);
        }
        offset += bytes(count);
    }

    /// Reads boxes, whose values follow each other in memory.
    void read(List<NodeBox> boxes, MemorySegment to) {
        offset = 0;
        List<SlotTransfer> begun = new ArrayList<>();
        try {
            for (List<NodeBox> some : domain.boxes().inTurn(boxes)) {
                Optional<SlotTransfer> together = domain.boxes().toRead(some, order);
                if (together.isPresent()) {
                    begun.add(together.get());
                    pack(together.get(), NodeBox.nodes(some), to);
                } else {
                    some.forEach(box -> readBox(box, to));
                }
            }
        } finally { // also after a failure: the caller may release the memory
            begun.forEach(SlotTransfer::finishPacking);
        }
    }

    private void readBox(NodeBox box, MemorySegment to) {
        Optional<SlotTransfer> direct = domain.boxes().toRead(List.of(box), order);
        if (direct.isPresent()) {
            pack(direct.get(), box.nodes(), to);
            direct.get().finishPacking();
        } else {
            forEachChunk(box, to, this::readPending, this::readRange);
        }
    }

    private void pack(SlotTransfer message, long nodes, MemorySegment to) {
        message.pack(to.asSlice(offset, bytes(nodes)));
        offset += bytes(nodes);
    }

    /// @param nodes places in the caller's arrays
    void write(long[] nodes, MemorySegment from) {
        offset = 0;
        forEachChunk(nodes, from, this::writePending);
        domain.written();
    }

    void read(long[] nodes, MemorySegment to) {
        offset = 0;
        forEachChunk(nodes, to, this::readPending);
    }

    private interface Pending {
        void run(MemorySegment memory);
    }

    private interface Range {
        void run(long first, int length, MemorySegment memory);
    }

    private void begin() {
        count = 0;
        if (pending.length == 0) {
            pending = new long[CHUNK];
            values = new double[CHUNK * q];
        }
    }

    private void forEachChunk(NodeBox box, MemorySegment memory, Pending listed, Range range) {
        begin();
        box.forEachRun(domain.size(), (index, length) -> {
            if (isAllFluid && length >= LONG_RUN) {
                flush(memory, listed);
                for (long at = 0; at < length; at += MOST_AT_ONCE) {
                    range.run(index + at, (int) Math.min(MOST_AT_ONCE, length - at), memory);
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
        begin();
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

    private long bytes(long nodes) {
        return nodes * q * domain.model().valueBytes();
    }

    private void writeRange(long first, int length, MemorySegment from) {
        if (order == ValueOrder.PALABOS && domain.execution().copiesStored(Kernel.FLUID)) {
            MemorySegment part = from.asSlice(offset, bytes(length));
            int written = domain.execution().pasteFinite(Kernel.FLUID, first, length, directions, part);
            offset += bytes(written);
            if (written < length) {
                refuse(length - written, from);
            }
            return;
        }
        for (int at = 0; at < length; at += CHUNK) {
            int part = Math.min(CHUNK, length - at);
            gather(part, from);
            domain.execution().writePopulations(first + at, part, values);
            offset += bytes(part);
        }
    }

    private void readRange(long first, int length, MemorySegment to) {
        if (order == ValueOrder.PALABOS && domain.execution().copiesStored(Kernel.FLUID)) {
            MemorySegment all = to.asSlice(offset, bytes(length));
            domain.execution().copyStored(Kernel.FLUID, first, length, directions, all);
            offset += bytes(length);
            return;
        }
        for (int at = 0; at < length; at += CHUNK) {
            int part = Math.min(CHUNK, length - at);
            domain.execution().readPopulations(first + at, part, values);
            scatter(part, to);
            offset += bytes(part);
        }
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
        MemorySegment part = from.asSlice(offset, bytes(nodes));
        boolean isFinite = isDouble ? gatherDoubles(nodes, part) : gatherFloats(nodes, part);
        if (!isFinite) {
            refuse(nodes, from);
        }
    }

    private boolean gatherDoubles(int nodes, MemorySegment part) {
        double notFinite = 0;
        for (int first = 0; first < nodes * q; first += q) {
            for (int i = 0; i < q; i++) {
                double value = part.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) (first + i) * Double.BYTES);
                notFinite += 0 * value; // NaN where it is infinite
                values[first + directions[i]] = value - offsets[i];
            }
        }
        return notFinite == 0;
    }

    private boolean gatherFloats(int nodes, MemorySegment part) {
        double notFinite = 0;
        for (int first = 0; first < nodes * q; first += q) {
            for (int i = 0; i < q; i++) {
                double value = part.get(ValueLayout.JAVA_FLOAT_UNALIGNED, (long) (first + i) * Float.BYTES);
                notFinite += 0 * value; // NaN where it is infinite
                values[first + directions[i]] = value - offsets[i];
            }
        }
        return notFinite == 0;
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
        throw CouplingException.badArgument(
                "a value of nodes %d to %d of those to write was not finite when it was copied, and has changed since: another thread writes to this memory. Nothing from node %d on has been written"
                        .formatted(before, before + nodes - 1, before));
    }

    private void scatter(int nodes, MemorySegment to) {
        MemorySegment part = to.asSlice(offset, bytes(nodes));
        for (int first = 0; first < nodes * q; first += q) {
            for (int i = 0; i < q; i++) {
                double value = values[first + directions[i]] + offsets[i];
                if (isDouble) {
                    part.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) (first + i) * Double.BYTES, value);
                } else {
                    part.set(ValueLayout.JAVA_FLOAT_UNALIGNED, (long) (first + i) * Float.BYTES, (float) value);
                }
            }
        }
    }
}
