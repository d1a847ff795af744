package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Has the operating system write a file to the disk while the program still adds to it. Otherwise it begins when it is
/// told to complete the file, and the disk has been idle until then. Thread-safe.
final class DiskWrites {
    private static final long PART = 128L << 20; // bytes

    private final Disk disk;
    private long added; // since a part was last begun
    private CompletableFuture<@Nullable Void> latest = CompletableFuture.completedFuture(null);

    /// The disk of a file, as [java.nio.channels.FileChannel#force].
    @FunctionalInterface
    interface Disk {
        void force(boolean metadata) throws IOException;
    }

    DiskWrites(Disk disk) {
        this.disk = disk;
    }

    /// Tells that bytes were added; a part that is large enough begins to be written, unless the one before still is.
    synchronized void wrote(long bytes) {
        added += bytes;
        if (added >= PART && latest.isDone() && !latest.isCompletedExceptionally()) {
            added = 0;
            latest = CompletableFuture.runAsync(this::force, work -> {
                Thread thread = new Thread(work, "checkpoint-disk");
                thread.setDaemon(true);
                thread.start();
            });
        }
    }

    private void force() {
        try {
            disk.force(false);
        } catch (IOException failed) {
            throw new CompletionException(failed);
        }
    }

    /// Waits until all of the file is on the disk.
    /// @throws IOException also where an earlier part failed: the operating system may report that only once
    void complete() throws IOException {
        CompletableFuture<@Nullable Void> before;
        synchronized (this) {
            before = latest;
        }
        try {
            before.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof IOException earlier ? earlier : new IOException(failed.getCause());
        }
        disk.force(true);
    }
}
