package dev.tessera.geometry.partition;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.FluidTiles;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Partition;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.Tiling;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The tiles of a geometry that contain fluid, with the number of their nodes and of the links between them: all that a
/// division between tiles needs. Tiles are numbered 0, 1 … in the order of the tile mesh. Where processes
/// hold a slab of the geometry each, all of them have the tiles of all slabs, and the fluid of their own. Immutable.
///
/// Memory: 3/16 bytes per tile of the box, 20 bytes per tile that contains fluid.
public final class TileGraph {
    private final Slab slab;
    private final FluidNodes fluid; // of the slab's stored box
    private final Tiling tiling;
    private final FluidTiles kept;
    private final TileCounts counts; // of all slabs
    private final int first; // tile of the slab
    private final int end; // after the last tile of the slab
    private final long fluidNodes; // of all slabs

    private TileGraph(Slab slab, FluidNodes fluid, Tiling tiling, Box mesh, TileCounts own) {
        this.slab = slab;
        this.fluid = fluid;
        this.tiling = tiling;
        this.counts = own.ofAll(slab.exchange());
        this.kept = FluidTiles.at(mesh, counts.places());
        this.first = own.count() == 0 ? 0 : Arrays.binarySearch(counts.places(), own.places()[0]);
        this.end = first + own.count();
        this.fluidNodes = Arrays.stream(counts.nodes()).asLongStream().sum();
    }

    /// Counts nodes and links of a geometry that this process has as a whole.
    public static TileGraph of(FluidNodes fluid, Tiling tiling, ForkJoinPool workers) {
        return of(Slab.whole(fluid.box()), fluid, tiling, workers);
    }

    /// Counts nodes and links of the own slab, and gathers those of the others. Collective.
    /// @param fluid of the slab's stored box
    /// @throws GeometryException if the box has too many tiles to be numbered
    /// @throws IllegalArgumentException if a tile and its neighbours need more planes than a slab stores of others
    public static TileGraph of(Slab slab, FluidNodes fluid, Tiling tiling, ForkJoinPool workers) {
        Box box = slab.whole();
        if (tiling.tiles(box) > Integer.MAX_VALUE) {
            throw new GeometryException(
                    "a box of %s nodes has %d tiles, and at most %d can be divided. Use a coarser spacing."
                            .formatted(box, tiling.tiles(box), Integer.MAX_VALUE));
        }
        if (!slab.storesTilesOf(tiling.c())) {
            throw new IllegalArgumentException(
                    "tiles of %d planes reach beyond the planes that a slab stores".formatted(tiling.c()));
        }
        Box mesh = new Box(
                tiling.tilesX(box),
                tiling.tilesY(box),
                tiling.tilesZ(box),
                box.periodicX(),
                box.periodicY(),
                box.periodicZ());
        return new TileGraph(slab, fluid, tiling, mesh, TileCounts.of(slab, fluid, tiling, mesh, workers));
    }

    /// The box of the whole geometry.
    public Box box() {
        return slab.whole();
    }

    /// The number of fluid nodes of the whole geometry.
    public long fluidNodes() {
        return fluidNodes;
    }

    /// The planes whose fluid this process has.
    Slab slab() {
        return slab;
    }

    /// The fluid of the slab's stored box.
    FluidNodes stored() {
        return fluid;
    }

    /// The first tile whose first plane is in the slab.
    int first() {
        return first;
    }

    /// The tile after the last one whose first plane is in the slab.
    int end() {
        return end;
    }

    public Tiling tiling() {
        return tiling;
    }

    /// The number of tiles that contain fluid.
    public int tiles() {
        return counts.count();
    }

    /// The number of all tiles, by axis, as a box.
    Box mesh() {
        return kept.mesh();
    }

    /// Fluid nodes of a tile.
    int nodes(int tile) {
        return counts.nodes()[tile];
    }

    /// Links along an axis from a tile to the next one.
    int face(int axis, int tile) {
        return counts.faces()[axis][tile];
    }

    /// The coordinate of a tile in the mesh.
    int along(int axis, int tile) {
        Box mesh = kept.mesh();
        int place = counts.places()[tile];
        return axis == 0
                ? place % mesh.nx()
                : axis == 1 ? place / mesh.nx() % mesh.ny() : place / mesh.nx() / mesh.ny();
    }

    /// The tile beside another along an axis, across periodic sides too; -1 where there is none.
    /// @param step 1 or -1
    int beside(int tile, int axis, int step) {
        Box mesh = kept.mesh();
        int stride = axis == 0 ? 1 : axis == 1 ? mesh.nx() : mesh.nx() * mesh.ny();
        int count = mesh.nodes(axis);
        int to = along(axis, tile) + step;
        if (to >= 0 && to < count) {
            return kept.number(counts.places()[tile] + step * stride);
        }
        return mesh.isPeriodic(axis) ? kept.number(counts.places()[tile] - step * (count - 1) * stride) : -1;
    }

    /// Whether all nodes of the box are fluid.
    boolean isFull() {
        return fluidNodes == slab.whole().size();
    }

    /// The 27 tiles around a tile, itself included, by code `(x+1) + 3(y+1) + 9(z+1)`; -1 where there is none.
    void around(int tile, int[] into) {
        Box mesh = kept.mesh();
        int place = counts.places()[tile];
        int x = along(0, tile);
        int y = along(1, tile);
        int z = along(2, tile);
        boolean isInside = x > 0 && y > 0 && z > 0 && x < mesh.nx() - 1 && y < mesh.ny() - 1 && z < mesh.nz() - 1;
        for (int code = 0; code < into.length; code++) {
            int dx = code % 3 - 1;
            int dy = code / 3 % 3 - 1;
            int dz = code / 9 - 1;
            long at = isInside ? place + dx + mesh.nx() * (dy + mesh.ny() * dz) : mesh.neighbour(x, y, z, dx, dy, dz);
            into[code] = at < 0 ? -1 : kept.number((int) at);
        }
    }

    /// Nodes of a tile by axis.
    int edge(int axis) {
        return axis == 0 ? tiling.a() : axis == 1 ? tiling.b() : tiling.c();
    }

    /// The division of the box.
    /// @param owners the part of each tile, `[tile]`; owned, not to be changed
    public Partition partition(int[] owners) {
        return Partition.ofTiles(slab.whole(), tiling, kept, owners);
    }

    /// All tiles.
    int[] all() {
        int[] tiles = new int[tiles()];
        Arrays.setAll(tiles, tile -> tile);
        return tiles;
    }
}
