package dev.tessera.device.gpu;

import dev.tessera.emit.gpu.ExchangeSource;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Checks messages on the device, one after the other, for values that are NaN or infinite. Messages have
/// numbers, and the device keeps that of the last one which it has refused: there is nothing to reset
/// between two of them.
final class MessageCheck {
    private final Accelerator accelerator;
    private final DeviceBuffer refused; // one number
    private final MemorySegment copy; // of it, on the host
    private final long done; // event
    private long number;

    /// @param memory that releases what this needs
    MessageCheck(GpuMemory memory, ExchangeQueue exchanges) {
        this.accelerator = memory.accelerator();
        this.refused = memory.additional("number of a refused message", Long.BYTES);
        accelerator.upload(refused, 0, MemorySegment.ofArray(new long[1]));
        Arena lifetime = Arena.ofShared();
        memory.alsoRelease(lifetime::close);
        this.copy = accelerator.hostMemory(Long.BYTES, lifetime);
        this.done = memory.event(exchanges);
    }

    /// The number of the last message that was refused.
    DeviceBuffer refused() {
        return refused;
    }

    /// The number of the present message.
    long number() {
        return number;
    }

    /// Begins with another message.
    void begin() {
        number++;
    }

    /// Launches the check of some values of the message.
    /// @param first value in the message
    /// @param valueBytes 4 or 8
    void launch(KernelSet kernels, DeviceBuffer message, long first, int count, int valueBytes) {
        accelerator.launch(
                kernels.exchange(ExchangeSource.check(valueBytes)),
                LaunchShape.covering(count, ExchangeSource.THREADS),
                message,
                first,
                count,
                refused,
                number);
    }

    /// Starts to bring the answer to the host, when all values have been checked.
    void ask(ExchangeQueue exchanges) {
        exchanges.download(refused.handle(), copy);
        exchanges.record(done);
    }

    /// As [#isAccepted], where the values are in the first queue.
    boolean isAcceptedInFirstQueue() {
        accelerator.download(refused, 0, copy);
        return copy.get(ValueLayout.JAVA_LONG, 0) != number;
    }

    /// Waits for the answer.
    /// @return whether all values of the message are finite
    boolean isAccepted(ExchangeQueue exchanges) {
        exchanges.finish(done);
        return copy.get(ValueLayout.JAVA_LONG, 0) != number;
    }
}
