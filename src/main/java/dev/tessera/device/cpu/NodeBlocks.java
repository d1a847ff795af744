package dev.tessera.device.cpu;

/// Moves all values of consecutive nodes between slots, consecutive for each value of a node, and memory in which the
/// values of a node are consecutive. Loops over absolute addresses ([AllMemory]): one mask serves several accesses,
/// which C2 then proves to be inside.
@FunctionalInterface
interface NodeBlocks {
    /// Nodes whose values of one direction are written one after the other: a cache line of doubles.
    int TILE = 8;

    /// Larger than any number of values of a node; a bound for C2.
    int MOST_VALUES = 0xfff;

    /// @param slots `[value of a node]`: address of the first node's slot
    /// @param nodes address of the first node's values
    void move(long[] slots, long nodes, int count);

    /// @param valueBytes 4 or 8
    /// @param copies from slots to nodes; otherwise from nodes to slots
    static NodeBlocks of(int valueBytes, boolean copies) {
        if (valueBytes == Long.BYTES) {
            return copies ? NodeBlocks::copyLongs : NodeBlocks::pasteLongs;
        }
        return copies ? NodeBlocks::copyInts : NodeBlocks::pasteInts;
    }

    /// The last tile may contain nodes of the one before.
    private static void pasteLongs(long[] slots, long nodes, int count) {
        long s = (long) Long.BYTES * (slots.length & MOST_VALUES);
        if (count < TILE) {
            for (int n = 0; n < count; n++) {
                pasteLongs(slots, nodes + n * s, (long) n * Long.BYTES, slots.length);
            }
            return;
        }
        for (int from = 0; from < count; from += TILE) {
            int n = Math.min(from, count - TILE);
            pasteTileOfLongs(slots, s, nodes + n * s, (long) n * Long.BYTES);
        }
    }

    private static void pasteTileOfLongs(long[] slots, long s, long nodes, long offset) {
        for (int k = 0; k < slots.length; k++) {
            long b = AllMemory.in(nodes + (long) k * Long.BYTES);
            long t = AllMemory.in(slots[k] + offset);
            setLong(t, getLong(b));
            setLong(t + 8, getLong(b + s));
            setLong(t + 16, getLong(b + 2 * s));
            setLong(t + 24, getLong(b + 3 * s));
            setLong(t + 32, getLong(b + 4 * s));
            setLong(t + 40, getLong(b + 5 * s));
            setLong(t + 48, getLong(b + 6 * s));
            setLong(t + 56, getLong(b + 7 * s));
        }
    }

    /// One node.
    private static void pasteLongs(long[] slots, long node, long offset, int values) {
        for (int k = 0; k < values; k++) {
            setLong(AllMemory.in(slots[k] + offset), getLong(AllMemory.in(node + (long) k * Long.BYTES)));
        }
    }

    /// Two nodes and four directions at a time, so that memory of nodes is written nearly in its order.
    private static void copyLongs(long[] slots, long nodes, int count) {
        long s = (long) Long.BYTES * (slots.length & MOST_VALUES);
        int fours = slots.length - 3;
        int n = 0;
        for (; n + 2 <= count; n += 2) {
            long row = nodes + n * s;
            long offset = (long) n * Long.BYTES;
            int k = 0;
            for (; k < fours; k += 4) {
                long b = AllMemory.in(row + (long) k * Long.BYTES);
                long t0 = AllMemory.in(slots[k] + offset);
                long t1 = AllMemory.in(slots[k + 1] + offset);
                long t2 = AllMemory.in(slots[k + 2] + offset);
                long t3 = AllMemory.in(slots[k + 3] + offset);
                setLong(b, getLong(t0));
                setLong(b + 8, getLong(t1));
                setLong(b + 16, getLong(t2));
                setLong(b + 24, getLong(t3));
                setLong(b + s, getLong(t0 + 8));
                setLong(b + s + 8, getLong(t1 + 8));
                setLong(b + s + 16, getLong(t2 + 8));
                setLong(b + s + 24, getLong(t3 + 8));
            }
            for (; k < slots.length; k++) {
                long b = AllMemory.in(row + (long) k * Long.BYTES);
                long t = AllMemory.in(slots[k] + offset);
                setLong(b, getLong(t));
                setLong(b + s, getLong(t + 8));
            }
        }
        if (n < count) {
            for (int k = 0; k < slots.length; k++) {
                long value = getLong(AllMemory.in(slots[k] + (long) n * Long.BYTES));
                setLong(AllMemory.in(nodes + n * s + (long) k * Long.BYTES), value);
            }
        }
    }

