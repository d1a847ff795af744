package dev.tessera.device.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Memory of a GPU by its handle, as libraries see it that copy between GPUs.
public final class DeviceMemory {
    private DeviceMemory() {}

    /// All that is queued is done before.
    public static byte[] read(GpuDevice device, long handle, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment content = arena.allocate(bytes, Long.BYTES);
            device.accelerator().driver().download(handle, 0, content);
            return content.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    public static void write(GpuDevice device, long handle, byte[] content) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocate(content.length, Long.BYTES);
            source.copyFrom(MemorySegment.ofArray(content));
            device.accelerator().driver().upload(handle, 0, source);
        }
    }
}
