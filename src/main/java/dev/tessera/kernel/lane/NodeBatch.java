package dev.tessera.kernel.lane;

/// Up to 64 lanes of a class with their nodes and slots; reused for every batch of a visit, so not to be stored.
public final class NodeBatch {
    public static final int LANES = RunSlots.LANES;

    private final long[] fluidNumbers = new long[LANES];
    private final long[][] slots;
    private long firstLane;
    private int lanes;
    private long least = Long.MAX_VALUE; // fluid number
    private long greatest = -1;

    /// A batch whose nodes have no slots.
    public static NodeBatch withoutSlots() {
        return new NodeBatch(0);
    }

    NodeBatch(int streams) {
        this.slots = new long[streams][LANES];
    }

    public int lanes() {
        return lanes;
    }

    /// The class's lane of lane 0 of this batch; the others follow.
    public long firstLane() {
        return firstLane;
    }

    public long fluidNumber(int lane) {
        return fluidNumbers[lane];
    }

    /// The smallest fluid number of the batch.
    public long leastFluidNumber() {
        return least;
    }

    public long greatestFluidNumber() {
        return greatest;
    }

    /// The slot of a node's value: of a kernel's stream ([SlotStreams]), or of the population that the node
    /// reads along a direction.
    public long slot(int stream, int lane) {
        return slots[stream][lane];
    }

    long[][] slots() {
        return slots;
    }

    /// Makes consecutive lanes the batch.
    /// @param count at most 64
    /// @param numbers fluid numbers
    /// @param order the lanes' places among them, from `from` on; empty: they are in order
    public void set(long lane, int count, int[] numbers, char[] order, int from) {
        firstLane = lane;
        lanes = count;
        least = Long.MAX_VALUE;
        greatest = -1;
        for (int i = 0; i < count; i++) {
            long number = numbers[order.length == 0 ? from + i : order[from + i]];
            fluidNumbers[i] = number;
            least = Math.min(least, number);
            greatest = Math.max(greatest, number);
        }
    }

    void startAt(long lane) {
        firstLane = lane;
        lanes = 0;
        least = Long.MAX_VALUE;
        greatest = -1;
    }

    /// Adds a run of nodes with consecutive numbers; its slots have been set.
    void add(long fluidNumber, int count) {
        for (int i = 0; i < count; i++) {
            fluidNumbers[lanes + i] = fluidNumber + i;
        }
        lanes += count;
        least = Math.min(least, fluidNumber);
        greatest = Math.max(greatest, fluidNumber + count - 1);
    }

    int room() {
        return LANES - lanes;
    }
}
