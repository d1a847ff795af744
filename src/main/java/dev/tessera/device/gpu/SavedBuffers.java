package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.SavedState;
import java.util.ArrayList;
import java.util.List;

/// Copies of an execution's buffers on the device.
final class SavedBuffers implements SavedState {
    private final GpuMemory memory;
    private final List<DeviceBuffer> copies = new ArrayList<>();
    private final Runnable restoreOthers;
    private boolean isOpen = true;

    /// @param restoreOthers checks that the execution is open, and restores what buffers do not contain
    SavedBuffers(GpuMemory memory, Runnable restoreOthers) {
        this.memory = memory;
        this.restoreOthers = restoreOthers;
        try {
            for (DeviceBuffer original : memory.state()) {
                DeviceBuffer copy = memory.additional("copy of " + original.what(), original.bytes());
                copies.add(copy);
                memory.accelerator().copy(original, 0, copy, 0, original.bytes());
            }
        } catch (RuntimeException failure) {
            copies.forEach(memory::release);
            throw failure;
        }
    }

    @Override
    public void restore() {
        if (!isOpen) {
            throw new DeviceException("this saved state is closed");
        }
        restoreOthers.run();
        List<DeviceBuffer> originals = memory.state();
        for (int k = 0; k < copies.size(); k++) {
            DeviceBuffer original = originals.get(k);
            memory.accelerator().copy(copies.get(k), 0, original, 0, original.bytes());
        }
    }

    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            copies.forEach(memory::release);
        }
    }
}
