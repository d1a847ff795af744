package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Writes the loads and stores of a thread that updates several nodes adjacent along x, `f[direction][node]`: wide
/// accesses if the whole group is far from walls, single accesses elsewhere.
///
/// The slots of a group's neighbours form a row, which is accessed as a whole if the link has no x component.
/// Otherwise the row is shifted by one node, and one value is beyond its edge.
final class GroupText implements NodeGroup {
    private final GpuKernel gpu;
    private final NeighbourText neighbours;
    private final SlotText slots;
    private final String real;
    private final int nodes;

    GroupText(GpuKernel gpu, NeighbourText neighbours, SlotText slots) {
        this.gpu = gpu;
        this.neighbours = neighbours;
        this.slots = slots;
        this.real = Dialect.real(gpu.precision().computed());
        this.nodes = gpu.tuning().nodesPerThread();
    }

    /// Functions that load and store a group.
    static void helpers(Lines lines, GpuKernel kernel, Dialect dialect) {
        int nodes = kernel.tuning().nodesPerThread();
        String real = Dialect.real(kernel.precision().computed());
        SlotText slots = SlotText.of(kernel, dialect);
        String in = "%sconst %s *".formatted(dialect.globalQualifier(), slots.type());
        String out = "%s%s *".formatted(dialect.globalQualifier(), slots.type());
        lines.comment("%d consecutive values, in accesses of %d bytes."
                .formatted(nodes, slots.widest(nodes) * slots.format().bytes()));
        lines.block(
                "%svoid load(%sat, %s *v)".formatted(dialect.functionQualifiers(), in, real),
                () -> slots.loadAll(nodes).forEach(lines::line));
        lines.block(
                "%svoid store(%sat, const %s *v)".formatted(dialect.functionQualifiers(), out, real),
                () -> slots.storeAll(nodes).forEach(lines::line));
        lines.comment("A row shifted by one node to the left or right; one value is beyond the row's edge.");
        lines.block(
                "%svoid load_left(%sarray, slot_t row, slot_t edge, %s *v)"
                        .formatted(dialect.functionQualifiers(), in, real),
                () -> {
                    lines.line("%s r[%d];", real, nodes);
                    lines.line("load(array + row, r);");
                    lines.line("v[0] = %s;", slots.load("array", "edge"));
                    for (int j = 1; j < nodes; j++) {
                        lines.line("v[%d] = r[%d];", j, j - 1);
                    }
                });
        lines.block(
                "%svoid load_right(%sarray, slot_t row, slot_t edge, %s *v)"
                        .formatted(dialect.functionQualifiers(), in, real),
                () -> {
                    lines.line("%s r[%d];", real, nodes);
                    lines.line("load(array + row, r);");
                    for (int j = 1; j < nodes; j++) {
                        lines.line("v[%d] = r[%d];", j - 1, j);
                    }
                    lines.line("v[%d] = %s;", nodes - 1, slots.load("array", "edge"));
                });
        lines.block(
                "%svoid store_left(%sarray, slot_t row, slot_t edge, const %s *v)"
                        .formatted(dialect.functionQualifiers(), out, real),
                () -> {
                    lines.line(slots.store("array", "edge", "v[0]"));
                    for (int j = 1; j < nodes; j++) {
                        lines.line(slots.store("array", "row + " + (j - 1), "v[%d]".formatted(j)));
                    }
                });
        lines.block(
                "%svoid store_right(%sarray, slot_t row, slot_t edge, const %s *v)"
                        .formatted(dialect.functionQualifiers(), out, real),
                () -> {
                    for (int j = 1; j < nodes; j++) {
                        lines.line(slots.store("array", "row + " + j, "v[%d]".formatted(j - 1)));
                    }
                    lines.line(slots.store("array", "edge", "v[%d]".formatted(nodes - 1)));
                });
        lines.line("");
    }

    /// Writes the link bits; returns if none of the nodes is in the bulk, unless the sweep also updates other classes.
    @Override
    public void node(Lines lines) {
        if (!gpu.readsLinkWords()) {
            return;
        }
        lines.line("const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls");
        lines.line("bits_t links[%d]; // per node: one bit per neighbour; bit 31: bulk", nodes);
        for (int j = 0; j < nodes; j++) {
            lines.line("links[%1$d] = is_plain ? 0xffffffffu : words[p + %1$d];", j);
        }
        if (gpu.selective() && gpu.swept().isEmpty()) {
            List<String> any = new ArrayList<>();
            for (int j = 0; j < nodes; j++) {
                any.add("links[%d]".formatted(j));
            }
            lines.block("if (!((%s) >> 31))".formatted(String.join(" | ", any)), () -> lines.line("return;"));
        }
    }

    @Override
    public void others(Lines lines) {
        lines.block("if (!is_plain)", () -> SweptClassText.updateGroup(lines, gpu, slots.dialect()));
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        List<Link> edgeAndRowLinks = edgeAndRowLinks(directions);
        if (!edgeAndRowLinks.isEmpty()) {
            neighbours.neighbours(lines, edgeAndRowLinks);
        }
    }

    @Override
    public String position() {
        return "p + j";
    }

