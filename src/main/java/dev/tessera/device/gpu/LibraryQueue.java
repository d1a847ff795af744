package dev.tessera.device.gpu;

import java.util.function.LongConsumer;

/// The queue of exchanges of an NVIDIA GPU as other libraries use it, which queue work of their own there.
public interface LibraryQueue {
    /// Identifies the GPU among those of all computers, in hexadecimal digits; empty where the driver does not report
    /// it.
    String uuid();

    /// Calls a library with this GPU as the present device of the calling thread, which can be any.
    /// @param work receives the stream, a `cudaStream_t`
    void with(LongConsumer work);
}
