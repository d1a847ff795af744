package dev.tessera.device.gpu;

/// Orders the edge of a part, which runs on the queue of exchanges, and its inner nodes, which run on the first queue:
/// each waits for the other one of the stage before, and both run at the same time.
final class EdgeOrder {
    private final Accelerator accelerator;
    private final GpuMemory memory;
    private long done = -1; // event after the edge of the present stage; -1: none yet
    private long doneBefore = -1; // of the stage before
    private int recorded; // of both

    /// @param memory that releases the events
    EdgeOrder(Accelerator accelerator, GpuMemory memory) {
        this.accelerator = accelerator;
        this.memory = memory;
    }

    /// @param edge launches its kernels
    void begin(Runnable edge) {
        ExchangeQueue exchanges = accelerator.exchanges();
        accelerator.forkExchange();
        exchanges.run(edge);
        long event = doneBefore >= 0 ? doneBefore : memory.event(exchanges);
        doneBefore = done;
        done = event;
        exchanges.record(done);
        recorded = Math.min(2, recorded + 1);
    }

    /// @param inner launches the kernels of inner nodes
    void inner(Runnable inner) {
        if (recorded == 2) {
            accelerator.exchanges().firstAwaits(doneBefore);
        }
        inner.run();
    }

    /// What both queues have had so far is ordered otherwise.
    void forget() {
        recorded = 0;
    }
}
