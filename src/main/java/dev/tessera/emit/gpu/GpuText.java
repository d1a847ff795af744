package dev.tessera.emit.gpu;

import dev.tessera.emit.DigitFunctions;
import dev.tessera.emit.Expressions;
import dev.tessera.emit.IterateText;
import dev.tessera.emit.Names;
import dev.tessera.expr.Expr;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.CutFields;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuKernel.Nodes;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.SweptClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes a kernel with its addressing, in one dialect.
final class GpuText {
    private final GpuKernel gpu;
    private final Streams streams;
    private final Dialect dialect;
    private final String real;
    private final Set<String> uniform; // names of the uniform values
    private final Names names;
    private final Expressions expressions;
    private final NeighbourText neighbours;
    private final Lines lines = new Lines();
    private final NodeAccess access;
    private final @Nullable CutLinkText cut;

    GpuText(GpuKernel gpu, Dialect dialect) {
        this.gpu = gpu;
        this.streams = Streams.of(gpu.kernel());
        this.dialect = dialect;
        this.real = Dialect.real(gpu.precision().computed());
        this.neighbours = NeighbourText.of(gpu, dialect);
        this.uniform = new TreeSet<>(gpu.uniform().names());
        this.names = new Names(taken());
        this.expressions = new Expressions(
                gpu.kernel().name(),
                gpu.precision(),
                names,
                name -> dialect.function(name, gpu.precision()),
                dialect::fast,
                dialect::after);
        this.access = new NodeAccess(gpu, neighbours, SlotText.of(gpu, dialect), expressions, lines);
        CutFields fields = gpu.cut();
        this.cut = fields != null ? new CutLinkText(gpu, fields, dialect, expressions) : null;
    }

    /// Words that the text uses itself.
    private List<String> taken() {
        List<String> taken = new ArrayList<>(List.of(
                ("thread block offset n p v w v_m v_p w_m w_p v_is_first v_is_last w_is_first w_is_last lane number of to to_read to_write columns moved is_tile is_fluid near near_masks here place around segment below group q any all is_whole item j f load store load_left load_right store_left store_right l x y z x_m x_p y_m y_p z_m z_p tile node links is_plain seam bool x_is_first x_is_last "
                                + "y_is_first y_is_last z_is_first z_is_last index_t slot_t bits_t mask_t record_t part_t private_slot rows is_updated rank "
                                + "global local constant kernel half half2 float2 double2 uint ulong uchar ushort fma fmaf "
                                + "cut cut_place cut_links is_first result kept kept_parts first_value parts more_parts from_half to_half from_halves to_halves half_t sqrt sqrtf fabs fabsf rint rintf popcount after new delete class template this operator namespace true false")
                        .split(" ")));
        taken.addAll(DigitFunctions.NAMES);
        List.of(ElementaryFunction.values())
                .forEach(function -> dialect.fast(function).ifPresent(taken::add));
        taken.add(IterateText.COUNTER);
        gpu.arguments().stream()
                .filter(argument -> !uniform.contains(argument.name()))
                .forEach(argument -> taken.add(argument.name()));
        gpu.swept().forEach(swept -> taken.add(SweptClassText.item(swept)));
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

    /// The function of a class that a sweep updates, whose kernel this is.
    String printFunction(SweptClass swept) {
        lines.comment("Kernel %s: updates the node at position n, which is number item of its class."
                .formatted(gpu.kernel().name()));
        lines.line("%svoid %s(", dialect.functionQualifiers(), swept.function());
        lines.line("        const int n,");
        lines.line(parameters("        const int item", swept.parameters()));
        lines.block("", () -> {
            keepUniform();
            nodeAtIndex();
        });
        return lines.toString();
    }

    private String parameters(String first, List<Argument> arguments) {
        return Stream.concat(
                        first.isEmpty() ? Stream.of() : Stream.of(first),
                        arguments.stream()
                                .map(argument -> "        %s%s"
                                        .formatted(dialect.parameter(argument, gpu.precision()), nameOf(argument))))
                .collect(Collectors.joining(",\n", "", ")"));
    }

    String print() {
        lines.comment("Kernel %s: %s, lattice %s."
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
                        gpu.kernel().latticeNames()));
        lines.line("%s%s(", dialect.kernelQualifiers(gpu.tuning()), gpu.function());
        lines.line(parameters("", gpu.arguments()));
        lines.block("", this::function);
        return lines.toString();
    }

