package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.InTile;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Writes the sweep over tiles with ghost buffers (TGB): second half of the propagation first (what came from other
/// tiles), then the collision, then the first half (what goes to other tiles, and the scatter within the tile).
///
/// Every thread reads and writes its own node's slots alone, in whole lines. Between the two, values move from node to
/// node of the tile through shared memory. A slot whose value comes from no node of the tile keeps what the node itself
/// sends the other way: right where that link is cut, and not read where it comes from another tile.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018); docs/decisions/0015.
final class GhostSweepText {
    /// Of a block, for values that move within tiles.
    private static final int SHARED_BYTES = 36 << 10;

    private final GpuKernel kernel;
    private final Locator.Ghosts ghosts;
    private final TileShape shape;
    private final Dialect dialect;
    private final SlotText slots;
    private final String real;
    private final GhostSteps steps;
    private final GhostNeighbours nodes;
    private final int threads;
    private final int tiles; // of a block
    private final Lines lines;

    GhostSweepText(GpuKernel kernel, Locator.Ghosts ghosts, Dialect dialect, Lines lines) {
        this.kernel = kernel;
        this.ghosts = ghosts;
        this.shape = ghosts.shape();
        this.dialect = dialect;
        this.slots = SlotText.of(kernel, dialect);
        this.real = Dialect.real(kernel.precision().computed());
        this.steps = new GhostSteps(ghosts);
        this.nodes = new GhostNeighbours(kernel, ghosts, dialect);
        this.threads = kernel.tuning().threads();
        this.tiles = threads / shape.nodes();
        this.lines = lines;
    }

    private boolean has(Ablation part) {
        return ghosts.omitted() != part;
    }

    private boolean isShared() {
        return kernel.tuning().lookup() == TileLookup.SHARED && has(Ablation.GHOSTS);
    }

    private void barrier() {
        if (has(Ablation.BARRIERS)) {
            lines.line(dialect.barrier());
        }
    }

    /// @param loaded names of arriving populations, by direction
    /// @param stored what leaves, by direction, in terms of what `happens` names
    void write(Map<Integer, String> loaded, Map<Integer, Supplier<String>> stored, Runnable happens, Runnable fields) {
        node();
        if (isShared()) {
            sharedIndices();
        }
        lines.line("");
        lines.stage("what arrives: from the tile itself, then from other tiles");
        loaded.forEach(
                (i, name) -> lines.line("%s %s = %s;", real, name, slots.load("copy0", GhostNeighbours.ownIndex(i))));
        if (has(Ablation.GHOSTS)) {
            arrivals(loaded);
        }
        lines.line("");
        lines.stage("what happens");
        String out = stored.keySet().stream().map(GhostSweepText::leaving).collect(Collectors.joining(", "));
        lines.line("%s %s;", real, out);
        Runnable sweep = () -> {
            happens.run();
            stored.forEach((i, value) -> lines.line("%s = %s;", leaving(i), value.get()));
            fields.run();
        };
        if (kernel.choosy()) {
            lines.block("if (%s)".formatted(nodes.bit("sweep", "tile", "l")), sweep);
            lines.block("else", () -> {
                nodes.apart(lines);
                stored.keySet()
                        .forEach(i -> lines.line(
                                "%s = is_fluid ? apart[%d * stride_apart + number] : (%s) 0;", leaving(i), i, real));
            });
        } else {
            lines.block("", sweep);
        }
        lines.line("");
        if (has(Ablation.GHOSTS)) {
            departures(stored.keySet());
        }
        scatter(stored.keySet());
    }

    private static String leaving(int direction) {
        return "out_" + direction;
    }

    private Link upstream(int direction) {
        return kernel.reads().get(direction).link();
    }

    private void node() {
        lines.line("const int lane = %s;", dialect.lane());
        lines.line("const int place = %s * %d + lane / %d;", dialect.block(), tiles, shape.nodes());
        lines.line("const bool is_tile = place * %d < count;", shape.nodes());
        lines.line("const int tile = is_tile ? %s : 0;", kernel.isReordered() ? "order[place]" : "place");
        lines.line("const int l = lane %% %d;", shape.nodes());
        lines.line("const int p = tile * %d + l; // the node's position", shape.nodes());
        String isFluid = ghosts.isFull() ? "" : " && " + nodes.bit("masks", "tile", "l");
        lines.line("const bool is_fluid = is_tile%s;", isFluid);
        new TileSteps(shape, 1).axes(lines);
    }

    /// Entries of the index arrays of a block's tiles, and a column of each direction that comes across x.
    private void sharedIndices() {
        int reads = ghosts.columns().reads();
        int writes = ghosts.columns().writes();
        lines.line("");
        lines.stage("where the ghost buffers of the block's tiles are");
        lines.line("%sint to_read[%d];", dialect.shared(), tiles * reads);
        lines.line("%sint to_write[%d];", dialect.shared(), tiles * writes);
        lines.line(
                "%s%s columns[%d];",
                dialect.shared(), real, tiles * horizontal().size() * column());
        indices("to_read", "ghost_reads", reads);
        indices("to_write", "ghost_writes", writes);
        lines.line(dialect.barrier()); // never omitted: what is not there yet would lead out of the buffers
        lines.stage("what comes across x: a column of the tile's face for each direction");
        new TileSteps(shape, 1).columnAxes(lines, column());
        List<Integer> directions = horizontal();
        for (int group = 0; group < Math.min(shape.a(), directions.size()); group++) {
            int number = group;
            lines.block("if (l / %d == %d)".formatted(column(), group), () -> {
                for (int k = number; k < directions.size(); k += shape.a()) {
                    int direction = directions.get(k);
                    Link from = upstream(direction);
                    String name = "from_" + from.letters();
                    lines.line(
                            "const int %s = to_read[lane / %d * %d + %s];",
                            name, shape.nodes(), reads, steps.columnEntry(direction, from));
                    lines.line(
                            "columns[(lane / %d * %d + %d) * %d + l %% %d] = %s >= 0 ? %s : %s;",
                            shape.nodes(),
                            directions.size(),
                            k,
                            column(),
                            column(),
                            name,
                            slots.load("ghost_in", name + " + " + steps.columnPlace(from)),
                            dialect.notANumber(kernel.precision().computed()));
                }
            });
        }
        barrier();
    }

    /// Nodes of a tile's face across x.
    private int column() {
        return shape.b() * shape.c();
    }

    /// Directions that move along x.
    private List<Integer> horizontal() {
        List<Integer> directions = new ArrayList<>();
        for (Link link : kernel.links()) {
            if (link.x() != 0) {
                directions.add(link.direction());
            }
        }
        return directions;
    }

    private void indices(String to, String from, int entries) {
        lines.block("for (int k = lane; k < %d; k += %d)".formatted(tiles * entries, threads), () -> {
            lines.line("const int of = %s * %d + k / %d;", dialect.block(), tiles, entries);
            String number = kernel.isReordered() ? "order[of]" : "of";
            lines.line(
                    "%1$s[k] = of * %2$d < count ? %3$s[%4$s * %5$d + k %% %5$d] : -1;",
                    to, shape.nodes(), from, number, entries);
        });
    }

    private String entry(String shared, String global, int entries, String entry) {
        return isShared()
                ? "%s[lane / %d * %d + %s]".formatted(shared, shape.nodes(), entries, entry)
                : "%s[tile * %d + %s]".formatted(global, entries, entry);
    }

    /// What came from other tiles replaces the node's own slot, but where it is no number: that link is cut.
    private void arrivals(Map<Integer, String> loaded) {
        List<Integer> across = isShared() ? horizontal() : List.of();
        loaded.forEach((i, name) -> {
            if (i == 0) {
                return;
            }
            Link from = upstream(i);
            String entry = entry("to_read", "ghost_reads", ghosts.columns().reads(), steps.readEntry(i, from));
            String crosses = GhostSteps.leaves(from);
            if (across.contains(i)) {
                crosses += " && !" + GhostSteps.leaves(new Link(-1, from.x(), 0, 0));
            }
            if (!across.contains(i) || from.y() != 0 || from.z() != 0) {
                lines.line("const int from_%s = %s ? %s : -1;", from.letters(), crosses, entry);
            }
        });
        loaded.forEach((i, name) -> {
            if (i == 0) {
                return;
            }
            Link from = upstream(i);
            String letters = from.letters();
            String ghost = slots.load("ghost_in", "from_%s + %s".formatted(letters, steps.readPlace(from)));
            String value;
            if (across.contains(i)) {
                String inColumn = shape.isFlat() ? "y" : "y + %d * z".formatted(shape.b());
                String column = "columns[(lane / %d * %d + %d) * %d + %s]"
                        .formatted(shape.nodes(), across.size(), across.indexOf(i), column(), inColumn);
                String other = from.y() == 0 && from.z() == 0
                        ? name
                        : "from_%s >= 0 ? %s : %s".formatted(letters, ghost, name);
                value = "%s ? %s : %s".formatted(GhostSteps.leaves(new Link(-1, from.x(), 0, 0)), column, other);
            } else {
                value = "from_%s >= 0 ? %s : %s".formatted(letters, ghost, name);
            }
            lines.line("const %s ghost_%s = %s;", real, letters, value);
        });
        loaded.forEach((i, name) -> {
            if (i != 0) {
                String ghost = "ghost_" + upstream(i).letters();
                lines.line("%1$s = %2$s == %2$s ? %2$s : %1$s;", name, ghost);
            }
        });
    }

    private void departures(Set<Integer> stored) {
        lines.stage("what leaves: to other tiles");
        stored.stream().filter(i -> i != 0).forEach(i -> {
            Link to = kernel.writes().get(i).link();
            lines.block("if (is_fluid && %s)".formatted(GhostSteps.leaves(to)), () -> {
                lines.line(
                        "const int to = %s;",
                        entry("to_write", "ghost_writes", ghosts.columns().writes(), steps.writeEntry(to)));
                lines.block(
                        "if (to >= 0)",
                        () -> lines.line(slots.store("ghost_out", "to + " + steps.writePlace(to), leaving(i))));
            });
        });
        lines.line("");
    }

    private void scatter(Set<Integer> stored) {
        lines.stage("what leaves: to nodes of the tile, and to the node's own slots");
        List<Integer> moving = stored.stream().filter(i -> i != 0).toList();
        int round = Math.max(
                1,
                Math.min(
                        moving.size(),
                        SHARED_BYTES / (threads * kernel.precision().computedBytes())));
        lines.line("%s%s moved[%d];", dialect.shared(), real, round * threads);
        if (stored.contains(0)) {
            lines.block("if (is_fluid)", () -> lines.line(slots.store("copy0", "p", leaving(0))));
        }
        TileSteps around = new TileSteps(shape, 1);
        for (int first = 0; first < moving.size(); first += round) {
            List<Integer> directions = moving.subList(first, Math.min(moving.size(), first + round));
            if (first > 0) {
                barrier();
            }
            for (int k = 0; k < directions.size(); k++) {
                lines.line("moved[%d + lane] = %s;", k * threads, leaving(directions.get(k)));
            }
            barrier();
            lines.block("if (is_fluid)", () -> {
                for (int k = 0; k < directions.size(); k++) {
                    arrive(around, directions.get(k), k * threads);
                }
            });
        }
    }

    private void arrive(TileSteps around, int direction, int start) {
        Link from = upstream(direction);
        String letters = from.letters();
        lines.line("const int l_%s = %s;", letters, around.place(from, InTile.XYZ));
        String isFluid = ghosts.isFull() ? "" : " && " + nodes.bit("masks", "tile", "l_" + letters);
        String value = "!%s%s ? moved[%d + lane - l + l_%s] : %s"
                .formatted(GhostSteps.leaves(from), isFluid, start, letters, leaving(from.direction()));
        lines.line(slots.store("copy0", GhostNeighbours.ownIndex(direction), value));
    }
}
