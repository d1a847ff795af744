package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;

/// Tiles in one copy; a value that arrives from another tile lies in a ghost buffer of that tile, in the set
/// that its copy says. Sets follow the arrays.
public final class GhostTilePlacement extends TilesInAnotherWay {
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
        GhostBuffers buffers = new GhostBuffers(lattice, map.grid().tiling(), map.kept());
        GhostTilePlacement placement = new GhostTilePlacement(fluid, lattice, map, tiles, buffers, sets);
        for (int block = 0; block < tiles.blocks(); block++) {
            tiles.forEachNode(block, (x, y, z, position) -> {
                for (int i = 1; i < lattice.size(); i++) {
                    placement.noteArrival(x, y, z, i);
                }
            });
        }
        return placement;
    }

    private void noteArrival(int x, int y, int z, int direction) {
        int crossed = crossed(x, y, z, direction);
        if (crossed != 0) {
            Velocity c = lattice.velocity(direction);
            int from = map.at(around(x - c.x(), 0), around(y - c.y(), 1), around(z - c.z(), 2));
            buffers.cross(from, map.at(x, y, z), direction, crossed);
        }
    }

    /// The axes (bits: 1 x, 2 y, 4 z) along which the value that arrives at a node comes from another tile,
    /// or over the end of the box; 0 where it comes from the same tile, or from a wall.
    private int crossed(int x, int y, int z, int direction) {
        Velocity c = lattice.velocity(direction);
        TileGrid grid = map.grid();
        int crossed = (isCrossed(x, c.x(), 0, grid) ? 1 : 0)
                | (isCrossed(y, c.y(), 1, grid) ? 2 : 0)
                | (isCrossed(z, c.z(), 2, grid) ? 4 : 0);
        if (crossed == 0) {
            return 0;
        }
        int ux = around(x - c.x(), 0);
        int uy = around(y - c.y(), 1);
        int uz = around(z - c.z(), 2);
        return ux >= 0 && uy >= 0 && uz >= 0 && fluid.isFluid(ux, uy, uz) ? crossed : 0;
    }

    private boolean isCrossed(int at, int c, int axis, TileGrid grid) {
        int from = at - c;
        return c != 0 && (from < 0 || from >= count(axis) || grid.tileAlong(axis, from) != grid.tileAlong(axis, at));
    }

    private int count(int axis) {
        return axis == 0 ? box.nx() : axis == 1 ? box.ny() : box.nz();
    }

    private int around(int at, int axis) {
        int count = count(axis);
        if (at >= 0 && at < count) {
            return at;
        }
        boolean periodic = axis == 0 ? box.periodicX() : axis == 1 ? box.periodicY() : box.periodicZ();
        return periodic ? Math.floorMod(at, count) : -1;
    }

    /// The ghost buffers.
    public GhostBuffers buffers() {
        return buffers;
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
        int crossed = array == 0 ? 0 : crossed(x, y, z, array);
        if (crossed == 0) {
            return tiles.slot(x, y, z, array, 0);
        }
        Velocity c = lattice.velocity(array);
        int ux = around(x - c.x(), 0);
        int uy = around(y - c.y(), 1);
        int uz = around(z - c.z(), 2);
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
