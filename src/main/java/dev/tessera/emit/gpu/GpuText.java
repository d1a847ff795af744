package dev.tessera.emit.gpu;

import dev.tessera.emit.Expressions;
import dev.tessera.emit.Names;
import dev.tessera.expr.Expr;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuKernel.FieldIndex;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Writes a kernel with its addresses, in the words of one dialect.
final class GpuText {
    private final GpuKernel gpu;
    private final Dialect dialect;
    private final String real;
    private final SlotText slots;
    private final Names names;
    private final Expressions expressions;
    private final NeighbourText neighbours;
    private final Lines lines = new Lines();

    GpuText(GpuKernel gpu, Dialect dialect) {
        this.gpu = gpu;
        this.dialect = dialect;
        this.real = Dialect.real(gpu.precision().computed());
        this.slots = SlotText.of(gpu, dialect);
        this.neighbours = NeighbourText.of(gpu, dialect);
        this.names = new Names(taken());
        this.expressions = new Expressions(
                gpu.kernel().name(), gpu.precision(), names, name -> dialect.function(name, gpu.precision()));
    }

    /// Words that the text uses itself.
    private List<String> taken() {
        List<String> taken = new ArrayList<>(List.of(
                ("thread block offset n p v w v_m v_p w_m w_p v_is_first v_is_last w_is_first w_is_last lane number of to to_read to_write columns moved is_tile is_fluid near near_masks here place around segment below group q any all is_whole item j f load store load_left load_right store_left store_right l x y z x_m x_p y_m y_p z_m z_p tile node links is_plain seam bool x_is_first x_is_last "
                                + "y_is_first y_is_last z_is_first z_is_last index_t slot_t bits_t mask_t record_t private_slot rank "
                                + "global local constant kernel half half2 float2 double2 uint ulong uchar ushort fma fmaf "
                                + "from_half to_half from_halves to_halves half_t sqrt sqrtf fabs fabsf popcount new delete class template this operator namespace true false")
                        .split(" ")));
        gpu.arguments().stream()
                .filter(argument -> !gpu.uniform().names().contains(argument.name()))
                .forEach(argument -> taken.add(argument.name()));
        for (Link link : gpu.links()) {
            for (String prefix : List.of(
                    "at_",
                    "open_",
                    "ghost_",
                    "from_",
                    "row_",
                    "rank_",
                    "beside_",
                    "end_",
                    "segment_",
                    "is_in_",
                    "l_",
                    "tile_",
                    "record_",
                    "private_")) {
                taken.add(prefix + link.letters());
            }
        }
        return taken;
    }

    String print() {
        lines.stage("Kernel %s: %s, lattice %s."
                .formatted(
                        gpu.kernel().name(),
                        switch (gpu.nodes()) {
                            case SWEEP ->
                                gpu.nodesPerThread() == 1
                                        ? "thread n updates the node at position n"
                                        : "thread n updates the %1$d nodes from position %1$d n on"
                                                .formatted(gpu.nodesPerThread());
                            case LIST -> "thread k updates the node at position list[first + k]";
                        },
                        Streams.of(gpu.kernel()).lattice()));
        lines.line("%s%s(", dialect.launched(gpu.tuning()), gpu.function());
        lines.line(gpu.arguments().stream()
                .map(argument ->
                        "        %s%s".formatted(dialect.parameter(argument, gpu.precision()), nameOf(argument)))
                .collect(Collectors.joining(",\n", "", ")")));
        lines.block("", this::function);
        return lines.toString();
    }

    private String nameOf(Argument argument) {
        return gpu.uniform().names().contains(argument.name()) ? names.of(argument.name()) : argument.name();
    }

