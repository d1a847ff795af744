package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;

/// In whole tiles a neighbour's position is its tile's number times the nodes of a tile, plus its place.
final class TileNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final TileShape shape;

    TileNeighbours(GpuKernel kernel, TileShape shape) {
        this.kernel = kernel;
        this.shape = shape;
    }

    @Override
    public void node(Lines lines) {
        LinkWords.node(lines, kernel);
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        lines.line("const int tile = p / %d;", shape.nodes());
        lines.line("const int l = p %% %d;", shape.nodes());
        new TileSteps(shape, kernel.nodesPerThread()).write(lines, directions);
        for (Link c : directions) {
            lines.line("const int %1$s = tile_%2$s * %3$d + l_%2$s;", position(c), c.letters(), shape.nodes());
        }
    }

    @Override
    public String open(Link direction) {
        return LinkWords.open(direction);
    }
}
