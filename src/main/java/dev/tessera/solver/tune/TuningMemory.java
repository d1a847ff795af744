package dev.tessera.solver.tune;

import dev.tessera.device.UserCache;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores tuned launches on disk: one file per kernel and device. A file is written by one rename and ends with a
/// checksum; a damaged file counts as missing. If the folder cannot be written, every run measures again.
public final class TuningMemory {
    private static final Logger LOG = LoggerFactory.getLogger(TuningMemory.class);
    private static final String FORMAT = "tessera-tuning-1";
    private static final int FIELDS = 6;

    private final Path folder;

    /// @param folder created with the first stored choice
    public TuningMemory(Path folder) {
        this.folder = folder;
    }

    /// In the folder of compiled kernels.
    public static TuningMemory ofUser() {
        return new TuningMemory(UserCache.folder().resolve("gpu"));
    }

    /// @param key by `UserCache.keyOf`
    public Optional<Tuning> recall(String key) {
        Path file = file(key);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.size() == 2 && lines.get(1).equals(checksum(lines.getFirst()))) {
                return Optional.of(parsed(lines.getFirst()));
            }
            LOG.debug("{} is damaged: measured again", file);
        } catch (IOException | IllegalArgumentException damaged) {
            LOG.debug("{} cannot be read: measured again: {}", file, damaged.toString());
        }
        return Optional.empty();
    }

    public void keep(String key, Tuning tuning) {
        String line = String.join(
                " ",
                FORMAT,
                Integer.toString(tuning.threads()),
                Integer.toString(tuning.blocks()),
                Integer.toString(tuning.nodesPerThread()),
                tuning.order().key(),
                tuning.lookup().key());
        try {
            Files.createDirectories(folder);
            Path part = Files.createTempFile(folder, "tuning-", ".part");
            try {
                Files.writeString(part, line + "\n" + checksum(line) + "\n");
                Files.move(part, file(key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException unwritable) {
            LOG.warn(
                    "Measured launches cannot be stored in {}{}. Every run measures again; set XDG_CACHE_HOME"
                            + " to a folder that can be written, or storage.tuning to usual.",
                    folder,
                    UserCache.why(unwritable));
        }
    }

    private Path file(String key) {
        return folder.resolve("tuning-%s.txt".formatted(key));
    }

    private static Tuning parsed(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != FIELDS || !words[0].equals(FORMAT)) {
            throw new IllegalArgumentException("not %s: %s".formatted(FORMAT, line));
        }
        TileLookup lookup = Arrays.stream(TileLookup.values())
                .filter(known -> known.key().equals(words[5]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no look-up %s".formatted(words[5])));
        return new Tuning(
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                TileOrder.byKey(words[4]),
                lookup);
    }

    private static String checksum(String line) {
        return HexFormat.of().formatHex(UserCache.sha256(line.getBytes(StandardCharsets.UTF_8)));
    }
}
