package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GhostPaths;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.InTile;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.TileShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Writes the sweep over tiles with ghost buffers (TGB): second half of the propagation first (what came from
/// other tiles), then the collision, then the first half (what goes to other tiles, and the scatter within
/// the tile).
///
/// Every thread reads and writes its own node's slots alone, in whole lines. All other values go through
/// shared memory: a tile's threads bring what arrives in the order of [GhostPaths], side by side; then values
/// move from node to node of the tile, and to ghost buffers in that order again. So no branch asks for a
/// single value, and sectors are read and written whole. A node that is not fluid sends no numbers: that is
/// how others know that a link is cut, in ghost buffers and within the tile. A slot whose value comes from no
/// node of the tile keeps what the node itself sends the other way: right where that link is cut, and not
/// read where it comes from another tile.
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
    private final GhostPaths paths;
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
        this.paths = ghosts.paths();
        this.nodes = new GhostNeighbours(kernel, ghosts, dialect);
        this.threads = kernel.tuning().threads();
        this.tiles = threads / shape.nodes();
        this.lines = lines;
    }

    private boolean has(Ablation part) {
        return ghosts.omitted() != part;
    }

    /// Whether some nodes or links are not there, so that a value may be none.
    private boolean asks() {
        return kernel.walls() || !ghosts.isFull();
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
        List<Integer> moving = stored.keySet().stream().filter(i -> i != 0).toList();
        int round = round(moving.size());
        lines.line("%s%s moved[%d];", dialect.shared(), real, tiles * room(round));
        lines.line("const int here = lane / %d * %d; // of the tile in shared memory", shape.nodes(), room(round));
        lines.line("");
        if (has(Ablation.GHOSTS)) {
            arrivals();
        }
        lines.stage("what arrives: from the tile itself, then from other tiles");
        loaded.forEach((i, name) -> lines.line("%s %s = %s;", real, name, slots.load("copy0", slots.own(i))));
        if (has(Ablation.GHOSTS)) {
            shareArrivals();
            takeArrivals(loaded);
        }
        lines.line("");
        lines.stage("what happens");
        String out = stored.keySet().stream().map(GhostSweepText::leaving).collect(Collectors.joining(", "));
        lines.line("%s %s;", real, out);
        collide(stored, happens, fields);
        lines.line("");
        if (has(Ablation.GHOSTS)) {
            barrier();
        }
        scatter(moving, round);
        if (stored.containsKey(0)) {
            lines.block("if (is_fluid)", () -> lines.line(slots.store("copy0", slots.own(0), leaving(0))));
        }
    }

    private void collide(Map<Integer, Supplier<String>> stored, Runnable happens, Runnable fields) {
        Runnable sweep = () -> {
            happens.run();
            stored.forEach((i, value) -> lines.line("%s = %s;", leaving(i), value.get()));
            fields.run();
        };
        Runnable nothing = () -> stored.keySet().forEach(i -> lines.line("%s = %s;", leaving(i), none()));
        if (kernel.selective()) {
            lines.block("if (%s)".formatted(nodes.bit("sweep", "tile", "l")), sweep);
            lines.block("else if (is_fluid)", () -> {
                nodes.apart(lines);
                stored.keySet().forEach(i -> lines.line("%s = apart[%d * stride_apart + number];", leaving(i), i));
            });
            lines.block("else", nothing);
        } else if (ghosts.isFull()) {
            lines.block("", sweep);
        } else {
            lines.block("if (is_fluid)", sweep);
            lines.block("else", nothing);
        }
    }

    private String none() {
        return dialect.notANumber(kernel.precision().computed());
    }

    private static String leaving(int direction) {
        return "out_" + direction;
    }

    private Link upstream(int direction) {
        return kernel.reads().get(direction).link();
    }

    private void node() {
        lines.line("const int lane = %s;", dialect.lane());
        lines.line("const int place = block * %d + lane / %d;", tiles, shape.nodes());
        lines.line("const bool is_tile = place * %d < count;", shape.nodes());
        lines.line("const int tile = is_tile ? %s : 0;", kernel.isReordered() ? "order[place]" : "place");
        lines.line("const int l = lane %% %d;", shape.nodes());
        lines.line("const int p = tile * %d + l; // the node's position", shape.nodes());
        String isFluid = ghosts.isFull() ? "" : " && " + nodes.bit("masks", "tile", "l");
        lines.line("const bool is_fluid = is_tile%s;", isFluid);
        new TileSteps(shape, 1).axes(lines);
    }

    /// Directions whose values move through shared memory at once.
    private int round(int moving) {
        return Math.max(
                1, Math.min(moving, SHARED_BYTES / (threads * kernel.precision().computedBytes())));
    }

    /// Values of a tile in shared memory.
    private int room(int round) {
        return Math.max(round * shape.nodes(), has(Ablation.GHOSTS) ? paths.values() : 0);
    }

    private String row(String table) {
        return shape.hasSeams() ? "%s[seam * %d + ".formatted(table, paths.values()) : table + "[";
    }

    /// How often a tile's threads bring a value each.
    private int times() {
        return Math.ceilDiv(paths.values(), shape.nodes());
    }

    private String number(int time) {
        return time == 0 ? "l" : "l + " + time * shape.nodes();
    }

    /// A condition that a tile has a value with a number, in front of others; empty where it has.
    private String isOne(int time) {
        return (time + 1) * shape.nodes() <= paths.values() ? "" : "%s < %d".formatted(number(time), paths.values());
    }

    private static String when(String condition, String then, String otherwise) {
        return condition.isEmpty() ? then : "%s ? %s : %s".formatted(condition, then, otherwise);
    }

    /// Brings what other tiles have left for this one, values side by side.
    private void arrivals() {
        lines.stage("what other tiles have left for this one, value after value");
        int mask = (1 << GhostPaths.PLACE_BITS) - 1;
        for (int time = 0; time < times(); time++) {
            String way = row("arrivals") + number(time) + "]";
            lines.line("const int way_%d = %s;", time, when(isOne(time), way, "-1"));
        }
        for (int time = 0; time < times(); time++) {
            lines.line(
                    "const int from_%1$d = way_%1$d < 0 ? -1 : ghost_reads[tile * %2$d + (way_%1$d >> %3$d)];",
                    time, ghosts.columns().reads(), GhostPaths.PLACE_BITS);
        }
        for (int time = 0; time < times(); time++) {
            String value = slots.load("ghost_in", "from_%1$d + (way_%1$d & %2$d)".formatted(time, mask));
            lines.line("const %s came_%2$d = from_%2$d < 0 ? %3$s : %4$s;", real, time, none(), value);
        }
    }

    private void shareArrivals() {
        for (int time = 0; time < times(); time++) {
            String share = "moved[here + %s] = came_%d;".formatted(number(time), time);
            String condition = isOne(time);
            lines.line(condition.isEmpty() ? share : "if (%s) %s".formatted(condition, share));
        }
        barrier();
    }

    /// What came from other tiles replaces the node's own slot, but where it is no number: that link is cut.
    private void takeArrivals(Map<Integer, String> loaded) {
        loaded.forEach((i, name) -> {
            if (i != 0) {
                Link from = upstream(i);
                lines.line("const int in_%s = %s;", from.letters(), steps.arrival(paths, i, from));
            }
        });
        loaded.forEach((i, name) -> {
            if (i != 0) {
                String letters = upstream(i).letters();
                String arrived = "in_%1$s < 0 ? %2$s : moved[here + in_%1$s]".formatted(letters, name);
                if (asks()) {
                    lines.line("const %s ghost_%s = %s;", real, letters, arrived);
                    lines.line("%1$s = ghost_%2$s == ghost_%2$s ? ghost_%2$s : %1$s;", name, letters);
                } else {
                    lines.line("%s = %s;", name, arrived);
                }
            }
        });
    }

    private void scatter(List<Integer> moving, int round) {
        lines.stage("what leaves: to nodes of the tile and the node's own slots, and to other tiles");
        TileSteps around = new TileSteps(shape, 1);
        for (int first = 0; first < moving.size(); first += round) {
            List<Integer> directions = moving.subList(first, Math.min(moving.size(), first + round));
            if (first > 0) {
                barrier();
            }
            for (int k = 0; k < directions.size(); k++) {
                lines.line("moved[here + %d + l] = %s;", k * shape.nodes(), leaving(directions.get(k)));
            }
            barrier();
            if (has(Ablation.GHOSTS)) {
                departures(directions);
            }
            lines.block("if (is_fluid)", () -> {
                for (int k = 0; k < directions.size(); k++) {
                    arrive(around, directions.get(k), k * shape.nodes());
                }
            });
        }
    }

    /// Brings to ghost buffers what leaves the tile along some directions, which follow each other in shared
    /// memory.
    private void departures(List<Integer> directions) {
        int start = paths.first(directions.getFirst());
        int end = paths.first(directions.getLast() + 1);
        int places = (1 << GhostPaths.PLACE_BITS) - 1;
        int sources = (1 << GhostPaths.SOURCE_BITS) - 1;
        int columnAt = GhostPaths.PLACE_BITS + GhostPaths.SOURCE_BITS;
        lines.block("if (is_tile)", () -> {
            List<Integer> times = new ArrayList<>();
            for (int from = start; from < end; from += shape.nodes()) {
                int time = times.size();
                times.add(from);
                String way = row("departures") + (from == 0 ? "l" : "l + " + from) + "]";
                String condition = from + shape.nodes() <= end ? "" : "l < %d".formatted(end - from);
                lines.line("const int go_%d = %s;", time, when(condition, way, "-1"));
            }
            for (int time = 0; time < times.size(); time++) {
                lines.line(
                        "const int to_%1$d = go_%1$d < 0 ? -1 : ghost_writes[tile * %2$d + (go_%1$d >> %3$d)];",
                        time, ghosts.columns().writes(), columnAt);
            }
            for (int time = 0; time < times.size(); time++) {
                String to = "to_%1$d + (go_%1$d >> %2$d & %3$d)".formatted(time, GhostPaths.SOURCE_BITS, places);
                String value = "moved[here + (go_%d & %d) - %d]"
                        .formatted(time, sources, directions.getFirst() * shape.nodes());
                lines.line("if (to_%d >= 0) %s", time, slots.store("ghost_out", to, value));
            }
        });
    }

    private void arrive(TileSteps around, int direction, int start) {
        Link from = upstream(direction);
        String letters = from.letters();
        String other = leaving(from.direction());
        lines.line("const int l_%s = %s;", letters, around.place(from, InTile.XYZ));
        String inTile = "moved[here + %d + l_%s]".formatted(start, letters);
        String value = "%s ? %s : %s".formatted(GhostSteps.leaves(from), other, inTile);
        if (ghosts.isFull()) {
            lines.line(slots.store("copy0", slots.own(direction), value));
        } else {
            lines.line("const %s to_%s = %s;", real, letters, value);
            String sent = "to_%1$s == to_%1$s ? to_%1$s : %2$s".formatted(letters, other);
            lines.line(slots.store("copy0", slots.own(direction), sent));
        }
    }
}
