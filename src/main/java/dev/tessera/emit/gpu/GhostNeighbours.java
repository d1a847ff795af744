package dev.tessera.emit.gpu;

import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Access to the populations of a listed node of tiles with ghost buffers: in a buffer if they come from another
/// tile over an open link, otherwise in the node's own slots. Results are stored in a deferred array, which the
/// sweep copies to their slots.
final class GhostNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Locator.Ghosts ghosts;
    private final TileShape shape;
    private final Dialect dialect;
    private final SlotText slots;
    private final GhostSteps steps;

    GhostNeighbours(GpuKernel kernel, Locator.Ghosts ghosts, Dialect dialect) {
        this.kernel = kernel;
        this.ghosts = ghosts;
        this.shape = ghosts.shape();
        this.dialect = dialect;
        this.slots = SlotText.of(kernel, dialect);
        this.steps = new GhostSteps(ghosts);
    }

    @Override
    public String own() {
        return TileSteps.own(kernel, shape);
    }

    @Override
    public void node(Lines lines) {
        lines.line("const int tile = p / %d;", shape.nodes());
        lines.line("const int l = p %% %d;", shape.nodes());
        if (kernel.defersResults()) {
            deferredIndex(lines);
        }
    }

    /// Writes a node's index among the nodes of classes other than the bulk.
    void deferredIndex(Lines lines) {
        String word = word("tile", "l");
        String fluid = ghosts.isFull() ? "~sweep[%s]".formatted(word) : "masks[%1$s] & ~sweep[%1$s]".formatted(word);
        String before = "%s & (((mask_t) 1 << (l & 63)) - 1)".formatted(fluid);
        lines.line("const int number = deferred_before[%s] + %s;", word, dialect.bitCount(before));
    }

    private String word(String tile, String place) {
        return shape.words() == 1 ? tile : "%s * %d + (%s >> 6)".formatted(tile, shape.words(), place);
    }

    /// A bit of a table of masks.
    String bit(String table, String tile, String place) {
        return "(%s[%s] >> (%s & 63) & 1) != 0".formatted(table, word(tile, place), place);
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        Set<Integer> moved = moved();
        if (moved.isEmpty()) {
            return;
        }
        TileSteps around = new TileSteps(shape, 1);
        around.axes(lines);
        List<Link> upstream = moved.stream().map(this::upstream).toList();
        around.places(lines, upstream, "tiles[tile * " + shape.neighbours());
        for (int direction : moved) {
            Link from = upstream(direction);
            String name = from.letters();
            String isFluid = ghosts.isFull() ? "" : " && " + bit("masks", "tile_" + name, "l_" + name);
            lines.line(
                    "const int ghost_%1$s = %2$s && tile_%1$s >= 0%3$s ? ghost_reads[tile * %4$d + %5$s] + %6$s : -1;",
                    name,
                    GhostSteps.leaves(from),
                    isFluid,
                    ghosts.columns().reads(),
                    steps.readEntry(direction, from),
                    steps.readPlace(from));
        }
    }

    /// Directions whose incoming populations are read or written, without rest.
    private Set<Integer> moved() {
        Set<Integer> moved = new TreeSet<>();
        for (Statement statement : kernel.kernel().nodeStatements()) {
            switch (statement) {
                case Statement.Load(var symbol, Source.PopulationIn in) -> moved.add(in.direction());
                case Statement.Load l -> {}
                case Statement.Let l -> {}
                case Statement.Iterate i -> {}
                case Statement.Store(Sink.PopulationOut out, var value) -> {
                    if (!kernel.defersResults()) {
                        moved.add(out.direction());
                    }
                }
                case Statement.Store s -> {}
            }
        }
        moved.remove(0);
        return moved;
    }

    private Link upstream(int direction) {
        return kernel.reads().get(direction).link();
    }

    /// The incoming population of a direction.
    String load(int direction) {
        String own = slots.load("copy0", slots.own(direction));
        String ghost = "ghost_" + upstream(direction).letters();
        return direction == 0 ? own : "%s >= 0 ? %s : %s".formatted(ghost, slots.load("ghost_in", ghost), own);
    }

    /// Writes a statement that stores a value in the slot that it was read from, or in the deferred array.
    void store(Lines lines, int direction, String value) {
        if (kernel.defersResults()) {
            lines.line("deferred[%d * stride_deferred + number] = %s;", direction, value);
            return;
        }
        String own = slots.store("copy0", slots.own(direction), value);
        if (direction == 0) {
            lines.line(own);
            return;
        }
        String ghost = "ghost_" + upstream(direction).letters();
        lines.block("if (%s >= 0)".formatted(ghost), () -> lines.line(slots.store("ghost_in", ghost, value)));
        lines.block("else", () -> lines.line(own));
    }

    @Override
    public boolean needsNeighboursForOwn() {
        return true;
    }

    @Override
    public String open(Link link) {
        throw new IllegalArgumentException("tiles with ghost buffers do not test links");
    }
}
