package dev.tessera.device;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Populations as they were when this was made, in the memory of the device: they can be copied to the host while
/// steps go on.
public interface HeldPopulations extends AutoCloseable {
    /// Copies those of consecutive fluid nodes, as [Execution#copyStored]. On any thread, one at a time, beside all
    /// calls of the execution.
    /// @param target native memory, `[count][q]` in the number format of slots
    /// @throws DeviceException if they are no longer held
    void copy(long first, int count, MemorySegment target);

    /// The same.
    /// @param target a direct buffer
    default void copy(long first, int count, ByteBuffer target) {
        copy(first, count, MemorySegment.ofBuffer(target));
    }

    /// Releases the memory, after a copy that runs. On the thread of the execution.
    @Override
    void close();
}
