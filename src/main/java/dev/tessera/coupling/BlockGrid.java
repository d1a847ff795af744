package dev.tessera.coupling;

import java.util.ArrayList;
import java.util.List;

/// Blocks side by side in a box without periodic sides, z fastest: which of their nodes are in each other's envelopes.
///
/// @param blocks all with envelopes of one width
record BlockGrid(int nx, int ny, int nz, List<BlockLayers> blocks) {
    /// @throws IllegalArgumentException if there are not as many blocks as the grid has places
    BlockGrid {
        blocks = List.copyOf(blocks);
        if (blocks.size() != nx * ny * nz) {
            throw new IllegalArgumentException(
                    "%d blocks do not fill a grid of %d x %d x %d".formatted(blocks.size(), nx, ny, nz));
        }
    }

    /// Nodes of a block that are in the envelope of another one.
    ///
    /// @param from number of a block
    /// @param to number of a block
    record Overlap(int from, NodeBox source, int to, NodeBox target) {}

    List<Overlap> overlaps() {
        List<Overlap> overlaps = new ArrayList<>();
        for (int to = 0; to < blocks.size(); to++) {
            for (int side = 0; side < 27; side++) {
                int x = side / 9 - 1;
                int y = side / 3 % 3 - 1;
                int z = side % 3 - 1;
                if (side != 13 && isInside(to / nz / ny + x, to / nz % ny + y, to % nz + z)) {
                    overlaps.add(overlap(to, to + (x * ny + y) * nz + z, x, y, z));
                }
            }
        }
        return overlaps;
    }

    private boolean isInside(int x, int y, int z) {
        return x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
    }

    private Overlap overlap(int to, int from, int x, int y, int z) {
        BlockLayers giver = blocks.get(from);
        BlockLayers taker = blocks.get(to);
        int w = taker.width();
        return new Overlap(
                from,
                new NodeBox(
                        first(-x, giver.nx(), w),
                        last(-x, giver.nx(), w),
                        first(-y, giver.ny(), w),
                        last(-y, giver.ny(), w),
                        first(-z, giver.nz(), w),
                        last(-z, giver.nz(), w)),
                to,
                new NodeBox(
                        first(x, taker.nx(), w) + (long) x * w,
                        last(x, taker.nx(), w) + (long) x * w,
                        first(y, taker.ny(), w) + (long) y * w,
                        last(y, taker.ny(), w) + (long) y * w,
                        first(z, taker.nz(), w) + (long) z * w,
                        last(z, taker.nz(), w) + (long) z * w));
    }

    /// The first node inside the envelope, at the low side, over the whole length, or at the high side.
    private static long first(int side, int n, int width) {
        return side > 0 ? n - 2L * width : width;
    }

    private static long last(int side, int n, int width) {
        return side < 0 ? 2L * width - 1 : n - width - 1L;
    }
}
