package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/// Downloads values to the heap through pinned pages: while the device fills one page, other threads empty the
/// previous ones. Not thread-safe.
final class PagedDownloads {
    static final long PAGE_BYTES = 2L << 20;
    private static final int PAGES = 8;

    private final GpuDriver driver;
    private final Deque<MemorySegment> empty = new ArrayDeque<>(); // allocated on demand
    private final Deque<Emptying> pending = new ArrayDeque<>();

    private record Emptying(MemorySegment page, CompletableFuture<Void> done) {}

    /// Takes a page's content, on any thread.
    @FunctionalInterface
    interface Sink {
        /// @param page to be read before this returns
        /// @param from offset of its first byte in the download
        void take(MemorySegment page, long from);
    }

    PagedDownloads(GpuDriver driver) {
        this.driver = driver;
    }

    /// Returns when the device has copied everything; `sink` may run until [#finish].
    void download(long buffer, long offset, long bytes, Sink sink) {
        for (long done = 0; done < bytes; done += PAGE_BYTES) {
            long from = done;
            MemorySegment page = emptyPage();
            MemorySegment part = page.asSlice(0, Math.min(PAGE_BYTES, bytes - from));
            driver.download(buffer, offset + from, part);
            pending.add(new Emptying(page, CompletableFuture.runAsync(() -> sink.take(part, from))));
        }
    }

    private MemorySegment emptyPage() {
        if (!empty.isEmpty()) {
            return empty.removeFirst();
        }
        if (pending.size() < PAGES) {
            return driver.hostMemory(PAGE_BYTES);
        }
        Emptying first = pending.removeFirst();
        first.done().join();
        return first.page();
    }

    /// Waits until all sinks are done.
    void finish() {
        while (!pending.isEmpty()) {
            Emptying first = pending.removeFirst();
            empty.add(first.page());
            first.done().join();
        }
    }
}
