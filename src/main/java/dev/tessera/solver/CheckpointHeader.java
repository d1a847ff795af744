package dev.tessera.solver;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The header of a checkpoint: lines of text, ended by an empty line.
///
/// @param format 2, or 1 of earlier versions, which lack the case's digest and the steady-state history
/// @param bytesPerValue of a population: 8, 4 or 2
/// @param digest everything that decided its results; empty in format 1
/// @param steady the numbers of the steady state's history, where there is one
/// @param blocks the arrays between the header and the populations, in order
record CheckpointHeader(
        int format,
        long step,
        String lattice,
        int directions,
        long fluidNodes,
        int bytesPerValue,
        long nodesHash,
        CaseDigest digest,
        Optional<String> steady,
        List<Block> blocks) {
    static final int FORMAT = 2;
    private static final String MAGIC = "tessera-checkpoint";
    private static final String CASE = "case";
    private static final String FIELD = "field";
    private static final String STEADY = "steady";
    private static final String STEADY_SAMPLES = "steady-samples";
    private static final int LONGEST = 1 << 22;
    private static final int CHECKSUM_BYTES = 8;

    /// An array that is stored before the populations.
    /// @param isField whether it is a remembered field, else samples of the steady-state test
    /// @param name `class/field`, or a number
    record Block(boolean isField, String name, int count, int bytesPerValue) {
        long bytes() {
            return (long) count * bytesPerValue;
        }
    }

    CheckpointHeader {
        blocks = List.copyOf(blocks);
    }

    CheckpointHeader with(Optional<String> steadyNumbers, List<Block> arrays) {
        return new CheckpointHeader(
                format, step, lattice, directions, fluidNodes, bytesPerValue, nodesHash, digest, steadyNumbers, arrays);
    }

    VelocitySet velocities() {
        return Lattices.byKey(lattice);
    }

    PopulationCodec codec() {
        return new PopulationCodec(
                bytesPerValue == Short.BYTES
                        ? new StoredQuantity.HalfDeviations()
                        : new StoredQuantity.Populations(bytesPerValue == Double.BYTES ? Real.FP64 : Real.FP32),
                velocities());
    }

    /// Bytes per value of a remembered field.
    int bytesPerFieldValue() {
        return Math.max(Float.BYTES, bytesPerValue);
    }

    long populationBytes() {
        return fluidNodes * directions * bytesPerValue;
    }

    /// Bytes of everything after the header.
    long bytes() {
        return blocks.stream().mapToLong(Block::bytes).sum() + populationBytes() + CHECKSUM_BYTES;
    }

    byte[] text() {
        List<String> lines = new ArrayList<>(List.of(
                MAGIC + ": " + format,
                "step: " + step,
                "lattice: " + lattice,
                "directions: " + directions,
                "fluid-nodes: " + fluidNodes,
                "bytes-per-value: " + bytesPerValue,
                "nodes-hash: " + nodesHash));
        digest.values().forEach((key, value) -> lines.add("%s: %s = %s".formatted(CASE, key, value)));
        steady.ifPresent(numbers -> lines.add(STEADY + ": " + numbers));
        for (Block block : blocks) {
            lines.add("%s: %d %d %s"
                    .formatted(
                            block.isField() ? FIELD : STEADY_SAMPLES,
                            block.count(),
                            block.bytesPerValue(),
                            block.name()));
        }
        return (String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /// Reads a header; the channel is then positioned after it.
    /// @throws IOException where the file is no checkpoint, or where its header and its size contradict each other
    static CheckpointHeader read(Path file, FileChannel channel) throws IOException {
        String text = untilEmptyLine(file, channel);
        List<String> lines = text.lines().toList();
        String first = lines.isEmpty() ? "" : lines.getFirst();
        if (!first.matches(MAGIC + ": [12]")) {
            throw new IOException(
                    first.startsWith(MAGIC + ": ")
                            ? "%s is a checkpoint of format %s; this version of Tessera reads formats 1 and %d"
                                    .formatted(file, first.substring(MAGIC.length() + 2), FORMAT)
                            : "%s is not a checkpoint of Tessera".formatted(file));
        }
        CheckpointHeader header;
        try {
            header = new Lines(lines).header();
        } catch (NumberFormatException | StringIndexOutOfBoundsException garbled) {
            throw damaged(file, String.valueOf(garbled.getMessage()));
        }
        header.require(file, channel.size() - channel.position());
        return header;
    }

    private static String untilEmptyLine(Path file, FileChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate((int) Math.min(channel.size(), LONGEST));
        while (head.hasRemaining() && channel.read(head, head.position()) >= 0) {
            // until the buffer is full
        }
        byte[] bytes = head.array();
        for (int end = 1; end < head.position(); end++) {
            if (bytes[end] == '\n' && bytes[end - 1] == '\n') {
                channel.position(end + 1);
                return new String(bytes, 0, end, StandardCharsets.UTF_8);
            }
        }
        throw new IOException("%s is not a checkpoint of Tessera: it has no header".formatted(file));
    }

    /// Refuses a header that does not match the size of its file exactly.
    private void require(Path file, long bytesBehind) throws IOException {
        if (Lattices.all().stream().noneMatch(known -> known.name().equals(lattice))) {
            throw damaged(file, "lattice '%s' is unknown".formatted(lattice));
        }
        if (directions != velocities().size()) {
            throw damaged(
                    file,
                    "%s has %d directions, not %d"
                            .formatted(lattice, velocities().size(), directions));
        }
        if (bytesPerValue != Double.BYTES && bytesPerValue != Float.BYTES && bytesPerValue != Short.BYTES) {
            throw damaged(file, "a population of %d bytes".formatted(bytesPerValue));
        }
        for (Block block : blocks) {
            if (block.count() < 0 || block.bytesPerValue() != Double.BYTES && block.bytesPerValue() != Float.BYTES) {
                throw damaged(
                        file,
                        "%d values of %d bytes in %s".formatted(block.count(), block.bytesPerValue(), block.name()));
            }
        }
        boolean possible = step >= 0 && fluidNodes > 0 && fluidNodes <= bytesBehind / directions / bytesPerValue;
        if (!possible || bytes() != bytesBehind) {
            throw damaged(
                    file,
                    "step %d, %d fluid nodes and %d further arrays do not match the %d bytes after the header"
                            .formatted(step, fluidNodes, blocks.size(), bytesBehind));
        }
    }

    private static IOException damaged(Path file, String what) {
        return new IOException("the header of checkpoint %s is damaged: %s".formatted(file, what));
    }

    /// The lines of a header.
    private static final class Lines {
        private final SequencedMap<String, String> keys = new LinkedHashMap<>();
        private final SequencedMap<String, String> digest = new LinkedHashMap<>();
        private final List<Block> blocks = new ArrayList<>();

        Lines(List<String> lines) {
            for (String line : lines) {
                int colon = line.indexOf(": ");
                String key = line.substring(0, colon);
                String value = line.substring(colon + 2);
                switch (key) {
                    case CASE -> {
                        int equals = value.indexOf(" = ");
                        digest.put(value.substring(0, equals), value.substring(equals + 3));
                    }
                    case FIELD -> blocks.add(block(true, value));
                    case STEADY_SAMPLES -> blocks.add(block(false, value));
                    default -> keys.put(key, value);
                }
            }
        }

        /// Format 1 gives no width: a field has that of the populations, at least 4 bytes.
        private Block block(boolean isField, String value) {
            boolean widths = number(MAGIC) > 1;
            String[] parts = value.split(" ", widths ? 3 : 2);
            if (parts.length != (widths ? 3 : 2)) {
                throw new NumberFormatException(FIELD + ": " + value);
            }
            int bytes = widths ? Integer.parseInt(parts[1]) : (int) Math.max(Float.BYTES, number("bytes-per-value"));
            try {
                return new Block(isField, parts[parts.length - 1], Integer.parseInt(parts[0]), bytes);
            } catch (NumberFormatException garbled) {
                throw new NumberFormatException(FIELD + ": " + value);
            }
        }

        CheckpointHeader header() {
            return new CheckpointHeader(
                    (int) number(MAGIC),
                    number("step"),
                    keys.getOrDefault("lattice", ""),
                    Math.toIntExact(Math.clamp(number("directions"), 0, Integer.MAX_VALUE)),
                    number("fluid-nodes"),
                    Math.toIntExact(Math.clamp(number("bytes-per-value"), 0, Integer.MAX_VALUE)),
                    number("nodes-hash"),
                    new CaseDigest(digest),
                    Optional.ofNullable(keys.get(STEADY)),
                    blocks);
        }

        private long number(String key) {
            try {
                return Long.parseLong(keys.getOrDefault(key, ""));
            } catch (NumberFormatException garbled) {
                throw new NumberFormatException("%s is '%s'".formatted(key, keys.getOrDefault(key, "")));
            }
        }
    }
}