    /// As [#pasteLongs(long[], long, int)].
    private static void pasteInts(long[] slots, long nodes, int count) {
        long s = (long) Integer.BYTES * (slots.length & MOST_VALUES);
        if (count < TILE) {
            for (int n = 0; n < count; n++) {
                pasteInts(slots, nodes + n * s, (long) n * Integer.BYTES, slots.length);
            }
            return;
        }
        for (int from = 0; from < count; from += TILE) {
            int n = Math.min(from, count - TILE);
            pasteTileOfInts(slots, s, nodes + n * s, (long) n * Integer.BYTES);
        }
    }

    private static void pasteTileOfInts(long[] slots, long s, long nodes, long offset) {
        for (int k = 0; k < slots.length; k++) {
            long b = AllMemory.in(nodes + (long) k * Integer.BYTES);
            long t = AllMemory.in(slots[k] + offset);
            setInt(t, getInt(b));
            setInt(t + 4, getInt(b + s));
            setInt(t + 8, getInt(b + 2 * s));
            setInt(t + 12, getInt(b + 3 * s));
            setInt(t + 16, getInt(b + 4 * s));
            setInt(t + 20, getInt(b + 5 * s));
            setInt(t + 24, getInt(b + 6 * s));
            setInt(t + 28, getInt(b + 7 * s));
        }
    }

    private static void pasteInts(long[] slots, long node, long offset, int values) {
        for (int k = 0; k < values; k++) {
            setInt(AllMemory.in(slots[k] + offset), getInt(AllMemory.in(node + (long) k * Integer.BYTES)));
        }
    }

    /// As [#copyLongs].
    private static void copyInts(long[] slots, long nodes, int count) {
        long s = (long) Integer.BYTES * (slots.length & MOST_VALUES);
        int fours = slots.length - 3;
        int n = 0;
        for (; n + 2 <= count; n += 2) {
            long row = nodes + n * s;
            long offset = (long) n * Integer.BYTES;
            int k = 0;
            for (; k < fours; k += 4) {
                long b = AllMemory.in(row + (long) k * Integer.BYTES);
                long t0 = AllMemory.in(slots[k] + offset);
                long t1 = AllMemory.in(slots[k + 1] + offset);
                long t2 = AllMemory.in(slots[k + 2] + offset);
                long t3 = AllMemory.in(slots[k + 3] + offset);
                setInt(b, getInt(t0));
                setInt(b + 4, getInt(t1));
                setInt(b + 8, getInt(t2));
                setInt(b + 12, getInt(t3));
                setInt(b + s, getInt(t0 + 4));
                setInt(b + s + 4, getInt(t1 + 4));
                setInt(b + s + 8, getInt(t2 + 4));
                setInt(b + s + 12, getInt(t3 + 4));
            }
            for (; k < slots.length; k++) {
                long b = AllMemory.in(row + (long) k * Integer.BYTES);
                long t = AllMemory.in(slots[k] + offset);
                setInt(b, getInt(t));
                setInt(b + s, getInt(t + 4));
            }
        }
        if (n < count) {
            for (int k = 0; k < slots.length; k++) {
                int value = getInt(AllMemory.in(slots[k] + (long) n * Integer.BYTES));
                setInt(AllMemory.in(nodes + n * s + (long) k * Integer.BYTES), value);
            }
        }
    }

    private static long getLong(long address) {
        return AllMemory.SEGMENT.get(AllMemory.LONG, address);
    }

    private static void setLong(long address, long value) {
        AllMemory.SEGMENT.set(AllMemory.LONG, address, value);
    }

    private static int getInt(long address) {
        return AllMemory.SEGMENT.get(AllMemory.INT, address);
    }

    private static void setInt(long address, int value) {
        AllMemory.SEGMENT.set(AllMemory.INT, address, value);
    }
}
