package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.DeviceBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Values that a kernel is launched with, where the driver reads them: an array of pointers to them.
final class LaunchArguments {
    /// Of 4 KiB of parameters.
    static final int MOST = 512;

    private final MemorySegment values;
    private final MemorySegment pointers;

    LaunchArguments(Arena arena) {
        values = arena.allocate(JAVA_LONG, MOST);
        pointers = arena.allocate(ADDRESS, MOST);
        for (int i = 0; i < MOST; i++) {
            pointers.setAtIndex(ADDRESS, i, values.asSlice((long) Long.BYTES * i));
        }
    }

    MemorySegment pointers() {
        return pointers;
    }

    /// @param value a [DeviceBuffer], `Integer`, `Long`, `Float` or `Double`
    /// @return its bytes
    int set(int index, Object value) {
        long at = (long) Long.BYTES * index;
        return switch (value) {
            case DeviceBuffer buffer -> {
                values.set(JAVA_LONG, at, buffer.handle());
                yield Long.BYTES;
            }
            case Integer number -> {
                values.set(JAVA_INT, at, number);
                yield Integer.BYTES;
            }
            case Float number -> {
                values.set(JAVA_FLOAT, at, number);
                yield Float.BYTES;
            }
            case Long number -> {
                values.set(JAVA_LONG, at, number);
                yield Long.BYTES;
            }
            case Double number -> {
                values.set(JAVA_DOUBLE, at, number);
                yield Double.BYTES;
            }
            default -> throw new IllegalArgumentException("argument %s".formatted(value));
        };
    }
}
