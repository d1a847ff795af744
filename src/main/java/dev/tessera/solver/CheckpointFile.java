package dev.tessera.solver;

import dev.tessera.kernel.PopulationCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.zip.CRC32C;

/// The format of a checkpoint: a header ([CheckpointHeader]), the remembered fields of boundary nodes (doubles where
/// populations are, else floats), the velocities that the steady-state test compares with (floats where they are
/// exact), the stored populations in canonical order `[fluid node][direction]` (doubles, floats, or halves of scaled
/// deviations), all little endian, and the CRC-32C of everything before it (8 bytes).
///
/// A file appears under its name only when it is complete and on disk: it is written to a temporary file, forced to
/// disk, and renamed.
final class CheckpointFile {
    static final String SUFFIX = ".checkpoint";
    private static final int CHUNK_NODES = 16384;
    private static final int CHUNK_VALUES = 1 << 18;

    private CheckpointFile() {}

    /// A state with populations and remembered fields.
    interface State {
        /// Without blocks.
        CheckpointHeader header();

        /// Values by `class/field`, for all remembered fields.
        SequencedMap<String, double[]> fields();

        void read(long firstNode, int count, double[] populations);
    }

    /// The content of a checkpoint besides the populations.
    record Content(CheckpointHeader header, SequencedMap<String, double[]> fields, Optional<SteadyHistory> steady) {}

