package dev.tessera.output.hdf5;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.tessera.geometry.ParallelLoop;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;

/// An HDF5 file that is being written. Objects are named by their paths, such as `/VTKHDF/CellData`. The same
/// content gives the same bytes: no times are stored, and chunks are stored in their order. Not thread-safe.
public final class Hdf5File implements AutoCloseable {
    /// A multiple of the bytes of points, cells and tuples of up to four components.
    private static final int CHUNK_BYTES = 3 << 18;

    private static final int WAVE = 2; // chunks per thread that are computed before they are stored
    private static final int REPLACE = 2; // H5F_ACC_TRUNC
    private static final int READ = 0; // H5F_ACC_RDONLY
    private static final int CLOSE_STRONG = 3; // H5F_CLOSE_STRONG: what is open in a file is closed with it
    private static final int VERSION_1_10 = 2; // H5F_LIBVER_V110
    private static final int SCALAR = 0; // H5S_SCALAR
    private static final int SELECT = 0; // H5S_SELECT_SET
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Hdf5 hdf5;
    private final long file;
    private final Hdf5Filter filter;
    private final ForkJoinPool workers;

    /// Writes bytes `from … from + target.remaining()` of an array, little endian; called by several threads.
    @FunctionalInterface
    public interface Filling {
        void fill(long from, ByteBuffer target);
    }

    private Hdf5File(Hdf5 hdf5, long file, Hdf5Filter filter, ForkJoinPool workers) {
        this.hdf5 = hdf5;
        this.file = file;
        this.filter = filter;
        this.workers = workers;
    }

    /// A new file, which replaces an older one.
    /// @param filter of arrays
    /// @param workers that compute arrays
    public static Hdf5File create(Hdf5 hdf5, Path path, Hdf5Filter filter, ForkJoinPool workers) throws IOException {
        try (Arena arena = Arena.ofConfined();
                Hdf5Id access = access(hdf5);
                Hdf5Id creation = withoutTimes(hdf5, "FILE_CREATE")) {
            hdf5.call("H5Pset_libver_bounds", access.id(), VERSION_1_10, VERSION_1_10);
            MemorySegment name = arena.allocateFrom(path.toString());
            long file = hdf5.call("H5Fcreate", name, REPLACE, creation.id(), access.id());
            return new Hdf5File(hdf5, file, filter, workers);
        }
    }

    /// All values of a dataset, whatever their type and shape.
    public static double[] read(Hdf5 hdf5, Path path, String dataset) throws IOException {
        try (Arena arena = Arena.ofConfined();
                Hdf5Id access = access(hdf5);
                Hdf5Id file = new Hdf5Id(
                        hdf5,
                        hdf5.call("H5Fopen", arena.allocateFrom(path.toString()), READ, access.id()),
                        "H5Fclose");
                Hdf5Id data = new Hdf5Id(
                        hdf5, hdf5.call("H5Dopen2", file.id(), arena.allocateFrom(dataset), 0L), "H5Dclose");
                Hdf5Id space = new Hdf5Id(hdf5, hdf5.call("H5Dget_space", data.id()), "H5Sclose")) {
            long count = hdf5.call("H5Sget_simple_extent_npoints", space.id());
            MemorySegment values = arena.allocate(DOUBLE, count);
            hdf5.call("H5Dread", data.id(), Hdf5Type.FLOAT64.id(hdf5), 0L, 0L, 0L, values);
            return values.toArray(DOUBLE);
        }
    }

    public void group(String path) throws IOException {
        try (Arena arena = Arena.ofConfined();
                Hdf5Id creation = withoutTimes(hdf5, "GROUP_CREATE")) {
            long group = hdf5.call("H5Gcreate2", file, arena.allocateFrom(path), 0L, creation.id(), 0L);
            hdf5.call("H5Gclose", group);
        }
    }

    /// Whole numbers as an attribute of a group; a single one is a scalar.
    public void attribute(String group, String name, long... values) throws IOException {
        try (Arena arena = Arena.ofConfined();
                Hdf5Id space = values.length == 1 ? scalar() : space(values.length)) {
            attribute(group, name, Hdf5Type.INT64.id(hdf5), space, arena.allocateFrom(LONG, values));
        }
    }

