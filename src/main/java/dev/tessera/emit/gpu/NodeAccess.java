package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Writes the loads and stores of a node's populations and of stored fields, from and to the places given by its
/// [dev.tessera.kernel.gpu.Reach]es for open and cut links, and of fields of its class.
final class NodeAccess {
    private final GpuKernel gpu;
    private final Kernel kernel; // of the GPU kernel
    private final Streams streams;
    private final NeighbourText neighbours;
    private final SlotText slots;
    private final Expressions expressions;
    private final Lines lines;
    private final String real;

    NodeAccess(GpuKernel gpu, NeighbourText neighbours, SlotText slots, Expressions expressions, Lines lines) {
        this.gpu = gpu;
        this.kernel = gpu.kernel();
        this.streams = Streams.of(kernel);
        this.neighbours = neighbours;
        this.slots = slots;
        this.expressions = expressions;
        this.lines = lines;
        this.real = Dialect.real(gpu.precision().computed());
    }

    /// Directions along which a neighbour's slot is accessed, or a cut link has to be tested.
    List<Link> linksInUse() {
        Set<Integer> used = new TreeSet<>();
        for (Reach reach : gpu.reaches()) {
            if (reach.isNeighbours() || selects(reach)) {
                used.add(reach.link().direction());
            }
        }
        return gpu.links().stream()
                .filter(link -> used.contains(link.direction()))
                .toList();
    }

    private boolean selects(Reach reach) {
        return gpu.walls() && !reach.isSameAcrossCut();
    }

    /// Names the private slots of cut links.
    void privateSlots() {
        Set<Integer> done = new LinkedHashSet<>();
        for (Reach reach : gpu.reaches()) {
            if (reach.cut() instanceof Place.Private(int list)
                    && done.add(reach.link().direction())) {
                Link c = reach.link();
                lines.line(
                        "const slot_t private_%s = %s ? 0 : %s;",
                        c.letters(), neighbours.open(c), neighbours.privateSlot(c, list));
            }
        }
    }