    private void function() {
        gpu.kernel().uniformStatements().forEach(statement -> {
            if (statement instanceof Statement.Let let) {
                expressions.keeps(let);
            }
        });
        lines.stage("which node");
        if (gpu.nodes() == Nodes.SWEEP) {
            lines.line("const int block = turned != 0 ? %1$s - 1 - %2$s : %2$s;", dialect.blocks(), dialect.block());
        } else {
            lines.line("const int block = %s;", dialect.block());
        }
        lines.line("const int thread = block * %d + %s;", gpu.tuning().threads(), dialect.lane());
        if (gpu.locator() instanceof Locator.Ghosts ghosts && gpu.nodes() == Nodes.SWEEP) {
            sweepGhosts(ghosts);
            return;
        }
        neighbours.together(lines);
        if (gpu.nodesPerThread() > 1) {
            groupOfNodes();
            return;
        }
        lines.block("if (thread >= count)", () -> lines.line("return;"));
        if (gpu.nodes() == Nodes.LIST) {
            lines.line("const int item = first + thread;");
            lines.line("const int n = list[item];");
        } else {
            lines.line("const int n = thread;");
        }
        lines.line("const int p = %s; // its position", neighbours.own());
        neighbours.node(lines);
        lines.line("");
        if (!linksInUse().isEmpty() || neighbours.isAlwaysAsked()) {
            neighbours.neighbours(lines, linksInUse());
        }
        if (gpu.hasPrivateSlots()) {
            privateSlots();
        }
        lines.line("");
        lines.stage("what arrives");
        loads();
        lines.line("");
        lines.stage("what happens");
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Let let && !expressions.keeps(let)) {
                lines.line("const %s %s = %s;", real, expressions.value(let.symbol()), expressions.top(let.value()));
            }
        });
        lines.line("");
        lines.stage("what leaves");
        stores();
    }

    private void sweepGhosts(Locator.Ghosts ghosts) {
        Map<Integer, String> loaded = new TreeMap<>();
        Map<Integer, Supplier<String>> stored = new TreeMap<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            switch (statement) {
                case Statement.Load(var symbol, Source.PopulationIn(int i)) -> loaded.put(i, expressions.value(symbol));
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Store(Sink.PopulationOut(int i), var value) ->
                    stored.put(i, () -> expressions.top(value));
                case Statement.Store s -> {}
            }
        }
        new GhostSweepText(gpu, ghosts, dialect, lines).write(loaded, stored, this::happens, this::storeFields);
    }

    private void happens() {
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Load(var symbol, Source.FieldIn(String field))) {
                lines.line("const %s %s = %s;", real, expressions.value(symbol), fieldIn(field));
            }
            if (statement instanceof Statement.Let let && !expressions.keeps(let)) {
                lines.line("const %s %s = %s;", real, expressions.value(let.symbol()), expressions.top(let.value()));
            }
        });
    }

    private void storeFields() {
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Store(Sink.FieldOut(String field), var value)) {
                lines.line("if (is_fluid) %s = %s;", fieldOut(field), expressions.top(value));
            }
        });
    }

    private void groupOfNodes() {
        NodeGroup group = group();
        lines.line("const int n = thread * %d;", gpu.nodesPerThread());
        lines.block("if (n >= count)", () -> lines.line("return;"));
        lines.line("const int p = %s; // the first node's position", neighbours.own());
        group.node(lines);
        lines.line("");
        group.neighbours(lines, linksInUse());
        lines.line("");
        lines.stage("what arrives");
        Map<Integer, String> loaded = new TreeMap<>();
        Map<Integer, Expr> stored = new TreeMap<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            switch (statement) {
                case Statement.Load(var symbol, Source.PopulationIn(int i)) -> loaded.put(i, expressions.value(symbol));
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Store(Sink.PopulationOut(int i), var value) -> stored.put(i, value);
                case Statement.Store s -> {}
            }
        }
        group.loads(lines, loaded.keySet());
        lines.line("");
        lines.stage("what happens");
        group.loop(lines, () -> oneOfGroup(group, loaded, stored));
        lines.line("");
        lines.stage("what leaves");
        group.stores(lines, stored.keySet());
    }

    private NodeGroup group() {
        return neighbours instanceof SegmentNeighbours
                ? new SegmentGroupText(gpu, neighbours, slots)
                : new GroupText(gpu, neighbours, slots);
    }

    private void oneOfGroup(NodeGroup group, Map<Integer, String> loaded, Map<Integer, Expr> stored) {
        loaded.forEach((i, name) -> lines.line("const %s %s = f[%d][j];", real, name, i));
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Load(var symbol, Source.FieldIn(String field))) {
                lines.line("const %s %s = %s;", real, expressions.value(symbol), fieldIn(field));
            }
            if (statement instanceof Statement.Let let && !expressions.keeps(let)) {
                lines.line("const %s %s = %s;", real, expressions.value(let.symbol()), expressions.top(let.value()));
            }
        });
        stored.forEach((i, value) -> lines.line("f[%d][j] = %s;", i, expressions.top(value)));
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Store(Sink.FieldOut(String field), var value)) {
                String store = "%s = %s;".formatted(fieldOut(field), expressions.top(value));
                lines.line(group.isWritten().isEmpty() ? store : "if (%s) %s".formatted(group.isWritten(), store));
            }
        });
    }

    /// Directions along which a neighbour's slot is touched, or a cut has to be asked for.
    private List<Link> linksInUse() {
        Set<Integer> used = new TreeSet<>();
        for (Reach reach : gpu.reaches()) {
            if (reach.open() instanceof Place.Slot(boolean ofNeighbour, int array, int copy) && ofNeighbour
                    || selects(reach)) {
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

    private void privateSlots() {
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

    private static String bracketed(String condition) {
        return condition.contains(" ") ? "(" + condition + ")" : condition;
    }

    private void loads() {
        List<Statement.Load> selected = new ArrayList<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            if (statement instanceof Statement.Load load) {
                switch (load.source()) {
                    case Source.PopulationIn(int i) -> {
                        Reach reach = gpu.reads().get(i);
                        if (neighbours instanceof GhostNeighbours ghosts) {
                            lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), ghosts.load(i));
                        } else if (isBranched(reach)) {
                            selected.add(load);
                        } else {
                            lines.line(
                                    "const %s %s = %s;", real, expressions.value(load.symbol()), loaded(slot(reach)));
                        }
                    }
                    case Source.FieldIn(String field) ->
                        lines.line("const %s %s = %s;", real, expressions.value(load.symbol()), fieldIn(field));
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
            branches(
                    () -> selected.forEach(load ->
                            lines.line("%s = %s;", expressions.value(load.symbol()), loaded(open(reachOf(load))))),
                    () -> selected.forEach(load ->
                            lines.line("%s = %s;", expressions.value(load.symbol()), loaded(slot(reachOf(load))))));
        }
    }

    private Reach reachOf(Statement.Load load) {
        return gpu.reads().get(((Source.PopulationIn) load.source()).direction());
    }

    private void stores() {
        List<Statement.Store> selected = new ArrayList<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            if (statement instanceof Statement.Store store) {
                switch (store.sink()) {
                    case Sink.PopulationOut(int i) -> {
                        Reach reach = gpu.writes().get(i);
                        if (neighbours instanceof GhostNeighbours ghosts) {
                            ghosts.store(lines, i, expressions.top(store.value()));
                        } else if (isBranched(reach)) {
                            selected.add(store);
                        } else {
                            lines.line(stored(slot(reach), store.value()));
                        }
                    }
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

    private Reach reachOf(Statement.Store store) {
        return gpu.writes().get(((Sink.PopulationOut) store.sink()).direction());
    }

    private void branches(Runnable plain, Runnable other) {
        lines.block("if (is_plain)", plain);
        lines.block("else", other);
    }

    /// Whether groups of nodes without walls go another way.
    private boolean isBranched(Reach reach) {
        return gpu.readsPlain() && selects(reach);
    }

    /// A slot of a buffer.
    private record Slot(int copy, String index) {
        String buffer() {
            return "copy" + copy;
        }
    }

    private String loaded(Slot slot) {
        return slots.load(slot.buffer(), slot.index());
    }

    private String stored(Slot slot, Expr value) {
        return slots.store(slot.buffer(), slot.index(), expressions.top(value));
    }

    private Slot open(Reach reach) {
        return new Slot(copyOf(reach.open()), index(reach.open(), reach));
    }

    /// The slot, be the link open or cut.
    private Slot slot(Reach reach) {
        if (!selects(reach)) {
            return open(reach);
        }
        String condition = bracketed(neighbours.open(reach.link()));
        String index = "%s ? %s : %s".formatted(condition, index(reach.open(), reach), index(reach.cut(), reach));
        return new Slot(copyOf(reach.open()), index);
    }

    private static int copyOf(Place place) {
        return switch (place) {
            case Place.Slot(boolean neighbours, int array, int copy) -> copy;
            case Place.Private p -> 0;
        };
    }

    private String index(Place place, Reach reach) {
        return switch (place) {
            case Place.Slot(boolean ofNeighbour, int array, int copy) -> {
                String position =
                        slots.offset(ofNeighbour ? neighbours.position(reach.link(), array) : neighbours.own(array));
                yield SlotText.array(array) + position;
            }
            case Place.Private p -> "private_" + reach.link().letters();
        };
    }

    private String fieldIn(String field) {
        return "fields_in[%d * stride_in + %s]".formatted(gpu.fieldsIn().indexOf(field), index(gpu.fieldsInAt()));
    }

    private String fieldOut(String field) {
        return "fields_out[%d * stride_out + %s]".formatted(gpu.fieldsOut().indexOf(field), index(gpu.fieldsOutAt()));
    }

    private String index(FieldIndex index) {
        return switch (index) {
            case POSITION -> gpu.nodesPerThread() > 1 ? group().position() : "p";
            case ITEM -> "item";
            case THREAD -> "thread";
        };
    }
}