    static Path write(Path folder, State state, Optional<SteadyHistory> steady) throws IOException {
        CheckpointHeader header = state.header();
        Path target = folder.resolve(name(header.step()));
        Path beside = folder.resolve(".writing" + SUFFIX);
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                    beside,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                new Writer(channel).write(state, steady);
                channel.force(true);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException problem) {
            Files.deleteIfExists(beside);
            throw new IOException(
                    "%s (%s, %d MB); earlier checkpoints are untouched"
                            .formatted(problem.getMessage(), target, (header.populationBytes() >> 20) + 1),
                    problem);
        }
        return target;
    }

    static String name(long step) {
        return "step-%012d%s".formatted(step, SUFFIX);
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

    static CheckpointHeader readHeader(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return CheckpointHeader.read(file, channel);
        }
    }

    /// Checks the checksum of the whole file.
    /// @throws IOException where the file is damaged
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
                        "checkpoint %s is damaged or incomplete: its checksum does not match".formatted(file));
            }
        }
    }

    /// Reads a checkpoint; populations are delivered in the order of the fluid nodes.
    static Content read(Path file, PopulationSink populations) throws IOException {
        verify(file);
        try (FileChannel channel = FileChannel.open(file)) {
            CheckpointHeader header = CheckpointHeader.read(file, channel);
            PopulationCodec codec = header.codec();
            SequencedMap<String, double[]> fields = new LinkedHashMap<>();
            List<double[]> samples = new ArrayList<>();
            for (CheckpointHeader.Block block : header.blocks()) {
                double[] values = values(file, channel, block.count(), block.bytesPerValue());
                if (block.isField()) {
                    fields.put(block.name(), values);
                } else {
                    samples.add(values);
                }
            }
            for (long first = 0; first < header.fluidNodes(); first += CHUNK_NODES) {
                int count = (int) Math.min(CHUNK_NODES, header.fluidNodes() - first);
                double[] values = values(file, channel, count * header.directions(), header.bytesPerValue());
                for (int i = 0; i < values.length; i++) {
                    values[i] = codec.decode(i % header.directions(), values[i]);
                }
                populations.accept(first, count, values);
            }
            return new Content(header, fields, history(file, header, samples));
        }
    }

    private static Optional<SteadyHistory> history(Path file, CheckpointHeader header, List<double[]> samples)
            throws IOException {
        try {
            return header.steady().map(numbers -> SteadyHistory.of(numbers, samples));
        } catch (NumberFormatException garbled) {
            throw new IOException(
                    "the header of checkpoint %s is damaged: %s".formatted(file, garbled.getMessage()), garbled);
        }
    }

    private static double[] values(Path file, FileChannel channel, int count, int bytesPerValue) throws IOException {
        double[] values = new double[count];
        ByteBuffer buffer = ByteBuffer.allocate(Math.min(count, CHUNK_VALUES) * bytesPerValue)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int first = 0; first < count; first += CHUNK_VALUES) {
            int here = Math.min(CHUNK_VALUES, count - first);
            buffer.clear().limit(here * bytesPerValue);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new IOException("checkpoint %s is truncated".formatted(file));
                }
            }
            for (int i = 0; i < here; i++) {
                values[first + i] = switch (bytesPerValue) {
                    case Double.BYTES -> buffer.getDouble(i * Double.BYTES);
                    case Float.BYTES -> buffer.getFloat(i * Float.BYTES);
                    default -> Float.float16ToFloat(buffer.getShort(i * Short.BYTES));
                };
            }
        }
        return values;
    }

    interface PopulationSink {
        void accept(long firstNode, int count, double[] populations) throws IOException;
    }

    private static final class Writer {
        private final FileChannel channel;
        private final CRC32C sum = new CRC32C();

        Writer(FileChannel channel) {
            this.channel = channel;
        }

        void write(State state, Optional<SteadyHistory> steady) throws IOException {
            CheckpointHeader plain = state.header();
            List<CheckpointHeader.Block> blocks = new ArrayList<>();
            List<double[]> arrays = new ArrayList<>();
            state.fields().forEach((name, values) -> {
                blocks.add(new CheckpointHeader.Block(true, name, values.length, plain.bytesPerFieldValue()));
                arrays.add(values);
            });
            List<double[]> samples = steady.map(SteadyHistory::arrays).orElse(List.of());
            for (int k = 0; k < samples.size(); k++) {
                double[] values = samples.get(k);
                int bytes = areFloats(values) ? Float.BYTES : Double.BYTES;
                blocks.add(new CheckpointHeader.Block(false, Integer.toString(k), values.length, bytes));
                arrays.add(values);
            }
            CheckpointHeader header = plain.with(steady.map(SteadyHistory::numbers), blocks);
            put(ByteBuffer.wrap(header.text()));
            for (int k = 0; k < blocks.size(); k++) {
                put(arrays.get(k), blocks.get(k).bytesPerValue());
            }
            populations(header, state);
            ByteBuffer trailer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            trailer.putLong(0, sum.getValue());
            writeAll(trailer);
        }

        private void populations(CheckpointHeader header, State state) throws IOException {
            PopulationCodec codec = header.codec();
            double[] chunk = new double[CHUNK_NODES * header.directions()];
            for (long first = 0; first < header.fluidNodes(); first += CHUNK_NODES) {
                int count = (int) Math.min(CHUNK_NODES, header.fluidNodes() - first);
                state.read(first, count, chunk);
                for (int i = 0; i < count * header.directions(); i++) {
                    chunk[i] = codec.encode(i % header.directions(), chunk[i]);
                }
                put(encode(chunk, 0, count * header.directions(), header.bytesPerValue()));
            }
        }

        private static boolean areFloats(double[] values) {
            for (double value : values) {
                if (value != (float) value) {
                    return false;
                }
            }
            return true;
        }

        private void put(double[] values, int bytesPerValue) throws IOException {
            for (int first = 0; first < values.length; first += CHUNK_VALUES) {
                put(encode(values, first, Math.min(CHUNK_VALUES, values.length - first), bytesPerValue));
            }
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

        private static ByteBuffer encode(double[] values, int first, int count, int bytesPerValue) {
            ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(count, bytesPerValue))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < count; i++) {
                double value = values[first + i];
                switch (bytesPerValue) {
                    case Double.BYTES -> buffer.putDouble(i * Double.BYTES, value);
                    case Float.BYTES -> buffer.putFloat(i * Float.BYTES, (float) value);
                    default -> buffer.putShort(i * Short.BYTES, Float.floatToFloat16((float) value));
                }
            }
            return buffer;
        }
    }
}
