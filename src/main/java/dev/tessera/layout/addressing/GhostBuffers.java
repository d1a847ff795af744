package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;

/// The ghost buffers of tiles: which there are, and which tile reads which.
///
/// A tile writes a buffer for each direction and each axis that the direction moves along: what leaves
/// through that face of the tile, as many values as the face has nodes. What leaves over an edge or a corner
/// is written through the first of its axes. A tile reads, for each direction and each choice of axes that
/// its values come across, from the buffer of another tile. Buffers that no value crosses are not allocated.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018); their index arrays have as many entries.
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
    private final int[] reads; // [tile][column] likewise
    private long values;
    private int allocated;

    GhostBuffers(VelocitySet lattice, Tiling tiling, int tiles) {
        this.lattice = lattice;
        this.tiling = tiling;
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
        this.writes = new int[Math.multiplyExact(tiles, writeColumns)];
        this.reads = new int[Math.multiplyExact(tiles, readColumns)];
        Arrays.fill(writes, NONE);
        Arrays.fill(reads, NONE);
    }

    private static int axes(Velocity c) {
        return (c.x() != 0 ? 1 : 0) | (c.y() != 0 ? 2 : 0) | (c.z() != 0 ? 4 : 0);
    }

    /// Notes that a value crosses from tile to tile.
    /// @param crossed axes as bits: 1 x, 2 y, 4 z
    void cross(int fromTile, int toTile, int direction, int crossed) {
        int axis = Integer.numberOfTrailingZeros(crossed);
        int write = fromTile * writesPerTile + writeOf[3 * direction + axis];
        if (writes[write] == NONE) {
            writes[write] = Math.toIntExact(values);
            values += face(axis);
            allocated++;
        }
        reads[toTile * readsPerTile + readOf[8 * direction + crossed]] = writes[write];
    }

    /// The place of a value in a set.
    /// @param local places of the node that writes, along x, y, z of its tile
    long place(int fromTile, int direction, int crossed, int localX, int localY, int localZ) {
        int axis = Integer.numberOfTrailingZeros(crossed);
        long start = writes[fromTile * writesPerTile + writeOf[3 * direction + axis]];
        return start
                + switch (axis) {
                    case 0 -> localY + tiling.b() * localZ;
                    case 1 -> localX + tiling.a() * localZ;
                    default -> localX + tiling.a() * localY;
                };
    }

    private int face(int axis) {
        return tiling.nodesPerTile() / (axis == 0 ? tiling.a() : axis == 1 ? tiling.b() : tiling.c());
    }

    /// Values of a set.
    public long values() {
        return values;
    }

    /// Where a tile writes what leaves along a direction through the face across an axis (0 x, 1 y, 2 z): the
    /// place of the buffer's first value in a set, or [#NONE]. Within it the other two axes count, lower first.
    public int writtenAt(int tile, int direction, int axis) {
        return writes[tile * writesPerTile + writeOf[3 * direction + axis]];
    }

    /// Where a tile reads what arrives along a direction across some axes (bits: 1 x, 2 y, 4 z), likewise.
    public int readAt(int tile, int direction, int crossed) {
        return reads[tile * readsPerTile + readOf[8 * direction + crossed]];
    }

    /// Entries of a tile's index arrays: 12 + 16 for D2Q9, 30 + 42 for D3Q19, 54 + 98 for D3Q27.
    public int entriesPerTile() {
        return writesPerTile + readsPerTile;
    }

    /// Buffers of a set in proportion to those that there could be: 1 where all is fluid without end. The α of
    /// the source.
    public double allocatedFraction() {
        return writes.length == 0 ? 0 : (double) allocated / writes.length;
    }

    /// Values that are written and read, buffers counted whole, in proportion to the most that there could be.
    /// The β of the source.
    public double transferredFraction() {
        long transferred = 0;
        long most = 0;
        int tiles = writesPerTile == 0 ? 0 : writes.length / writesPerTile;
        for (int i = 1; i < lattice.size(); i++) {
            int moving = axes(lattice.velocity(i));
            for (int crossed = 1; crossed < 8; crossed++) {
                if ((crossed & ~moving) != 0) {
                    continue;
                }
                int axis = Integer.numberOfTrailingZeros(crossed);
                boolean isCorner = Integer.bitCount(crossed) == lattice.dimensions();
                int read = isCorner ? 1 : face(axis);
                int written = Integer.bitCount(crossed) == 1 ? face(axis) : 0;
                for (int tile = 0; tile < tiles; tile++) {
                    transferred += readAt(tile, i, crossed) == NONE ? 0 : read;
                    transferred += written == 0 || writtenAt(tile, i, axis) == NONE ? 0 : written;
                }
                most += (long) tiles * (read + written);
            }
        }
        return most == 0 ? 0 : (double) transferred / most;
    }

    /// Bytes of the two index arrays and of what finds their columns.
    long bytes() {
        return 4L * (writes.length + reads.length + writeOf.length + readOf.length);
    }
}
