package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The queue on which a GPU updates the edge of a part and exchanges values with other parts, while it updates inner
/// nodes on its first queue. Order between queues is stated by events, on the device; the host waits only where a
/// method says so. Handles are the driver's own. Used on the thread of the device.
public interface ExchangeQueue {
    /// What is queued here from now on waits for all that the first queue has now.
    void fork();

    /// What is queued on the first queue from now on waits for all that this one has now.
    void join();

    /// Launches and copies in `work` go to this queue.
    void run(Runnable work);

    /// A new event, which no queue has recorded.
    long newEvent();

    void releaseEvent(long event);

    /// Records an event when all that this queue has now is done.
    void record(long event);

    /// What is queued here from now on waits for an event, which can be one of another device that
    /// [#obstacleTo] accepts.
    void await(long event);

    /// What is queued on the first queue from now on waits for an event.
    void firstAwaits(long event);

    /// Whether an event has happened.
    boolean isDone(long event);

    /// The host waits for an event.
    void finish(long event);

    /// Starts to copy to the host; the next event says when it is done. Where the target is not page-locked, this may
    /// wait.
    /// @param target of [GpuDriver#hostMemory], or any native memory, which takes longer
    void download(long buffer, MemorySegment target);

    /// Starts to copy from the host: `source` can be reused after the next event.
    /// @param source of [GpuDriver#hostMemory], or any native memory, which takes longer
    void beginUpload(long buffer, MemorySegment source);

    /// Copies from the host; returns when `source` can be reused.
    void upload(long buffer, MemorySegment source);

    /// Why this device cannot copy to the memory of another one; empty where it can.
    Optional<String> obstacleTo(GpuDriver other);

    /// Whether kernels of this device can write to the memory of another one that [#obstacleTo] accepts.
    boolean writesTo(GpuDriver other);

    /// Starts to copy to another device that [#obstacleTo] accepts, or to this one.
    /// @param owner of `to`
    void copy(long from, GpuDriver owner, long to, long bytes);

    /// This queue for libraries that exchange values between GPUs; empty where there are none for the device.
    default Optional<LibraryQueue> forLibraries() {
        return Optional.empty();
    }
}
