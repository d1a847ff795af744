package dev.tessera.emit;

import dev.tessera.Version;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A kernel printed for one target.
///
/// @param target key of the target: `c`, `jvm`
/// @param text the readable source; for C also the compiled one
/// @param hash of the text: same kernel, same text, same hash
public record KernelSource(String target, Kernel kernel, Precision precision, String text, String hash) {
    private static final int HASH_DIGITS = 16;

    /// Adds a first line with generator, target, kernel and hash to a printed kernel.
    ///
    /// @param comment start of a comment in the target's language
    /// @param body the printed kernel without that line; the hash is computed from it
    public static KernelSource of(String target, String comment, Kernel kernel, Precision precision, String body) {
        String hash = hash(body);
        String first = "%s Tessera %s · %s · %s · %s · %s · %s\n"
                .formatted(
                        comment, Version.text(), target, kernel.name(), kernel.latticeNames(), precision.key(), hash);
        return new KernelSource(target, kernel, precision, first + body, hash);
    }

    /// The hash of a text.
    public static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every Java", e);
        }
    }
}
