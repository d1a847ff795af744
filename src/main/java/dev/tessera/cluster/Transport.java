package dev.tessera.cluster;

import dev.tessera.device.SlotTransfer;
import org.jspecify.annotations.Nullable;

/// A way to carry messages between parts: through memory of the host, from GPU to GPU, between processes.
public interface Transport {
    /// The ends of a message that are in this process.
    ///
    /// @param sender null where another process sends
    /// @param receiver null where another process receives
    record Ends(@Nullable HaloLink sender, @Nullable HaloLink receiver) {}

    /// Prepares a message, once, before the first step.
    ///
    /// @param from the values of the sender; null where another process sends
    /// @param to the values of the receiver; null where another process receives
    /// @param waits in which its links wait, so that a failure of another part ends them
    Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits);

    /// Whether values between GPUs go through memory of the host.
    default boolean usesHostMemory() {
        return true;
    }

    /// After all links of a stage at the parts of a thread have begun, on this thread: starts what has to be started
    /// together.
    default void begun() {}
}
