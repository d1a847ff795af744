package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import dev.tessera.model.Velocity;
import java.util.Comparator;
import java.util.stream.IntStream;

/// Nodes whose values of one direction are gathered by the same threads of the same tile are contiguous; those that
/// leave across x come first. A gather then touches the minimum number of bursts (tested for bursts of 32 bytes, FP64
/// and FP32, tiles of 4³ nodes). New in Tessera; docs/decisions/0014.
///
/// @param direction of the outgoing values
/// @param threads of a tile per load instruction, in the order x, y, z: 32 on current GPUs
record GroupedByReader(Velocity direction, int threads) implements InTileLayout {
    @Override
    public String key() {
        return "grouped-" + direction.letters();
    }

    @Override
    public int place(Tiling tile, int x, int y, int z) {
        return places(tile)[x + tile.a() * (y + tile.b() * z)];
    }

    @Override
    public int[] places(Tiling tile) {
        int[] order = IntStream.range(0, tile.nodesPerTile())
                .boxed()
                .sorted(Comparator.comparingInt(node -> group(tile, node)))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] places = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            places[order[place]] = place;
        }
        return places;
    }

    /// The rank of the group that a node belongs to.
    private int group(Tiling tile, int node) {
        int a = tile.a();
        int b = tile.b();
        int x = node % a + direction.x();
        int y = node / a % b + direction.y();
        int z = node / (a * b) + direction.z();
        int leavesX = x < 0 || x >= a ? 1 : 0;
        int leavesY = y < 0 || y >= b ? 1 : 0;
        int leavesZ = z < 0 || z >= tile.c() ? 1 : 0;
        int reader = Math.floorMod(x, a) + a * (Math.floorMod(y, b) + b * Math.floorMod(z, tile.c()));
        int readers = Math.ceilDiv(tile.nodesPerTile(), threads);
        return ((leavesZ * readers + reader / threads) * 2 + 1 - leavesX) * 2 + leavesY;
    }
}
