package dev.tessera.solver;

import dev.tessera.device.DeviceException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// Result files that could not be written. The run continues without them: the first failure of an output gives a
/// warning, later ones are counted.
public final class OutputFailures {
    private static final List<String> FULL = List.of("no space left", "quota exceeded", "not enough space");

    private final SequencedMap<String, Integer> failures = new LinkedHashMap<>();
    private final Consumer<String> warn;
    private boolean complete = true;

    /// @param warn receives warnings
    public OutputFailures(Consumer<String> warn) {
        this.warn = warn;
    }

    /// Writes a file of the results.
    public interface Work {
        void write() throws IOException;
    }

    /// Tries to write; a failure gives a warning.
    /// @param output all files of one kind, such as `fields-<step>.vti`
    /// @param file name of this file
    /// @return whether it was written
    public boolean attempt(String output, String file, Work work) {
        try {
            work.write();
            return true;
        } catch (DeviceException lost) {
            throw lost; // not a file error: the run ends
        } catch (OutputUnavailable unavailable) {
            note(output, String.valueOf(unavailable.getMessage()));
        } catch (IOException problem) {
            complete = false;
            note(
                    output,
                    "%s could not be written: %s. The run continues without it; %s another folder with --out."
                            .formatted(file, reason(problem), remedy(problem)));
        } catch (RuntimeException | LinkageError | InternalError | OutOfMemoryError problem) {
            complete = false;
            note(output, "%s could not be written: %s. The run continues without it.".formatted(file, problem));
        }
        return false;
    }

    private void note(String output, String sentence) {
        if (failures.merge(output, 1, Integer::sum) == 1) {
            warn.accept(sentence);
        }
    }

    /// Warns of repeated failures after the end of the run.
    public void reportRepeated() {
        failures.forEach((output, count) -> {
            if (count > 1) {
                warn.accept("%s could not be written %d times in total".formatted(output, count));
            }
        });
        failures.clear();
    }

    /// Whether all outputs that this machine can produce were written.
    public boolean areNone() {
        return complete;
    }

    /// Why a file could not be written, in words.
    public static String reason(IOException problem) {
        return switch (problem) {
            case NoSuchFileException missing -> "there is no " + missing.getFile();
            case AccessDeniedException denied -> "no permission to write to " + folderOf(denied);
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> String.valueOf(problem.getMessage());
        };
    }

    private static String folderOf(FileSystemException problem) {
        Path folder = Path.of(problem.getFile()).getParent();
        return folder == null ? problem.getFile() : folder.toString();
    }

    private static String remedy(IOException problem) {
        boolean isForbidden = problem instanceof AccessDeniedException
                || problem.getCause() instanceof AccessDeniedException
                || reason(problem).startsWith("Read-only file system");
        if (isForbidden) {
            return "permit it, or write to";
        }
        return isFull(problem) ? "free some space, or write to" : "if this remains so, write to";
    }

    /// Whether a disk or a quota was full, in the words of Linux, macOS and Windows.
    private static boolean isFull(IOException problem) {
        String reason = reason(problem).toLowerCase(Locale.ROOT);
        return FULL.stream().anyMatch(reason::contains);
    }
}
