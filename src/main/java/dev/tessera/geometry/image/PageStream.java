package dev.tessera.geometry.image;

import dev.tessera.geometry.ParallelLoop;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Reads pages of voxels from a stream, one after the other, while threads visit those before them.
final class PageStream {
    private static final long MOST_BYTES = 1 << 26; // of pages that are read, and of those that are visited

    private final VoxelType type;
    private final int voxels;
    private final int most;
    private Batch reading;
    private Batch visited;
    private ParallelLoop.@Nullable Started visiting;

    /// @param voxels number of voxels of a page
    PageStream(VoxelType type, int voxels, ForkJoinPool workers) {
        this.type = type;
        this.voxels = voxels;
        long bytes = (long) voxels * (type.bytes() + Integer.BYTES);
        this.most = Math.clamp(MOST_BYTES / bytes, 1, workers.getParallelism());
        this.reading = new Batch();
        this.visited = new Batch();
    }

    /// Some pages: as stored, and decoded.
    private final class Batch {
        final byte[][] bytes = new byte[most][];
        final int[][] labels = new int[most][];

        /// @return number of bytes
        int read(InputStream in, int slot) throws IOException {
            if (bytes[slot] == null) {
                bytes[slot] = new byte[Math.multiplyExact(voxels, type.bytes())];
                labels[slot] = new int[voxels];
            }
            return in.readNBytes(bytes[slot], 0, bytes[slot].length);
        }

        void visit(int slot, int page, VoxelStack.PageVisitor visitor) {
            type.decode(MemorySegment.ofArray(bytes[slot]), labels[slot]);
            visitor.visit(page, labels[slot]);
        }
    }

    /// Reads pages 0 … `pages` - 1 and visits pages `from` … `to` - 1.
    /// @return number of bytes, fewer than those of all pages where the stream ends early
    long scan(InputStream in, int pages, int from, int to, VoxelStack.PageVisitor visitor, ForkJoinPool workers)
            throws IOException {
        long pageBytes = (long) voxels * type.bytes();
        long got = 0;
        try {
            for (int first = 0; first < pages && got == first * pageBytes; first += most) {
                int wanted = Math.min(most, pages - first);
                for (int slot = 0; slot < wanted && got == (first + slot) * pageBytes; slot++) {
                    got += reading.read(in, slot);
                }
                await();
                Batch full = reading;
                reading = visited;
                visited = full;
                int begin = first;
                int count = (int) (got / pageBytes) - first;
                visiting = ParallelLoop.begin(workers, count, slot -> {
                    if (begin + slot >= from && begin + slot < to) {
                        full.visit(slot, begin + slot, visitor);
                    }
                });
            }
        } finally {
            await();
        }
        return got;
    }

    private void await() {
        ParallelLoop.Started begun = visiting;
        visiting = null;
        if (begun != null) {
            begun.await();
        }
    }
}
