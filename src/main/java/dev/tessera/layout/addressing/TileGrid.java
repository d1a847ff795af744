package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;

/// Tile and place of nodes, without divisions: each axis has a table of tiles and of places within the tile. A node's
/// tile is the sum of three entries, as is its place within the tile (x fastest).
final class TileGrid {
    private final Tiling tiling;
    private final Box box;
    private final int[][] tile; // [axis][coordinate], strides of the tile mesh multiplied in
    private final int[][] local; // [axis][coordinate], strides within the tile multiplied in
    private final int[] tilesAlong;

    TileGrid(Tiling tiling, Box box) {
        this.tiling = tiling;
        this.box = box;
        this.tilesAlong = new int[] {tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box)};
        int tiles = Math.toIntExact(tiling.tiles(box));
        Math.multiplyExact(Math.multiplyExact(tiling.a(), tiling.b()), tiling.c());
        int tilesXy = tiles / tilesAlong[2];
        int[] counts = {box.nx(), box.ny(), box.nz()};
        int[] sizes = {tiling.a(), tiling.b(), tiling.c()};
        int[] offsets = {tiling.offsetX(), tiling.offsetY(), tiling.offsetZ()};
        int[] tileStrides = {1, tilesAlong[0], tilesXy};
        int[] localStrides = {1, tiling.a(), tiling.a() * tiling.b()};
        this.tile = new int[3][];
        this.local = new int[3][];
        for (int axis = 0; axis < 3; axis++) {
            tile[axis] = new int[counts[axis]];
            local[axis] = new int[counts[axis]];
            for (int i = 0; i < counts[axis]; i++) {
                tile[axis][i] = (i + offsets[axis]) / sizes[axis] * tileStrides[axis];
                local[axis][i] = (i + offsets[axis]) % sizes[axis] * localStrides[axis];
            }
        }
    }

    Tiling tiling() {
        return tiling;
    }

    int tile(int x, int y, int z) {
        return tile[0][x] + tile[1][y] + tile[2][z];
    }

    int local(int x, int y, int z) {
        return local[0][x] + local[1][y] + local[2][z];
    }

    /// The place of a coordinate within its tile, along one axis.
    int localAlong(int axis, int at) {
        return (at + offset(axis)) % size(axis);
    }

    /// The tile of a coordinate along one axis.
    int tileAlong(int axis, int at) {
        return (at + offset(axis)) / size(axis);
    }

    private int offset(int axis) {
        return axis == 0 ? tiling.offsetX() : axis == 1 ? tiling.offsetY() : tiling.offsetZ();
    }

    private int size(int axis) {
        return axis == 0 ? tiling.a() : axis == 1 ? tiling.b() : tiling.c();
    }

    /// The end of the tile that contains x, within the box.
    int endX(int x) {
        return Math.min(box.nx(), x - local[0][x] + tiling.a());
    }

    int tiles() {
        return tilesAlong[0] * tilesAlong[1] * tilesAlong[2];
    }

    /// Bytes of the tables of the axes.
    long bytes() {
        return 8L * (box.nx() + box.ny() + box.nz());
    }

    int tilesX() {
        return tilesAlong[0];
    }

    /// Rows of tiles along x.
    int tileRows() {
        return tilesAlong[1] * tilesAlong[2];
    }

    /// Visits the rows of nodes of one tile inside the box, in the order of their places.
    void forEachRow(int tileX, int tileRow, RowVisitor visitor) {
        int tileY = tileRow % tilesAlong[1];
        int tileZ = tileRow / tilesAlong[1];
        int x = Math.max(0, tileX * tiling.a() - tiling.offsetX());
        int endX = Math.min(box.nx(), (tileX + 1) * tiling.a() - tiling.offsetX());
        int endY = Math.min(box.ny(), (tileY + 1) * tiling.b() - tiling.offsetY());
        int endZ = Math.min(box.nz(), (tileZ + 1) * tiling.c() - tiling.offsetZ());
        for (int z = Math.max(0, tileZ * tiling.c() - tiling.offsetZ()); z < endZ; z++) {
            for (int y = Math.max(0, tileY * tiling.b() - tiling.offsetY()); y < endY; y++) {
                visitor.visit(x, endX, y, z);
            }
        }
    }

    @FunctionalInterface
    interface RowVisitor {
        void visit(int fromX, int endX, int y, int z);
    }

    /// `4³ tiles`, `16² tiles`, `256×4×4 tiles`, `lines`.
    String shape() {
        return tiling.a() == box.nx() && tiling.b() == 1 && tiling.c() == 1 ? "lines" : size() + " tiles";
    }

    private String size() {
        if (box.is2d() && tiling.c() == 1) {
            return tiling.a() == tiling.b() ? tiling.a() + "²" : tiling.a() + "×" + tiling.b();
        }
        return tiling.a() == tiling.b() && tiling.b() == tiling.c()
                ? tiling.a() + "³"
                : "%d×%d×%d".formatted(tiling.a(), tiling.b(), tiling.c());
    }
}
