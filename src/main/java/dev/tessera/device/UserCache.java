package dev.tessera.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Where compiled kernels are kept from one start to the next.
public final class UserCache {
    private static final int KEY_DIGITS = 24;

    private UserCache() {}

    /// `$XDG_CACHE_HOME/tessera`, or `~/.cache/tessera`. It need not exist.
    public static Path folder() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path base = cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return base.resolve("tessera");
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

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
