package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.GhostFaces;
import dev.tessera.layout.addressing.GhostTilePlacement;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.BitSet;

/// The cut links of tiles: the outgoing population of a cut link returns to the same node.
///
/// @param first `[tile + 1]` each tile's first link. Not to be changed
/// @param endOfCrossing `[tile]` end of the tile's links that cross its border. Not to be changed
/// @param links the returning direction and the place of the node: see [#direction], [#place]. Not to be changed
@SuppressWarnings("ArrayRecordComponent")
public record TileCuts(int[] first, int[] endOfCrossing, int[] links) {
    private static final int PLACE_BITS = 26;

    /// The direction of a link's returning population, opposite to the outgoing one.
    public static int direction(int link) {
        return link >>> PLACE_BITS;
    }

    /// The place of a link's node in its tile.
    public static int place(int link) {
        return link & (1 << PLACE_BITS) - 1;
    }

    static TileCuts of(StorageLayout storage, GhostTilePlacement placement, GhostFaces faces) {
        int tiles = Math.toIntExact(placement.tiles());
        int nodesPerTile = placement.positionsPerBarrier();
        if (nodesPerTile > 1 << PLACE_BITS) {
            throw new IllegalArgumentException(
                    "tiles of %d nodes are too large for tables; use smaller ones".formatted(nodesPerTile));
        }
        BitSet[] incoming = new BitSet[GhostFaces.kinds()];
        int[] first = new int[tiles + 1];
        int[] crossing = new int[tiles];
        forEachLink(storage, placement, (tile, place, direction) -> {
            int kind = faces.kindOf(tile);
            if (incoming[kind] == null) {
                incoming[kind] = incoming(faces, kind, nodesPerTile);
            }
            first[tile + 1]++;
            crossing[tile] += incoming[kind].get(direction * nodesPerTile + place) ? 1 : 0;
        });
        Arrays.parallelPrefix(first, Integer::sum);
        int[] links = new int[first[tiles]];
        int[] nextCrossing = Arrays.copyOf(first, tiles);
        int[] nextWithin = new int[tiles];
        Arrays.setAll(nextWithin, tile -> first[tile] + crossing[tile]);
        int[] endOfCrossing = nextWithin.clone();
        forEachLink(storage, placement, (tile, place, direction) -> {
            boolean crosses = incoming[faces.kindOf(tile)].get(direction * nodesPerTile + place);
            int[] next = crosses ? nextCrossing : nextWithin;
            links[next[tile]++] = direction << PLACE_BITS | place;
        });
        return new TileCuts(first, endOfCrossing, links);
    }

    private static BitSet incoming(GhostFaces faces, int kind, int nodesPerTile) {
        BitSet values = new BitSet();
        for (GhostFaces.Column column : faces.incoming(kind)) {
            for (int node : column.nodes()) {
                values.set(column.direction() * nodesPerTile + node);
            }
        }
        return values;
    }

    @FunctionalInterface
    private interface Visitor {
        /// @param direction of the returning population
        void visit(int tile, int place, int direction);
    }

    private static void forEachLink(StorageLayout storage, GhostTilePlacement placement, Visitor visitor) {
        VelocitySet lattice = storage.lattice();
        int[] directions = new int[27];
        Arrays.fill(directions, -1);
        for (int i = 1; i < lattice.size(); i++) {
            directions[lattice.velocity(i).code()] = lattice.opposite(i);
        }
        Box box = storage.nodes().box();
        CutLinks links = storage.nodes().links();
        FluidNodes.Ascending nodes = storage.nodes().fluid().ascending();
        int nodesPerTile = placement.positionsPerBarrier();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long index = nodes.boxIndex(links.node(b));
            long position = placement.position(box.x(index), box.y(index), box.z(index));
            int tile = (int) (position / nodesPerTile);
            int place = (int) (position % nodesPerTile);
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int direction = directions[links.code(link)];
                if (direction >= 0) {
                    visitor.visit(tile, place, direction);
                }
            }
        }
    }

    long bytes() {
        return 4L * (first.length + endOfCrossing.length + links.length);
    }
}
