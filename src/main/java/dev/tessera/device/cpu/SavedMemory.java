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
    private final WorkerPool workers;
    private Runnable restoreOthers;

    /// @param others saves what the blocks do not contain; what it returns checks that they still exist, and
    ///        restores that
    /// @param workers that copy
    SavedMemory(List<MemorySegment> originals, Supplier<Runnable> others, WorkerPool workers) {
        this.originals = originals;
        this.others = others;
        this.workers = workers;
        this.restoreOthers = others.get();
        try {
            for (MemorySegment original : originals) {
                copies.add(HostMemory.allocate(arena, original.byteSize()));
                copy(original, copies.getLast());
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
            copy(originals.get(k), copies.get(k));
        }
    }

    /// Every worker copies a part.
    private void copy(MemorySegment from, MemorySegment to) {
        long bytes = from.byteSize();
        workers.each(worker -> {
            long begin = bytes / workers.size() * worker;
            long end = worker == workers.size() - 1 ? bytes : bytes / workers.size() * (worker + 1);
            MemorySegment.copy(from, begin, to, begin, end - begin);
        });
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
            copy(copies.get(k), originals.get(k));
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
