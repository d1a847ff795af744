package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.InTile;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.Locator.NodeTypes;
import dev.tessera.kernel.gpu.Reach;
import dev.tessera.kernel.gpu.Reach.Place;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileShape;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Whole tiles: a neighbour's position is its tile's number times the nodes per tile, plus its place. An array with
/// another order of nodes has its own position for each value.
final class TileNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Locator.Tiles tiles;
    private final TileShape shape;
    private final TileSteps steps;
    private final Dialect dialect;

    TileNeighbours(GpuKernel kernel, Locator.Tiles tiles, Dialect dialect) {
        this.kernel = kernel;
        this.tiles = tiles;
        this.shape = tiles.shape();
        this.steps = new TileSteps(shape, kernel.nodesPerThread());
        this.dialect = dialect;
    }

    private boolean isSweep() {
        return kernel.nodes() == GpuKernel.Nodes.SWEEP;
    }

    private boolean isShared() {
        return isSweep() && kernel.tuning().lookup() == TileLookup.SHARED;
    }

    @Override
    public String own() {
        return TileSteps.own(kernel, shape);
    }

    /// Copies the neighbouring tiles of a block's tiles, and their masks, to shared memory.
    @Override
    public void blockPrologue(Lines lines) {
        if (!isShared() || kernel.reaches().stream().noneMatch(this::needsNeighbour)) {
            return;
        }
        int threads = kernel.tuning().threads();
        int count = Math.max(1, threads / shape.nodes());
        int entries = count * shape.neighbours();
        lines.comment("the neighbouring tiles of this block's tiles, and the masks of their fluid nodes");
        lines.line("%sint near[%d];", dialect.sharedQualifier(), entries);
        if (kernel.readsMasks()) {
            lines.line("%smask_t near_masks[%d];", dialect.sharedQualifier(), entries * shape.words());
        }
        lines.block("for (int k = %s; k < %d; k += %d)".formatted(dialect.lane(), entries, threads), () -> {
            String first = shape.nodes() <= threads
                    ? "block * %d".formatted(count)
                    : "block / %d".formatted(shape.nodes() / threads);
            lines.line("const int place = %s + k / %d;", first, shape.neighbours());
            lines.line("int around = -1;");
            lines.block("if (place * %d < count)".formatted(shape.nodes()), () -> {
                String of = kernel.isReordered() ? "order[place]" : "place";
                lines.line("around = tiles[%s * %2$d + k %% %2$d];", of, shape.neighbours());
            });
            lines.line("near[k] = around;");
            if (kernel.readsMasks()) {
                for (int word = 0; word < shape.words(); word++) {
                    String plus = word == 0 ? "" : " + " + word;
                    String times = shape.words() == 1 ? "" : " * " + shape.words();
                    lines.line("near_masks[k%1$s%2$s] = around < 0 ? 0 : masks[around%1$s%2$s];", times, plus);
                }
            }
        });
        lines.line(dialect.barrier());
        lines.line("");
    }

    private boolean needsNeighbour(Reach reach) {
        return kernel.walls() && !reach.isSameAcrossCut() || reach.isNeighbours();
    }

    @Override
    public void node(Lines lines) {
        if (tiles.types() == NodeTypes.WORDS) {
            LinkWords.node(lines, kernel, dialect);
            return;
        }
        tileAndPlace(lines);
        if (kernel.readsPlain()) {
            LinkWords.plain(lines);
        }
        if (kernel.readsSweepMasks()) {
            lines.block("if (!is_plain && !(%s))".formatted(bit("sweep", "tile", "l")), () -> lines.line("return;"));
        }
    }

    private void tileAndPlace(Lines lines) {
        lines.line("const int tile = p / %d;", shape.nodes());
        lines.line("const int l = p %% %d;", shape.nodes());
    }

    private String bit(String table, String tile, String place) {
        String index = shape.words() == 1 ? tile : "(%s) * %d + (%s >> 6)".formatted(tile, shape.words(), place);
        return "%s[%s] >> (%s & 63) & 1".formatted(table, index, place);
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        if (tiles.types() == NodeTypes.WORDS) {
            tileAndPlace(lines);
        }
        if (isShared()) {
            lines.line("const int here = %s / %d * %d;", dialect.lane(), shape.nodes(), shape.neighbours());
        }
        steps.axes(lines);
        steps.places(lines, directions, isShared() ? "near[here" : "tiles[tile * " + shape.neighbours());
        if (kernel.readsMasks()) {
            links(lines, directions);
        }
        for (Link c : directions) {
            lines.line("const int %1$s = tile_%2$s * %3$d + l_%2$s;", position(c), c.letters(), shape.nodes());
        }
        ordered(lines);
    }

    private void links(Lines lines, List<Link> directions) {
        if (kernel.readsPlain()) {
            lines.line("bits_t links = 0xffffffffu; // one bit per neighbour");
            lines.block("if (!is_plain)", () -> linksOf(lines, directions));
        } else {
            lines.line("bits_t links; // one bit per neighbour");
            linksOf(lines, directions);
        }
    }

    private void linksOf(Lines lines, List<Link> directions) {
        lines.line("links = 0;");
        for (Link c : directions) {
            String name = c.letters();
            String isOpen = isShared()
                    ? bit("near_masks", steps.entry(c, "here"), "l_" + name)
                    : "tile_%s < 0 ? 0 : %s".formatted(name, bit("masks", "tile_" + name, "l_" + name));
            lines.line("links |= (bits_t) (%s) << %d;", isOpen, c.code());
        }
    }

    /// Writes positions in arrays that have their nodes in another order.
    private void ordered(Lines lines) {
        Set<String> written = new LinkedHashSet<>();
        for (Reach reach : kernel.reaches()) {
            ordered(lines, reach.link(), reach.open(), written);
            if (kernel.walls()) {
                ordered(lines, reach.link(), reach.cut(), written);
            }
        }
    }

    private void ordered(Lines lines, Link link, Place place, Set<String> written) {
        if (place instanceof Place.Slot(boolean ofNeighbour, int array, int copy)
                && tiles.arrays().get(array) != InTile.XYZ) {
            Link to = ofNeighbour ? link : new Link(0, 0, 0, 0);
            String name = ofNeighbour ? position(link, array) : own(array);
            if (written.add(name)) {
                String tile = ofNeighbour ? "tile_" + link.letters() : "tile";
                lines.line("const int %s = %s * %d + %s;", name, tile, shape.nodes(), inTile(to, array));
            }
        }
    }

    private String inTile(Link to, int array) {
        InTile order = tiles.arrays().get(array);
        return order == InTile.TABLE
                ? "places[%d + %s]".formatted(array * shape.nodes(), to.direction() == 0 ? "l" : "l_" + to.letters())
                : steps.place(to, order);
    }

    @Override
    public String position(Link link, int array) {
        return position(link) + suffix(array);
    }

    @Override
    public String own(int array) {
        return "p" + suffix(array);
    }

    private String suffix(int array) {
        return switch (tiles.arrays().get(array)) {
            case XYZ -> "";
            case YXZ -> "_yxz";
            case ZIGZAG_NE -> "_zigzag_ne";
            case ZIGZAG_NW -> "_zigzag_nw";
            case TABLE -> "_in_" + array;
        };
    }

    @Override
    public boolean needsNeighboursForOwn() {
        return !tiles.isPlain();
    }

    @Override
    public String open(Link direction) {
        return LinkWords.open(direction);
    }
}
