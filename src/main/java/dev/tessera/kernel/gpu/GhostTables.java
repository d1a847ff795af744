package dev.tessera.kernel.gpu;

import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.addressing.GhostBuffers;
import dev.tessera.layout.addressing.GhostTilePlacement;
import java.util.ArrayList;
import java.util.List;

/// Builds the tables of tiles with ghost buffers: index arrays, masks of fluid nodes, and masks of nodes of other
/// kernels.
final class GhostTables {
    private final StepPlan plan;
    private final Locator.Ghosts ghosts;

    GhostTables(StepPlan plan, Locator.Ghosts ghosts) {
        this.plan = plan;
        this.ghosts = ghosts;
    }

    /// @param positions of the nodes of each class except the bulk
    List<GpuTable> all(List<int[]> positions) {
        List<GpuTable> tables = new ArrayList<>();
        GhostTilePlacement placement = (GhostTilePlacement) plan.storage().placement();
        indices(placement, tables);
        if (!ghosts.isFull()) {
            tables.add(new GpuTable("masks", "masks of tiles", fluidMasks()));
        }
        if (!positions.isEmpty()) {
            long[] sweep = NodeTables.masks(NodeTables.words(plan, positions), ghosts.shape());
            tables.add(new GpuTable("sweep", "masks of tiles", sweep));
            tables.add(new GpuTable("deferred_before", "nodes of other classes", before(fluidMasks(), sweep)));
        }
        return tables;
    }

    private long[] fluidMasks() {
        return NodeTables.masks(NodeTables.words(plan, List.of()), ghosts.shape());
    }

    /// The number of nodes of other classes before each word.
    private static int[] before(long[] fluid, long[] sweep) {
        int[] before = new int[fluid.length];
        int count = 0;
        for (int word = 0; word < fluid.length; word++) {
            before[word] = count;
            count += Long.bitCount(fluid[word] & ~sweep[word]);
        }
        return before;
    }

    private void indices(GhostTilePlacement placement, List<GpuTable> tables) {
        GhostBuffers buffers = placement.buffers();
        GhostPaths paths = ghosts.paths();
        tables.add(new GpuTable("ghost_reads", "ghost buffers of tiles", buffers.reads()));
        tables.add(new GpuTable("ghost_writes", "ghost buffers of tiles", buffers.writes()));
        tables.add(new GpuTable("arrivals", "order of ghost values", paths.arrivals()));
        tables.add(new GpuTable("departures", "order of ghost values", paths.departures()));
    }
}
