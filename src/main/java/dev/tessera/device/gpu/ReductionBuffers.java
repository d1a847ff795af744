package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The buffers of an execution's reductions, beside those of its plan.
final class ReductionBuffers implements AutoCloseable {
    private final GpuMemory memory;
    private final List<DeviceBuffer> all = new ArrayList<>();

    ReductionBuffers(GpuMemory memory) {
        this.memory = memory;
    }

    DeviceBuffer reserved(String what, long bytes) {
        DeviceBuffer buffer = memory.additional(what, bytes);
        all.add(buffer);
        return buffer;
    }

    /// A list on the device; null where it is empty.
    @Nullable
    DeviceBuffer uploaded(String what, int[] list) {
        if (list.length == 0) {
            return null;
        }
        DeviceBuffer buffer = reserved(what, 4L * list.length);
        memory.accelerator().upload(buffer, 0, MemorySegment.ofArray(list));
        return buffer;
    }

    @Override
    public void close() {
        all.forEach(memory::release);
        all.clear();
    }
}
