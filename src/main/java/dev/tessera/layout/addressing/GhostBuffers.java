package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// The ghost buffers of tiles: which ones are allocated, and which tile reads them.
///
/// A tile writes one buffer for each direction and each axis that the direction moves along: the values that leave
/// through that face of the tile, one per node of the face. Values that leave over an edge or a corner are written to
/// the buffer of the first of their axes. For each direction and each combination of crossed axes, a tile reads from
/// the buffer of another tile. Buffers that no value crosses are not allocated; those of one tile are contiguous.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018); their index arrays have as many entries.
///
/// Within a buffer the axis that a direction does not move along is the fastest, so that values that leave over an
/// edge, which another tile reads, are contiguous: one memory sector instead of four with the papers' order.
public final class GhostBuffers {
    /// An entry without a buffer.
    public static final int NONE = -1;

    private final VelocitySet lattice;
    private final Tiling tiling;
    private final int[] writeOf; // [direction * 3 + axis] column of the write table
    private final int[] readOf; // [direction * 8 + axes that are crossed, as bits] column of the read table
    private final int writesPerTile;
    private final int readsPerTile;
    private final int[] writes; // [tile][column] the buffer's first value in a set, or NONE
    private final int[] reads; // [tile][column] as `writes`
    private long values;
    private long allocated;

    GhostBuffers(VelocitySet lattice, GhostCrossings crossings) {
        this.lattice = lattice;
        this.tiling = crossings.tiling();
        this.writeOf = new int[3 * lattice.size()];
        this.readOf = new int[8 * lattice.size()];
        int writeColumns = 0;
        int readColumns = 0;
        for (int i = 1; i < lattice.size(); i++) {
            int moving = axes(lattice.velocity(i));
            for (int crossed = 1; crossed < 8; crossed++) {
                if ((crossed & ~moving) == 0) {
                    readOf[8 * i + crossed] = readColumns++;
                    if (Integer.bitCount(crossed) == 1) {
                        writeOf[3 * i + Integer.numberOfTrailingZeros(crossed)] = writeColumns++;
                    }
                }
            }
        }
        this.writesPerTile = writeColumns;
        this.readsPerTile = readColumns;
        this.writes = new int[Math.multiplyExact(crossings.tiles(), writeColumns)];
        this.reads = new int[Math.multiplyExact(crossings.tiles(), readColumns)];
        allocate(crossings);
    }

    static int axes(Velocity c) {
        return (c.x() != 0 ? 1 : 0) | (c.y() != 0 ? 2 : 0) | (c.z() != 0 ? 4 : 0);
    }

    /// Marks the buffers that values cross, numbers them tile by tile, then sets the readers' entries.
    private void allocate(GhostCrossings crossings) {
        int[] faces = new int[writesPerTile];
        int[] writtenBy = new int[readsPerTile];
        for (int i = 1; i < lattice.size(); i++) {
            int moving = axes(lattice.velocity(i));
            for (int crossed = 1; crossed < 8; crossed++) {
                if ((crossed & ~moving) == 0) {
                    int axis = Integer.numberOfTrailingZeros(crossed);
                    writtenBy[readOf[8 * i + crossed]] = writeOf[3 * i + axis];
                    faces[writeOf[3 * i + axis]] = face(axis);
                }
            }
        }
        crossings.forEach(lattice, (from, to, i, crossed) -> {
            int column = readOf[8 * i + crossed];
            writes[from * writesPerTile + writtenBy[column]] = 1;
            reads[to * readsPerTile + column] = from + 1;
        });
        for (int k = 0; k < writes.length; k++) {
            if (writes[k] == 0) {
                writes[k] = NONE;
            } else {
                writes[k] = Math.toIntExact(values);
                values += faces[k % writesPerTile];
                allocated++;
            }
        }
        for (int k = 0; k < reads.length; k++) {
            reads[k] = reads[k] == 0 ? NONE : writes[(reads[k] - 1) * writesPerTile + writtenBy[k % readsPerTile]];
        }
    }

    /// The index of a value in a set.
    /// @param local places of the node that writes, along x, y, z of its tile
    long place(int fromTile, int direction, int crossed, int localX, int localY, int localZ) {
        long start = writes[fromTile * writesPerTile + writeColumn(direction, crossed)];
        return start + placeWithin(direction, crossed, new int[] {localX, localY, localZ});
    }

