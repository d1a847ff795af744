package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.SavedState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Copies of blocks of memory.
final class SavedMemory implements SavedState {
    private final Arena arena = Arena.ofShared();
    private final List<MemorySegment> originals;
    private final List<MemorySegment> copies = new ArrayList<>();
    private final Supplier<Runnable> others;
    private Runnable restoreOthers;

    /// @param others saves what the blocks do not contain; what it returns checks that they still exist, and
    ///        restores that
    SavedMemory(List<MemorySegment> originals, Supplier<Runnable> others) {
        this.originals = originals;
        this.others = others;
        this.restoreOthers = others.get();
        try {
            for (MemorySegment original : originals) {
                copies.add(HostMemory.allocate(arena, original.byteSize()).copyFrom(original));
            }
        } catch (RuntimeException failure) {
            arena.close();
            throw failure;
        }
    }

    @Override
    public void update() {
        requireOpen();
        restoreOthers = others.get();
        for (int k = 0; k < copies.size(); k++) {
            copies.get(k).copyFrom(originals.get(k));
        }
    }

    private void requireOpen() {
        if (!arena.scope().isAlive()) {
            throw new DeviceException("this saved state is closed");
        }
    }

    @Override
    public void restore() {
        requireOpen();
        restoreOthers.run();
        for (int k = 0; k < copies.size(); k++) {
            originals.get(k).copyFrom(copies.get(k).asSlice(0, originals.get(k).byteSize()));
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
