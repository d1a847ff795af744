package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Names of the runs of a sweep, from what distinguishes them: a sweep that grows keeps the names of its runs.
///
/// @param severalCases whether names begin with that of the case
/// @param keys paths of all keys that distinguish runs
record SweepNames(boolean severalCases, List<String> keys) {
    private static final int LONGEST = 100;
    private static final int CHECKSUM = 8;

    /// @param own what distinguishes the run
    String of(Path theCase, List<Setting> own) {
        List<String> parts = new ArrayList<>();
        if (severalCases || own.isEmpty()) {
            parts.add(CaseFile.nameOf(
                    Objects.requireNonNull(theCase.getFileName()).toString(),
                    Objects.requireNonNull(theCase.toAbsolutePath().normalize().getParent())));
        }
        own.forEach(setting -> parts.add(shortKey(setting.path()) + "-" + plain(written(setting))));
        String name = String.join("_", parts);
        return name.length() <= LONGEST ? name : withChecksum(name.substring(0, LONGEST - CHECKSUM - 1), theCase, own);
    }

    /// Distinguishes runs whose names would be the same.
    static String withChecksum(String name, Path theCase, List<Setting> own) {
        StringBuilder whole = new StringBuilder(theCase.toString());
        own.forEach(
                setting -> whole.append('\n').append(setting.path()).append('=').append(written(setting)));
        return name + "-" + checksum(whole.toString());
    }

    /// The value as it is written, on one line; empty where the key is removed.
    static String written(Setting setting) {
        return setting.value()
                .map(value -> value instanceof YamlText text ? text.text() : YamlWriter.flow(value))
                .orElse("");
    }

    /// The names that occur more than once.
    static Map<String, Long> counted(List<String> names) {
        Map<String, Long> counts = new HashMap<>();
        names.forEach(name -> counts.merge(name, 1L, Long::sum));
        return counts;
    }

    /// The last key of a path, unless another path ends with the same.
    private String shortKey(String path) {
        String last = path.substring(path.lastIndexOf('.') + 1);
        long same = keys.stream()
                .filter(other -> other.equals(last) || other.endsWith("." + last))
                .count();
        return same == 1 ? last : path;
    }

    private static String plain(String value) {
        String plain = value.replaceAll("\\s+", "").replaceAll("[^A-Za-z0-9_.+-]+", "-");
        return plain.replaceAll("^-|-$", "");
    }

    private static String checksum(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, CHECKSUM);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
