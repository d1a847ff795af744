package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import java.util.List;
import java.util.Set;

/// Writes the loads and stores of a thread that updates several consecutive nodes of the segment storage,
/// `f[direction][node]`. They need not be adjacent in the box: their own slots are read and written by wide
/// accesses, their neighbours' slots by single ones. Surplus nodes of the last thread repeat the last node, and are
/// not stored.
final class SegmentGroupText implements NodeGroup {
    private final GpuKernel gpu;
    private final NeighbourText neighbours;
    private final SlotText slots;
    private final String real;
    private final int nodes;

    SegmentGroupText(GpuKernel gpu, NeighbourText neighbours, SlotText slots) {
        this.gpu = gpu;
        this.neighbours = neighbours;
        this.slots = slots;
        this.real = Dialect.real(gpu.precision().computed());
        this.nodes = gpu.nodesPerThread();
    }

    @Override
    public int size() {
        return nodes;
    }

    @Override
    public String position() {
        return "q[j]";
    }

    @Override
    public String isWritten() {
        return gpu.selective() ? "p + j < count && group[j] >> 31" : "p + j < count";
    }

    @Override
    public void node(Lines lines) {
        lines.line("int q[%d]; // positions", nodes);
        lines.line("bits_t group[%d]; // per node: segment and place; bit 31: bulk", nodes);
        loop(lines, () -> {
            lines.line("q[j] = p + j < count ? p + j : count - 1;");
            lines.line("group[j] = nodes[q[j]];");
        });
        if (gpu.selective()) {
            lines.line("bits_t all = ~0u;");
            loop(lines, () -> lines.line("all &= group[j];"));
            if (gpu.swept().isEmpty()) {
                lines.line("bits_t any = 0;");
                loop(lines, () -> lines.line("any |= group[j];"));
                lines.block("if (!(any >> 31))", () -> lines.line("return;"));
            }
        }
        lines.line("const bool is_whole = p + %d <= count%s;", nodes, gpu.selective() ? " && all >> 31 != 0" : "");
    }

    @Override
    public void others(Lines lines) {
        lines.block("if (!(all >> 31))", () -> SweptClassText.updateGroup(lines, gpu, slots.dialect()));
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        if (!directions.isEmpty()) {
            neighbours.neighbours(lines, directions);
        }
    }

    @Override
    public void loads(Lines lines, Set<Integer> directions) {
        lines.line("%s f[%d][%d];", real, gpu.reads().size(), nodes);
        for (int i : directions) {
            if (isOwn(gpu.reads().get(i))) {
                lines.line("load(%s, f[%d]);", start(gpu.reads().get(i)), i);
            }
        }
        loop(lines, () -> {
            for (int i : directions) {
                Reach reach = gpu.reads().get(i);
                if (!isOwn(reach)) {
                    lines.line("f[%d][j] = %s;", i, slots.load(copy(reach), slot(reach)));
                }
            }
        });
        lines.line(slots.dialect().loadFence()); // issues the loads of all nodes before any is used
    }

    @Override
    public void stores(Lines lines, Set<Integer> directions) {
        lines.block("if (is_whole)", () -> {
            for (int i : directions) {
                if (isOwn(gpu.writes().get(i))) {
                    lines.line("store(%s, f[%d]);", start(gpu.writes().get(i)), i);
                }
            }
        });
        loop(lines, () -> {
            lines.block("if (!is_whole && %s)".formatted(isWritten()), () -> {
                for (int i : directions) {
                    Reach reach = gpu.writes().get(i);
                    if (isOwn(reach)) {
                        lines.line(slots.store(copy(reach), slot(reach), "f[%d][j]".formatted(i)));
                    }
                }
            });
            if (directions.stream().anyMatch(i -> !isOwn(gpu.writes().get(i)))) {
                lines.block("if (%s)".formatted(isWritten()), () -> {
                    for (int i : directions) {
                        Reach reach = gpu.writes().get(i);
                        if (!isOwn(reach)) {
                            lines.line(slots.store(copy(reach), slot(reach), "f[%d][j]".formatted(i)));
                        }
                    }
                });
            }
        });
    }

    /// Whether it is the node's own slot for open and cut links.
    private boolean isOwn(Reach reach) {
        return (!gpu.walls() || reach.isSameAcrossCut())
                && reach.open() instanceof Place.Slot(boolean ofNeighbour, int a, int c)
                && !ofNeighbour;
    }

    private String start(Reach reach) {
        Place.Slot own = (Place.Slot) reach.open();
        return "copy%d + %s%s".formatted(own.copy(), SlotText.array(own.array()), slots.offset("p"));
    }

    private static String copy(Reach reach) {
        return reach.open() instanceof Place.Slot slot ? "copy" + slot.copy() : "copy0";
    }

    /// The slot of node j.
    private String slot(Reach reach) {
        String open = slot(reach.open(), reach);
        return !gpu.walls() || reach.isSameAcrossCut()
                ? open
                : "%s ? %s : %s".formatted(neighbours.open(reach.link()), open, slot(reach.cut(), reach));
    }

    private String slot(Place place, Reach reach) {
        return switch (place) {
            case Place.Slot slot ->
                SlotText.array(slot.array())
                        + slots.offset(slot.neighbours() ? neighbours.position(reach.link()) : position());
            case Place.Private(int list) ->
                "private_slot(%d, q[j], private_lists, private_words, private_before)".formatted(list + 1);
            case Place.Value v -> throw new IllegalArgumentException("stored fields are accessed node by node");
        };
    }
}
