package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.SavedState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Copies of an execution's buffers on the device.
final class SavedBuffers implements SavedState {
    private final GpuMemory memory;
    private final List<DeviceBuffer> copies = new ArrayList<>();
    private final Supplier<Runnable> others;
    private Runnable restoreOthers;
    private boolean isOpen = true;

    /// @param others saves what buffers do not contain; what it returns checks that the execution is open, and
    ///        restores that
    SavedBuffers(GpuMemory memory, Supplier<Runnable> others) {
        this.memory = memory;
        this.others = others;
        this.restoreOthers = others.get();
        try {
            for (DeviceBuffer original : memory.state()) {
                copies.add(memory.additional("copy of " + original.what(), original.bytes()));
            }
            copy(memory.state(), copies);
        } catch (RuntimeException failure) {
            copies.forEach(memory::release);
            throw failure;
        }
    }

    private void copy(List<DeviceBuffer> from, List<DeviceBuffer> to) {
        for (int k = 0; k < copies.size(); k++) {
            memory.accelerator().copy(from.get(k), 0, to.get(k), 0, from.get(k).bytes());
        }
    }

    @Override
    public void update() {
        requireOpen();
        restoreOthers = others.get();
        copy(memory.state(), copies);
    }

    @Override
    public void restore() {
        requireOpen();
        restoreOthers.run();
        copy(copies, memory.state());
    }

    private void requireOpen() {
        if (!isOpen) {
            throw new DeviceException("this saved state is closed");
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
