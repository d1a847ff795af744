package dev.tessera.solver;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.zip.CRC32C;

/// The format of a checkpoint: a text header (`key: value` lines, closed by an empty line), the remembered fields of
/// boundary nodes (doubles where populations are, else floats), what slots hold of the populations in canonical order
/// `[fluid node][direction]` (doubles, floats, or halves of scaled deviations), all little endian, and the CRC-32C of
/// everything before it (8 bytes).
///
/// A file appears under its name only when it is complete and on the disk: it is written
/// beside, forced, and moved.
final class CheckpointFile {
    static final String SUFFIX = ".checkpoint";
    private static final String MAGIC = "tessera-checkpoint: 1";
    private static final int CHUNK_NODES = 16384;

    private CheckpointFile() {}

    /// What a checkpoint says of itself.
    /// @param bytesPerValue of a population: 8, 4 or 2
    /// @param nodesHash of the fluid nodes' bits: another geometry is refused
    record Header(long step, String lattice, int directions, long fluidNodes, int bytesPerValue, long nodesHash) {
        /// Of a remembered field.
        int bytesPerFieldValue() {
            return Math.max(Float.BYTES, bytesPerValue);
        }

        PopulationCodec codec() {
            return new PopulationCodec(
                    bytesPerValue == Short.BYTES
                            ? new StoredQuantity.HalfDeviations()
                            : new StoredQuantity.Populations(bytesPerValue == Double.BYTES ? Real.FP64 : Real.FP32),
                    Lattices.byKey(lattice));
        }
    }

    /// Something that has populations and remembered fields.
    interface State {
        Header header();

        /// Values by `class/field`, for all remembered fields.
        SequencedMap<String, double[]> fields();

        void read(long firstNode, int count, double[] populations);
    }