    private String nameOf(Argument argument) {
        return uniform.contains(argument.name()) ? names.of(argument.name()) : argument.name();
    }

    private void keepUniform() {
        gpu.kernel().uniformStatements().forEach(statement -> {
            if (statement instanceof Statement.Let let) {
                expressions.keeps(let);
            }
        });
    }

    private void function() {
        keepUniform();
        lines.comment("the node of this thread");
        if (gpu.nodes() == Nodes.SWEEP) {
            lines.line("const int block = reversed != 0 ? %1$s - 1 - %2$s : %2$s;", dialect.blocks(), dialect.block());
        } else {
            lines.line("const int block = %s;", dialect.block());
        }
        lines.line("const int thread = block * %d + %s;", gpu.tuning().threads(), dialect.lane());
        if (gpu.locator() instanceof Locator.Ghosts ghosts && gpu.nodes() == Nodes.SWEEP) {
            sweepGhosts(ghosts);
            return;
        }
        neighbours.blockPrologue(lines);
        if (gpu.nodesPerThread() > 1) {
            groupOfNodes();
        } else {
            oneNode();
        }
    }

    /// A node whose populations pass through shared memory.
    private void oneNodeOfRow(Locator.Dense box) {
        SharedRowsText rows = new SharedRowsText(gpu, box, dialect, neighbours, expressions, lines);
        rows.node(dialect);
        lines.line("const int p = %s; // its position", neighbours.own());
        lines.line("");
        neighbours.neighbours(lines, rows.links());
        lines.line("");
        lines.comment("incoming populations");
        access.loads();
        lines.line("");
        lines.comment("computation");
        gpu.kernel().nodeStatements().forEach(this::name);
        lines.line("");
        lines.comment("results");
        rows.stores(dialect);
    }

    private KernelVariant variant() {
        return gpu.nodes() == Nodes.SWEEP ? gpu.tuning().variant() : KernelVariant.USUAL;
    }

    /// The index of the node of this thread.
    private String swept() {
        if (variant().axes().isEmpty() || !(gpu.locator() instanceof Locator.Dense box)) {
            return "thread";
        }
        String axes = variant().axes();
        long threads = 1;
        Map<Character, String> coordinates = new TreeMap<>();
        for (int k = 0; k < axes.length(); k++) {
            char axis = axes.charAt(k);
            int extent = axis == 'x' ? box.nx() : axis == 'y' ? box.ny() : box.nz();
            coordinates.put(axis, "(thread / %d %% %d)".formatted(threads, extent));
            threads *= extent;
        }
        return "%s + %d * (%s + %d * %s)"
                .formatted(coordinates.get('x'), box.nx(), coordinates.get('y'), box.ny(), coordinates.get('z'));
    }

    private void oneNode() {
        if (variant() == KernelVariant.SHARED_ROWS && gpu.locator() instanceof Locator.Dense box) {
            oneNodeOfRow(box);
            return;
        }
        lines.block("if (thread >= count)", () -> lines.line("return;"));
        if (gpu.nodes() == Nodes.LIST) {
            lines.line("const int item = first + thread;");
            lines.line("const int n = list[item];");
        } else {
            lines.line("const int n = %s;", swept());
        }
        nodeAtIndex();
    }

    /// The node whose index is `n`.
    private void nodeAtIndex() {
        lines.line("const int p = %s; // its position", neighbours.own());
        if (gpu.nodes() == Nodes.LIST) {
            SweptClassText.updateListed(lines, gpu, dialect);
        }
        neighbours.node(lines);
        if (gpu.nodes() == Nodes.SWEEP && !gpu.swept().isEmpty()) {
            lines.block("if (%s)".formatted(neighbours.inBulk()), this::updateNode);
            SweptClassText.update(lines, gpu, dialect);
        } else {
            updateNode();
        }
    }

    /// The node at position `p`, which belongs to this kernel's class.
    private void updateNode() {
        lines.line("");
        if (!access.linksInUse().isEmpty() || neighbours.needsNeighboursForOwn()) {
            neighbours.neighbours(lines, access.linksInUse());
        }
        if (gpu.hasPrivateSlots()) {
            access.privateSlots();
        }
        lines.line("");
        if (cut != null) {
            cut.head(lines);
            cut.loads(lines);
        }
        lines.comment("incoming populations");
        access.loads();
        if (cut != null) {
            cut.keep(lines);
        }
        lines.line("");
        lines.comment("computation");
        if (cut != null && gpu.nodes() == Nodes.SWEEP) { // stored at once, which needs fewer registers
            gpu.kernel().nodeStatements().forEach(statement -> {
                name(statement);
                access.storesOf(statement);
            });
            return;
        }
        gpu.kernel().nodeStatements().forEach(this::name);
        lines.line("");
        lines.comment("results");
        access.stores();
    }