    /// The index of a value in its buffer.
    /// @param local places of the node that writes, along x, y, z of its tile
    int placeWithin(int direction, int crossed, int[] local) {
        int axis = Integer.numberOfTrailingZeros(crossed);
        int[] edges = {tiling.a(), tiling.b(), tiling.c()};
        int first = firstAlong(axes(lattice.velocity(direction)), axis);
        int second = 3 - axis - first;
        return local[first] + edges[first] * local[second];
    }

    /// The column of a tile in [#reads] for values of a direction that cross some axes.
    int readColumn(int direction, int crossed) {
        return readOf[8 * direction + crossed];
    }

    /// The column of a tile in [#writes], by the first crossed axis.
    int writeColumn(int direction, int crossed) {
        return writeOf[3 * direction + Integer.numberOfTrailingZeros(crossed)];
    }

    /// Entries per tile in [#reads].
    public int readsPerTile() {
        return readsPerTile;
    }

    /// Entries per tile in [#writes].
    public int writesPerTile() {
        return writesPerTile;
    }

    /// The fastest axis of a face in a buffer: the one that the direction does not move along, if it moves along
    /// exactly one of the two; otherwise the lower one.
    /// @param moving axes of the direction, as bits
    /// @param axis perpendicular to the face
    public static int firstAlong(int moving, int axis) {
        int lower = axis == 0 ? 1 : 0;
        int higher = 3 - axis - lower;
        return (moving >> lower & 1) != 0 && (moving >> higher & 1) == 0 ? higher : lower;
    }

    private int face(int axis) {
        return tiling.nodesPerTile() / (axis == 0 ? tiling.a() : axis == 1 ? tiling.b() : tiling.c());
    }

    /// The number of values of a set.
    public long values() {
        return values;
    }

    /// The buffer from which a tile reads incoming values of a direction across some axes (bits: 1 x, 2 y, 4 z): the
    /// index of its first value in a set, or [#NONE]. Within the buffer the other two axes are ordered by
    /// [#firstAlong].
    public int readAt(int tile, int direction, int crossed) {
        return reads[tile * readsPerTile + readOf[8 * direction + crossed]];
    }

    /// The buffers to which tiles write outgoing values of a direction through the face perpendicular to an axis (0 x,
    /// 1 y, 2 z): `[tile][direction, axis]`, ascending. Not to be changed.
    public int[] writes() {
        return writes;
    }

    /// All of [#readAt], `[tile][direction, axes]`, ascending. Not to be changed.
    public int[] reads() {
        return reads;
    }

    /// Entries per tile of the index arrays: 12 + 16 for D2Q9, 30 + 42 for D3Q19, 54 + 98 for D3Q27.
    public int entriesPerTile() {
        return writesPerTile + readsPerTile;
    }

    /// Allocated buffers as a fraction of all possible ones: 1 for unbounded fluid. The α of the source.
    public double allocatedFraction() {
        return writes.length == 0 ? 0 : (double) allocated / writes.length;
    }

    /// Transferred values as a fraction of the possible maximum, with buffers counted as a whole. The β of the source.
    public double transferredFraction() {
        long[] read = present(reads, readsPerTile);
        long[] written = present(writes, writesPerTile);
        long transferred = 0;
        long most = 0;
        long tiles = writesPerTile == 0 ? 0 : writes.length / writesPerTile;
        for (int i = 1; i < lattice.size(); i++) {
            int moving = axes(lattice.velocity(i));
            for (int crossed = 1; crossed < 8; crossed++) {
                if ((crossed & ~moving) != 0) {
                    continue;
                }
                int axis = Integer.numberOfTrailingZeros(crossed);
                boolean isCorner = Integer.bitCount(crossed) == lattice.dimensions();
                int toRead = isCorner ? 1 : face(axis);
                int toWrite = Integer.bitCount(crossed) == 1 ? face(axis) : 0;
                transferred += toRead * read[readOf[8 * i + crossed]];
                transferred += toWrite == 0 ? 0 : toWrite * written[writeOf[3 * i + axis]];
                most += tiles * (toRead + toWrite);
            }
        }
        return most == 0 ? 0 : (double) transferred / most;
    }

    /// The number of entries of each column with a buffer.
    private static long[] present(int[] entries, int columns) {
        long[] present = new long[columns];
        for (int first = 0; first < entries.length; first += columns) {
            for (int column = 0; column < columns; column++) {
                present[column] += entries[first + column] == NONE ? 0 : 1;
            }
        }
        return present;
    }

    /// Bytes of the two index arrays and of their column tables.
    long bytes() {
        return 4L * ((long) writes.length + reads.length + writeOf.length + readOf.length);
    }
}
