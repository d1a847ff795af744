package dev.tessera.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reserves a folder of results for one run at a time. The operating system holds the lock and releases it however
/// the process ends, so that a file which a killed run leaves behind locks nothing.
final class ResultLock implements AutoCloseable {
    static final String NAME = ".running";
    private static final Logger LOG = LoggerFactory.getLogger(ResultLock.class);
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1; // behind the text, which others read

    private final Path folder;
    private final Path file;
    private @Nullable FileChannel channel;

    /// Does not lock yet.
    ResultLock(Path folder) {
        this.folder = folder;
        this.file = folder.resolve(NAME);
    }

    /// Locks the folder, which exists, unless this object has.
    /// @return whether it is locked by this call
    /// @throws CommandFailure where another run holds it: names its process
    boolean take() throws IOException {
        if (channel != null) {
            return false;
        }
        while (channel == null) {
            channel = tryOnce();
        }
        return true;
    }

    /// Null where the file was removed by the run that held it, between two calls.
    private @Nullable FileChannel tryOnce() throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException usual) {
            // of another run, which continues, has just ended, or was killed
        }
        Optional<Object> before = identity();
        FileChannel opened;
        try {
            opened = FileChannel.open(file, StandardOpenOption.WRITE);
        } catch (NoSuchFileException removed) {
            return null;
        }
        boolean kept = false;
        try {
            if (lock(opened) && before.equals(identity())) {
                opened.truncate(0);
                opened.write(ByteBuffer.wrap(thisProcess().getBytes(StandardCharsets.UTF_8)));
                kept = true;
            }
        } finally {
            if (!kept) {
                opened.close();
            }
        }
        return kept ? opened : null;
    }

    private boolean lock(FileChannel opened) throws IOException {
        FileLock lock;
        try {
            lock = opened.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException ours) {
            throw held("this process");
        } catch (IOException unsupported) {
            LOG.warn(
                    "{} cannot be locked ({}): make sure that no other run writes there.",
                    folder,
                    unsupported.getMessage());
            return true;
        }
        if (lock == null) {
            throw held(Files.readString(file).strip());
        }
        return true;
    }

    private CommandFailure held(String holder) {
        return new CommandFailure(
                ExitCode.WRONG_INPUT,
                "another run writes to %s: %s. Wait until it has ended, stop it, or name another folder with --out."
                        .formatted(folder, holder.isEmpty() ? "a process that has just started" : holder));
    }

    /// Distinguishes a file from a later one with the same name.
    private Optional<Object> identity() throws IOException {
        try {
            return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey());
        } catch (NoSuchFileException removed) {
            return Optional.empty();
        }
    }

    /// Who holds a folder, and whether its process still runs.
    ///
    /// @param text of the lock: the process, its machine and when it started
    record Holder(String text, Life life) {}

    /// What is known of the process that holds a folder.
    enum Life {
        /// It runs.
        RUNS,
        /// It was killed; its file was left behind.
        GONE,
        /// It is on another machine, or the file system has no locks: not known here.
        UNKNOWN
    }

    /// The text of a folder's lock, without finding out whether its process still runs; empty where there is none.
    static Optional<String> textOf(Path folder) throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(NAME)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /// The holder of a folder; empty where no run writes there. The lock is taken for a moment, if it is free. To be
    /// called by another process than the holder.
    static Optional<Holder> holderOf(Path folder) throws IOException {
        Optional<String> text = textOf(folder);
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Holder(text.get(), life(folder.resolve(NAME), text.get())));
        } catch (NoSuchFileException removed) {
            return Optional.empty();
        }
    }

    private static Life life(Path file, String text) throws IOException {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = opened.tryLock(LOCKED_BYTE, 1, false)) {
            if (free == null) {
                return Life.RUNS;
            }
            boolean isOfThisMachine = text.matches("(?s)process \\d+ on %s(,.*)?".formatted(Pattern.quote(host())));
            return isOfThisMachine ? Life.GONE : Life.UNKNOWN;
        } catch (OverlappingFileLockException ours) {
            return Life.RUNS;
        } catch (NoSuchFileException removed) {
            throw removed;
        } catch (IOException unsupported) {
            return Life.UNKNOWN;
        }
    }

    private static String host() throws IOException {
        return Files.isReadable(HOST) ? Files.readString(HOST).strip() : "this machine";
    }

    /// The text of locks of this process.
    static String thisProcess() throws IOException {
        ProcessHandle process = ProcessHandle.current();
        return "process %d on %s%s"
                .formatted(
                        process.pid(),
                        host(),
                        process.info()
                                .startInstant()
                                .map(start -> ", started " + start)
                                .orElse(""));
    }

    /// Releases the folder, if this object holds it. A file that cannot be removed stays, and locks nothing.
    @Override
    public void close() throws IOException {
        if (channel != null) {
            try (var _ = channel) {
                StopRequest.remove(folder);
                Files.deleteIfExists(file); // while it is locked: the next run makes its own
            } catch (IOException problem) {
                LOG.debug("{} stays: {}", file, problem.toString());
            }
            channel = null;
        }
    }
}
