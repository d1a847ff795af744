package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/// Brings values to the heap by pages that a device fills by itself: while it fills one, other threads empty those
/// before it. For one thread at a time.
final class PagedDownloads {
    private static final long PAGE_BYTES = 2L << 20;
    private static final int PAGES = 8;

    private final GpuDriver driver;
    private final Deque<MemorySegment> empty = new ArrayDeque<>(); // made when they are needed first
    private final Deque<Emptying> underWay = new ArrayDeque<>();

    private record Emptying(MemorySegment page, CompletableFuture<Void> done) {}

    /// Takes a page's content, on any thread.
    @FunctionalInterface
    interface Sink {
        /// @param page to be read before this returns
        /// @param from its first byte's place in what is brought
        void take(MemorySegment page, long from);
    }

    PagedDownloads(GpuDriver driver) {
        this.driver = driver;
    }

    /// Returns when the device has given all; `sink` may still be at work until [#finish].
    void bring(long buffer, long offset, long bytes, Sink sink) {
        for (long done = 0; done < bytes; done += PAGE_BYTES) {
            long from = done;
            MemorySegment page = emptyPage();
            MemorySegment part = page.asSlice(0, Math.min(PAGE_BYTES, bytes - from));
            driver.download(buffer, offset + from, part);
            underWay.add(new Emptying(page, CompletableFuture.runAsync(() -> sink.take(part, from))));
        }
    }

    private MemorySegment emptyPage() {
        if (!empty.isEmpty()) {
            return empty.removeFirst();
        }
        if (underWay.size() < PAGES) {
            return driver.hostMemory(PAGE_BYTES);
        }
        Emptying first = underWay.removeFirst();
        first.done().join();
        return first.page();
    }

    /// Waits until all sinks are done.
    void finish() {
        while (!underWay.isEmpty()) {
            Emptying first = underWay.removeFirst();
            empty.add(first.page());
            first.done().join();
        }
    }
}
