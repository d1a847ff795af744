package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import java.util.List;

/// For kernels that access only the node's own slots.
final class NoNeighbours implements NeighbourText {
    private final GpuKernel kernel;

    NoNeighbours(GpuKernel kernel) {
        this.kernel = kernel;
    }

    @Override
    public void node(Lines lines) {
        LinkWords.bulk(lines, kernel);
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        throw new IllegalStateException("kernel %s requests neighbours".formatted(kernel.function()));
    }

    @Override
    public String open(Link link) {
        throw new IllegalStateException("kernel %s requests links".formatted(kernel.function()));
    }
}
