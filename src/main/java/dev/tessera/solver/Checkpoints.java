package dev.tessera.solver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The checkpoints of one run: writes, keeps the newest few, finds the newest valid one.
public final class Checkpoints {
    private final Path folder;
    private final int keep;
    private Optional<Path> last = Optional.empty();

    public Checkpoints(Path folder, int keep) {
        this.folder = folder;
        this.keep = keep;
    }

    /// Writes the state now. The file appears complete or not at all; older ones go only afterwards.
    Path write(Simulation simulation) throws IOException {
        Path written = CheckpointFile.write(folder, simulation.state());
        last = Optional.of(written);
        CheckpointFile.keepNewest(folder, keep);
        return written;
    }

    Optional<Path> last() {
        return last;
    }

    /// Until it writes one itself, the run's last good checkpoint is the one that it began from.
    public void resumedFrom(Path checkpoint) {
        last = Optional.of(checkpoint);
    }

    private static Path theFileItself(Path file) {
        try {
            CheckpointFile.readHeader(file);
            CheckpointFile.verify(file);
            return file;
        } catch (IOException unusable) {
            throw new CaseException(
                    "--resume %s: %s. Name the run's folder instead: its newest checkpoint that is whole is taken."
                            .formatted(file, unusable.getMessage()));
        }
    }

    /// The checkpoint to resume from: the file itself, or the newest valid one of a run's folder.
    /// @param skipped hears why damaged ones are passed over
    /// @throws CaseException where there is none, or the file is none
    public static Path toResume(Path folderOrFile, Consumer<String> skipped) throws IOException {
        if (Files.isRegularFile(folderOrFile)) {
            return theFileItself(folderOrFile);
        }
        Path folder = Files.isDirectory(folderOrFile.resolve("checkpoints"))
                ? folderOrFile.resolve("checkpoints")
                : folderOrFile;
        List<Path> all = CheckpointFile.list(folder);
        for (Path candidate : all) {
            try {
                CheckpointFile.verify(candidate);
                return candidate;
            } catch (IOException damaged) {
                skipped.accept(damaged.getMessage());
            }
        }
        throw new CaseException("--resume %s: %s. Run without --resume (and with --overwrite) to start anew."
                .formatted(
                        folderOrFile,
                        !Files.exists(folderOrFile)
                                ? "there is no such file or folder"
                                : all.isEmpty()
                                        ? "there is no checkpoint"
                                        : "none of %d checkpoints is whole".formatted(all.size())));
    }
}