    /// A text of ASCII characters as an attribute of a group.
    public void attribute(String group, String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        try (Arena arena = Arena.ofConfined();
                Hdf5Id type = new Hdf5Id(hdf5, hdf5.call("H5Tcopy", hdf5.constant("H5T_C_S1_g")), "H5Tclose");
                Hdf5Id space = scalar()) {
            hdf5.call("H5Tset_size", type.id(), (long) bytes.length);
            attribute(group, name, type.id(), space, arena.allocateFrom(JAVA_BYTE, bytes));
        }
    }

    private void attribute(String group, String name, long type, Hdf5Id space, MemorySegment value) throws IOException {
        try (Arena arena = Arena.ofConfined();
                Hdf5Id attribute = new Hdf5Id(
                        hdf5,
                        hdf5.call(
                                "H5Acreate_by_name",
                                file,
                                arena.allocateFrom(group),
                                arena.allocateFrom(name),
                                type,
                                space.id(),
                                0L,
                                0L,
                                0L),
                        "H5Aclose")) {
            hdf5.call("H5Awrite", attribute.id(), type, value);
        }
    }

    /// A small dataset of whole numbers.
    public void numbers(String path, long... values) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            small(path, Hdf5Type.INT64, arena.allocateFrom(LONG, values), values.length);
        }
    }

    /// A small dataset of whole numbers in one column.
    public void column(String path, long... values) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            small(path, Hdf5Type.INT64, arena.allocateFrom(LONG, values), values.length, 1);
        }
    }

    /// A small dataset.
    public void numbers(String path, double... values) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            small(path, Hdf5Type.FLOAT64, arena.allocateFrom(DOUBLE, values), values.length);
        }
    }

    private void small(String path, Hdf5Type type, MemorySegment values, long... shape) throws IOException {
        try (Hdf5Id creation = withoutTimes(hdf5, "DATASET_CREATE");
                Hdf5Id space = space(shape);
                Hdf5Id data = dataset(path, type, space, creation)) {
            hdf5.call("H5Dwrite", data.id(), type.id(hdf5), 0L, 0L, 0L, values);
        }
    }

    /// A dataset in chunks of rows, which several threads compute and compress.
    /// @param shape rows, and what each of them consists of
    /// @param values `[row][...]`
    public void array(String path, Hdf5Type type, Filling values, long... shape) throws IOException {
        int rowBytes =
                Math.toIntExact(type.bytes() * Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact));
        long[] chunk = shape.clone();
        chunk[0] = Math.clamp(shape[0], 1, CHUNK_BYTES / rowBytes);
        try (Arena arena = Arena.ofConfined();
                Hdf5Id creation = withoutTimes(hdf5, "DATASET_CREATE");
                Hdf5Id space = space(shape)) {
            hdf5.call("H5Pset_chunk", creation.id(), chunk.length, arena.allocateFrom(LONG, chunk));
            if (filter == Hdf5Filter.SHUFFLED_ZLIB) {
                hdf5.call("H5Pset_shuffle", creation.id());
                hdf5.call("H5Pset_deflate", creation.id(), Hdf5Filter.LEVEL);
            }
            try (Hdf5Id data = dataset(path, type, space, creation)) {
                store(data, new Chunks(type, shape.length, shape[0], (int) chunk[0], rowBytes), values);
            }
        }
    }

    /// How the rows of a dataset are divided.
    /// @param rank number of dimensions
    private record Chunks(Hdf5Type type, int rank, long rows, int rowsOfEach, int rowBytes) {
        int bytes() {
            return rowsOfEach * rowBytes;
        }

        int count() {
            return Math.toIntExact((rows + rowsOfEach - 1) / rowsOfEach);
        }

        /// The last chunk ends with zeros where no rows are left.
        byte[] filled(int number, Filling values) {
            byte[] raw = new byte[bytes()];
            long first = (long) number * rowsOfEach;
            int length = (int) Math.min(rowsOfEach, rows - first) * rowBytes;
            values.fill(first * rowBytes, ByteBuffer.wrap(raw, 0, length).order(ByteOrder.LITTLE_ENDIAN));
            return raw;
        }
    }

    private void store(Hdf5Id data, Chunks chunks, Filling values) throws IOException {
        int wave = WAVE * workers.getParallelism();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(2L * chunks.bytes() + 64);
            MemorySegment place = arena.allocate(LONG, chunks.rank());
            for (int first = 0; first < chunks.count(); first += wave) {
                byte[][] stored = new byte[Math.min(wave, chunks.count() - first)][];
                int begin = first;
                ParallelLoop.over(
                        workers,
                        stored.length,
                        k -> stored[k] = filter.applied(
                                chunks.filled(begin + k, values), chunks.type().bytes()));
                for (int k = 0; k < stored.length; k++) {
                    MemorySegment.copy(stored[k], 0, buffer, JAVA_BYTE, 0, stored[k].length);
                    place.set(LONG, 0, (long) (first + k) * chunks.rowsOfEach());
                    hdf5.call("H5Dwrite_chunk", data.id(), 0L, 0, place, (long) stored[k].length, buffer);
                }
            }
        }
    }

    /// An object of another file, at the same path there.
    /// @param other the file's name in the folder of this one
    public void link(String path, String other) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            hdf5.call("H5Lcreate_external", arena.allocateFrom(other), name, file, name, 0L, 0L);
        }
    }

    /// A virtual dataset: the rows of datasets of other files, at the same path there, one file after the
    /// other. Where a file or its dataset is missing, floating-point values are NaN and whole numbers 0.
    /// @param others the files' names in the folder of this one
    /// @param shape of each
    public void joined(String path, Hdf5Type type, List<String> others, long... shape) throws IOException {
        long[] whole = shape.clone();
        whole[0] = Math.multiplyExact(shape[0], others.size());
        try (Arena arena = Arena.ofConfined();
                Hdf5Id creation = withoutTimes(hdf5, "DATASET_CREATE");
                Hdf5Id space = space(whole);
                Hdf5Id each = space(shape)) {
            MemorySegment name = arena.allocateFrom(path);
            MemorySegment start = arena.allocate(LONG, shape.length);
            MemorySegment one = arena.allocateFrom(
                    LONG, LongStream.of(shape).map(length -> 1).toArray());
            MemorySegment block = arena.allocateFrom(LONG, shape);
            for (int k = 0; k < others.size(); k++) {
                start.set(LONG, 0, k * shape[0]);
                hdf5.call("H5Sselect_hyperslab", space.id(), SELECT, start, MemorySegment.NULL, one, block);
                hdf5.call(
                        "H5Pset_virtual",
                        creation.id(),
                        space.id(),
                        arena.allocateFrom(others.get(k)),
                        name,
                        each.id());
            }
            if (type == Hdf5Type.FLOAT32 || type == Hdf5Type.FLOAT64) {
                MemorySegment missing = arena.allocateFrom(DOUBLE, Double.NaN);
                hdf5.call("H5Pset_fill_value", creation.id(), Hdf5Type.FLOAT64.id(hdf5), missing);
            }
            dataset(path, type, space, creation).close();
        }
    }

    private Hdf5Id dataset(String path, Hdf5Type type, Hdf5Id space, Hdf5Id creation) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            long data = hdf5.call("H5Dcreate2", file, name, type.id(hdf5), space.id(), 0L, creation.id(), 0L);
            return new Hdf5Id(hdf5, data, "H5Dclose");
        }
    }

    private Hdf5Id scalar() throws IOException {
        return new Hdf5Id(hdf5, hdf5.call("H5Screate", SCALAR), "H5Sclose");
    }

    private Hdf5Id space(long... shape) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long space =
                    hdf5.call("H5Screate_simple", shape.length, arena.allocateFrom(LONG, shape), MemorySegment.NULL);
            return new Hdf5Id(hdf5, space, "H5Sclose");
        }
    }

    /// Files are locked by nobody: some file systems of clusters have no locks.
    private static Hdf5Id access(Hdf5 hdf5) throws IOException {
        Hdf5Id access = Hdf5Id.properties(hdf5, "FILE_ACCESS");
        hdf5.call("H5Pset_fclose_degree", access.id(), CLOSE_STRONG);
        if (hdf5.has("H5Pset_file_locking")) {
            hdf5.call("H5Pset_file_locking", access.id(), 0, 1);
        }
        return access;
    }

    private static Hdf5Id withoutTimes(Hdf5 hdf5, String type) throws IOException {
        Hdf5Id creation = Hdf5Id.properties(hdf5, type);
        hdf5.call("H5Pset_obj_track_times", creation.id(), 0);
        return creation;
    }

    /// Completes the file.
    @Override
    public void close() throws IOException {
        hdf5.call("H5Fclose", file);
    }
}
