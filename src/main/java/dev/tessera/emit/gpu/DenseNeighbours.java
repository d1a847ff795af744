package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// Dense storage: a position is the index in the box.
final class DenseNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Dialect dialect;
    private final BoxSteps steps;

    DenseNeighbours(GpuKernel kernel, Locator.Dense box, Dialect dialect) {
        this.kernel = kernel;
        this.dialect = dialect;
        this.steps = new BoxSteps(box, kernel.nodesPerThread());
    }

    @Override
    public void node(Lines lines) {
        LinkWords.node(lines, kernel, dialect);
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        steps.write(lines, "p");
        for (Link link : links) {
            lines.line("const int %s = %s;", position(link), steps.place(link));
        }
    }

    @Override
    public String open(Link link) {
        return LinkWords.open(link);
    }
}
