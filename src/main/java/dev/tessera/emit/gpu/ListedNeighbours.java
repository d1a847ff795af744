package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// Connectivity matrix: the neighbours' positions are read; a negative entry gives the private slot of a cut link.
final class ListedNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Locator.Listed listed;

    ListedNeighbours(GpuKernel kernel, Locator.Listed listed) {
        this.kernel = kernel;
        this.listed = listed;
    }

    @Override
    public void node(Lines lines) {
        LinkWords.bulk(lines, kernel);
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        lines.comment("the neighbours from the connectivity matrix");
        for (Link link : links) {
            lines.line("const int %s = neighbours[%d * rows + p];", position(link), link.direction() - listed.first());
        }
    }

    @Override
    public String open(Link link) {
        return position(link) + " >= 0";
    }

    @Override
    public String privateSlot(Link link, int list) {
        return "first_private - 2 - " + position(link);
    }
}
