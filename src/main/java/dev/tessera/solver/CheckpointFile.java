package dev.tessera.solver;

import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// A checkpoint that is being written: a temporary file until all of it is on the disk. Where that fails, the file is
/// removed.
final class CheckpointFile {
    private final Path target;
    private final Path beside;
    private final CheckpointHeader header;
    private final List<StateRecord> states;
    private final CheckpointWriter writer;
    private Optional<HeldState> held = Optional.empty(); // still to be written

    /// Something that may fail.
    private interface Work {
        void run() throws IOException;
    }

    private CheckpointFile(
            Path target, Path beside, CheckpointHeader header, List<StateRecord> states, CheckpointWriter writer) {
        this.target = target;
        this.beside = beside;
        this.header = header;
        this.states = List.copyOf(states);
        this.writer = writer;
    }

    /// Begins a file with the present state, which may change afterwards.
    /// @param beside the temporary file
    static CheckpointFile write(
            Path target, Path beside, CheckpointHeader header, SimulationState state, List<StateRecord> states)
            throws IOException {
        try (StateReads reads = state.reads()) {
            CheckpointFile file = created(target, beside, header, states);
            file.orRemove(() -> {
                file.held = state.write(file.writer, reads);
                if (file.held.isEmpty()) {
                    file.writeStates();
                }
            });
            return file;
        }
    }

    private static CheckpointFile created(Path target, Path beside, CheckpointHeader header, List<StateRecord> states)
            throws IOException {
        try {
            Files.createDirectories(target.getParent());
            return new CheckpointFile(target, beside, header, states, CheckpointWriter.create(beside, header));
        } catch (IOException problem) {
            IOException told = described(problem, target, header);
            try {
                Files.deleteIfExists(beside); // a full disk takes the file, and not its first bytes
            } catch (IOException stays) {
                told.addSuppressed(stays);
            }
            throw told;
        }
    }

    private void writeStates() throws IOException {
        for (StateRecord one : states) {
            writer.state(one);
        }
        writer.writeDirectory();
    }

    /// Writes what the device holds, forces the file to the disk and gives it its name. On any thread.
    /// @return the file
    Path complete() throws IOException {
        orRemove(() -> {
            if (held.isPresent()) {
                held.get().write(writer);
                writeStates();
            }
            writer.force();
            writer.close();
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
        return target;
    }

    /// Releases what the device holds. On the thread of the run, after [#complete].
    void release() {
        held.ifPresent(HeldState::close);
    }

    private void orRemove(Work work) throws IOException {
        boolean isDone = false;
        try {
            work.run();
            isDone = true;
        } catch (IOException problem) {
            throw described(problem, target, header);
        } finally {
            if (!isDone) {
                writer.close();
                Files.deleteIfExists(beside);
            }
        }
    }

    private static IOException described(IOException problem, Path target, CheckpointHeader header) {
        return new IOException(
                "%s (%s, %d MB); earlier checkpoints are untouched"
                        .formatted(OutputFailures.reason(problem), target, (header.nodeBytes() >> 20) + 1),
                problem);
    }
}
