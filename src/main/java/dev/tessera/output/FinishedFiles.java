package dev.tessera.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has the operating system write large files to the disk soon after they are complete, while steps go on. It would
/// keep them for half a minute, and then write them when the disk is needed for a checkpoint. Nobody waits for it.
final class FinishedFiles {
    private static final long LARGE = 32L << 20; // bytes
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "disk");
        thread.setDaemon(true);
        return thread;
    });
    private static final Logger LOG = LoggerFactory.getLogger(FinishedFiles.class);

    private FinishedFiles() {}

    /// Returns at once.
    /// @param file complete; it may be removed at any time
    static void toDisk(Path file) throws IOException {
        if (Files.size(file) >= LARGE) {
            THREAD.execute(() -> force(file));
        }
    }

    private static void force(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(false);
        } catch (IOException problem) {
            LOG.debug("{} is left to the operating system: {}", file, problem.toString());
        }
    }
}
