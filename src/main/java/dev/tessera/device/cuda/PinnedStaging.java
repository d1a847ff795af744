package dev.tessera.device.cuda;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/// Two pages of pinned host memory: while the device copies one, several threads fill or empty the other. Pageable
/// memory would be copied through the driver's smaller staging buffers, by one thread.
final class PinnedStaging implements AutoCloseable {
    private static final long PAGE_BYTES = 8L << 20;
    private static final long TASK_BYTES = 512L << 10;
    private static final long MIN_STAGED_BYTES = 1L << 20;

    private final Cuda cuda;
    private final long stream;
    private final MemorySegment[] pages;
    private final long[] copied;
    private final boolean[] isUsed = new boolean[2]; // by an upload that may not be done

    PinnedStaging(Cuda cuda, long stream) {
        this.cuda = cuda;
        this.stream = stream;
        this.pages = new MemorySegment[] {cuda.allocateHost(PAGE_BYTES), cuda.allocateHost(PAGE_BYTES)};
        this.copied = new long[] {cuda.createEvent(), cuda.createEvent()};
    }

    static boolean isWorthwhile(long bytes) {
        return bytes >= MIN_STAGED_BYTES;
    }

    void upload(long pointer, MemorySegment source) {
        beginUpload(pointer, source);
        cuda.synchronize(stream);
    }

    /// Returns when the source can be reused.
    void beginUpload(long pointer, MemorySegment source) {
        long bytes = source.byteSize();
        for (long part = 0; part * PAGE_BYTES < bytes; part++) {
            int which = (int) (part % 2);
            awaitPage(which);
            MemorySegment content = part(source, part);
            MemorySegment page = pages[which].asSlice(0, content.byteSize());
            copy(content, page);
            cuda.upload(pointer + part * PAGE_BYTES, page, stream);
            cuda.record(copied[which], stream);
            isUsed[which] = true;
        }
    }

    private void awaitPage(int which) {
        if (isUsed[which]) {
            cuda.await(copied[which]);
            isUsed[which] = false;
        }
    }

    void download(long pointer, MemorySegment target) {
        long parts = Math.ceilDiv(target.byteSize(), PAGE_BYTES);
        for (long part = 0; part <= parts; part++) {
            if (part < parts) {
                int which = (int) (part % 2);
                awaitPage(which);
                MemorySegment page = pages[which].asSlice(0, part(target, part).byteSize());
                cuda.download(page, pointer + part * PAGE_BYTES, stream);
                cuda.record(copied[which], stream);
            }
            if (part > 0) {
                int before = (int) ((part - 1) % 2);
                cuda.await(copied[before]);
                MemorySegment content = part(target, part - 1);
                copy(pages[before].asSlice(0, content.byteSize()), content);
            }
        }
    }

    private static void copy(MemorySegment from, MemorySegment to) {
        int tasks = (int) Math.ceilDiv(from.byteSize(), TASK_BYTES);
        MemorySegment source = forAllThreads(from);
        MemorySegment target = forAllThreads(to);
        IntStream.range(0, tasks).parallel().forEach(task -> {
            long at = task * TASK_BYTES;
            MemorySegment.copy(source, at, target, at, Math.min(TASK_BYTES, source.byteSize() - at));
        });
    }

    /// The same memory, also where it belongs to an arena of one thread, which waits meanwhile.
    private static MemorySegment forAllThreads(MemorySegment segment) {
        return segment.isNative()
                ? MemorySegment.ofAddress(segment.address()).reinterpret(segment.byteSize())
                : segment;
    }

    private static MemorySegment part(MemorySegment whole, long part) {
        long from = part * PAGE_BYTES;
        return whole.asSlice(from, Math.min(PAGE_BYTES, whole.byteSize() - from));
    }

    @Override
    public void close() {
        for (int i = 0; i < pages.length; i++) {
            cuda.destroyEvent(copied[i]);
            cuda.freeHost(pages[i]);
        }
    }
}
