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

/// Where compiled kernels are kept from one start to the next.
public final class UserCache {
    private static final Logger LOG = LoggerFactory.getLogger(UserCache.class);
    private static final int KEY_DIGITS = 24;
    private static final int CHECKSUM_BYTES = 32;

    private UserCache() {}

    /// `$XDG_CACHE_HOME/tessera`, or `~/.cache/tessera`. It need not exist.
    public static Path folder() {
        return ofAllPrograms().resolve("tessera");
    }

    /// `$XDG_CACHE_HOME`, or `~/.cache`: where drivers keep theirs, too.
    public static Path ofAllPrograms() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        return cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    }

    /// Whether a folder can be written, or made where it is not there yet.
    public static boolean isWritable(Path folder) {
        Path there = folder.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return Files.isDirectory(there) && Files.isWritable(there);
    }

    /// A name for something that was made of these texts and of nothing else.
    public static String keyOf(String... parts) {
        byte[] digest = sha256(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, KEY_DIGITS);
    }

    /// Why something cannot be kept, to stand behind the folder's name; empty where nothing more is known.
    public static String why(IOException unwritable) {
        return switch (unwritable) {
            case NoSuchFileException none -> ": there is no %s".formatted(none.getFile());
            case FileAlreadyExistsException file -> ": %s is no folder".formatted(file.getFile());
            case AccessDeniedException denied -> ": %s may not be written".formatted(denied.getFile());
            case FileSystemException other
            when other.getReason() != null -> ": %s: %s".formatted(other.getFile(), other.getReason());
            default -> unwritable.getMessage() == null ? "" : ": " + unwritable.getMessage();
        };
    }

    /// Content with its checksum behind it, as files of the cache end.
    public static byte[] withChecksum(byte[] content) {
        byte[] checksum = sha256(content);
        return ByteBuffer.allocate(content.length + checksum.length)
                .put(content)
                .put(checksum)
                .array();
    }

    /// The content of a file that ends with its checksum; empty where these do not fit, or there is no content.
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

    /// The content of a file of the cache; empty where there is none, where it is damaged and where it cannot be read:
    /// then it is made again.
    public static Optional<byte[]> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            Optional<byte[]> content = checked(Files.readAllBytes(file));
            if (content.isEmpty()) {
                LOG.debug("{} is damaged and is made again", file);
            }
            return content;
        } catch (IOException unreadable) {
            LOG.debug("{} cannot be read and is made again: {}", file, unreadable.toString());
            return Optional.empty();
        }
    }

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
