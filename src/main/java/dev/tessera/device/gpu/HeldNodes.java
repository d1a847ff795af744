package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.HeldPopulations;
import java.lang.foreign.MemorySegment;

/// Populations of all fluid nodes, `[node][direction]`, in a buffer of their own.
final class HeldNodes implements HeldPopulations {
    private final GpuMemory memory;
    private final DeviceBuffer values;
    private final long bytesPerNode;
    private boolean isOpen = true;

    /// @param values released with this
    HeldNodes(GpuMemory memory, DeviceBuffer values, long bytesPerNode) {
        this.memory = memory;
        this.values = values;
        this.bytesPerNode = bytesPerNode;
    }

    synchronized boolean isOpen() {
        return isOpen;
    }

    @Override
    public synchronized void copy(long first, int count, MemorySegment target) {
        if (!isOpen) {
            throw new DeviceException("these populations are no longer held by the device");
        }
        memory.accelerator().downloadBeside(values, first * bytesPerNode, target.asSlice(0, count * bytesPerNode));
    }

    @Override
    public synchronized void close() {
        if (isOpen) {
            isOpen = false;
            memory.release(values);
        }
    }
}
