package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.SavedState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Copies of blocks of memory.
final class SavedMemory implements SavedState {
    private final Arena arena = Arena.ofShared();
    private final List<MemorySegment> originals;
    private final List<MemorySegment> copies = new ArrayList<>();
    private final Runnable restoreOthers;

    /// @param restoreOthers checks that the blocks still exist, and restores what they do not contain
    SavedMemory(List<MemorySegment> originals, Runnable restoreOthers) {
        this.originals = originals;
        this.restoreOthers = restoreOthers;
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
    public void restore() {
        if (!arena.scope().isAlive()) {
            throw new DeviceException("this saved state is closed");
        }
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
