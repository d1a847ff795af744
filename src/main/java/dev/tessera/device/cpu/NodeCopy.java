package dev.tessera.device.cpu;

import dev.tessera.device.FiniteBits;
import dev.tessera.kernel.lane.FluidBlocks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Objects;

/// Copies populations, as they are stored, between slots and memory in which the values of a node are consecutive. The
/// work is split among all workers.
final class NodeCopy {
    /// Nodes that a worker checks, and then writes while their values are in its cache (300 kB for D3Q19 in FP64).
    private static final int CHUNK = 1 << 11;

    private final SlotMemory slots;
    private final int[] directions; // of each value of a node
    private final int[] places; // of each direction, among the values of a node
    private final long first; // fluid number of the first node in memory
    private final int phase;
    private final long nodeBytes;

    NodeCopy(SlotMemory slots, int[] directions, long first, int phase) {
        this.slots = slots;
        this.directions = directions;
        this.places = places(directions, slots.perNode());
        this.first = first;
        this.phase = phase;
        this.nodeBytes = (long) directions.length * slots.valueBytes();
    }

    private static int[] places(int[] directions, int values) {
        int[] places = new int[values];
        Arrays.fill(places, -1);
        for (int k = 0; k < directions.length; k++) {
            places[directions[k]] = k;
        }
        if (directions.length != values || Arrays.stream(places).anyMatch(place -> place < 0)) {
            throw new IllegalArgumentException(
                    "%s are not the %d directions, each once".formatted(Arrays.toString(directions), values));
        }
        return places;
    }

    /// From slots to memory.
    /// @param target native, `[count][directions]`
    void copy(int count, MemorySegment target) {
        requireUsable(count, target);
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("populations cannot be copied to memory that is read-only");
        }
        try {
            slots.forEachRange(count, (from, end) -> new Mover(target, true).move(from, end));
        } finally {
            Reference.reachabilityFence(target);
        }
    }

    /// From memory to slots, up to a value that is NaN or infinite.
    /// @return how many nodes have been written
    int pasteFinite(int count, MemorySegment source) {
        requireUsable(count, source);
        try {
            return count <= SlotMemory.FEW ? pasteFew(count, source) : pasteChunks(count, source);
        } finally {
            Reference.reachabilityFence(source);
        }
    }

    private int pasteFew(int count, MemorySegment source) {
        int written = areFinite(0, count, source) ? count : 0;
        new Mover(source, false).move(0, written);
        return written;
    }

    private int pasteChunks(int count, MemorySegment source) {
        CheckedChunks chunks = new CheckedChunks(
                Math.ceilDiv(count, CHUNK), chunk -> areFinite(chunk * CHUNK, end(chunk, count), source));
        slots.workers().each(worker -> {
            Mover mover = new Mover(source, false);
            chunks.run(chunk -> mover.move(chunk * CHUNK, end(chunk, count)));
        });
        return (int) Math.min(count, (long) chunks.accepted() * CHUNK);
    }

    private static int end(int chunk, int count) {
        return (int) Math.min(count, (chunk + 1L) * CHUNK);
    }

    private boolean areFinite(int from, int end, MemorySegment source) {
        MemorySegment some = AllMemory.SEGMENT.asSlice(source.address() + from * nodeBytes, (end - from) * nodeBytes);
        return FiniteBits.areFinite(some, slots.valueBytes());
    }

    /// What follows uses addresses, which nothing checks.
    private void requireUsable(int count, MemorySegment nodes) {
        Objects.checkFromIndexSize(first, count, slots.plan().fluidNodes());
        if (!nodes.isNative() || nodes.byteSize() < count * nodeBytes) {
            throw new IllegalArgumentException("populations of %d nodes need %d bytes of native memory, not %s"
                    .formatted(count, count * nodeBytes, nodes));
        }
        if (count > 0) {
            nodes.get(ValueLayout.JAVA_BYTE, 0); // throws if it is closed
        }
    }

    /// Of one worker.
    private final class Mover implements FluidBlocks.Visitor {
        private final FluidBlocks blocks = slots.plan().fluidBlocks(slots.array(), phase);
        private final long[] at = new long[directions.length]; // addresses of slots, by place among a node's values
        private final MemorySegment nodes;
        private final NodeBlocks block;
        private final NodeValues run;

        Mover(MemorySegment nodes, boolean copies) {
            this.nodes = nodes;
            this.block = NodeBlocks.of(slots.valueBytes(), copies);
            this.run = NodeValues.of(slots.valueBytes(), copies);
        }

        void move(int from, int end) {
            blocks.visit(first + from, end - from, this);
        }

        @Override
        public void block(long number, int count, long[] starts) {
            long base = slots.memory().address();
            for (int k = 0; k < at.length; k++) {
                at[k] = base + starts[directions[k]] * slots.valueBytes();
            }
            block.move(at, nodes.address() + (number - first) * nodeBytes, count);
        }

        @Override
        public void run(int direction, long number, long slot, int count) {
            long offset = (number - first) * nodeBytes + (long) places[direction] * slots.valueBytes();
            run.move(
                    slots.memory(),
                    slot * slots.valueBytes(),
                    AllMemory.SEGMENT,
                    nodes.address() + offset,
                    nodeBytes,
                    count);
        }
    }
}
