package dev.tessera.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The folder in which compiled kernels are kept between runs.
public final class UserCache {
    private static final Logger LOG = LoggerFactory.getLogger(UserCache.class);
    private static final int KEY_DIGITS = 24;
    private static final int CHECKSUM_BYTES = 32;

    private UserCache() {}

    /// `$XDG_CACHE_HOME/tessera`, or `~/.cache/tessera`. It need not exist.
    public static Path folder() {
        return ofAllPrograms().resolve("tessera");
    }

    /// `$XDG_CACHE_HOME`, or `~/.cache`, which drivers use as well.
    public static Path ofAllPrograms() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        return cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    }

    /// Whether a folder is writable, or can be created.
    public static boolean isWritable(Path folder) {
        Path there = folder.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return Files.isDirectory(there) && Files.isWritable(there);
    }

    /// A cache key: a hash of these texts.
    public static String keyOf(String... parts) {
        byte[] digest = sha256(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, KEY_DIGITS);
    }

    /// Why a file cannot be written, to append to the folder's name; empty if the reason is unknown.
    public static String why(IOException unwritable) {
        return switch (unwritable) {
            case NoSuchFileException none -> ": %s does not exist".formatted(none.getFile());
            case FileAlreadyExistsException file -> ": %s is not a folder".formatted(file.getFile());
            case AccessDeniedException denied -> ": no permission to write %s".formatted(denied.getFile());
            case FileSystemException other
            when other.getReason() != null -> ": %s: %s".formatted(other.getFile(), other.getReason());
            default -> unwritable.getMessage() == null ? "" : ": " + unwritable.getMessage();
        };
    }

    /// The content followed by its checksum, as stored in files of the cache.
    public static byte[] withChecksum(byte[] content) {
        byte[] checksum = sha256(content);
        return ByteBuffer.allocate(content.length + checksum.length)
                .put(content)
                .put(checksum)
                .array();
    }

    /// The content of a file that ends with its checksum; empty if the checksum does not match, or there is no content.
    public static Optional<byte[]> checked(byte[] file) {
        int length = file.length - CHECKSUM_BYTES;
        if (length <= 0) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOf(file, length);
        return Arrays.equals(sha256(content), Arrays.copyOfRange(file, length, file.length))
                ? Optional.of(content)
                : Optional.empty();
    }

    /// The content of a file of the cache; empty if it is missing, damaged or unreadable. It is then created again.
    public static Optional<byte[]> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Optional<byte[]> content = checked(Files.readAllBytes(file));
            if (content.isEmpty()) {
                LOG.debug("{} is damaged and is created again", file);
            }
            return content;
        } catch (IOException unreadable) {
            LOG.debug("{} cannot be read and is created again: {}", file, unreadable.toString());
            return Optional.empty();
        }
    }

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256 is part of every Java", impossible);
        }
    }
}
