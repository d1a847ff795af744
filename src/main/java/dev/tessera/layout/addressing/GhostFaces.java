package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// The nodes of a tile for the values of its ghost buffers, for each column of the index arrays of [GhostBuffers]. They
/// are equal for all tiles, except those at the ends of a periodic axis that is not a multiple of the tile, which have
/// separate kinds.
public final class GhostFaces {
    private static final int KINDS = 1 << 6;

    private final VelocitySet lattice;
    private final GhostBuffers buffers;
    private final int[] edges; // [axis]
    private final boolean[] endsWithinTile; // [axis] whether it is periodic and ends within a tile
    private final int[] firstPlaces; // [axis] places of the axis' ends in their tiles
    private final int[] lastPlaces;
    private final byte[] kinds; // [tile] bits: whether it is the first or last along x, y, z, if relevant

    /// The values of one column.
    ///
    /// @param nodes ascending; their places in the tile. Not to be changed
    /// @param places of their values in the column's buffer; not to be changed
    @SuppressWarnings("ArrayRecordComponent")
    public record Column(int direction, int[] nodes, int[] places) {}

    GhostFaces(VelocitySet lattice, GhostBuffers buffers, TiledPlacement tiles, Box box) {
        this.lattice = lattice;
        this.buffers = buffers;
        Tiling tiling = tiles.tiling();
        this.edges = new int[] {tiling.a(), tiling.b(), tiling.c()};
        this.firstPlaces = new int[] {tiling.offsetX(), tiling.offsetY(), tiling.offsetZ()};
        this.lastPlaces = new int[3];
        this.endsWithinTile = new boolean[3];
        int[] counts = {box.nx(), box.ny(), box.nz()};
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        for (int axis = 0; axis < 3; axis++) {
            lastPlaces[axis] = (counts[axis] - 1 + firstPlaces[axis]) % edges[axis];
            endsWithinTile[axis] = periodic[axis] && (firstPlaces[axis] != 0 || lastPlaces[axis] != edges[axis] - 1);
        }
        this.kinds = kinds(tiles, new int[] {tiling.tilesX(box), tiling.tilesY(box), tiling.tilesZ(box)});
    }

    private byte[] kinds(TiledPlacement tiles, int[] along) {
        byte[] kinds = new byte[Math.toIntExact(tiles.tiles())];
        int[] numbers = tiles.tileNumbers();
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] >= 0) {
                int[] at = {place % along[0], place / along[0] % along[1], place / along[0] / along[1]};
                for (int axis = 0; axis < 3; axis++) {
                    if (endsWithinTile[axis]) {
                        int ends = (at[axis] == 0 ? 1 : 0) | (at[axis] == along[axis] - 1 ? 2 : 0);
                        kinds[numbers[place]] |= (byte) (ends << 2 * axis);
                    }
                }
            }
        }
        return kinds;
    }

    /// The number of possible kinds of tiles.
    public static int kinds() {
        return KINDS;
    }

    /// The kind of a tile; 0 for ordinary tiles.
    public int kindOf(int tile) {
        return kinds[tile];
    }

    /// Bytes of the table of kinds.
    public long bytes() {
        return kinds.length;
    }

    /// The incoming values of tiles of a kind, in the order of [GhostBuffers#reads]: the nodes that read.
    public List<Column> incoming(int kind) {
        Columns columns = new Columns(buffers.readsPerTile());
        forEachNode(kind, (direction, node) -> {
            int[] from = new int[3];
            int crossed = 0;
            for (int axis = 0; axis < 3; axis++) {
                int c = along(direction, axis);
                boolean crosses = c > 0 && node[axis] == low(axis, kind) || c < 0 && node[axis] == high(axis, kind);
                crossed |= crosses ? 1 << axis : 0;
                from[axis] = !crosses ? node[axis] - c : c > 0 ? lastBefore(axis, kind) : firstAfter(axis, kind);
            }
            if (crossed != 0) {
                int place = buffers.placeWithin(direction, crossed, from);
                columns.add(buffers.readColumn(direction, crossed), direction, place(node), place);
            }
        });
        return columns.all();
    }

    /// The outgoing values of tiles of a kind, in the order of [GhostBuffers#writes]: the nodes that write.
    public List<Column> outgoing(int kind) {
        Columns columns = new Columns(buffers.writesPerTile());
        forEachNode(kind, (direction, node) -> {
            int crossed = 0;
            for (int axis = 0; axis < 3; axis++) {
                int c = along(direction, axis);
                boolean crosses = c > 0 && node[axis] == high(axis, kind) || c < 0 && node[axis] == low(axis, kind);
                crossed |= crosses ? 1 << axis : 0;
            }
            if (crossed != 0) {
                int place = buffers.placeWithin(direction, crossed, node);
                columns.add(buffers.writeColumn(direction, crossed), direction, place(node), place);
            }
        });
        return columns.all();
    }

    /// Visits every node of the tile inside the box, with every direction except rest.
    private void forEachNode(int kind, Visitor visitor) {
        for (int z = low(2, kind); z <= high(2, kind); z++) {
            for (int y = low(1, kind); y <= high(1, kind); y++) {
                for (int x = low(0, kind); x <= high(0, kind); x++) {
                    for (int i = 1; i < lattice.size(); i++) {
                        visitor.visit(i, new int[] {x, y, z});
                    }
                }
            }
        }
    }

    @FunctionalInterface
    private interface Visitor {
        void visit(int direction, int[] node);
    }

    private int place(int[] node) {
        return node[0] + edges[0] * (node[1] + edges[1] * node[2]);
    }

    private int along(int direction, int axis) {
        Velocity c = lattice.velocity(direction);
        return axis == 0 ? c.x() : axis == 1 ? c.y() : c.z();
    }

    private static boolean isFirst(int axis, int kind) {
        return (kind >> 2 * axis & 1) != 0;
    }

    private static boolean isLast(int axis, int kind) {
        return (kind >> 2 * axis & 2) != 0;
    }

    /// The first place of a tile along an axis that can hold a node.
    private int low(int axis, int kind) {
        return isFirst(axis, kind) ? firstPlaces[axis] : 0;
    }

    private int high(int axis, int kind) {
        return isLast(axis, kind) ? lastPlaces[axis] : edges[axis] - 1;
    }

    /// The last place of the previous tile, across the periodic side for the first tile.
    private int lastBefore(int axis, int kind) {
        return isFirst(axis, kind) ? lastPlaces[axis] : edges[axis] - 1;
    }

    private int firstAfter(int axis, int kind) {
        return isLast(axis, kind) ? firstPlaces[axis] : 0;
    }

    /// A builder of columns.
    private static final class Columns {
        private final List<List<int[]>> entries = new ArrayList<>(); // [column] {direction, node, place}

        Columns(int count) {
            for (int column = 0; column < count; column++) {
                entries.add(new ArrayList<>());
            }
        }

        void add(int column, int direction, int node, int place) {
            entries.get(column).add(new int[] {direction, node, place});
        }

        List<Column> all() {
            return entries.stream()
                    .map(list -> new Column(
                            list.isEmpty() ? 0 : list.getFirst()[0],
                            list.stream().mapToInt(entry -> entry[1]).toArray(),
                            list.stream().mapToInt(entry -> entry[2]).toArray()))
                    .toList();
        }
    }
}
