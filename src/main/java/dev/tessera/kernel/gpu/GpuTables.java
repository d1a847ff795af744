package dev.tessera.kernel.gpu;

import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan.Table;
import dev.tessera.layout.NeighbourTable;
import dev.tessera.layout.PrivateIndex;
import dev.tessera.layout.RankedBits;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.layout.addressing.IndexedPlacement;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// Makes the tables that the kernels of a plan read.
final class GpuTables {
    private final StepPlan plan;
    private final StorageLayout storage;
    private final UniformPlacement placement;
    private final boolean walls;
    private final boolean choosy;
    private final List<Table> tables = new ArrayList<>();

    /// @param placement of positions
    /// @param positions of the nodes of each class but the bulk
    GpuTables(StepPlan plan, UniformPlacement placement, Locator locator, Tuning tuning, List<int[]> positions) {
        this.plan = plan;
        this.storage = plan.storage();
        this.placement = placement;
        this.walls = plan.nodes().links().links() > 0;
        this.choosy = switch (locator) {
            case Locator.Dense d -> wordTables(positions);
            case Locator.Tiles tiles -> wholeTileTables(tiles, tuning, positions);
            case Locator.Ghosts ghosts -> ghostTables(ghosts, tuning, positions);
            case Locator.Compact(TileShape shape) -> compactTables(shape, positions);
            case Locator.Segments segments -> segmentTables(segments, positions);
            case Locator.Listed(int first) -> listTables(first, positions);
            case Locator.Indexed i -> indexTables(positions);
        };
        if (walls && !(locator instanceof Locator.Listed)) {
            storage.privateIndex().ifPresent(this::privateTables);
        }
    }

    List<Table> all() {
        return List.copyOf(tables);
    }

    /// Whether links can be cut.
    boolean walls() {
        return walls;
    }

    /// Whether a sweep meets positions that it has to skip.
    boolean choosy() {
        return choosy;
    }

    /// @return whether a sweep has to choose
    private boolean wordTables(List<int[]> positions) {
        int[] words = NodeTables.words(plan, positions);
        boolean skips = skips(words);
        if (walls || skips) {
            tables.add(new Table("words", "open links", words));
            tables.add(new Table("plain", "open links", NodeTables.plain(words, storage.lattice())));
        }
        return skips;
    }

    private static boolean skips(int[] words) {
        for (int word : words) {
            if ((word & NodeTables.BULK) == 0) {
                return true;
            }
        }
        return false;
    }

    private boolean wholeTileTables(Locator.Tiles tiles, Tuning tuning, List<int[]> positions) {
        TiledPlacement tiled = (TiledPlacement) placement;
        tileTables(tiles.shape(), -1);
        orderTable(tuning);
        if (tiles.hasPlaces()) {
            tables.add(new Table("places", "places in tiles", places(tiled)));
        }
        return switch (tiles.types()) {
            case WORDS -> wordTables(positions);
            case MASKS -> maskTables(tiles.shape(), positions);
        };
    }

    private boolean ghostTables(Locator.Ghosts ghosts, Tuning tuning, List<int[]> positions) {
        tileTables(ghosts.shape(), -1);
        orderTable(tuning);
        tables.addAll(new GhostTables(plan, ghosts).all(positions));
        return !positions.isEmpty();
    }

    private void orderTable(Tuning tuning) {
        if (tuning.order() != TileOrder.ROWS) {
            tables.add(new Table(
                    "order",
                    "order of tiles",
                    tuning.order()
                            .visit((TiledPlacement) placement, plan.nodes().box())));
        }
    }

    /// Where the nodes of a tile lie in each array, `[array][node]`.
    private int[] places(TiledPlacement tiled) {
        VelocitySet lattice = storage.lattice();
        TileLayout layout = ((Tiles) storage.addressing()).layout();
        int nodes = tiled.tiling().nodesPerTile();
        int[] places = new int[lattice.size() * nodes];
        for (int array = 0; array < lattice.size(); array++) {
            System.arraycopy(
                    layout.of(lattice.velocity(array)).places(tiled.tiling()), 0, places, array * nodes, nodes);
        }
        return places;
    }

