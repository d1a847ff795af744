package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A disk cache of compiled kernels, keyed by source, options and compiler. Files are put in place by a rename and
/// end with a checksum; a file that is damaged, or rejected by the driver, is compiled again. Without a writable
/// folder, every run compiles.
public final class BinaryCache {
    private static final Logger LOG = LoggerFactory.getLogger(BinaryCache.class);

    private final Path folder;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    /// @param folder created when the first binary is stored
    public BinaryCache(Path folder) {
        this.folder = folder;
    }

    /// Next to the cache of the C compiler's objects.
    public static BinaryCache ofUser() {
        return new BinaryCache(UserCache.folder().resolve("gpu"));
    }

    record Loaded(long module, boolean fromCache) {}

    /// Whether the kernels were compiled before.
    boolean has(GpuLanguage language, String compiler, String text, List<String> options) {
        return Files.exists(file(language, compiler, text, options));
    }

    private Path file(GpuLanguage language, String compiler, String text, List<String> options) {
        String key = UserCache.keyOf(text, String.join(" ", options), compiler);
        return folder.resolve("%s-%s.bin".formatted(language.name().toLowerCase(Locale.ROOT), key));
    }

    Loaded load(
            GpuLanguage language,
            String compiler,
            String text,
            List<String> options,
            Supplier<byte[]> compile,
            ToLongFunction<byte[]> load) {
        Path file = file(language, compiler, text, options);
        Optional<byte[]> kept = UserCache.read(file);
        if (kept.isPresent()) {
            try {
                return new Loaded(load.applyAsLong(kept.get()), true);
            } catch (DeviceException refused) {
                LOG.debug("{} is compiled again: {}", file, refused.getMessage());
            }
        }
        byte[] binary = compile.get();
        keep(file, binary);
        return new Loaded(load.applyAsLong(binary), false);
    }

    private void keep(Path file, byte[] binary) {
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "compile-", ".part");
            try {
                Files.write(part, UserCache.withChecksum(binary));
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException unwritable) {
            if (!hasWarned.getAndSet(true)) {
                LOG.warn(
                        "Compiled kernels cannot be stored in {}{}, so every start compiles them. Set XDG_CACHE_HOME to a folder that can"
                                + " be written.",
                        folder,
                        UserCache.why(unwritable));
            }
        }
    }
}
