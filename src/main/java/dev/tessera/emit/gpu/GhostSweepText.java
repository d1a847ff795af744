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

/// Writes the sweep over tiles with ghost buffers (TGB): the second half of the streaming first (populations from other
/// tiles), then the collision, then the first half (populations to other tiles, and the scatter within the tile).
///
/// Every thread reads and writes only its own node's slots, in whole cache lines. All other values pass through shared
/// memory: a tile's threads load the incoming populations in the order of [GhostPaths], contiguously; then values move
/// between nodes of the tile, and to ghost buffers in the same order. No branch loads a single value, and sectors are
/// read and written whole. A node that is not fluid sends NaN, which marks a cut link, in ghost buffers and within the
/// tile. A slot whose value comes from no node of the tile keeps the node's own outgoing population in the opposite
/// direction: correct if that link is cut, and not read if the value comes from another tile.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018); docs/decisions/0015.
final class GhostSweepText {
    /// Shared memory per block for values that move within tiles.
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
    private final int tiles; // per block
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

    /// Whether nodes or links may be missing, so that a value may be NaN.
    private boolean mayBeMissing() {
        return kernel.walls() || !ghosts.isFull();
    }

    private void barrier() {
        if (has(Ablation.BARRIERS)) {
            lines.line(dialect.barrier());
        }
    }

    /// @param loaded names of incoming populations, by direction
    /// @param stored outgoing populations, by direction, in terms of the names that `compute` defines
    void write(Map<Integer, String> loaded, Map<Integer, Supplier<String>> stored, Runnable compute, Runnable fields) {
        node();
        List<Integer> moving = stored.keySet().stream().filter(i -> i != 0).toList();
        int round = round(moving.size());
        lines.line("%s%s moved[%d];", dialect.sharedQualifier(), real, tiles * sharedValues(round));
        lines.line(
                "const int here = lane / %d * %d; // start of the tile in shared memory",
                shape.nodes(), sharedValues(round));
        lines.line("");
        if (has(Ablation.GHOSTS)) {
            loadFromOtherTiles();
        }
        lines.comment("incoming populations: from the tile itself, then from other tiles");
        loaded.forEach((i, name) -> lines.line("%s %s = %s;", real, name, slots.load("copy0", slots.own(i))));
        if (has(Ablation.GHOSTS)) {
            shareIncoming();
            replaceIncoming(loaded);
        }
        lines.line("");
        lines.comment("computation");
        String out = stored.keySet().stream().map(GhostSweepText::outName).collect(Collectors.joining(", "));
        lines.line("%s %s;", real, out);
        collide(stored, compute, fields);
        lines.line("");
        if (has(Ablation.GHOSTS)) {
            barrier();
        }
        scatter(moving, round);
        if (stored.containsKey(0)) {
            lines.block("if (is_fluid)", () -> lines.line(slots.store("copy0", slots.own(0), outName(0))));
        }
    }

    private void collide(Map<Integer, Supplier<String>> stored, Runnable compute, Runnable fields) {
        Runnable sweep = () -> {
            compute.run();
            stored.forEach((i, value) -> lines.line("%s = %s;", outName(i), value.get()));
            fields.run();
        };
        Runnable nothing = () -> stored.keySet().forEach(i -> lines.line("%s = %s;", outName(i), nan()));
        if (kernel.selective()) {
            lines.block("if (%s)".formatted(nodes.bit("sweep", "tile", "l")), sweep);
            lines.block("else if (is_fluid)", () -> {
                nodes.deferredIndex(lines);
                stored.keySet().forEach(i -> lines.line("%s = deferred[%d * stride_deferred + number];", outName(i), i));
            });
            lines.block("else", nothing);
        } else if (ghosts.isFull()) {
            lines.block("", sweep);
        } else {
            lines.block("if (is_fluid)", sweep);
            lines.block("else", nothing);
        }
    }

    private String nan() {
        return dialect.nan(kernel.precision().computed());
    }

