package dev.tessera.solver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The checkpoints of one run: writes them, keeps the newest few, finds the newest valid one.
public final class Checkpoints {
    private final Optional<Path> folder;
    private final int keep;
    private Optional<Path> last = Optional.empty();

    /// @param keep how many of the newest are kept; 0: the newest while the run continues, none when it has finished
    public Checkpoints(Path folder, int keep) {
        this(Optional.of(folder), keep);
    }

    private Checkpoints(Optional<Path> folder, int keep) {
        this.folder = folder;
        this.keep = keep;
    }

    /// For a run that never writes checkpoints.
    public static Checkpoints none() {
        return new Checkpoints(Optional.empty(), 0);
    }

    /// Writes the present state. The file appears complete or not at all; older ones are removed only afterwards.
    /// @param steady the history of the steady-state test
    void write(Simulation simulation, Optional<SteadyHistory> steady) throws IOException {
        if (folder.isPresent()) {
            last = Optional.of(CheckpointFile.write(folder.get(), simulation.state(), steady));
            CheckpointFile.keepNewest(folder.get(), Math.max(1, keep));
        }
    }

    /// Whether a finished run keeps its last state.
    boolean areKept() {
        return folder.isPresent() && keep > 0;
    }

    /// Removes all checkpoints of a finished run that keeps none.
    void removeAll() throws IOException {
        if (folder.isPresent()) {
            CheckpointFile.keepNewest(folder.get(), 0);
            last = Optional.empty();
        }
    }

    Optional<Path> last() {
        return last;
    }

    /// Registers the checkpoint from which the run resumed as the last good one, and removes later ones, which the
    /// run writes again.
    public void resumedFrom(Path checkpoint) throws IOException {
        last = Optional.of(checkpoint);
        if (folder.isPresent()) {
            String name = CheckpointFile.name(step(checkpoint));
            for (Path other : CheckpointFile.list(folder.get())) {
                if (other.getFileName().toString().compareTo(name) > 0) {
                    Files.delete(other);
                }
            }
        }
    }

    /// The step at which a checkpoint was written.
    /// @throws IOException where the file is no checkpoint
    public static long step(Path checkpoint) throws IOException {
        return CheckpointFile.readHeader(checkpoint).step();
    }

    private static Path theFileItself(Path file, String option) {
        try {
            requireWhole(file);
            return file;
        } catch (IOException unusable) {
            throw new CaseException(
                    "%s %s: %s. Name the run's folder instead; its newest intact checkpoint is used."
                            .formatted(option, file, unusable.getMessage()));
        }
    }

    private static void requireWhole(Path file) throws IOException {
        CheckpointFile.readHeader(file);
        CheckpointFile.verify(file);
    }

    /// The checkpoint that an option names: the file itself, or the newest valid one of a run's folder.
    /// @param option as it was typed, for messages: `--resume`
    /// @param skipped receives the reasons why damaged ones are skipped
    /// @throws CaseException where there is none, or the file is no checkpoint
    public static Path find(Path folderOrFile, String option, Consumer<String> skipped) throws IOException {
        if (Files.isRegularFile(folderOrFile)) {
            return theFileItself(folderOrFile, option);
        }
        Path folder = Files.isDirectory(folderOrFile.resolve("checkpoints"))
                ? folderOrFile.resolve("checkpoints")
                : folderOrFile;
        List<Path> all = CheckpointFile.list(folder);
        for (Path candidate : all) {
            try {
                requireWhole(candidate);
                return candidate;
            } catch (IOException damaged) {
                skipped.accept(damaged.getMessage());
            }
        }
        throw new CaseException("%s %s: %s. Run without %s (and with --overwrite) to start from the beginning."
                .formatted(
                        option,
                        folderOrFile,
                        !Files.exists(folderOrFile)
                                ? "there is no such file or folder"
                                : all.isEmpty()
                                        ? "there is no checkpoint"
                                        : "none of %d checkpoints is intact".formatted(all.size()),
                        option));
    }
}
