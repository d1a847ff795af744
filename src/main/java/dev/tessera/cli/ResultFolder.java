package dev.tessera.cli;

import dev.tessera.solver.Checkpoints;
import dev.tessera.solver.OutputChoice.Plot;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The folder of a run's results.
final class ResultFolder {
    static final String CHECKPOINTS = Checkpoints.FOLDER;
    private static final String GEOMETRY_PICTURE = "geometry.png";

    /// Everything that a run writes; nothing else is ever removed.
    private static final Pattern OURS = Pattern.compile(
            ("summary\\.json|log\\.csv|case\\.yaml|geometry\\.png|(%1$s)\\.png|(fields|fluid|surface)(-%2$s)?\\.pvd"
                            + "|fluid(-%2$s)?(\\.mesh)?\\.vtkhdf|.*-[0-9]{9}(_[0-9]+)?\\.(p?vti|p?vtu|vtp|vtkhdf|png)"
                            + "|.+-(maximum-[xyz]|[xyz][0-9]{1,3}|([xyz][0-9]{1,3}-within|surface|streamlines)(-[xyz]|-from_.+)?)\\.apng")
                    .formatted(Plot.PATTERN, "[A-Za-z][A-Za-z0-9_-]{0,63}"));

    /// What a run leaves that is killed while it writes one of them.
    private static final Pattern UNFINISHED = Pattern.compile("\\.(%s)\\.writing".formatted(OURS));

    private ResultFolder() {}

    /// The folder of `--out`.
    /// @param out null where the option is not given
    static Path chosen(@Nullable Path out, Path otherwise) {
        if (out != null && out.toString().isBlank()) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "--out: the name of the folder is empty. Name a folder, or remove the option.");
        }
        return out == null ? otherwise : out;
    }

    /// Refuses a folder that is not empty, except for the picture of `tessera geometry`, the lock and a request to
    /// stop.
    static void refuseResults(Path folder) throws IOException {
        boolean empty = !Files.isDirectory(folder)
                || entries(folder).stream()
                        .map(entry -> entry.getFileName().toString())
                        .allMatch(name -> Set.of(GEOMETRY_PICTURE, ResultLock.NAME, StopRequest.NAME)
                                .contains(name));
        if (!empty) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s is not empty. %seplace its results with --overwrite, or name another folder with --out."
                            .formatted(
                                    folder,
                                    hasCheckpoint(folder)
                                            ? "Continue from its checkpoint with --resume %s, r".formatted(folder)
                                            : "R"));
        }
    }

    private static boolean hasCheckpoint(Path folder) throws IOException {
        return Checkpoints.areIn(folder.resolve(CHECKPOINTS));
    }

    /// Refuses a folder that cannot be made or written to, before anything is computed for it; makes nothing.
    static void refuseUnwritable(Path folder) {
        Path there = folder.toAbsolutePath().normalize();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw unusable(folder, "a file is in the way", there);
        }
        if (!Files.isWritable(there)) {
            throw unusable(folder, "no permission to write there", there);
        }
    }

    /// Makes the folder and those around it.
    static void makeAll(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException problem) {
            String reason = problem.getReason() == null ? "a file is in the way" : problem.getReason();
            throw unusable(folder, reason, Path.of(problem.getFile()));
        }
    }

    private static CommandFailure unusable(Path folder, String reason, Path place) {
        return new CommandFailure(
                ExitCode.WRONG_INPUT,
                "results cannot be written to %s: %s (%s). Name another folder with --out."
                        .formatted(folder, reason, place));
    }

    /// Refuses to replace an input of the run by its results, in a folder that exists.
    /// @param inputs the case and the files that it names
    static void refuseInputs(Path folder, List<Path> inputs) throws IOException {
        for (Path input : inputs) {
            Path around = input.toAbsolutePath().normalize().getParent();
            boolean isInside = around != null && Files.isSameFile(around, folder);
            if (isInside && OURS.matcher(input.getFileName().toString()).matches()) {
                throw new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        "results in %s would replace %s, which this run reads. Name another folder with --out."
                                .formatted(folder, input));
            }
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
        Checkpoints.clear(folder.resolve(CHECKPOINTS));
    }

    /// Removes files of which a run that was killed had not written everything.
    static void removeUnfinished(Path folder) throws IOException {
        for (Path entry : entries(folder)) {
            if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                    && UNFINISHED.matcher(entry.getFileName().toString()).matches()) {
                Files.delete(entry);
            }
        }
    }

    /// The files of an output, in the order of their steps.
    /// @param description the file's name, in which `<step>` stands for nine digits and `<piece>` for any number
    static List<String> written(Path folder, String description) throws IOException {
        Pattern name = Pattern.compile(
                Pattern.quote(description).replace("<step>", "\\E[0-9]{9}\\Q").replace("<piece>", "\\E[0-9]+\\Q"));
        return entries(folder).stream()
                .map(entry -> entry.getFileName().toString())
                .filter(entry -> name.matcher(entry).matches())
                .toList();
    }

    /// The folder of the run that a checkpoint, or the folder of one, belongs to.
    static Path ofCheckpoint(Path folderOrFile) {
        Path folder = Files.isRegularFile(folderOrFile) ? around(folderOrFile) : folderOrFile;
        return folder.endsWith(CHECKPOINTS) ? around(folder) : folder;
    }

    private static Path around(Path entry) {
        return Objects.requireNonNull(entry.toAbsolutePath().normalize().getParent(), "the root is no entry");
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }
}