    private boolean maskTables(TileShape shape, List<int[]> positions) {
        int[] words = NodeTables.words(plan, positions);
        boolean skips = skips(words);
        if (walls) {
            tables.add(
                    new Table("masks", "masks of tiles", NodeTables.masks(NodeTables.words(plan, List.of()), shape)));
        }
        if (skips) {
            tables.add(new Table("sweep", "masks of tiles", NodeTables.masks(words, shape)));
        }
        if (walls || skips) {
            tables.add(new Table("plain", "open links", NodeTables.plain(words, storage.lattice())));
        }
        return skips;
    }

    private boolean compactTables(TileShape shape, List<int[]> positions) {
        TiledPlacement tiled = (TiledPlacement) placement;
        int tiles = Math.toIntExact(tiled.tiles());
        if ((tiles + 1L) * shape.words() * 64 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%d tiles are too many for a GPU's tables; use larger tiles or several devices".formatted(tiles));
        }
        tileTables(shape, tiles);
        int[] places = NodeTables.places(plan, tiled.tiling(), tiled.tileNumbers(), shape.words(), positions);
        tables.add(new Table("nodes", "places of nodes", places));
        tables.add(new Table("records", "masks of tiles", NodeTables.records(places, tiles, shape.words())));
        return !positions.isEmpty();
    }

    private boolean segmentTables(Locator.Segments segments, List<int[]> positions) {
        if ((segments.empty() + 1L) * 32 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a box of %s nodes is too large for a GPU's tables; use larger tiles"
                    .formatted(plan.nodes().box()));
        }
        int[] places = NodeTables.placesInSegments(plan, segments.alongX(), positions);
        tables.add(new Table("nodes", "places of nodes", places));
        tables.add(new Table("segments", "masks of segments", NodeTables.segments(places, segments.empty())));
        return !positions.isEmpty();
    }

    private boolean listTables(int first, List<int[]> positions) {
        NeighbourTable table = Locating.table(storage);
        int rows = storage.lattice().size() - first;
        int[] all = new int[Math.multiplyExact(rows, (int) placement.positions())];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(
                    table.row(first + row), 0, all, row * (int) placement.positions(), (int) placement.positions());
        }
        tables.add(new Table("neighbours", "neighbours of nodes", all));
        return bulkTable(positions);
    }

    private boolean indexTables(List<int[]> positions) {
        tables.add(new Table("index", "positions of nodes", ((IndexedPlacement) placement).index()));
        return bulkTable(positions);
    }

    private boolean bulkTable(List<int[]> positions) {
        if (!positions.isEmpty()) {
            tables.add(new Table("bulk", "nodes of the bulk", NodeTables.bulk((int) placement.positions(), positions)));
        }
        return !positions.isEmpty();
    }

    private void tileTables(TileShape shape, int absent) {
        TileTables found =
                TileTables.of((TiledPlacement) placement, shape, plan.nodes().box(), absent);
        tables.add(new Table("tiles", "neighbours of tiles", found.neighbours()));
        if (shape.hasSeams()) {
            tables.add(new Table("seams", "neighbours of tiles", found.seams()));
        }
    }

    private void privateTables(PrivateIndex index) {
        List<RankedBits> sets = new ArrayList<>(List.of(index.nodes()));
        sets.addAll(index.lists());
        long[] heads = new long[3 * sets.size()];
        int words = 0;
        int counts = 0;
        for (int s = 0; s < sets.size(); s++) {
            heads[3 * s] = words;
            heads[3 * s + 1] = counts;
            heads[3 * s + 2] = s == 0 ? 0 : index.start()[s - 1];
            words = Math.addExact(words, sets.get(s).words().length);
            counts = Math.addExact(counts, sets.get(s).before().length);
        }
        long[] bits = new long[words];
        int[] before = new int[counts];
        for (int s = 0; s < sets.size(); s++) {
            RankedBits set = sets.get(s);
            System.arraycopy(set.words(), 0, bits, (int) heads[3 * s], set.words().length);
            System.arraycopy(set.before(), 0, before, (int) heads[3 * s + 1], set.before().length);
        }
        tables.add(new Table("private_lists", "private slots", heads));
        tables.add(new Table("private_words", "private slots", bits));
        tables.add(new Table("private_before", "private slots", before));
    }
}
