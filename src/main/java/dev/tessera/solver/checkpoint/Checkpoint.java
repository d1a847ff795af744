package dev.tessera.solver.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/// A checkpoint on disk, of this or an earlier format. Its header has been checked; the rest is checked where it is
/// read.
public sealed interface Checkpoint extends AutoCloseable permits CheckpointReader, EarlierCheckpoint {
    /// Opens a checkpoint.
    /// @throws IOException where the file is none, is incomplete, or contradicts itself
    static Checkpoint open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            byte[] header = FileParts.header(file, channel);
            String first = FileParts.text(header).lines().findFirst().orElse("");
            String format = first.startsWith(CheckpointHeader.MAGIC + ": ")
                    ? first.substring(CheckpointHeader.MAGIC.length() + 2)
                    : "";
            return switch (format) {
                case "1", "2" -> EarlierCheckpoint.open(file, channel, header);
                case "3" -> CheckpointReader.open(file, channel, header);
                case "" -> throw new IOException("%s is not a checkpoint of Tessera".formatted(file));
                default ->
                    throw new IOException(
                            "%s is a checkpoint of format %s; this version of Tessera reads formats 1 to %d"
                                    .formatted(file, format, CheckpointHeader.FORMAT));
            };
        } catch (IOException | RuntimeException problem) {
            channel.close();
            throw problem;
        }
    }

    CheckpointHeader header();

    /// Compares all checksums.
    /// @throws IOException where one differs
    void verify(ForkJoinPool workers) throws IOException;

    /// Reads values of nodes, those of one part for example.
    /// @param wanted nodes that this caller needs
    /// @throws IOException where a chunk is damaged; others may have been delivered already
    void nodes(String array, NodeRanges wanted, NodeStream.Sink sink, ForkJoinPool workers) throws IOException;

    /// The remembered values by name, of all nodes.
    /// @param nodesOfClass fluid nodes of a node class of the case, in its order; empty where it has no such
    ///        class. Formats 1 and 2 store values by class; those of classes with another number of nodes are
    ///        left out
    SequencedMap<String, LinkValues> remembered(Function<String, long[]> nodesOfClass) throws IOException;

    /// A state that an object stored under a name.
    Optional<StateRecord> state(String name) throws IOException;

    @Override
    void close() throws IOException;

    /// A header that contradicts its file.
    static IOException damaged(Path file, String what) {
        return new IOException("the header of checkpoint %s is damaged: %s".formatted(file, what));
    }
}
