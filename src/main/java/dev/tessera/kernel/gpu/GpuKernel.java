package dev.tessera.kernel.gpu;

import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.gpu.Argument.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A kernel with its addressing, for a GPU's printer.
///
/// @param function its name on the device
/// @param nodes the mapping of threads to nodes
/// @param walls whether links can be cut; if not, links are not tested
/// @param selective whether a sweep has to skip positions: of other classes, or not fluid
/// @param links of the populations' lattice, by direction
/// @param reads by input stream of slots ([Streams])
/// @param writes by output stream of slots
/// @param copies number of population arrays of each of the plan's populations
/// @param bundle positions per bundle (AoSoA); 0 for plain arrays
/// @param isNarrow whether 31 bits suffice for slot indices: addresses then need half the instructions
/// @param fieldsIn in memory order, `[field][…]`
/// @param fieldsOut as `fieldsIn`
/// @param fieldsInAt index of the values of input fields
/// @param fieldsOutAt index of the values of output fields
/// @param cut fields that are stored for cut links only; null if the kernel reads none. A sweep reads them at the
///       nodes that have cut links
/// @param swept classes whose nodes a sweep updates beside those of the bulk
public record GpuKernel(
        String function,
        Kernel kernel,
        Precision precision,
        Nodes nodes,
        Locator locator,
        boolean walls,
        boolean selective,
        List<Link> links,
        List<Reach> reads,
        List<Reach> writes,
        int copies,
        int bundle,
        boolean isNarrow,
        List<String> fieldsIn,
        List<String> fieldsOut,
        FieldIndex fieldsInAt,
        FieldIndex fieldsOutAt,
        Tuning tuning,
        @Nullable CutFields cut,
        List<SweptClass> swept) {
    /// The mapping of threads to nodes.
    public enum Nodes {
        /// Thread n: position n (with an index array: the n-th node of the box).
        SWEEP,
        /// Thread k: `list[first + k]`.
        LIST
    }

    /// The index of the values of a field.
    public enum FieldIndex {
        /// The node's position.
        POSITION,
        /// Its index in the whole list.
        ITEM,
        /// The thread: its index in the launched part of the list.
        THREAD
    }

    public GpuKernel {
        links = List.copyOf(links);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        fieldsIn = List.copyOf(fieldsIn);
        fieldsOut = List.copyOf(fieldsOut);
        swept = List.copyOf(swept);
    }

    /// The same kernel, which also updates the nodes of further classes.
    GpuKernel sweeping(List<SweptClass> classes) {
        return classes.isEmpty()
                ? this
                : new GpuKernel(
                        function,
                        kernel,
                        precision,
                        nodes,
                        locator,
                        walls,
                        selective,
                        links,
                        reads,
                        writes,
                        copies,
                        bundle,
                        isNarrow,
                        fieldsIn,
                        fieldsOut,
                        fieldsInAt,
                        fieldsOutAt,
                        tuning,
                        cut,
                        classes);
    }

    /// The same kernel, with fields of cut links.
    GpuKernel reading(@Nullable CutFields fields) {
        if (fields == null || kernel.fieldsIn().isEmpty()) {
            return this;
        }
        return new GpuKernel(
                function,
                BranchesLast.of(kernel, fields.branchesOf(kernel)),
                precision,
                nodes,
                locator,
                walls,
                selective,
                links,
                reads,
                writes,
                copies,
                bundle,
                isNarrow,
                List.of(),
                fieldsOut,
                fieldsInAt,
                fieldsOutAt,
                nodes == Nodes.SWEEP ? tuning.besideWalls() : tuning,
                fields,
                swept);
    }

    /// The same kernel, for nodes whose links can be cut or not.
    GpuKernel withWalls(boolean canBeCut) {
        return canBeCut == walls
                ? this
                : new GpuKernel(
                        function,
                        kernel,
                        precision,
                        nodes,
                        locator,
                        canBeCut,
                        selective,
                        links,
                        reads,
                        writes,
                        copies,
                        bundle,
                        isNarrow,
                        fieldsIn,
                        fieldsOut,
                        fieldsInAt,
                        fieldsOutAt,
                        tuning,
                        cut,
                        swept);
    }

    /// Nodes per thread; several nodes are adjacent along x.
    public int nodesPerThread() {
        return nodes == Nodes.SWEEP ? tuning.nodesPerThread() : 1;
    }

    /// The launch shape for this number of positions.
    public LaunchShape launchOver(int count) {
        return LaunchShape.covering(Math.ceilDiv(count, nodesPerThread()), tuning.threads());
    }

    /// Whether one word per node holds the bits of open links.
    public boolean readsLinkWords() {
        return locator.hasWords() && (walls || selective && nodes == Nodes.SWEEP);
    }

    /// Whether links are tested by masks of tiles.
    public boolean readsMasks() {
        return walls && locator instanceof Locator.Tiles tiles && tiles.types() == Locator.NodeTypes.MASKS;
    }

    /// Whether masks of tiles mark the nodes of the bulk.
    public boolean readsSweepMasks() {
        return selective
                && nodes == Nodes.SWEEP
                && locator instanceof Locator.Tiles tiles
                && tiles.types() == Locator.NodeTypes.MASKS;
    }

    /// Whether a sweep visits tiles in another order than the stored one.
    public boolean isReordered() {
        boolean hasTiles = locator instanceof Locator.Tiles || locator instanceof Locator.Ghosts;
        return nodes == Nodes.SWEEP && hasTiles && tuning.order() != TileOrder.ROWS;
    }

    /// Whether one bit per 32 positions marks groups of bulk nodes with all links open.
    public boolean readsPlain() {
        return nodes == Nodes.SWEEP && (readsLinkWords() || readsMasks() || readsSweepMasks());
    }

    /// Whether one bit per node marks the nodes that a sweep updates.
    public boolean readsBulkBits() {
        return locator.hasBulkBits() && selective && nodes == Nodes.SWEEP;
    }

    /// The reaches of all populations and stored fields that are loaded and stored.
    public List<Reach> reaches() {
        Streams streams = Streams.of(kernel);
        List<Reach> used = new ArrayList<>();
        for (Statement statement : kernel.nodeStatements()) {
            switch (statement) {
                case Statement.Load(Expr symbol, Source.PopulationIn in) -> used.add(reads.get(streams.of(in)));
                case Statement.Load(Expr symbol, Source.FieldAt at) -> used.add(reads.get(streams.of(at)));
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store(Sink.PopulationOut out, Expr value) -> used.add(writes.get(streams.of(out)));
                case Statement.Store s -> {} // of a field: the node's own value
            }
        }
        return used;
    }

    public boolean hasPrivateSlots() {
        return walls && reaches().stream().anyMatch(reach -> reach.cut() instanceof Reach.Place.Private);
    }

    /// Whether private slots are computed by rank; otherwise the neighbour's index gives them.
    public boolean ranksPrivateSlots() {
        return hasPrivateSlots() && !(locator instanceof Locator.Listed);
    }

    public Uniform uniform() {
        return Uniform.of(kernel);
    }

    /// The parameters of the printed function, in order.
    public List<Argument> arguments() {
        List<Argument> all = new ArrayList<>();
        buffers(all);
        all.add(Argument.value("stride", Type.SLOT));
        all.add(Argument.value("count", Type.INT));
        if (nodes == Nodes.SWEEP) {
            all.add(Argument.value("reversed", Type.INT));
        }
        if (nodes == Nodes.LIST) {
            all.add(Argument.value("first", Type.INT));
            all.add(Argument.table("list", Type.INT));
        }
        located(all);
        if (readsLinkWords()) {
            all.add(Argument.table("words", Type.BITS));
            if (nodes == Nodes.SWEEP) {
                all.add(Argument.table("plain", Type.BITS));
            }
        }
        if (readsBulkBits()) {
            all.add(Argument.table("bulk", Type.BITS));
        }
        if (ranksPrivateSlots()) {
            all.add(Argument.table("private_lists", Type.LONG));
            all.add(Argument.table("private_words", Type.MASK));
            all.add(Argument.table("private_before", Type.INT));
        } else if (hasPrivateSlots()) {
            all.add(Argument.value("first_private", Type.SLOT));
        }
        if (!fieldsIn.isEmpty()) {
            all.add(Argument.memory("fields_in", Type.REAL));
            all.add(Argument.value("stride_in", Type.LONG));
        }
        if (!fieldsOut.isEmpty()) {
            all.add(Argument.memory("fields_out", Type.REAL));
            all.add(Argument.value("stride_out", Type.LONG));
        }
        if (!kernel.series().isEmpty()) {
            all.add(Argument.table("series_from", Type.INT));
            all.add(Argument.value("series_at", Type.INT));
            kernel.series().forEach(name -> all.add(Argument.table(seriesTable(name), Type.REAL)));
        }
        if (cut != null) {
            all.add(Argument.table("cut_places", Type.PAIR));
            all.add(Argument.table("cut_heads", Type.PAIR));
            all.add(Argument.table("cut_values", typeOf(cut)));
        }
        swept.forEach(nodesOfClass -> nodesOfClass.addTo(all, nodes));
        uniform().names().forEach(name -> all.add(Argument.value(name, Type.REAL)));
        swept.forEach(nodesOfClass -> all.addAll(nodesOfClass.uniform()));
        return List.copyOf(all);
    }

    /// The number of [#arguments] that are uniform values; they are the last ones.
    public int uniformArguments() {
        return uniform().names().size()
                + swept.stream()
                        .mapToInt(nodesOfClass ->
                                nodesOfClass.kernel().uniform().names().size())
                        .sum();
    }

    private Type typeOf(CutFields fields) {
        return !fields.isPacked() ? Type.REAL : nodes == Nodes.SWEEP ? Type.RECORD : Type.PART;
    }

    /// Adds the population arrays and stored fields of its arrays.
    private void buffers(List<Argument> all) {
        Set<Integer> populations = new TreeSet<>();
        Set<Integer> fields = new TreeSet<>();
        Set<Integer> written = new TreeSet<>();
        boolean isOneArray = locator instanceof Locator.Ghosts; // the pattern's second array is ghost buffers
        Stream.concat(reads.stream(), writes.stream()).forEach(reach -> {
            switch (reach.open()) {
                case Reach.Place.Slot slot -> populations.add(isOneArray ? 0 : slot.copy() / copies);
                case Reach.Place.Value value -> fields.add(value.field());
                case Reach.Place.Private p -> {}
            }
        });
        writes.forEach(reach -> {
            if (reach.open() instanceof Reach.Place.Value value) {
                written.add(value.field());
            }
        });
        for (int array : populations) {
            for (int copy = array * copies; copy < (array + 1) * copies; copy++) {
                all.add(Argument.memory("copy" + copy, Type.STORED));
            }
        }
        for (int field : fields) {
            String name = "field" + field;
            all.add(written.contains(field) ? Argument.memory(name, Type.REAL) : Argument.table(name, Type.REAL));
        }
    }

    /// The argument that holds the values of a series, one per step: `[series_from[0] + series_at]`.
    public static String seriesTable(String series) {
        StringBuilder text = new StringBuilder("series_of_");
        for (int k = 0; k < series.length(); k++) {
            char c = series.charAt(k);
            text.append(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' ? c : '_');
        }
        return text.toString();
    }

    /// Adds the arguments of the locator.
    private void located(List<Argument> all) {
        switch (locator) {
            case Locator.Dense d -> {}
            case Locator.Tiles tiles -> wholeTiles(all, tiles);
            case Locator.Ghosts ghosts -> ghosts(all, ghosts);
            case Locator.Compact(TileShape shape) -> {
                all.add(Argument.table("nodes", Type.BITS));
                tiles(all, shape);
                all.add(Argument.table("records", Type.RECORD));
            }
            case Locator.Segments s -> {
                all.add(Argument.table("nodes", Type.BITS));
                all.add(Argument.table("segments", Type.PAIR));
            }
            case Locator.Listed l -> {
                all.add(Argument.table("neighbours", Type.INT));
                all.add(Argument.value("rows", Type.SLOT));
            }
            case Locator.Indexed i -> all.add(Argument.table("index", Type.INT));
            case Locator.Own o -> {}
        }
    }

    private void wholeTiles(List<Argument> all, Locator.Tiles tiles) {
        tiles(all, tiles.shape());
        if (tiles.hasPlaces()) {
            all.add(Argument.table("places", Type.INT));
        }
        if (isReordered()) {
            all.add(Argument.table("order", Type.INT));
        }
        if (readsMasks()) {
            all.add(Argument.table("masks", Type.MASK));
        }
        if (readsSweepMasks()) {
            all.add(Argument.table("sweep", Type.MASK));
        }
        if ((readsMasks() || readsSweepMasks()) && nodes == Nodes.SWEEP) {
            all.add(Argument.table("plain", Type.BITS));
        }
    }

    private void ghosts(List<Argument> all, Locator.Ghosts ghosts) {
        if (nodes == Nodes.LIST) {
            all.add(Argument.table("tiles", Type.INT));
        }
        if (ghosts.shape().hasSeams()) {
            all.add(Argument.table("seams", Type.INT));
        }
        if (isReordered()) {
            all.add(Argument.table("order", Type.INT));
        }
        if (!ghosts.isFull()) {
            all.add(Argument.table("masks", Type.MASK));
        }
        all.add(Argument.memory("ghost_in", Type.STORED));
        all.add(Argument.table("ghost_reads", Type.INT));
        if (nodes == Nodes.SWEEP) {
            all.add(Argument.table("arrivals", Type.INT));
            all.add(Argument.memory("ghost_out", Type.STORED));
            all.add(Argument.table("ghost_writes", Type.INT));
            all.add(Argument.table("departures", Type.INT));
        }
        if (selective && nodes == Nodes.SWEEP || defersResults()) {
            all.add(Argument.table("sweep", Type.MASK));
            all.add(Argument.table("deferred_before", Type.INT));
            all.add(Argument.memory("deferred", Type.REAL));
            all.add(Argument.value("stride_deferred", Type.LONG));
        }
    }

    /// Whether outgoing populations are stored in a deferred array, for the sweep to copy to their slots after
    /// all nodes of a tile have been read.
    public boolean defersResults() {
        return locator instanceof Locator.Ghosts
                && nodes == Nodes.LIST
                && !writes.equals(reads)
                && kernel.nodeStatements().stream()
                        .anyMatch(
                                statement -> statement instanceof Statement.Store(Sink.PopulationOut out, Expr value));
    }

    private static void tiles(List<Argument> all, TileShape shape) {
        all.add(Argument.table("tiles", Type.INT));
        if (shape.hasSeams()) {
            all.add(Argument.table("seams", Type.INT));
        }
    }

    @Override
    public String toString() {
        return "%s (%s)".formatted(function, tuning).toLowerCase(Locale.ROOT);
    }
}
