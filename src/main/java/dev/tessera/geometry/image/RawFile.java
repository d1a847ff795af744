package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.ParallelLoop;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// Raw voxels: a header to skip, then one integer per voxel. A plain file is mapped and
/// read by all workers at once; one whose name ends in `.gz` is inflated as it is read.
public final class RawFile implements VoxelStack {
    private static final int MOST = Integer.MAX_VALUE - 8; // bytes of a page, in one array

    private final Path file;
    private final String name;
    private final int nx;
    private final int ny;
    private final int nz;
    private final VoxelType type;
    private final VoxelOrder order;
    private final long headerBytes;
    private final Packing packing;

    private RawFile(Path file, int[] size, VoxelType type, VoxelOrder order, long headerBytes, Packing packing) {
        this.file = file;
        this.name = FileBytes.name(file);
        this.nx = size[0];
        this.ny = size[1];
        this.nz = size[2];
        this.type = type;
        this.order = order;
        this.headerBytes = headerBytes;
        this.packing = packing;
    }

    /// @param size voxels along x, y, z, whatever the order
    /// @param headerBytes bytes before the first voxel
    /// @throws GeometryException where the file does not exist or its length does not fit the number of voxels;
    ///        the length of a `.gz` file is known only after reading
    public static RawFile open(Path file, int[] size, VoxelType type, VoxelOrder order, long headerBytes) {
        return open(file, size, type, order, headerBytes, Packing.of(file));
    }

    static RawFile open(Path file, int[] size, VoxelType type, VoxelOrder order, long headerBytes, Packing packing) {
        if (size.length != 3 || size[0] < 1 || size[1] < 1 || size[2] < 1) {
            throw new GeometryException("%s: the size %s is not three positive numbers of voxels, along x, y and z"
                    .formatted(FileBytes.name(file), Arrays.toString(size)));
        }
        if (headerBytes < 0) {
            throw new GeometryException("%s: %d header bytes".formatted(FileBytes.name(file), headerBytes));
        }
        RawFile raw = new RawFile(file, size, type, order, headerBytes, packing);
        raw.check(FileBytes.length(file));
        return raw;
    }

    /// Refuses a size that the file cannot contain, before anything is allocated for it.
    private void check(long length) {
        double needed = headerBytes + (double) nx * ny * nz * type.bytes();
        boolean counts = packing == Packing.PLAIN && needed < 0x1p62;
        if (counts && length != expectedBytes()) {
            throw wrongLength(length);
        }
        if (needed > packing.most(length) || (double) columns() * ny * type.bytes() > MOST) {
            throw new GeometryException(
                    ("%s: %d x %d x %d voxels of %s are %.3g bytes, more than the file can hold with its %d bytes%s;"
                                    + " check the size and the type")
                            .formatted(
                                    name,
                                    nx,
                                    ny,
                                    nz,
                                    type,
                                    needed,
                                    length,
                                    packing == Packing.PLAIN ? "" : ", compressed"));
        }
    }

    public Path file() {
        return file;
    }

    public VoxelType type() {
        return type;
    }

    /// Bytes before the first voxel.
    public long headerBytes() {
        return headerBytes;
    }

    private long expectedBytes() {
        return Math.addExact(headerBytes, Math.multiplyExact(voxels(), type.bytes()));
    }

    private GeometryException wrongLength(long length) {
        long expected = expectedBytes();
        String how = length < expected ? "%d too few" : "%d too many";
        return new GeometryException(
                "%s: %d x %d x %d voxels of %s after %d header bytes are %d bytes, but the file has %d (%s)%s"
                        .formatted(
                                name,
                                nx,
                                ny,
                                nz,
                                type,
                                headerBytes,
                                expected,
                                length,
                                how.formatted(Math.abs(length - expected)),
                                remedy(length)));
    }

    private String remedy(long length) {
        long body = length - headerBytes;
        for (VoxelType.Sample sample : VoxelType.Sample.values()) {
            VoxelType other = new VoxelType(sample, type.order());
            if (other.bytes() != type.bytes() && voxels() * other.bytes() == body) {
                return "; it would fit %s".formatted(other);
            }
        }
        long edge = Math.round(Math.cbrt((double) body / type.bytes()));
        if (edge > 0 && edge * edge * edge * type.bytes() == body) {
            return "; it would fit %d x %d x %d voxels".formatted(edge, edge, edge);
        }
        long more = length - expectedBytes();
        if (more > 0 && more <= 1 << 16) {
            return "; if it begins with a header, give its size: %d header bytes".formatted(headerBytes + more);
        }
        return "; check the size, the type and the header";
    }

    @Override
    public void scan(int from, int to, PageVisitor visitor, ForkJoinPool workers) {
        try {
            if (packing == Packing.PLAIN) {
                scanMapped(from, to, visitor, workers);
            } else {
                scanStream(from, to, visitor, workers);
            }
        } catch (IOException e) {
            throw FileBytes.unreadable(file, e);
        }
    }

    private void scanMapped(int from, int to, PageVisitor visitor, ForkJoinPool workers) throws IOException {
        long pageBytes = (long) voxelsPerPage() * type.bytes();
        try (FileChannel channel = FileChannel.open(file);
                Arena arena = Arena.ofShared()) {
            if (channel.size() != expectedBytes()) {
                throw wrongLength(channel.size());
            }
            MemorySegment all = channel.map(
                    FileChannel.MapMode.READ_ONLY, headerBytes + from * pageBytes, (to - from) * pageBytes, arena);
            int tasks = Math.min(to - from, 8 * workers.getParallelism());
            ParallelLoop.over(workers, tasks, task -> {
                int[] labels = new int[voxelsPerPage()];
                int end = from + (int) ((task + 1L) * (to - from) / tasks);
                for (int page = from + (int) ((long) task * (to - from) / tasks); page < end; page++) {
                    type.decode(all.asSlice((page - from) * pageBytes, pageBytes), labels);
                    visitor.visit(page, labels);
                }
            });
        }
    }

    private void scanStream(int from, int to, PageVisitor visitor, ForkJoinPool workers) throws IOException {
        PageStream stream = new PageStream(type, voxelsPerPage(), workers);
        try (InputStream in = packing.open(file, headerBytes)) {
            long got = headerBytes + stream.scan(in, pages(), from, to, visitor, workers);
            if (got < expectedBytes()) {
                throw wrongLength(got);
            }
            if (in.read() >= 0) { // where nothing is left, this also compares the checksum
                throw new GeometryException(
                        ("%s: %d x %d x %d voxels of %s after %d header bytes are %d bytes, but the file holds more;"
                                        + " check the size, the type and the header")
                                .formatted(name, nx, ny, nz, type, headerBytes, expectedBytes()));
            }
        }
    }

    @Override
    public int nx() {
        return nx;
    }

    @Override
    public int ny() {
        return ny;
    }

    @Override
    public int nz() {
        return nz;
    }

    @Override
    public VoxelOrder order() {
        return order;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return "%s, %d x %d x %d voxels of %s, %s".formatted(name, nx, ny, nz, type, order.key());
    }

    @Override
    public String toString() {
        return description();
    }
}
