package dev.tessera.device;

import java.nio.charset.StandardCharsets;
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

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