    private static String outName(int direction) {
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

    /// Directions whose values pass through shared memory at the same time.
    private int round(int moving) {
        return Math.max(
                1, Math.min(moving, SHARED_BYTES / (threads * kernel.precision().computedBytes())));
    }

    /// Values of a tile in shared memory.
    private int sharedValues(int round) {
        return Math.max(round * shape.nodes(), has(Ablation.GHOSTS) ? paths.values() : 0);
    }

    private String row(String table) {
        return shape.hasSeams() ? "%s[seam * %d + ".formatted(table, paths.values()) : table + "[";
    }

    /// Loads of each thread of a tile.
    private int times() {
        return Math.ceilDiv(paths.values(), shape.nodes());
    }

    private String number(int time) {
        return time == 0 ? "l" : "l + " + time * shape.nodes();
    }

    /// The condition that a tile has a value with this number; empty if it always has.
    private String isOne(int time) {
        return (time + 1) * shape.nodes() <= paths.values() ? "" : "%s < %d".formatted(number(time), paths.values());
    }

    private static String when(String condition, String then, String otherwise) {
        return condition.isEmpty() ? then : "%s ? %s : %s".formatted(condition, then, otherwise);
    }

    /// Loads the populations from other tiles, contiguously.
    private void loadFromOtherTiles() {
        lines.comment("populations from other tiles");
        int mask = (1 << GhostPaths.PLACE_BITS) - 1;
        for (int time = 0; time < times(); time++) {
            String way = row("arrivals") + number(time) + "]";
            lines.line("const int in_path_%d = %s;", time, when(isOne(time), way, "-1"));
        }
        for (int time = 0; time < times(); time++) {
            lines.line(
                    "const int from_%1$d = in_path_%1$d < 0 ? -1 : ghost_reads[tile * %2$d + (in_path_%1$d >> %3$d)];",
                    time, ghosts.columns().reads(), GhostPaths.PLACE_BITS);
        }
        for (int time = 0; time < times(); time++) {
            String value = slots.load("ghost_in", "from_%1$d + (in_path_%1$d & %2$d)".formatted(time, mask));
            lines.line("const %s incoming_%2$d = from_%2$d < 0 ? %3$s : %4$s;", real, time, nan(), value);
        }
    }

    private void shareIncoming() {
        for (int time = 0; time < times(); time++) {
            String share = "moved[here + %s] = incoming_%d;".formatted(number(time), time);
            String condition = isOne(time);
            lines.line(condition.isEmpty() ? share : "if (%s) %s".formatted(condition, share));
        }
        barrier();
    }

    /// A population from another tile replaces the value of the node's own slot, unless it is NaN: that link is cut.
    private void replaceIncoming(Map<Integer, String> loaded) {
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
                if (mayBeMissing()) {
                    lines.line("const %s ghost_%s = %s;", real, letters, arrived);
                    lines.line("%1$s = ghost_%2$s == ghost_%2$s ? ghost_%2$s : %1$s;", name, letters);
                } else {
                    lines.line("%s = %s;", name, arrived);
                }
            }
        });
    }

    private void scatter(List<Integer> moving, int round) {
        lines.comment("outgoing populations: to nodes of the tile and the node's own slots, and to other tiles");
        TileSteps around = new TileSteps(shape, 1);
        for (int first = 0; first < moving.size(); first += round) {
            List<Integer> directions = moving.subList(first, Math.min(moving.size(), first + round));
            if (first > 0) {
                barrier();
            }
            for (int k = 0; k < directions.size(); k++) {
                lines.line("moved[here + %d + l] = %s;", k * shape.nodes(), outName(directions.get(k)));
            }
            barrier();
            if (has(Ablation.GHOSTS)) {
                sendToOtherTiles(directions);
            }
            lines.block("if (is_fluid)", () -> {
                for (int k = 0; k < directions.size(); k++) {
                    storeIncoming(around, directions.get(k), k * shape.nodes());
                }
            });
        }
    }

    /// Copies the populations that leave the tile along some directions, which are contiguous in shared memory, to
    /// ghost buffers.
    private void sendToOtherTiles(List<Integer> directions) {
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
                lines.line("const int out_path_%d = %s;", time, when(condition, way, "-1"));
            }
            for (int time = 0; time < times.size(); time++) {
                lines.line(
                        "const int to_%1$d = out_path_%1$d < 0 ? -1 : ghost_writes[tile * %2$d + (out_path_%1$d >> %3$d)];",
                        time, ghosts.columns().writes(), columnAt);
            }
            for (int time = 0; time < times.size(); time++) {
                String to = "to_%1$d + (out_path_%1$d >> %2$d & %3$d)".formatted(time, GhostPaths.SOURCE_BITS, places);
                String value = "moved[here + (out_path_%d & %d) - %d]"
                        .formatted(time, sources, directions.getFirst() * shape.nodes());
                lines.line("if (to_%d >= 0) %s", time, slots.store("ghost_out", to, value));
            }
        });
    }

    private void storeIncoming(TileSteps around, int direction, int start) {
        Link from = upstream(direction);
        String letters = from.letters();
        String other = outName(from.direction());
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
