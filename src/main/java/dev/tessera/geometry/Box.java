package dev.tessera.geometry;

/// The nodes of a box, x fastest: `index = x + nx (y + ny z)`. 2D geometries have `nz = 1`.
///
/// @param nx nodes along x
/// @param ny nodes along y
/// @param nz nodes along z
/// @param periodicX whether the last node's neighbour along x is the first
/// @param periodicY the same along y
/// @param periodicZ the same along z
public record Box(int nx, int ny, int nz, boolean periodicX, boolean periodicY, boolean periodicZ) {
    public Box {
        if (nx < 1 || ny < 1 || nz < 1) {
            throw new IllegalArgumentException("a box of %d x %d x %d nodes is empty".formatted(nx, ny, nz));
        }
    }

    public long size() {
        return (long) nx * ny * nz;
    }

    /// Nodes along an axis: 0 for x, 1 for y, 2 for z.
    public int nodes(int axis) {
        return switch (axis) {
            case 0 -> nx;
            case 1 -> ny;
            case 2 -> nz;
            default -> throw new IllegalArgumentException("there is no axis " + axis);
        };
    }

    public long index(int x, int y, int z) {
        return x + (long) nx * (y + (long) ny * z);
    }

    public int x(long index) {
        return (int) (index % nx);
    }

    public int y(long index) {
        return (int) (index / nx % ny);
    }

    public int z(long index) {
        return (int) (index / ((long) nx * ny));
    }

    public boolean is2d() {
        return nz == 1;
    }

    /// Whether the last node's neighbour along an axis is the first: 0 for x, 1 for y, 2 for z.
    public boolean isPeriodic(int axis) {
        return axis == 0 ? periodicX : axis == 1 ? periodicY : periodicZ;
    }

    /// The neighbour at (x+dx, y+dy, z+dz), wrapped on periodic axes; -1 outside the box. Offsets in {-1, 0,
    /// 1}.
    public long neighbour(int x, int y, int z, int dx, int dy, int dz) {
        int px = wrap(x + dx, nx, periodicX);
        int py = wrap(y + dy, ny, periodicY);
        int pz = wrap(z + dz, nz, periodicZ);
        return px < 0 || py < 0 || pz < 0 ? -1 : index(px, py, pz);
    }

    private static int wrap(int position, int count, boolean periodic) {
        if (position >= 0 && position < count) {
            return position;
        }
        return periodic ? Math.floorMod(position, count) : -1;
    }

    @Override
    public String toString() {
        return "%d x %d x %d".formatted(nx, ny, nz);
    }
}
