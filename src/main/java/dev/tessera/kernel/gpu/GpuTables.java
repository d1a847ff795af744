package dev.tessera.kernel.gpu;

import dev.tessera.kernel.StepPlan;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Builds the tables of a plan's kernels.
final class GpuTables {
    private final StepPlan plan;
    private final StorageLayout storage;
    private final UniformPlacement placement;
    private final boolean walls;
    private final boolean selective;
    private final List<int[]> positions;
    private final List<GpuTable> tables = new ArrayList<>();
    private final List<GpuTable> all; // unmodifiable view
    private final List<Kept<?>> kept = new ArrayList<>(); // what several tables share
    private final Supplier<int[]> words;
    private double plainPart = Double.NaN;

    /// @param placement of positions
    /// @param positions of the nodes that a sweep leaves out, by class
    /// @param further tables that do not depend on locator and tuning
    GpuTables(
            StepPlan plan,
            UniformPlacement placement,
            Locator locator,
            Tuning tuning,
            List<int[]> positions,
            List<GpuTable> further) {
        this.plan = plan;
        this.storage = plan.storage();
        this.placement = placement;
        this.positions = positions;
        this.words = kept(() -> NodeTables.words(plan, positions));
        this.walls = plan.nodes().links().links() > 0;
        this.selective = switch (locator) {
            case Locator.Dense d -> wordTables();
            case Locator.Tiles tiles -> wholeTileTables(tiles, tuning);
            case Locator.Ghosts ghosts -> ghostTables(ghosts, tuning);
            case Locator.Compact(TileShape shape) -> compactTables(shape);
            case Locator.Segments segments -> segmentTables(segments);
            case Locator.Listed(int first) -> listTables(first);
            case Locator.Indexed i -> indexTables();
            case Locator.Own o -> bulkTable();
        };
        if (walls && !(locator instanceof Locator.Listed)) {
            storage.privateIndex().ifPresent(this::privateTables);
        }
        tables.addAll(further);
        this.all = List.copyOf(tables);
    }

    List<GpuTable> all() {
        return all;
    }

    /// Whether links can be cut.
    boolean walls() {
        return walls;
    }

    /// Whether a sweep has to skip positions.
    boolean selective() {
        return selective;
    }

    private void add(String name, String what, long bytes, Supplier<Object> maker) {
        tables.add(new GpuTable(name, what, bytes, maker));
    }

    /// Computes its value on demand; keeps it until it is released.
    private static final class Kept<T> implements Supplier<T> {
        private final Supplier<T> maker;
        private @Nullable T made;

        Kept(Supplier<T> maker) {
            this.maker = maker;
        }

        @Override
        public T get() {
            T value = made;
            if (value == null) {
                value = maker.get();
                made = value;
            }
            return value;
        }
    }

    private <T> Supplier<T> kept(Supplier<T> maker) {
        Kept<T> value = new Kept<>(maker);
        kept.add(value);
        return value;
    }

    /// Forgets the contents of all tables, which are made again where they are needed.
    void release() {
        all.forEach(GpuTable::release);
        kept.forEach(value -> value.made = null);
    }

    /// @return whether a sweep has to skip positions
    private boolean wordTables() {
        boolean skips = skips();
        if (walls || skips) {
            add("words", "open links", Integer.BYTES * placement.positions(), words::get);
            addPlain();
        }
        return skips;
    }

    private void addPlain() {
        long groups = Math.ceilDiv(placement.positions(), NodeTables.GROUP);
        add(
                "plain",
                "open links",
                Integer.BYTES * Math.ceilDiv(groups, (long) Integer.SIZE),
                () -> NodeTables.plain(words.get(), storage.lattice()));
    }

    /// Whether there are positions without a bulk node.
    private boolean skips() {
        return placement.positions() > plan.fluidNodes() || positions.stream().anyMatch(list -> list.length > 0);
    }

    /// Fraction of the positions in plain groups of 32; computed without a table of words.
    double plainPart() {
        if (Double.isNaN(plainPart)) {
            plainPart = tables.stream().noneMatch(table -> table.name().equals("plain"))
                    ? 1
                    : Math.min(
                            1,
                            NodeTables.plainGroups(plan, positions)
                                    * (double) NodeTables.GROUP
                                    / placement.positions());
        }
        return plainPart;
    }

    private boolean wholeTileTables(Locator.Tiles tiles, Tuning tuning) {
        TiledPlacement tiled = (TiledPlacement) placement;
        tileTables(tiles.shape(), -1);
        orderTable(tuning);
        if (tiles.hasPlaces()) {
            tables.add(new GpuTable("places", "places in tiles", places(tiled)));
        }
        return switch (tiles.types()) {
            case WORDS -> wordTables();
            case MASKS -> maskTables(tiles.shape());
        };
    }