    void loads() {
        List<Statement.Load> selected = new ArrayList<>();
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Load load) {
                switch (load.source()) {
                    case Source.PopulationIn in -> {
                        if (neighbours instanceof GhostNeighbours ghosts) {
                            lines.line(
                                    "const %s %s = %s;",
                                    real, expressions.value(load.symbol()), ghosts.load(streams.of(in)));
                        } else {
                            load(load, selected);
                        }
                    }
                    case Source.FieldAt at -> load(load, selected);
                    case Source.MomentAt at -> load(load, selected);
                    case Source.FieldIn(String field) when gpu.cut() != null -> {}
                    case Source.FieldIn(String field) ->
                        lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), fieldIn(field));
                    case Source.Series(String series) ->
                        lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), series(series));
                    case Source.Parameter p -> {}
                }
            }
        }
        if (!selected.isEmpty()) {
            lines.line(
                    "%s %s;",
                    real,
                    selected.stream()
                            .map(load -> expressions.value(load.symbol()))
                            .collect(Collectors.joining(", ")));
            // Otherwise a compiler moves the last load behind both branches, where it is issued after the other loads
            // have completed: a thread then waits for memory twice.
            branches(
                    () -> selected.forEach(load ->
                            lines.line("%s = %s;", expressions.value(load.symbol()), loaded(open(reachOf(load))))),
                    () -> {
                        selected.forEach(load ->
                                lines.line("%s = %s;", expressions.value(load.symbol()), loaded(slot(reachOf(load)))));
                        lines.line(slots.dialect().loadFence());
                    });
        }
    }

    /// Writes a load; adds it to `selected` if groups of nodes without walls use a separate branch.
    private void load(Statement.Load load, List<Statement.Load> selected) {
        if (isBranched(reachOf(load))) {
            selected.add(load);
        } else {
            lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), loaded(slot(reachOf(load))));
        }
    }

    private Reach reachOf(Statement.Load load) {
        return gpu.reads().get(streams.of(load.source()));
    }

    void stores() {
        List<Statement.Store> selected = new ArrayList<>();
        for (Statement statement : kernel.nodeStatements()) {
            if (statement instanceof Statement.Store store) {
                switch (store.sink()) {
                    case Sink.PopulationOut out -> {
                        Reach reach = gpu.writes().get(streams.of(out));
                        if (neighbours instanceof GhostNeighbours ghosts) {
                            ghosts.store(lines, streams.of(out), expressions.top(store.value()));
                        } else if (isBranched(reach)) {
                            selected.add(store);
                        } else {
                            lines.line(stored(slot(reach), store.value()));
                        }
                    }
                    case Sink.MomentOut out -> lines.line(stored(slot(reachOf(store)), store.value()));
                    case Sink.FieldOut out
                    when kernel.isStoredField(out.field()) ->
                        lines.line(stored(slot(gpu.writes().get(streams.of(out))), store.value()));
                    case Sink.FieldOut(String field) ->
                        lines.line("%s = %s;", fieldOut(field), expressions.top(store.value()));
                }
            }
        }
        if (!selected.isEmpty()) {
            branches(
                    () -> selected.forEach(store -> lines.line(stored(open(reachOf(store)), store.value()))),
                    () -> selected.forEach(store -> lines.line(stored(slot(reachOf(store)), store.value()))));
        }
    }

    /// Writes the stores of what a statement names: the values that it defines, or that it stores itself where
    /// no statement defines them; not in branches.
    void storesOf(Statement statement) {
        for (Statement other : kernel.nodeStatements()) {
            if (other instanceof Statement.Store store
                    && (statement.symbols().contains(store.value()) || other == statement && !isNamed(store.value()))) {
                lines.line(stored(slot(reachOf(store)), store.value()));
            }
        }
    }

    private boolean isNamed(Expr value) {
        return kernel.nodeStatements().stream()
                .anyMatch(statement -> statement.symbols().contains(value));
    }

    private Reach reachOf(Statement.Store store) {
        return gpu.writes().get(streams.of(store.sink()));
    }

    private void branches(Runnable plain, Runnable other) {
        lines.block("if (is_plain)", plain);
        lines.block("else", other);
    }

    /// Whether groups of nodes without walls use a separate branch.
    private boolean isBranched(Reach reach) {
        return gpu.readsPlain() && selects(reach);
    }

    /// A value in memory: of a population, as stored, or of a field, in the arithmetic's format.
    private record Item(String buffer, boolean isSlot, String index) {}

    private String loaded(Item item) {
        return item.isSlot()
                ? slots.load(item.buffer(), item.index())
                : "%s[%s]".formatted(item.buffer(), item.index());
    }

    private String stored(Item item, Expr value) {
        return item.isSlot()
                ? slots.store(item.buffer(), item.index(), expressions.top(value))
                : "%s[%s] = %s;".formatted(item.buffer(), item.index(), expressions.top(value));
    }

    private Item open(Reach reach) {
        return item(reach, index(reach.open(), reach));
    }

    /// The value, for an open or cut link.
    private Item slot(Reach reach) {
        if (!selects(reach)) {
            return open(reach);
        }
        String condition = bracketed(neighbours.open(reach.link()));
        return item(reach, "%s ? %s : %s".formatted(condition, index(reach.open(), reach), index(reach.cut(), reach)));
    }

    private static Item item(Reach reach, String index) {
        return reach.open() instanceof Place.Value(boolean neighbours, int field)
                ? new Item("field" + field, false, index)
                : new Item("copy" + reach.copy(), true, index);
    }

    private String index(Place place, Reach reach) {
        return switch (place) {
            case Place.Slot(boolean ofNeighbour, int array, int copy) -> {
                String position =
                        slots.offset(ofNeighbour ? neighbours.position(reach.link(), array) : neighbours.own(array));
                yield SlotText.array(array) + position;
            }
            case Place.Private p -> "private_" + reach.link().letters();
            case Place.Value(boolean ofNeighbour, int field) -> ofNeighbour ? neighbours.position(reach.link()) : "p";
        };
    }

    private static String bracketed(String condition) {
        return condition.contains(" ") ? "(" + condition + ")" : condition;
    }

    /// The value of a series in this step.
    static String series(String name) {
        return "%s[series_from[0] + series_at]".formatted(GpuKernel.seriesTable(name));
    }

    String fieldIn(String field) {
        return "fields_in[%d * stride_in + %s]".formatted(gpu.fieldsIn().indexOf(field), index(gpu.fieldsInAt()));
    }

    String fieldOut(String field) {
        return "fields_out[%d * stride_out + %s]".formatted(gpu.fieldsOut().indexOf(field), index(gpu.fieldsOutAt()));
    }

    private String index(FieldIndex index) {
        return switch (index) {
            case POSITION -> gpu.nodesPerThread() > 1 ? group().position() : "p";
            case ITEM -> "item";
            case THREAD -> "thread";
        };
    }

    /// The node group of a thread that updates several nodes.
    NodeGroup group() {
        return neighbours instanceof SegmentNeighbours
                ? new SegmentGroupText(gpu, neighbours, slots)
                : new GroupText(gpu, neighbours, slots);
    }
}
