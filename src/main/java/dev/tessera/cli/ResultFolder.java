package dev.tessera.cli;

import dev.tessera.solver.OutputChoice.Plot;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder of a run's results.
final class ResultFolder {
    static final String CHECKPOINTS = "checkpoints";
    private static final String GEOMETRY_PICTURE = "geometry.png";

    /// Everything that a run writes; nothing else is ever removed.
    private static final Pattern OURS =
            Pattern.compile("summary\\.json|log\\.csv|case\\.yaml|geometry\\.png|(%s)\\.png|.*-[0-9]{9}\\.(vti|vtu|png)"
                    .formatted(Plot.PATTERN));

    private ResultFolder() {}

    /// Makes the folder, and refuses one that holds something (the picture of `tessera geometry` aside).
    static void create(Path folder) throws IOException {
        boolean empty = !Files.isDirectory(folder)
                || entries(folder).stream()
                        .allMatch(entry -> entry.getFileName().toString().equals(GEOMETRY_PICTURE));
        if (!empty) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s is not empty. Go on from its checkpoint with --resume %s, replace its results with --overwrite, or name another folder with --out."
                            .formatted(folder, folder));
        }
        makeAll(folder);
    }

    /// Makes the folder and those around it.
    static void makeAll(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException problem) {
            String reason = problem.getReason() == null ? "a file is in the way" : problem.getReason();
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "the folder %s cannot be made: %s (%s). Name another one with --out."
                            .formatted(folder, reason, problem.getFile()));
        }
    }

    /// Makes the folder, or removes what an earlier run wrote there; files of any other name stay.
    static void clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path entry : entries(folder)) {
            if (OURS.matcher(entry.getFileName().toString()).matches()) {
                Files.delete(entry);
            }
        }
        Path checkpoints = folder.resolve(CHECKPOINTS);
        if (Files.isDirectory(checkpoints)) {
            for (Path checkpoint : entries(checkpoints)) {
                Files.delete(checkpoint);
            }
        }
    }

    /// The folder of the run that a checkpoint, or the folder of one, belongs to.
    static Path ofCheckpoint(Path folderOrFile) {
        Path folder = Files.isRegularFile(folderOrFile)
                ? folderOrFile.toAbsolutePath().getParent()
                : folderOrFile;
        boolean inner = folder.getFileName() != null && folder.endsWith(CHECKPOINTS);
        return inner ? folder.toAbsolutePath().normalize().getParent() : folder;
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
