package dev.tessera.solver;

import dev.tessera.device.DeviceException;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Result files that could not be written. The run continues without them: the first failure of an output gives a
/// warning, later ones are counted. Checkpoints carry what is missing, so that a run that is resumed from one tells it,
/// too.
public final class OutputFailures {
    /// The name of their state in checkpoints.
    static final String STATE = "missing-files";

    /// The output that [RunCheckpoints] reports; a later one replaces what is missing of it.
    static final String CHECKPOINTS = "checkpoints";

    private static final List<String> FULL = List.of("no space left", "quota exceeded", "not enough space");

    private final SequencedMap<String, Integer> failures = new LinkedHashMap<>();
    private final SequencedMap<String, Missing> missing = new LinkedHashMap<>(); // by output
    private final Consumer<String> warn;

    /// @param warn receives warnings
    public OutputFailures(Consumer<String> warn) {
        this.warn = warn;
    }

    /// Files of one output that do not exist.
    private record Missing(int count, String first, String last) {
        private static final String BETWEEN = "; ";

        static Missing of(String file) {
            return new Missing(1, file, file);
        }

        Missing and(Missing later) {
            return new Missing(count + later.count, first, later.last);
        }

        String text() {
            return String.join(BETWEEN, Integer.toString(count), first, last);
        }

        static Missing parsed(String text) {
            String[] words = text.split(BETWEEN, 3);
            return new Missing(Integer.parseInt(words[0]), words[1], words[2]);
        }

        boolean endsAt(long step) {
            return last.contains("%09d".formatted(step));
        }

        Optional<Missing> withoutLast() {
            return count == 1 ? Optional.empty() : Optional.of(new Missing(count - 1, first, first));
        }

        @Override
        public String toString() {
            return count == 1 ? first : "%s and %d more".formatted(first, count - 1);
        }
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
            lose(output, Missing.of(file));
            note(
                    output,
                    "%s could not be written: %s. The run continues without it; %s another folder with --out."
                            .formatted(file, reason(problem), remedy(problem)));
        } catch (RuntimeException | LinkageError | InternalError | OutOfMemoryError problem) {
            lose(output, Missing.of(file));
            note(output, "%s could not be written: %s. The run continues without it.".formatted(file, problem));
        }
        return false;
    }

    private void lose(String output, Missing files) {
        missing.merge(output, files, Missing::and);
    }

    /// What is missing, for a checkpoint of which all files before are written or missing.
    Optional<StateRecord> record() {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        missing.forEach((output, files) -> values.put(output, files.text()));
        values.remove(CHECKPOINTS);
        return values.isEmpty() ? Optional.empty() : Optional.of(new StateRecord(STATE, values, new LinkedHashMap<>()));
    }

    /// Continues from a checkpoint: what was missing then stays missing, except files of its own step.
    /// @param record as from [#record]
    /// @param step of the checkpoint
    /// @return whether files of that step are to be written again
    boolean continueFrom(StateRecord record, long step) {
        boolean isToBeWritten = false;
        for (Map.Entry<String, String> entry : record.values().entrySet()) {
            Missing files = Missing.parsed(entry.getValue());
            isToBeWritten |= files.endsAt(step);
            (files.endsAt(step) ? files.withoutLast() : Optional.of(files))
                    .ifPresent(left -> lose(entry.getKey(), left));
        }
        if (!missing.isEmpty()) {
            warn.accept(stayMissing());
        }
        return isToBeWritten;
    }

    private String stayMissing() {
        return "files of steps before the checkpoint could not be written, and stay missing: %s. Run the case again from its beginning if you need them."
                .formatted(missing.values().stream().map(Missing::toString).collect(Collectors.joining(", ")));
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
        return missing.isEmpty();
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