    static Path write(Path folder, State state) throws IOException {
        Header header = state.header();
        Path target = folder.resolve("step-%012d%s".formatted(header.step(), SUFFIX));
        Path beside = folder.resolve(".writing" + SUFFIX);
        Files.createDirectories(folder);
        try {
            try (FileChannel channel = FileChannel.open(
                    beside,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                new Writer(channel).write(state);
                channel.force(true);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException problem) {
            Files.deleteIfExists(beside);
            throw new IOException(
                    "the checkpoint of step %d could not be written to %s: %s. Earlier checkpoints are untouched; free some space (%d MB are needed) and resume"
                            .formatted(header.step(), target, problem.getMessage(), (bytes(header) >> 20) + 1),
                    problem);
        }
        return target;
    }

    /// Checkpoints of a folder, newest first, complete or not.
    static List<Path> list(Path folder) throws IOException {
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

    static void keepNewest(Path folder, int count) throws IOException {
        List<Path> all = list(folder);
        for (Path old : all.subList(Math.min(count, all.size()), all.size())) {
            Files.deleteIfExists(old);
        }
    }

    static Header readHeader(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return new Reader(file, channel).header();
        }
    }

    /// Checks the checksum of the whole file.
    /// @throws IOException saying what is wrong with the file
    static void verify(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            CRC32C sum = new CRC32C();
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            long left = size - 8;
            while (left > 0) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), left));
                int read = channel.read(buffer);
                if (read < 0) {
                    break;
                }
                left -= read;
                sum.update(buffer.flip());
            }
            ByteBuffer stored = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            if (size < 8 || channel.read(stored, size - 8) < 8 || stored.getLong(0) != sum.getValue()) {
                throw new IOException(
                        "checkpoint %s is damaged or incomplete: its checksum does not fit".formatted(file));
            }
        }
    }

    /// Reads a verified checkpoint into its parts.
    static Header read(Path file, FieldSink fields, PopulationSink populations) throws IOException {
        verify(file);
        try (FileChannel channel = FileChannel.open(file)) {
            Reader reader = new Reader(file, channel);
            Header header = reader.header();
            PopulationCodec codec = header.codec();
            for (var entry : reader.fieldSizes().entrySet()) {
                fields.accept(entry.getKey(), reader.values(entry.getValue(), header.bytesPerFieldValue()));
            }
            for (long first = 0; first < header.fluidNodes(); first += CHUNK_NODES) {
                int count = (int) Math.min(CHUNK_NODES, header.fluidNodes() - first);
                double[] values = reader.values(count * header.directions(), header.bytesPerValue());
                for (int i = 0; i < values.length; i++) {
                    values[i] = codec.decode(i % header.directions(), values[i]);
                }
                populations.accept(first, count, values);
            }
            return header;
        }
    }

    interface FieldSink {
        void accept(String field, double[] values);
    }

    interface PopulationSink {
        void accept(long firstNode, int count, double[] populations);
    }

    static long bytes(Header header) {
        return header.fluidNodes() * header.directions() * header.bytesPerValue();
    }

    private static final class Writer {
        private final FileChannel channel;
        private final CRC32C sum = new CRC32C();

        Writer(FileChannel channel) {
            this.channel = channel;
        }

        void write(State state) throws IOException {
            Header header = state.header();
            var fields = state.fields();
            List<String> lines = new ArrayList<>(List.of(
                    MAGIC,
                    "step: " + header.step(),
                    "lattice: " + header.lattice(),
                    "directions: " + header.directions(),
                    "fluid-nodes: " + header.fluidNodes(),
                    "bytes-per-value: " + header.bytesPerValue(),
                    "nodes-hash: " + header.nodesHash()));
            fields.forEach((name, values) -> lines.add("field: " + values.length + " " + name));
            put(ByteBuffer.wrap((String.join("\n", lines) + "\n\n").getBytes(StandardCharsets.UTF_8)));
            for (double[] values : fields.values()) {
                put(encode(values, values.length, header.bytesPerFieldValue()));
            }
            PopulationCodec codec = header.codec();
            double[] chunk = new double[CHUNK_NODES * header.directions()];
            for (long first = 0; first < header.fluidNodes(); first += CHUNK_NODES) {
                int count = (int) Math.min(CHUNK_NODES, header.fluidNodes() - first);
                state.read(first, count, chunk);
                for (int i = 0; i < count * header.directions(); i++) {
                    chunk[i] = codec.encode(i % header.directions(), chunk[i]);
                }
                put(encode(chunk, count * header.directions(), header.bytesPerValue()));
            }
            ByteBuffer trailer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            trailer.putLong(0, sum.getValue());
            writeAll(trailer);
        }

        private void put(ByteBuffer bytes) throws IOException {
            sum.update(bytes.duplicate());
            writeAll(bytes);
        }

        private void writeAll(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        private static ByteBuffer encode(double[] values, int count, int bytesPerValue) {
            ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(count, bytesPerValue))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < count; i++) {
                switch (bytesPerValue) {
                    case Double.BYTES -> buffer.putDouble(i * Double.BYTES, values[i]);
                    case Float.BYTES -> buffer.putFloat(i * Float.BYTES, (float) values[i]);
                    default -> buffer.putShort(i * Short.BYTES, Float.floatToFloat16((float) values[i]));
                }
            }
            return buffer;
        }
    }

    private static final class Reader {
        private final Path file;
        private final FileChannel channel;
        private final SequencedMap<String, Integer> fieldSizes = new LinkedHashMap<>();
        private final SequencedMap<String, String> keys = new LinkedHashMap<>();
        private final long dataStart;

        Reader(Path file, FileChannel channel) throws IOException {
            this.file = file;
            this.channel = channel;
            StringBuilder line = new StringBuilder();
            ByteBuffer head = ByteBuffer.allocate((int) Math.min(channel.size(), 1 << 20));
            channel.read(head, 0);
            head.flip();
            boolean closed = false;
            while (head.hasRemaining() && !closed) {
                char c = (char) head.get();
                if (c != '\n') {
                    line.append(c);
                    continue;
                }
                closed = line.isEmpty();
                try {
                    accept(line.toString());
                } catch (NumberFormatException | StringIndexOutOfBoundsException garbled) {
                    throw new IOException("the header of checkpoint %s is damaged: %s".formatted(file, line), garbled);
                }
                line.setLength(0);
            }
            if (!closed || !"1".equals(keys.get("tessera-checkpoint"))) {
                throw new IOException("%s is not a checkpoint of this version of Tessera".formatted(file));
            }
            dataStart = head.position();
            channel.position(dataStart);
        }

        private void accept(String line) {
            int colon = line.indexOf(": ");
            if (colon < 0) {
                return;
            }
            String value = line.substring(colon + 2);
            if (line.startsWith("field: ")) {
                int space = value.indexOf(' ');
                fieldSizes.put(value.substring(space + 1), Integer.parseInt(value.substring(0, space)));
            } else {
                keys.put(line.substring(0, colon), value);
            }
        }

        Header header() throws IOException {
            try {
                return new Header(
                        Long.parseLong(value("step")),
                        value("lattice"),
                        Integer.parseInt(value("directions")),
                        Long.parseLong(value("fluid-nodes")),
                        Integer.parseInt(value("bytes-per-value")),
                        Long.parseLong(value("nodes-hash")));
            } catch (NumberFormatException problem) {
                throw new IOException("the header of checkpoint %s is damaged: %s".formatted(file, keys), problem);
            }
        }

        private String value(String key) {
            return keys.getOrDefault(key, "");
        }

        SequencedMap<String, Integer> fieldSizes() {
            return fieldSizes;
        }

        double[] values(int count, int bytesPerValue) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(count, bytesPerValue))
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new IOException("checkpoint %s ends too early".formatted(file));
                }
            }
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = switch (bytesPerValue) {
                    case Double.BYTES -> buffer.getDouble(i * Double.BYTES);
                    case Float.BYTES -> buffer.getFloat(i * Float.BYTES);
                    default -> Float.float16ToFloat(buffer.getShort(i * Short.BYTES));
                };
            }
            return values;
        }
    }
}
