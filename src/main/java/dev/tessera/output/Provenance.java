package dev.tessera.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The origin of the results of a run, written to `summary.json` so that others can repeat it.
///
/// @param version of Tessera
/// @param command line as it was typed, quoted for a shell
/// @param started when the command began
/// @param device key as in `--device`
/// @param backend name of the computing device and its software
/// @param ranks processes that computed it together; empty where it was one
/// @param inputs the case file and the files that it refers to
public record Provenance(
        String version,
        String command,
        Instant started,
        String device,
        String backend,
        List<Rank> ranks,
        List<Input> inputs) {
    public Provenance {
        ranks = List.copyOf(ranks);
        inputs = List.copyOf(inputs);
    }

    /// One of several processes.
    ///
    /// @param host its computer
    /// @param device key as in `--device`
    public record Rank(String host, String device) {}

    /// A file, or a folder of slices. The digest of a folder is that of the output of `sha256sum *` in it.
    ///
    /// @param sha256 in hexadecimal digits
    public record Input(Path file, long bytes, String sha256) {
        private static final int BLOCK = 1 << 20;

        /// @throws IOException where it cannot be read
        public static Input of(Path file) throws IOException {
            return Files.isDirectory(file) ? ofFolder(file) : ofFile(file);
        }

        private static Input ofFile(Path file) throws IOException {
            MessageDigest digest = newDigest();
            long bytes = 0;
            try (InputStream in = Files.newInputStream(file)) {
                byte[] block = new byte[BLOCK];
                for (int read = in.read(block); read >= 0; read = in.read(block)) {
                    digest.update(block, 0, read);
                    bytes += read;
                }
            }
            return new Input(file, bytes, HexFormat.of().formatHex(digest.digest()));
        }

        private static Input ofFolder(Path folder) throws IOException {
            List<Path> files = new ArrayList<>();
            try (Stream<Path> entries = Files.list(folder)) {
                entries.filter(Files::isRegularFile)
                        .filter(entry -> !entry.getFileName().toString().startsWith("."))
                        .sorted()
                        .forEach(files::add);
            }
            MessageDigest digest = newDigest();
            long bytes = 0;
            for (Path file : files) {
                Input one = ofFile(file);
                digest.update(
                        "%s  %s\n".formatted(one.sha256, file.getFileName()).getBytes(StandardCharsets.UTF_8));
                bytes += one.bytes;
            }
            return new Input(folder, bytes, HexFormat.of().formatHex(digest.digest()));
        }

        private static MessageDigest newDigest() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every JDK has SHA-256", impossible);
            }
        }
    }
}
