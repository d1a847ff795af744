package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.ArgumentBytes;
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
        return ArgumentBytes.put(values, (long) Long.BYTES * index, value);
    }
}
