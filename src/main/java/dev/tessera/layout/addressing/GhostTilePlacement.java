package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// Tiles in one population array; a value from another tile is in a ghost buffer of that tile, in the set given by
/// `copy`. Sets follow the arrays.
public final class GhostTilePlacement extends TilePositions {
    private final FluidNodes fluid;
    private final Box box;
    private final VelocitySet lattice;
    private final TileMap map;
    private final GhostBuffers buffers;
    private final int sets;

    private GhostTilePlacement(
            FluidNodes fluid, VelocitySet lattice, TileMap map, TilePlacement tiles, GhostBuffers buffers, int sets) {
        super(tiles);
        this.fluid = fluid;
        this.box = fluid.box();
        this.lattice = lattice;
        this.map = map;
        this.buffers = buffers;
        this.sets = sets;
    }

    static GhostTilePlacement of(FluidNodes fluid, VelocitySet lattice, TileMap map, TilePlacement tiles, int sets) {
        GhostBuffers buffers = new GhostBuffers(lattice, new GhostCrossings(fluid, map));
        return new GhostTilePlacement(fluid, lattice, map, tiles, buffers, sets);
    }

    /// The axes (bits: 1 x, 2 y, 4 z) along which the incoming value of a node comes from another tile, or across the
    /// end of the box; 0 if it comes from the same tile, or from a wall.
    static int crossed(int x, int y, int z, Velocity c, FluidNodes fluid, TileGrid grid) {
        Box box = fluid.box();
        int crossed = (isCrossed(x, c.x(), 0, box.nx(), grid) ? 1 : 0)
                | (isCrossed(y, c.y(), 1, box.ny(), grid) ? 2 : 0)
                | (isCrossed(z, c.z(), 2, box.nz(), grid) ? 4 : 0);
        return crossed != 0 && fluid.isFluid(box.neighbour(x, y, z, -c.x(), -c.y(), -c.z())) ? crossed : 0;
    }

    private static boolean isCrossed(int at, int c, int axis, int count, TileGrid grid) {
        int from = at - c;
        return c != 0 && (from < 0 || from >= count || grid.tileAlong(axis, from) != grid.tileAlong(axis, at));
    }

    /// The ghost buffers.
    public GhostBuffers buffers() {
        return buffers;
    }

    /// The nodes of a tile for the values of its buffers.
    public GhostFaces faces() {
        return new GhostFaces(lattice, buffers, tiles, box);
    }

    /// The slot of the first value of a set.
    public long ghostStart(int set) {
        return tiles.slots() + set * buffers.values();
    }

    @Override
    public long ghostSlots() {
        return sets * buffers.values();
    }

    @Override
    public int storedCopies(int patternCopies) {
        return 1;
    }

    @Override
    public int positionsPerBarrier() {
        return map.grid().tiling().nodesPerTile();
    }

    @Override
    public long slot(int x, int y, int z, int array, int copy) {
        Velocity c = lattice.velocity(array);
        int crossed = array == 0 ? 0 : crossed(x, y, z, c, fluid, map.grid());
        if (crossed == 0) {
            return tiles.slot(x, y, z, array, 0);
        }
        long from = box.neighbour(x, y, z, -c.x(), -c.y(), -c.z());
        int ux = box.x(from);
        int uy = box.y(from);
        int uz = box.z(from);
        TileGrid grid = map.grid();
        long place = buffers.place(
                map.at(ux, uy, uz),
                array,
                crossed,
                grid.localAlong(0, ux),
                grid.localAlong(1, uy),
                grid.localAlong(2, uz));
        return ghostStart(copy) + place;
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return slot(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), array, copy);
    }

    @Override
    public long slots() {
        return tiles.slots() + ghostSlots();
    }

    @Override
    public long tableBytes() {
        return tiles.tableBytes() + buffers.bytes();
    }

    @Override
    public String toString() {
        return tiles + " with ghost buffers";
    }
}
