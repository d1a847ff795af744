package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Moves the values of one direction between consecutive slots and memory in which the values of a node are
/// consecutive.
@FunctionalInterface
interface NodeValues {
    /// @param slots the memory of the arrays
    /// @param slot offset of the first slot, bytes
    /// @param node offset of the first node's value in `nodes`, bytes
    /// @param stride from one node to the next in `nodes`, bytes
    void move(MemorySegment slots, long slot, MemorySegment nodes, long node, long stride, int count);

    /// @param valueBytes 4 or 8
    /// @param copies from slots to nodes; otherwise from nodes to slots
    static NodeValues of(int valueBytes, boolean copies) {
        if (valueBytes == Long.BYTES) {
            return copies ? NodeValues::copyLongs : NodeValues::pasteLongs;
        }
        return copies ? NodeValues::copyInts : NodeValues::pasteInts;
    }

    private static void copyLongs(
            MemorySegment slots, long slot, MemorySegment nodes, long node, long stride, int count) {
        for (int n = 0; n < count; n++) {
            long value = slots.get(AllMemory.LONG, slot + (long) n * Long.BYTES);
            nodes.set(ValueLayout.JAVA_LONG_UNALIGNED, node + n * stride, value);
        }
    }

    private static void pasteLongs(
            MemorySegment slots, long slot, MemorySegment nodes, long node, long stride, int count) {
        for (int n = 0; n < count; n++) {
            long value = nodes.get(ValueLayout.JAVA_LONG_UNALIGNED, node + n * stride);
            slots.set(AllMemory.LONG, slot + (long) n * Long.BYTES, value);
        }
    }

    private static void copyInts(
            MemorySegment slots, long slot, MemorySegment nodes, long node, long stride, int count) {
        for (int n = 0; n < count; n++) {
            int value = slots.get(AllMemory.INT, slot + (long) n * Integer.BYTES);
            nodes.set(ValueLayout.JAVA_INT_UNALIGNED, node + n * stride, value);
        }
    }

    private static void pasteInts(
            MemorySegment slots, long slot, MemorySegment nodes, long node, long stride, int count) {
        for (int n = 0; n < count; n++) {
            int value = nodes.get(ValueLayout.JAVA_INT_UNALIGNED, node + n * stride);
            slots.set(AllMemory.INT, slot + (long) n * Integer.BYTES, value);
        }
    }
}