    private boolean ghostTables(Locator.Ghosts ghosts, Tuning tuning) {
        tileTables(ghosts.shape(), -1);
        orderTable(tuning);
        tables.addAll(new GhostTables(plan, ghosts).all(positions));
        return !positions.isEmpty();
    }

    private void orderTable(Tuning tuning) {
        if (tuning.order() != TileOrder.ROWS) {
            tables.add(new GpuTable(
                    "order",
                    "order of tiles",
                    tuning.order()
                            .visit((TiledPlacement) placement, plan.nodes().box())));
        }
    }

    /// The places of a tile's nodes in each array, `[array][node]`.
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

    private boolean maskTables(TileShape shape) {
        boolean skips = skips();
        long bytes = Long.BYTES * (placement.positions() / shape.nodes()) * shape.words();
        if (walls) {
            add("masks", "masks of tiles", bytes, () -> NodeTables.masks(NodeTables.words(plan, List.of()), shape));
        }
        if (skips) {
            add("sweep", "masks of tiles", bytes, () -> NodeTables.masks(words.get(), shape));
        }
        if (walls || skips) {
            addPlain();
        }
        return skips;
    }

    private boolean compactTables(TileShape shape) {
        TiledPlacement tiled = (TiledPlacement) placement;
        int tiles = Math.toIntExact(tiled.tiles());
        if ((tiles + 1L) * shape.words() * 64 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%d tiles are too many for a GPU's tables; use larger tiles or several devices".formatted(tiles));
        }
        tileTables(shape, tiles);
        GpuTable places = new GpuTable(
                "nodes",
                "places of nodes",
                Integer.BYTES * placement.positions(),
                () -> NodeTables.places(plan, tiled.tiling(), tiled.tileNumbers(), shape.words(), positions));
        tables.add(places);
        add(
                "records",
                "masks of tiles",
                2L * Long.BYTES * (tiles + 1L) * shape.words(),
                () -> NodeTables.records((int[]) places.content(), tiles, shape.words()));
        return !positions.isEmpty();
    }

    private boolean segmentTables(Locator.Segments segments) {
        if ((segments.empty() + 1L) * 32 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a box of %s nodes is too large for a GPU's tables; use larger tiles"
                    .formatted(plan.nodes().box()));
        }
        add(
                "nodes",
                "places of nodes",
                Integer.BYTES * placement.positions(),
                () -> NodeTables.placesInSegments(plan, segments, positions));
        add(
                "segments",
                "masks of segments",
                2L * Integer.BYTES * (segments.empty() + 1L),
                () -> NodeTables.segments(plan.nodes().fluid(), segments));
        return !positions.isEmpty();
    }

    private boolean listTables(int first) {
        int count = (int) placement.positions();
        int rows = storage.lattice().size() - first;
        int length = Math.multiplyExact(rows, count);
        add("neighbours", "neighbours of nodes", (long) Integer.BYTES * length, () -> {
            NeighbourTable table = Locators.table(storage);
            int[] all = new int[length];
            for (int row = 0; row < rows; row++) {
                System.arraycopy(table.row(first + row), 0, all, row * count, count);
            }
            return all;
        });
        return bulkTable();
    }

    private boolean indexTables() {
        tables.add(new GpuTable("index", "positions of nodes", ((IndexedPlacement) placement).index()));
        return bulkTable();
    }

    private boolean bulkTable() {
        if (!positions.isEmpty()) {
            // evaluated now, because lists of an index array's classes are converted to indices in the box later
            tables.add(
                    new GpuTable("bulk", "nodes of the bulk", NodeTables.bulk((int) placement.positions(), positions)));
        }
        return !positions.isEmpty();
    }

    private void tileTables(TileShape shape, int absent) {
        TiledPlacement tiled = (TiledPlacement) placement;
        Supplier<TileTables> found =
                kept(() -> TileTables.of(tiled, shape, plan.nodes().box(), absent));
        long bytes = Integer.BYTES * tiled.tiles() * shape.neighbours();
        add("tiles", "neighbours of tiles", bytes, () -> found.get().neighbours());
        if (shape.hasSeams()) {
            add(
                    "seams",
                    "neighbours of tiles",
                    Integer.BYTES * tiled.tiles(),
                    () -> found.get().seams());
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
        tables.add(new GpuTable("private_lists", "private slots", heads));
        tables.add(new GpuTable("private_words", "private slots", bits));
        tables.add(new GpuTable("private_before", "private slots", before));
    }
}