    @Override
    public String isWritten() {
        return gpu.readsLinkWords() && gpu.selective() ? "links[j] >> 31" : "";
    }

    @Override
    public int size() {
        return nodes;
    }

    /// The links to edges and to rows.
    private List<Link> edgeAndRowLinks(List<Link> used) {
        Map<String, Link> edgeAndRowLinks = new LinkedHashMap<>();
        for (Link link : used) {
            Link row = row(link);
            if (row.y() != 0 || row.z() != 0) {
                edgeAndRowLinks.putIfAbsent(row.letters(), row);
            }
            edgeAndRowLinks.put(link.letters(), link);
        }
        return List.copyOf(edgeAndRowLinks.values());
    }

    private static Link row(Link link) {
        return link.x() == 0 ? link : new Link(-1, 0, link.y(), link.z());
    }

    private String rowPosition(Link link) {
        return link.y() == 0 && link.z() == 0 ? "p" : neighbours.position(row(link));
    }

    @Override
    public void loads(Lines lines, Set<Integer> loaded) {
        lines.line("%s f[%d][%d];", real, gpu.reads().size(), nodes);
        branches(
                lines,
                () -> loaded.forEach(
                        i -> lines.line("%s;", wide("load", gpu.reads().get(i), i))),
                j -> {
                    ofBulk(
                            lines,
                            () -> loaded.forEach(i -> lines.line(
                                    "f[%d][j] = %s;", i, loaded(gpu.reads().get(i)))));
                    if (!isWritten().isEmpty()) {
                        lines.block("else", () -> loaded.forEach(i -> lines.line("f[%d][j] = 0;", i)));
                    }
                });
    }

    @Override
    public void stores(Lines lines, Set<Integer> stored) {
        branches(
                lines,
                () -> stored.forEach(
                        i -> lines.line("%s;", wide("store", gpu.writes().get(i), i))),
                j -> ofBulk(
                        lines,
                        () -> stored.forEach(i -> lines.line(stored(gpu.writes().get(i), i)))));
    }

    /// Other nodes of a group may have no private slots, or be outside of the box.
    private void ofBulk(Lines lines, Runnable accesses) {
        if (isWritten().isEmpty()) {
            accesses.run();
        } else {
            lines.block("if (%s)".formatted(isWritten()), accesses);
        }
    }

    private void branches(Lines lines, Runnable plain, Consumer<String> one) {
        if (!gpu.readsLinkWords()) {
            plain.run();
            return;
        }
        lines.block("if (is_plain)", plain);
        lines.block("else", () -> loop(lines, () -> one.accept("j")));
    }

    private String wide(String verb, Reach reach, int direction) {
        if (!(reach.open() instanceof Place.Slot(boolean ofNeighbour, int array, int copy))) {
            throw new IllegalArgumentException("an open link has no private slot");
        }
        String start = "copy%d%s".formatted(copy, array == 0 ? "" : " + %d * stride".formatted(array));
        Link link = reach.link();
        if (!ofNeighbour) {
            return "%s(%s + %s, f[%d])".formatted(verb, start, slots.offset("p"), direction);
        }
        String row = slots.offset(rowPosition(link));
        return link.x() == 0
                ? "%s(%s + %s, f[%d])".formatted(verb, start, row, direction)
                : "%s_%s(%s, %s, %s, f[%d])"
                        .formatted(
                                verb,
                                link.x() < 0 ? "left" : "right",
                                start,
                                row,
                                slots.offset(neighbours.position(link)),
                                direction);
    }

    private String loaded(Reach reach) {
        return slots.load("copy" + reach.copy(), single(reach));
    }

    private String stored(Reach reach, int direction) {
        return slots.store("copy" + reach.copy(), single(reach), "f[%d][j]".formatted(direction));
    }

    /// The slot of node j of the group.
    private String single(Reach reach) {
        String open = index(reach.open(), reach);
        if (!gpu.walls() || reach.isSameAcrossCut()) {
            return open;
        }
        return "(links[j] & 0x%xu) != 0 ? %s : %s".formatted(1 << reach.link().code(), open, index(reach.cut(), reach));
    }

    private String index(Place place, Reach reach) {
        return switch (place) {
            case Place.Slot(boolean ofNeighbour, int array, int copy) ->
                "%s%s"
                        .formatted(
                                array == 0 ? "" : "%d * stride + ".formatted(array),
                                ofNeighbour ? neighbour(reach.link()) : slots.offset("p") + " + j");
            case Place.Private(int list) ->
                "private_slot(%d, p + j, private_lists, private_words, private_before)".formatted(list + 1);
            case Place.Value v -> throw new IllegalArgumentException("stored fields are accessed node by node");
        };
    }

    private String neighbour(Link link) {
        String row = slots.offset(rowPosition(link));
        String edge = slots.offset(neighbours.position(link));
        return switch (link.x()) {
            case -1 -> "(j == 0 ? %s : %s + j - 1)".formatted(edge, row);
            case 1 -> "(j == %d ? %s : %s + j + 1)".formatted(nodes - 1, edge, row);
            default -> "%s + j".formatted(row);
        };
    }
}
