package dev.tessera.kernel.lane;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The lanes of one class by tile.
///
/// @param first `[tile + 1]` the class's first lane in each tile; the others of the tile follow. Not to be
///        changed
/// @param places `[lane]` the place of each lane in its tile, ascending within a tile; null if the class runs at all
///       places of a tile in which it has nodes, including nodes of other classes, whose results are overwritten
///       afterwards. Not to be changed
@SuppressWarnings("ArrayRecordComponent")
public record TileLanes(int[] first, int @Nullable [] places) {
    static TileLanes of(ClassNodes nodes, int tiles, int nodesPerTile, boolean needsPlaces) {
        int count = Math.toIntExact(nodes.count());
        int[] first = new int[tiles + 1];
        int[] places = needsPlaces ? new int[count] : null;
        int[] lane = new int[1];
        nodes.forEachRun(0, count, (x, y, z, run, position, fluidNumber, index) -> {
            first[Math.toIntExact(position / nodesPerTile) + 1] += run;
            for (int i = 0; i < run && places != null; i++) {
                places[lane[0]++] = (int) (position % nodesPerTile) + i;
            }
        });
        Arrays.parallelPrefix(first, Integer::sum);
        return new TileLanes(first, places);
    }

    long bytes() {
        return 4L * (first.length + (places == null ? 0 : places.length));
    }
}
