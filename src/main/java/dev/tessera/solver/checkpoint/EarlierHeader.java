package dev.tessera.solver.checkpoint;

import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The header of formats 1 and 2. Behind it follow its blocks and then the populations, `[node][direction]`.
///
/// @param common what later formats have too; its only array is that of the populations
/// @param steady the numbers of the steady state's history, where there is one
/// @param blocks in order
record EarlierHeader(CheckpointHeader common, Optional<String> steady, List<Block> blocks) {
    static final int CHECKSUM_BYTES = 8;

    /// An array that is stored before the populations.
    /// @param isField whether it is a remembered value, else samples of the steady-state test
    /// @param name `class/field`, or a number
    record Block(boolean isField, String name, int count, int bytesPerValue) {
        long bytes() {
            return (long) count * bytesPerValue;
        }

        NumberFormat format() {
            return bytesPerValue == Double.BYTES ? NumberFormat.FP64 : NumberFormat.FP32;
        }
    }

    EarlierHeader {
        blocks = List.copyOf(blocks);
    }

    ArrayInfo populations() {
        return common.array(ArrayInfo.POPULATIONS);
    }

    /// @param bytesBehind of the file after the header
    /// @throws IOException where the text is garbled, or does not match the size of its file exactly
    static EarlierHeader of(Path file, String text, long bytesBehind) throws IOException {
        EarlierHeader header;
        try {
            header = new Lines(text.lines().toList()).header(bytesBehind);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException garbled) {
            throw Checkpoint.damaged(file, String.valueOf(garbled.getMessage()));
        }
        header.require(file, bytesBehind);
        return header;
    }

    private void require(Path file, long bytesBehind) throws IOException {
        long bytes = common.nodeBytes() + CHECKSUM_BYTES;
        for (Block block : blocks) {
            if (block.count() < 0 || block.bytesPerValue() != Double.BYTES && block.bytesPerValue() != Float.BYTES) {
                throw Checkpoint.damaged(
                        file,
                        "%d values of %d bytes in %s".formatted(block.count(), block.bytesPerValue(), block.name()));
            }
            bytes += block.bytes();
        }
        if (bytes != bytesBehind) {
            throw Checkpoint.damaged(
                    file,
                    "step %d, %d fluid nodes and %d further arrays do not match the %d bytes after the header"
                            .formatted(common.step(), common.nodes(), blocks.size(), bytesBehind));
        }
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
                    case "case" -> {
                        int equals = value.indexOf(" = ");
                        digest.put(value.substring(0, equals), value.substring(equals + 3));
                    }
                    case "field" -> blocks.add(block(true, value));
                    case "steady-samples" -> blocks.add(block(false, value));
                    default -> keys.put(key, value);
                }
            }
        }

        /// Format 1 gives no width: a field has that of the populations, at least 4 bytes.
        private Block block(boolean isField, String value) {
            boolean widths = number(CheckpointHeader.MAGIC) > 1;
            String[] parts = value.split(" ", widths ? 3 : 2);
            if (parts.length != (widths ? 3 : 2)) {
                throw new NumberFormatException("field: " + value);
            }
            int bytes = widths ? Integer.parseInt(parts[1]) : (int) Math.max(Float.BYTES, number("bytes-per-value"));
            return new Block(isField, parts[parts.length - 1], Integer.parseInt(parts[0]), bytes);
        }

        EarlierHeader header(long bytesBehind) {
            String lattice = keys.getOrDefault("lattice", "");
            if (Lattices.all().stream().noneMatch(known -> known.name().equals(lattice))) {
                throw new IllegalArgumentException("lattice '%s' is unknown".formatted(lattice));
            }
            int directions = Math.clamp(number("directions"), 0, Integer.MAX_VALUE);
            var format = NumberFormat.ofPopulations(Math.clamp(number("bytes-per-value"), 0, Integer.MAX_VALUE));
            var populations = new ArrayInfo(
                    ArrayInfo.POPULATIONS, ArrayInfo.Keys.NODES, Optional.of(lattice), directions, format);
            long nodes = number("fluid-nodes");
            if (nodes > bytesBehind / directions / format.bytes()) {
                throw new IllegalArgumentException(
                        "%d fluid nodes do not match the %d bytes after the header".formatted(nodes, bytesBehind));
            }
            return new EarlierHeader(
                    new CheckpointHeader(
                            (int) number(CheckpointHeader.MAGIC),
                            number("step"),
                            nodes,
                            number("nodes-hash"),
                            digest,
                            List.of(populations),
                            keys.containsKey("steady") ? List.of("steady") : List.of()),
                    Optional.ofNullable(keys.get("steady")),
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
