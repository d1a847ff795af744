package dev.tessera.solver;

import dev.tessera.solver.checkpoint.CheckpointHeader;
import dev.tessera.solver.checkpoint.CheckpointWriter;
import dev.tessera.solver.checkpoint.StateRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// A checkpoint that is being written: a temporary file until all of it is on the disk. Where that fails, the file is
/// removed.
final class CheckpointFile {
    private final Path target;
    private final Path beside;
    private final CheckpointHeader header;
    private final CheckpointWriter writer;

    /// Something that may fail.
    private interface Work {
        void run() throws IOException;
    }

    /// What a checkpoint contains.
    private interface Content {
        void write(CheckpointWriter writer) throws IOException;
    }

    private CheckpointFile(Path target, Path beside, CheckpointHeader header, CheckpointWriter writer) {
        this.target = target;
        this.beside = beside;
        this.header = header;
        this.writer = writer;
    }

    /// Writes the present state to a file, of which the disk may not have everything yet.
    /// @param beside the temporary file
    static CheckpointFile write(
            Path target, Path beside, CheckpointHeader header, SimulationState state, List<StateRecord> states)
            throws IOException {
        try (StateReads reads = state.reads()) {
            return write(target, beside, header, writer -> {
                state.write(writer, reads);
                for (StateRecord one : states) {
                    writer.state(one);
                }
            });
        }
    }

    private static CheckpointFile write(Path target, Path beside, CheckpointHeader header, Content content)
            throws IOException {
        CheckpointFile file;
        try {
            Files.createDirectories(target.getParent());
            file = new CheckpointFile(target, beside, header, CheckpointWriter.create(beside, header));
        } catch (IOException problem) {
            IOException told = described(problem, target, header);
            try {
                Files.deleteIfExists(beside); // a full disk takes the file, and not its first bytes
            } catch (IOException stays) {
                told.addSuppressed(stays);
            }
            throw told;
        }
        file.orRemove(() -> {
            content.write(file.writer);
            file.writer.writeDirectory();
        });
        return file;
    }

    /// Forces the file to the disk and gives it its name. On any thread.
    /// @return the file
    Path complete() throws IOException {
        orRemove(() -> {
            writer.force();
            writer.close();
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        });
        return target;
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
