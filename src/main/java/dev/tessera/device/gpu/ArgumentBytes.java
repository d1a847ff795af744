package dev.tessera.device.gpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/// A kernel's argument in the drivers' format: its value, or a buffer's handle.
public final class ArgumentBytes {
    private ArgumentBytes() {}

    /// @param at bytes from the start of the memory, aligned for the value
    /// @param value a [DeviceBuffer], `Integer`, `Long`, `Float` or `Double`
    /// @return its bytes
    public static int put(MemorySegment memory, long at, Object value) {
        return switch (value) {
            case DeviceBuffer buffer -> {
                memory.set(JAVA_LONG, at, buffer.handle());
                yield Long.BYTES;
            }
            case Integer number -> {
                memory.set(JAVA_INT, at, number);
                yield Integer.BYTES;
            }
            case Float number -> {
                memory.set(JAVA_FLOAT, at, number);
                yield Float.BYTES;
            }
            case Long number -> {
                memory.set(JAVA_LONG, at, number);
                yield Long.BYTES;
            }
            case Double number -> {
                memory.set(JAVA_DOUBLE, at, number);
                yield Double.BYTES;
            }
            default -> throw new IllegalArgumentException("argument %s".formatted(value));
        };
    }
}
