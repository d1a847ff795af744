package dev.tessera.device;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The values of a message between two parts at one of its ends: what is sent or received after every step, as it is
/// stored, without conversion. Belongs to its execution, is used on the thread that runs it, and ends with it.
public interface SlotTransfer {
    /// Where the values are in the message.
    MessageLayout layout();

    /// Bytes of the message.
    default long bytes() {
        return layout().bytes();
    }

    /// Starts to copy the present values into a message; some devices do this in the background.
    /// @param message native memory of `bytes()`
    void pack(MemorySegment message);

    /// Whether the message is complete. Once true, it remains so until the next [#pack].
    default boolean isPacked() {
        return true;
    }

    /// Waits until the message is complete.
    default void finishPacking() {}

    /// Copies a message into the slots; the message can be reused afterwards.
    /// @param message native memory of `bytes()`
    void unpack(MemorySegment message);

    /// As [#unpack], unless a value is NaN or infinite: then no slot changes. Values are FP32 or FP64.
    /// @param areFinite whether the host finds all values finite; not asked where the device checks them itself
    /// @return whether all values are finite
    default boolean unpackFinite(MemorySegment message, BooleanSupplier areFinite) {
        if (!areFinite.getAsBoolean()) {
            return false;
        }
        unpack(message);
        return true;
    }

    /// Memory of the host for messages, which the device copies fastest. Valid as long as the execution.
    /// @return null where any native memory will do
    default @Nullable MemorySegment hostMemory() {
        return null;
    }
}
