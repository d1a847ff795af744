package dev.tessera.kernel.lane;

import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.UniformPlacement;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The blocks of 64 positions whose values chunks access, in plans with one stage and one array of populations. Not
/// thread-safe.
final class ChunkBlocks {
    private static final int POSITIONS_PER_BLOCK = 64;

    private final UniformPlacement placement;
    private final NumberSet blocks;

    private ChunkBlocks(UniformPlacement placement) {
        this.placement = placement;
        this.blocks = new NumberSet(count(placement));
    }

    /// @return null if positions are not placed uniformly
    static @Nullable ChunkBlocks of(StorageLayout storage) {
        boolean isRegular = storage.placement() instanceof UniformPlacement uniform
                && isRegular(uniform, storage.lattice().size(), storage);
        return isRegular ? new ChunkBlocks((UniformPlacement) storage.placement()) : null;
    }

    /// For another thread.
    ChunkBlocks another() {
        return new ChunkBlocks(placement);
    }

    private static int count(UniformPlacement placement) {
        return Math.toIntExact(placement.stride() / POSITIONS_PER_BLOCK + 1);
    }

    /// The number of blocks.
    int count() {
        return count(placement);
    }

    /// The blocks that a chunk accesses.
    /// @return `[phase][]`, each ascending
    int[][] of(LaneChunk chunk) {
        List<long[]> tables = chunk.tables().getFirst();
        int[][] touched = new int[tables.size()][];
        for (int phase = 0; phase < touched.length; phase++) {
            touch(blocks, tables.get(phase), placement);
            touched[phase] = blocks.takeAll();
        }
        return touched;
    }

    private static boolean isRegular(UniformPlacement placement, int arrays, StorageLayout storage) {
        return placement.bundle() == 0
                && IntStream.range(0, storage.pattern().copies())
                        .allMatch(copy -> IntStream.range(0, arrays)
                                .allMatch(array -> placement.start(array, copy)
                                        == ((long) copy * arrays + array) * placement.stride()));
    }

    /// Adds the blocks of positions whose values a table accesses.
    private static void touch(NumberSet blocks, long[] table, UniformPlacement placement) {
        Touching touching = new Touching(blocks, placement);
        for (int segment = 0; segment < table.length; ) {
            long header = table[segment];
            int word = segment + 2;
            for (int direct = Long.bitCount(table[segment + 1]); direct > 0; direct--) {
                touching.add(table[word++], LaneTable.lanes(header));
            }
            segment = word + LaneTable.movesIn(header) + LaneTable.movesOut(header);
            for (; word < segment; word++) {
                touching.add(LaneTable.slot(table[word]), LaneTable.length(table[word]));
            }
        }
    }

    /// Adds the blocks of slots; consecutive slots are often of one array and one block.
    private static final class Touching {
        private final NumberSet blocks;
        private final long stride;
        private final long slots;
        private long arrayStart; // slot of position 0 in the latest slot's array
        private int latest = -1; // block

        Touching(NumberSet blocks, UniformPlacement placement) {
            this.blocks = blocks;
            this.stride = placement.stride();
            this.slots = placement.slots();
        }

        void add(long slot, int lanes) {
            if (slot >= slots) {
                return;
            }
            long first = slot - arrayStart;
            if (first < 0 || first >= stride) {
                first = slot % stride;
                arrayStart = slot - first;
            }
            int from = (int) (first / POSITIONS_PER_BLOCK);
            int to = (int) ((first + lanes - 1) / POSITIONS_PER_BLOCK);
            if (from != latest || to != latest) {
                blocks.add(from, to);
                latest = to;
            }
        }
    }
}
