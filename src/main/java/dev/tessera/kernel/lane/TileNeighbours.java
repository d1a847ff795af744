package dev.tessera.kernel.lane;

import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.Velocity;
import java.util.Arrays;
import java.util.List;

/// Where the nodes of tiles find values of stored fields at neighbours. Within a tile, positions of neighbours
/// differ by a constant ([TilePlan#shift]); the others are listed: neighbours in other tiles, and the node itself
/// across a cut link.
public final class TileNeighbours {
    private static final int PLACE_BITS = 26;

    private final List<Velocity> velocities;
    private final int[] first; // [tile + 1]
    private int[] links = new int[64]; // the velocity in the high bits, the place of the node in the low bits
    private long[] positions = new long[64];
    private int count;

    private TileNeighbours(List<Velocity> velocities, int tiles) {
        this.velocities = List.copyOf(velocities);
        this.first = new int[tiles + 1];
    }

    /// @param velocities of the neighbours, without rest
    static TileNeighbours of(StorageLayout storage, Tiling tiling, List<Velocity> velocities) {
        Placement placement = storage.placement();
        int nodesPerTile = placement.positionsPerBarrier();
        TileNeighbours all = new TileNeighbours(velocities, Math.toIntExact(placement.tiles()));
        if (velocities.isEmpty()) {
            return all;
        }
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachNode(block, (x, y, z, position) -> {
                for (int v = 0; v < velocities.size(); v++) {
                    Velocity c = velocities.get(v);
                    long neighbour = storage.neighbourPosition(x, y, z, c);
                    if (neighbour != position + TilePlan.shift(tiling, c)) {
                        all.add(v << PLACE_BITS | (int) (position % nodesPerTile), neighbour);
                        all.first[(int) (position / nodesPerTile) + 1]++;
                    }
                }
            });
        }
        Arrays.parallelPrefix(all.first, Integer::sum);
        all.trim();
        return all;
    }

    private void add(int link, long position) {
        if (count == links.length) {
            links = Arrays.copyOf(links, 2 * count);
            positions = Arrays.copyOf(positions, 2 * count);
        }
        links[count] = link;
        positions[count++] = position;
    }

    private void trim() {
        links = Arrays.copyOf(links, count);
        positions = Arrays.copyOf(positions, count);
    }

    /// The neighbours' velocities.
    public List<Velocity> velocities() {
        return velocities;
    }

    /// The index of the velocity of a field's values; -1 for the node's own.
    public int velocityOf(SlotStream field) {
        return velocities.indexOf(field.c());
    }

    /// The first listed neighbour of each tile, `[tile + 1]`. Not to be changed.
    public int[] first() {
        return first;
    }

    /// The index of a listed neighbour's velocity.
    public int velocity(int link) {
        return links[link] >>> PLACE_BITS;
    }

    /// The place of the node that reads a listed neighbour in its tile.
    public int place(int link) {
        return links[link] & (1 << PLACE_BITS) - 1;
    }

    /// The position of the value.
    public long position(int link) {
        return positions[link];
    }

    long bytes() {
        return velocities.isEmpty() ? 0 : 4L * (first.length + links.length) + 8L * positions.length;
    }
}