    private void sweepGhosts(Locator.Ghosts ghosts) {
        Map<Integer, String> loaded = new TreeMap<>();
        Map<Integer, Supplier<String>> stored = new TreeMap<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            switch (statement) {
                case Statement.Load(var symbol, Source.PopulationIn in) ->
                    loaded.put(streams.of(in), expressions.value(symbol));
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store(Sink.PopulationOut out, var value) ->
                    stored.put(streams.of(out), () -> expressions.top(value));
                case Statement.Store s -> {}
            }
        }
        new GhostSweepText(gpu, ghosts, dialect, lines).write(loaded, stored, this::compute, this::storeFields);
    }

    /// Fields and series are loaded here, populations earlier.
    private void compute() {
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Load(var symbol, Source.FieldIn(String field))) {
                lines.line("const %s %s = %s;", real, expressions.value(symbol), access.fieldIn(field));
            }
            if (statement instanceof Statement.Load(var symbol, Source.Series(String series))) {
                lines.line("const %s %s = %s;", real, expressions.value(symbol), NodeAccess.series(series));
            }
            name(statement);
        });
    }

    /// Writes what names a value, except what a branch computes.
    private void name(Statement statement) {
        if (cut != null && cut.isDeferred(statement)) {
            return;
        }
        if (cut != null && cut.isBranch(statement)) {
            cut.branch(lines, (Statement.Let) statement, this::value);
        } else {
            value(statement);
        }
    }

    private void value(Statement statement) {
        if (statement instanceof Statement.Let let && !expressions.keeps(let)) {
            lines.line("const %s %s = %s;", real, expressions.value(let.symbol()), expressions.top(let.value()));
        } else if (statement instanceof Statement.Iterate iterate) {
            IterateText.lines(iterate, real, expressions).forEach(line -> lines.line(line));
        }
    }

    private void storeFields() {
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Store(Sink.FieldOut(String field), var value)) {
                lines.line("if (is_fluid) %s = %s;", access.fieldOut(field), expressions.top(value));
            }
        });
    }

    private void groupOfNodes() {
        NodeGroup group = access.group();
        lines.line("const int n = thread * %d;", gpu.nodesPerThread());
        lines.block("if (n >= count)", () -> lines.line("return;"));
        lines.line("const int p = %s; // the first node's position", neighbours.own());
        group.node(lines);
        lines.line("");
        group.neighbours(lines, access.linksInUse());
        lines.line("");
        lines.comment("incoming populations");
        Map<Integer, String> loaded = new TreeMap<>();
        Map<Integer, Expr> stored = new TreeMap<>();
        for (Statement statement : gpu.kernel().nodeStatements()) {
            switch (statement) {
                case Statement.Load(var symbol, Source.PopulationIn in) ->
                    loaded.put(streams.of(in), expressions.value(symbol));
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store(Sink.PopulationOut out, var value) -> stored.put(streams.of(out), value);
                case Statement.Store s -> {}
            }
        }
        group.loads(lines, loaded.keySet());
        lines.line("");
        lines.comment("computation");
        group.loop(lines, () -> oneOfGroup(group, loaded, stored));
        lines.line("");
        lines.comment("results");
        group.stores(lines, stored.keySet());
        if (!gpu.swept().isEmpty()) {
            group.others(lines);
        }
    }

    private void oneOfGroup(NodeGroup group, Map<Integer, String> loaded, Map<Integer, Expr> stored) {
        loaded.forEach((i, name) -> lines.line("const %s %s = f[%d][j];", real, name, i));
        compute();
        stored.forEach((i, value) -> lines.line("f[%d][j] = %s;", i, expressions.top(value)));
        gpu.kernel().nodeStatements().forEach(statement -> {
            if (statement instanceof Statement.Store(Sink.FieldOut(String field), var value)) {
                String store = "%s = %s;".formatted(access.fieldOut(field), expressions.top(value));
                lines.line(group.isWritten().isEmpty() ? store : "if (%s) %s".formatted(group.isWritten(), store));
            }
        });
    }
}
