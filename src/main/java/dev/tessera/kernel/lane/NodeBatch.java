package dev.tessera.kernel.lane;

/// Up to 64 lanes of a class with their nodes and slots; reused for every batch of a visit, so not to be stored.
public final class NodeBatch {
    public static final int LANES = RunSlots.LANES;

    private final long[] fluidNumbers = new long[LANES];
    private final long[][] slots;
    private long firstLane;
    private int lanes;

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

    /// The slot of a node's value: of a kernel's stream ([SlotStreams]), or of the population that the node
    /// reads along a direction.
    public long slot(int stream, int lane) {
        return slots[stream][lane];
    }

    long[][] slots() {
        return slots;
    }

    void startAt(long lane) {
        firstLane = lane;
        lanes = 0;
    }

    /// Adds a run of nodes with consecutive numbers; its slots have been set.
    void add(long fluidNumber, int count) {
        for (int i = 0; i < count; i++) {
            fluidNumbers[lanes + i] = fluidNumber + i;
        }
        lanes += count;
    }

    int room() {
        return LANES - lanes;
    }
}
