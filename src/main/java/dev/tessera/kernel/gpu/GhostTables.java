package dev.tessera.kernel.gpu;

import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan.Table;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostTilePlacement;
import java.util.ArrayList;
import java.util.List;

/// Makes the tables of tiles with ghost buffers: index arrays, node types, and which nodes other kernels work on.
final class GhostTables {
    private final StepPlan plan;
    private final Locator.Ghosts ghosts;

    GhostTables(StepPlan plan, Locator.Ghosts ghosts) {
        this.plan = plan;
        this.ghosts = ghosts;
    }

    /// @param positions of the nodes of each class but the bulk
    List<Table> all(List<int[]> positions) {
        List<Table> tables = new ArrayList<>();
        GhostTilePlacement placement = (GhostTilePlacement) plan.storage().placement();
        indices(placement, tables);
        if (!ghosts.isFull()) {
            tables.add(new Table("masks", "masks of tiles", fluidMasks()));
        }
        if (!positions.isEmpty()) {
            long[] sweep = NodeTables.masks(NodeTables.words(plan, positions), ghosts.shape());
            tables.add(new Table("sweep", "masks of tiles", sweep));
            tables.add(new Table("apart_before", "nodes of other classes", before(fluidMasks(), sweep)));
        }
        return tables;
    }

    private long[] fluidMasks() {
        return NodeTables.masks(NodeTables.words(plan, List.of()), ghosts.shape());
    }

    /// How many nodes of other classes lie before each word.
    private static int[] before(long[] fluid, long[] sweep) {
        int[] before = new int[fluid.length];
        int count = 0;
        for (int word = 0; word < fluid.length; word++) {
            before[word] = count;
            count += Long.bitCount(fluid[word] & ~sweep[word]);
        }
        return before;
    }

    private void indices(GhostTilePlacement placement, List<Table> tables) {
        GhostBuffers buffers = placement.buffers();
        GhostColumns columns = ghosts.columns();
        int tiles = Math.toIntExact(placement.plainTiles().tiles());
        int[] reads = new int[Math.multiplyExact(tiles, columns.reads())];
        int[] writes = new int[Math.multiplyExact(tiles, columns.writes())];
        for (int direction = 1; direction < columns.links().size(); direction++) {
            List<Integer> axes = GhostColumns.axes(columns.links().get(direction));
            int read = columns.firstRead(direction);
            int write = columns.firstWrite(direction);
            for (int tile = 0; tile < tiles; tile++) {
                for (int choice = 1; choice < 1 << axes.size(); choice++) {
                    reads[tile * columns.reads() + read + choice - 1] =
                            buffers.readAt(tile, direction, bits(axes, choice));
                }
                for (int axis = 0; axis < axes.size(); axis++) {
                    writes[tile * columns.writes() + write + axis] = buffers.writtenAt(tile, direction, axes.get(axis));
                }
            }
        }
        tables.add(new Table("ghost_reads", "ghost buffers of tiles", reads));
        tables.add(new Table("ghost_writes", "ghost buffers of tiles", writes));
    }

    /// Bits of axes, from bits of places in a list of them.
    private static int bits(List<Integer> axes, int choice) {
        int bits = 0;
        for (int k = 0; k < axes.size(); k++) {
            bits |= (choice >> k & 1) << axes.get(k);
        }
        return bits;
    }
}
