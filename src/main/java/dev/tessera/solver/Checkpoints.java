package dev.tessera.solver;

import dev.tessera.solver.checkpoint.Checkpoint;
import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The checkpoints of one run: writes them, keeps the newest few, finds the newest valid one.
public final class Checkpoints {
    private static final String SUFFIX = ".checkpoint";
    private static final String UNFINISHED = ".writing" + SUFFIX;

    private final Optional<Path> folder;
    private final int keep;
    private Optional<Path> last = Optional.empty();

    /// @param keep how many of the newest are kept; 0: the newest while the run continues, none when it has
    ///        finished
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

    /// Writes the present state. The file appears complete or not at all; older ones are removed only
    /// afterwards.
    /// @param states of the run, besides those of the simulation
    void write(Simulation simulation, List<StateRecord> states) throws IOException {
        if (folder.isPresent()) {
            List<StateRecord> all =
                    Stream.concat(states.stream(), simulation.states().stream()).toList();
            last = Optional.of(write(folder.get(), new SimulationState(simulation), all));
            keepNewest(folder.get(), Math.max(1, keep));
        }
    }

    /// Writes to a temporary file, which is forced to disk and then renamed.
    private static Path write(Path folder, SimulationState state, List<StateRecord> states) throws IOException {
        CheckpointHeader header =
                state.header(states.stream().map(StateRecord::name).toList());
        Path target = folder.resolve(name(header.step()));
        Path beside = folder.resolve(UNFINISHED);
        try {
            Files.createDirectories(folder);
            try (CheckpointWriter writer = CheckpointWriter.create(beside, header)) {
                state.write(writer);
                for (StateRecord one : states) {
                    writer.state(one);
                }
                writer.complete();
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (RuntimeException problem) {
            Files.deleteIfExists(beside);
            throw problem;
        } catch (IOException problem) {
            Files.deleteIfExists(beside);
            throw new IOException(
                    "%s (%s, %d MB); earlier checkpoints are untouched"
                            .formatted(problem.getMessage(), target, (header.nodeBytes() >> 20) + 1),
                    problem);
        }
        return target;
    }

    private static String name(long step) {
        return "step-%012d%s".formatted(step, SUFFIX);
    }

    /// Checkpoints of a folder, newest first, complete or not.
    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().matches("step-\\d+\\" + SUFFIX))
                    .sorted(Comparator.comparing((Path f) -> f.getFileName().toString())
                            .reversed())
                    .toList();
        }
    }

    private static void keepNewest(Path folder, int count) throws IOException {
        List<Path> all = list(folder);
        for (Path old : all.subList(Math.min(count, all.size()), all.size())) {
            Files.deleteIfExists(old);
        }
    }

    /// Whether a folder contains a checkpoint, complete or not.
    public static boolean areIn(Path folder) throws IOException {
        return !list(folder).isEmpty();
    }

    /// Removes all checkpoints of a folder, and what an interrupted writer left; files of other names stay.
    public static void clear(Path folder) throws IOException {
        keepNewest(folder, 0);
        Files.deleteIfExists(folder.resolve(UNFINISHED));
    }

    /// Whether a finished run keeps its last state.
    boolean areKept() {
        return folder.isPresent() && keep > 0;
    }

    /// Removes all checkpoints of a finished run that keeps none.
    void removeAll() throws IOException {
        if (folder.isPresent()) {
            keepNewest(folder.get(), 0);
            last = Optional.empty();
        }
    }

    Optional<Path> last() {
        return last;
    }

    /// Registers the checkpoint from which the run resumed as the last good one, and removes later ones, which
    /// the run writes again.
    public void resumedFrom(Path checkpoint) throws IOException {
        last = Optional.of(checkpoint);
        if (folder.isPresent()) {
            String name = name(step(checkpoint));
            for (Path other : list(folder.get())) {
                if (other.getFileName().toString().compareTo(name) > 0) {
                    Files.delete(other);
                }
            }
        }
    }

    /// The step at which a checkpoint was written.
    /// @throws IOException where the file is no checkpoint
    public static long step(Path checkpoint) throws IOException {
        try (Checkpoint opened = Checkpoint.open(checkpoint)) {
            return opened.header().step();
        }
    }

    private static Path theFileItself(Path file, String option, ForkJoinPool workers) {
        try {
            requireWhole(file, workers);
            return file;
        } catch (IOException unusable) {
            throw new CaseException("%s %s: %s. Name the run's folder instead; its newest intact checkpoint is used."
                    .formatted(option, file, unusable.getMessage()));
        }
    }

    private static void requireWhole(Path file, ForkJoinPool workers) throws IOException {
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            checkpoint.verify(workers);
        }
    }

    /// The checkpoint that an option names: the file itself, or the newest valid one of a run's folder.
    /// @param option as it was typed, for messages: `--resume`
    /// @param workers compare checksums
    /// @param skipped receives the reasons why damaged ones are skipped
    /// @throws CaseException where there is none, or the file is no checkpoint
    public static Path find(Path folderOrFile, String option, ForkJoinPool workers, Consumer<String> skipped)
            throws IOException {
        if (folderOrFile.toString().isBlank()) {
            throw new CaseException("%s: the name is empty. Name a run's folder or a checkpoint, or remove the option."
                    .formatted(option));
        }
        if (Files.isRegularFile(folderOrFile)) {
            return theFileItself(folderOrFile, option, workers);
        }
        Path folder = Files.isDirectory(folderOrFile.resolve("checkpoints"))
                ? folderOrFile.resolve("checkpoints")
                : folderOrFile;
        List<Path> all = list(folder);
        for (Path candidate : all) {
            try {
                requireWhole(candidate, workers);
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
