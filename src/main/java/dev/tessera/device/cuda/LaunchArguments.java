package dev.tessera.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.gpu.ArgumentBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The arguments of a launch in native memory, with the array of pointers that the driver reads.
final class LaunchArguments {
    /// The maximum number of arguments, in 4 KiB of parameters.
    static final int MAX = 512;

    private final MemorySegment values;
    private final MemorySegment pointers;

    LaunchArguments(Arena arena) {
        values = arena.allocate(JAVA_LONG, MAX);
        pointers = arena.allocate(ADDRESS, MAX);
        for (int i = 0; i < MAX; i++) {
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
