package dev.tessera.solver;

import dev.tessera.solver.checkpoint.Checkpoint;
import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The checkpoints of one run: writes them, keeps the newest few, finds the newest valid one.
public final class Checkpoints {
    /// The name of their folder in the folder of results.
    public static final String FOLDER = "checkpoints";
    /// The end of names of files beside checkpoints, with which a resumed run draws earlier pictures again.
    public static final String VALUES_OF_PICTURES = ".values";

    private static final String SUFFIX = ".checkpoint";
    private static final String UNFINISHED = ".writing" + SUFFIX;

    private final Optional<Path> folder;
    private final int keep;
    private Optional<Path> last = Optional.empty();
    private @Nullable CheckpointFile begun;
    private @Nullable CompletableFuture<Path> forced; // the same on its way to the disk
    private @Nullable UncheckedIOException failure; // of a checkpoint that was begun, not yet told

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

    /// Writes the present state, as [#begin] and [#await].
    void write(Simulation simulation, List<StateRecord> states) throws IOException {
        begin(simulation, states);
        await();
    }

    /// Writes the present state, after the checkpoint before; another thread then waits for the disk. The file
    /// appears complete or not at all, and older ones are removed only afterwards. Of several ranks each
    /// writes what it holds, and the first one the rest.
    /// @param states of the run, besides those of the simulation
    void begin(Simulation simulation, List<StateRecord> states) throws IOException {
        SimulationState state = new SimulationState(simulation);
        if (folder.isPresent() && !simulation.ranks().isFirst()) {
            state.follow(folder.get().resolve(UNFINISHED));
            return;
        }
        try {
            await();
        } catch (IOException failed) {
            state.reads().close(); // the other ranks follow already
            throw failed;
        }
        if (folder.isPresent()) {
            Path where = folder.get();
            List<StateRecord> all =
                    Stream.concat(states.stream(), simulation.states().stream()).toList();
            CheckpointHeader header =
                    state.header(all.stream().map(StateRecord::name).toList());
            CheckpointFile file = CheckpointFile.write(
                    where.resolve(name(header.step())), where.resolve(UNFINISHED), header, state, all);
            begun = file;
            forced = CompletableFuture.supplyAsync(() -> completed(file, where), Checkpoints::onThreadOfItsOwn);
        }
    }

    private static void onThreadOfItsOwn(Runnable work) {
        Thread thread = new Thread(work, "checkpoint");
        thread.setDaemon(true);
        thread.start();
    }

    private Path completed(CheckpointFile file, Path where) {
        try {
            Path written = file.complete();
            keepNewest(where, Math.max(1, keep));
            return written;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /// Waits until the checkpoint that was begun is on the disk.
    /// @throws IOException where that failed; told once
    void await() throws IOException {
        settle();
        UncheckedIOException found = failure;
        failure = null;
        if (found != null) {
            throw Objects.requireNonNull(found.getCause());
        }
    }

    private void settle() {
        if (forced != null) {
            try {
                last = Optional.of(forced.join());
            } catch (CompletionException failed) {
                failure = failed.getCause() instanceof UncheckedIOException io
                        ? io
                        : new UncheckedIOException(new IOException(failed.getCause()));
            }
            forced = null;
            Objects.requireNonNull(begun).release();
            begun = null;
        }
    }

    private static String name(long step) {
        return "step-%012d%s".formatted(step, SUFFIX);
    }

    /// Checkpoints of a folder, newest first, complete or not.
    private static List<Path> list(Path folder) throws IOException {
        return files(folder, "step-\\d+\\" + SUFFIX);
    }

    private static List<Path> files(Path folder, String pattern) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().matches(pattern))
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

    /// Removes all checkpoints of a folder, values of pictures, and what an interrupted writer left; files of other
    /// names stay.
    public static void clear(Path folder) throws IOException {
        keepNewest(folder, 0);
        Files.deleteIfExists(folder.resolve(UNFINISHED));
        for (Path values : files(folder, "\\.?.+-\\d{9}\\%s(\\.writing)?".formatted(VALUES_OF_PICTURES))) {
            Files.delete(values);
        }
    }

    /// Whether a finished run keeps its last state.
    boolean areKept() {
        return folder.isPresent() && keep > 0;
    }

    /// Removes all checkpoints of a finished run that keeps none.
    void removeAll() throws IOException {
        settle();
        if (folder.isPresent()) {
            clear(folder.get());
            last = Optional.empty();
        }
    }

    /// The newest checkpoint that is on the disk now; does not wait.
    Optional<Path> onDisk() {
        if (forced != null && forced.isDone()) {
            settle();
        }
        return last;
    }

    /// The newest complete checkpoint; waits for one that was begun.
    Optional<Path> last() {
        settle();
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
        Path folder = Files.isDirectory(folderOrFile.resolve(FOLDER)) ? folderOrFile.resolve(FOLDER) : folderOrFile;
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
