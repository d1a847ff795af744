package dev.tessera.solver.plan;

import dev.tessera.kernel.gpu.GhostPaths;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuTable;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.layout.cost.Bursts;
import dev.tessera.layout.cost.Sectors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Counts the memory sectors that a sweep over tiles with ghost buffers accesses, in a sample of tiles, from the
/// tables that its kernel reads: every node's own slots, and ghost values in the order of [GhostPaths].
final class GhostTraffic {
    private static final int SAMPLE = 512;

    private final Locator.Ghosts ghosts;
    private final GhostPaths paths;
    private final int values; // of an order of ghost values
    private final int directions;
    private final int valuesPerSector;
    private final int entriesRead;
    private final int entriesWritten;
    private final int[] reads;
    private final int[] writes;
    private final int[] arrivals;
    private final int[] departures;
    private final int @Nullable [] seams;
    private final long @Nullable [] masks;
    private final long[] touched; // values of one access, or of one tile
    private int count;
    private long loads;
    private long stores;
    private long partial;
    private long holes;
    private long pairs;
    private long fluid;
    private long tiles;

    private GhostTraffic(GpuPlan plan, Locator.Ghosts ghosts) {
        this.ghosts = ghosts;
        this.paths = ghosts.paths();
        this.values = paths.values();
        this.directions = plan.plan().storage().lattice().size();
        this.valuesPerSector = Sectors.BYTES / plan.plan().storage().bytesPerValue();
        this.entriesRead = ghosts.columns().reads();
        this.entriesWritten = ghosts.columns().writes();
        this.reads = ints(plan, "ghost_reads");
        this.writes = ints(plan, "ghost_writes");
        this.arrivals = ints(plan, "arrivals");
        this.departures = ints(plan, "departures");
        this.seams = ghosts.shape().hasSeams() ? ints(plan, "seams") : null;
        this.masks = ghosts.isFull() ? null : (long[]) content(plan, "masks");
        this.touched = new long[Math.max(values, ghosts.shape().nodes())];
    }

    private static int[] ints(GpuPlan plan, String name) {
        return (int[]) content(plan, name);
    }

    private static Object content(GpuPlan plan, String name) {
        return plan.tables().stream()
                .filter(table -> table.name().equals(name))
                .map(GpuTable::content)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a plan with ghost buffers has no table " + name));
    }

    /// Sectors per fluid node, as for other storages; the same in both phases. `lanes` are fluid nodes per thread.
    static Sectors of(GpuPlan plan, Locator.Ghosts ghosts) {
        GhostTraffic traffic = new GhostTraffic(plan, ghosts);
        int all = Math.toIntExact(plan.positions() / ghosts.shape().nodes());
        int every = Math.max(1, all / SAMPLE) | 1;
        for (int tile = 0; tile < all; tile += every) {
            traffic.count(tile);
        }
        double nodes = Math.max(1, traffic.fluid);
        return new Sectors(
                traffic.loads / nodes,
                traffic.stores / nodes,
                (traffic.partial - traffic.holes) / nodes,
                traffic.holes / nodes,
                traffic.pairs / nodes,
                0, // whole tiles are read
                0,
                0,
                nodes / Math.max(1, traffic.tiles * (double) ghosts.shape().nodes()));
    }

    private boolean isFluid(int tile, int place) {
        return masks == null || (masks[tile * ghosts.shape().words() + (place >> 6)] >>> place & 1) != 0;
    }

    private void count(int tile) {
        tiles++;
        int nodes = ghosts.shape().nodes();
        int row = seams == null ? 0 : seams[tile] * values;
        for (int place = 0; place < nodes; place++) {
            fluid += isFluid(tile, place) ? 1 : 0;
        }
        for (int first = 0; first < nodes; first += Bursts.WARP) {
            int end = Math.min(nodes, first + Bursts.WARP);
            for (int place = first; place < end; place++) {
                add((long) tile * nodes + place, true);
            }
            loads += (long) directions * groups(valuesPerSector, false);
            for (int place = first; place < end; place++) {
                add((long) tile * nodes + place, isFluid(tile, place));
            }
            stores += (long) directions * groups(valuesPerSector, false);
        }
        for (int place = 0; place < nodes; place++) {
            add((long) tile * nodes + place, isFluid(tile, place));
        }
        long before = partial;
        groups(valuesPerSector, true);
        holes += directions * (partial - before);
        partial = before + directions * (partial - before);
        for (int place = 0; place < nodes; place++) {
            add((long) tile * nodes + place, true);
        }
        pairs += (long) directions * groups(2 * valuesPerSector, false);
        for (int first = 0; first < values; first += Bursts.WARP) {
            int end = Math.min(values, first + Bursts.WARP);
            for (int k = first; k < end; k++) {
                long value = ghostReads(tile, arrivals[row + k]);
                add(value, value >= 0);
            }
            loads += groups(valuesPerSector, false);
            for (int k = first; k < end; k++) {
                long value = ghostWrites(tile, departures[row + k]);
                add(value, value >= 0);
            }
            stores += groups(valuesPerSector, false);
        }
        for (int k = 0; k < values; k++) {
            long value = ghostWrites(tile, departures[row + k]);
            add(value, value >= 0);
        }
        groups(valuesPerSector, true);
        for (int k = 0; k < values; k++) {
            long value = ghostWrites(tile, departures[row + k]);
            add(value, value >= 0);
        }
        pairs += groups(2 * valuesPerSector, false);
    }

    private long ghostReads(int tile, int way) {
        int start = way < 0 ? -1 : reads[tile * entriesRead + (way >> GhostPaths.PLACE_BITS)];
        return start < 0 ? -1 : start + (way & (1 << GhostPaths.PLACE_BITS) - 1);
    }

    private long ghostWrites(int tile, int way) {
        int entry = way >> GhostPaths.SOURCE_BITS;
        int start = way < 0 ? -1 : writes[tile * entriesWritten + (entry >> GhostPaths.PLACE_BITS)];
        return start < 0 ? -1 : start + (entry & (1 << GhostPaths.PLACE_BITS) - 1);
    }

    private void add(long value, boolean isTouched) {
        if (isTouched) {
            touched[count++] = value;
        }
    }

    /// Counts the groups of this many values among the added ones, and clears them.
    private long groups(int values, boolean marksPartial) {
        Arrays.sort(touched, 0, count);
        long groups = 0;
        int first = 0;
        while (first < count) {
            int end = first + 1;
            while (end < count && touched[end] / values == touched[first] / values) {
                end++;
            }
            groups++;
            partial += marksPartial && end - first < values ? 1 : 0;
            first = end;
        }
        count = 0;
        return groups;
    }
}
