package dev.tessera.cli;

import dev.tessera.output.Json;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files that a suite rewrites while it runs; each is replaced as a whole.
///
/// @param json takes the rows, @param markdown the page; null where not requested
record ResultFiles(@Nullable Path json, @Nullable Path markdown) {
    /// Fails before anything is computed where a file could not be written at the end.
    ///
    /// @throws CommandFailure says which and why
    void check() {
        for (Path file : new Path[] {json, markdown}) {
            Path folder = file == null ? null : file.toAbsolutePath().getParent();
            if (file != null && (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file))) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "%s: there is no folder for such a file, or it is a folder; make the folder first"
                                .formatted(file));
            }
            if (folder != null && !Files.isWritable(folder)) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "%s: folder %s may not be written; name a file elsewhere".formatted(file, folder));
            }
        }
    }

    void write(List<Map<String, Object>> rows, Supplier<String> page) throws IOException {
        if (json != null) {
            replace(json, Json.text(rows));
        }
        if (markdown != null) {
            replace(markdown, page.get());
        }
    }

    private static void replace(Path file, String text) throws IOException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            Files.writeString(beside, text);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException named) {
            throw named;
        } catch (IOException full) { // Java does not name the file for which there is no space
            throw new IOException("%s: %s".formatted(file, full.getMessage()), full);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /// The message of an interrupted suite.
    ///
    /// @param rows that are written and printed
    String closingMessage(int rows) {
        if (rows == 0) {
            return "interrupted before the first row; no results were written.";
        }
        String files = Stream.of(json, markdown)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.joining(" and "));
        return "interrupted before the end; the %s so far %s on stdout%s"
                .formatted(
                        rows == 1 ? "row" : "%d rows".formatted(rows),
                        rows == 1 ? "is" : "are",
                        files.isEmpty() ? ", in no file (--json, --markdown)." : " and in %s.".formatted(files));
    }

    /// `--json F --markdown F`, as typed.
    String options() {
        return (json == null ? "" : " --json " + json) + (markdown == null ? "" : " --markdown " + markdown);
    }
}
