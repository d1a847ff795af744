package dev.tessera.geometry.partition;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Tiling;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The tiles of a geometry that contain fluid, with the number of their nodes and of the links between them: all that a
/// division between tiles needs. Tiles are numbered 0, 1 … in the order of the tile mesh. Immutable.
///
/// Memory: 4 bytes per tile of the box, 20 bytes per tile that contains fluid.
public final class TileGraph {
    private static final int ROWS_PER_TASK = 16;

    private final FluidNodes fluid;
    private final Tiling tiling;
    private final Box mesh; // of tiles
    private final int[] index; // [tile of the mesh], -1 where it has no fluid
    private final int[] places; // [tile], its number in the mesh
    private final int[] nodes; // [tile]
    private final int[][] faces; // [axis][tile], links along the axis across the upper face

    private TileGraph(FluidNodes fluid, Tiling tiling, Box mesh, int[] allNodes, int[][] allFaces) {
        this.fluid = fluid;
        this.tiling = tiling;
        this.mesh = mesh;
        this.index = new int[allNodes.length];
        int count = 0;
        for (int place = 0; place < index.length; place++) {
            index[place] = allNodes[place] > 0 ? count++ : -1;
        }
        this.places = new int[count];
        this.nodes = new int[count];
        this.faces = new int[3][count];
        for (int place = 0; place < index.length; place++) {
            int tile = index[place];
            if (tile >= 0) {
                places[tile] = place;
                nodes[tile] = allNodes[place];
                for (int axis = 0; axis < 3; axis++) {
                    faces[axis][tile] = allFaces[axis][place];
                }
            }
        }
    }

    /// Counts nodes and links, 64 at a time.
    public static TileGraph of(FluidNodes fluid, Tiling tiling, ForkJoinPool workers) {
        Box box = fluid.box();
        Box mesh = new Box(
                tiling.tilesX(box),
                tiling.tilesY(box),
                tiling.tilesZ(box),
                box.periodicX(),
                box.periodicY(),
                box.periodicZ());
        int[] nodes = new int[Math.toIntExact(mesh.size())];
        int[][] faces = new int[3][nodes.length];
        int rows = mesh.ny() * mesh.nz();
        ParallelLoop.over(workers, Math.ceilDiv(rows, ROWS_PER_TASK), task -> {
            for (int row = task * ROWS_PER_TASK; row < Math.min(rows, (task + 1) * ROWS_PER_TASK); row++) {
                count(fluid, tiling, mesh, row, nodes, faces);
            }
        });
        return new TileGraph(fluid, tiling, mesh, nodes, faces);
    }

    /// Counts one row of tiles.
    private static void count(FluidNodes fluid, Tiling tiling, Box mesh, int row, int[] nodes, int[][] faces) {
        Box box = fluid.box();
        int endY = Math.min(box.ny(), (row % mesh.ny() + 1) * tiling.b() - tiling.offsetY());
        int endZ = Math.min(box.nz(), (row / mesh.ny() + 1) * tiling.c() - tiling.offsetZ());
        int fromY = Math.max(0, row % mesh.ny() * tiling.b() - tiling.offsetY());
        int fromZ = Math.max(0, row / mesh.ny() * tiling.c() - tiling.offsetZ());
        for (int z = fromZ; z < endZ; z++) {
            for (int y = fromY; y < endY; y++) {
                long behindY = y == endY - 1 ? box.neighbour(0, y, z, 0, 1, 0) : -1;
                long behindZ = z == endZ - 1 ? box.neighbour(0, y, z, 0, 0, 1) : -1;
                long first = box.index(0, y, z);
                for (int tileX = 0; tileX < mesh.nx(); tileX++) {
                    int place = row * mesh.nx() + tileX;
                    int endX = Math.min(box.nx(), (tileX + 1) * tiling.a() - tiling.offsetX());
                    for (int x = Math.max(0, tileX * tiling.a() - tiling.offsetX()); x < endX; x += 64) {
                        int width = Math.min(64, endX - x);
                        long bits = fluid.bits(first + x, width);
                        if (bits == 0) {
                            continue;
                        }
                        nodes[place] += Long.bitCount(bits);
                        faces[1][place] += behindY < 0 ? 0 : Long.bitCount(bits & fluid.bits(behindY + x, width));
                        faces[2][place] += behindZ < 0 ? 0 : Long.bitCount(bits & fluid.bits(behindZ + x, width));
                        if (x + width == endX && bits >>> width - 1 != 0) {
                            faces[0][place] += fluid.isFluid(box.neighbour(endX - 1, y, z, 1, 0, 0)) ? 1 : 0;
                        }
                    }
                }
            }
        }
    }

    public FluidNodes fluid() {
        return fluid;
    }

    public Tiling tiling() {
        return tiling;
    }

    /// The number of tiles that contain fluid.
    public int tiles() {
        return places.length;
    }

    /// The number of all tiles, by axis, as a box.
    Box mesh() {
        return mesh;
    }

    /// Fluid nodes of a tile.
    int nodes(int tile) {
        return nodes[tile];
    }

    /// Links along an axis from a tile to the next one.
    int face(int axis, int tile) {
        return faces[axis][tile];
    }

    /// The coordinate of a tile in the mesh.
    int along(int axis, int tile) {
        int place = places[tile];
        return axis == 0
                ? place % mesh.nx()
                : axis == 1 ? place / mesh.nx() % mesh.ny() : place / mesh.nx() / mesh.ny();
    }

    /// The tile beside another along an axis, across periodic sides too; -1 where there is none.
    /// @param step 1 or -1
    int beside(int tile, int axis, int step) {
        int stride = axis == 0 ? 1 : axis == 1 ? mesh.nx() : mesh.nx() * mesh.ny();
        int count = mesh.nodes(axis);
        int to = along(axis, tile) + step;
        if (to >= 0 && to < count) {
            return index[places[tile] + step * stride];
        }
        return mesh.isPeriodic(axis) ? index[places[tile] - step * (count - 1) * stride] : -1;
    }

    /// Whether all nodes of the box are fluid.
    boolean isFull() {
        return fluid.count() == fluid.box().size();
    }

    /// The 27 tiles around a tile, itself included, by code `(x+1) + 3(y+1) + 9(z+1)`; -1 where there is none.
    void around(int tile, int[] into) {
        int x = along(0, tile);
        int y = along(1, tile);
        int z = along(2, tile);
        boolean isInside = x > 0 && y > 0 && z > 0 && x < mesh.nx() - 1 && y < mesh.ny() - 1 && z < mesh.nz() - 1;
        for (int code = 0; code < into.length; code++) {
            int dx = code % 3 - 1;
            int dy = code / 3 % 3 - 1;
            int dz = code / 9 - 1;
            long at = isInside
                    ? places[tile] + dx + mesh.nx() * (dy + mesh.ny() * dz)
                    : mesh.neighbour(x, y, z, dx, dy, dz);
            into[code] = at < 0 ? -1 : index[(int) at];
        }
    }

    /// Nodes of a tile by axis.
    int edge(int axis) {
        return axis == 0 ? tiling.a() : axis == 1 ? tiling.b() : tiling.c();
    }

    /// The parts of all tiles of the mesh; tiles without fluid belong to part 0.
    int[] onMesh(int[] owners) {
        int[] all = new int[index.length];
        Arrays.setAll(all, place -> index[place] < 0 ? 0 : owners[index[place]]);
        return all;
    }

    /// All tiles.
    int[] all() {
        int[] tiles = new int[places.length];
        Arrays.setAll(tiles, tile -> tile);
        return tiles;
    }
}
