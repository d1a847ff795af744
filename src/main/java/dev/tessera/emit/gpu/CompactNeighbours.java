package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;

/// Compact tiles: a neighbour's position is its rank among the fluid nodes of its tile; the tile's mask gives whether
/// it is fluid.
final class CompactNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final TileShape shape;
    private final Dialect dialect;

    CompactNeighbours(GpuKernel kernel, TileShape shape, Dialect dialect) {
        this.kernel = kernel;
        this.shape = shape;
        this.dialect = dialect;
    }

    @Override
    public void node(Lines lines) {
        lines.line("const bits_t node = nodes[p]; // tile and place, bit 31: bulk");
        if (kernel.nodes() == GpuKernel.Nodes.SWEEP && kernel.selective()) {
            lines.block("if (!(node >> 31))", () -> lines.line("return;"));
        }
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        int places = 64 * shape.words();
        lines.line("const int tile = (int) (node & 0x7fffffffu) / %d;", places);
        lines.line("const int l = (int) (node & 0x7fffffffu) %% %d;", places);
        TileSteps steps = new TileSteps(shape, 1);
        steps.axes(lines);
        steps.places(lines, directions, "tiles[tile * " + shape.neighbours());
        for (Link c : directions) {
            String name = c.letters();
            lines.line("const record_t record_%1$s = records[%2$s];", name, record(name));
            if (kernel.walls()) {
                lines.line("const bool open_%1$s = (record_%1$s.x >> (l_%1$s & 63) & 1) != 0;", name);
            }
            String before = "record_%1$s.x & (((mask_t) 1 << (l_%1$s & 63)) - 1)".formatted(name);
            lines.line("const int %s = (int) record_%s.y + %s;", position(c), name, dialect.bitCount(before));
        }
    }

    private String record(String name) {
        return shape.words() == 1 ? "tile_" + name : "tile_%1$s * %2$d + (l_%1$s >> 6)".formatted(name, shape.words());
    }

    @Override
    public String open(Link direction) {
        return "open_" + direction.letters();
    }
}
