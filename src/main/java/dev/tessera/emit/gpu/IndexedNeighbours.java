package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// Fluid index array: the neighbours' positions are looked up by their index in the box.
final class IndexedNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final BoxSteps steps;

    IndexedNeighbours(GpuKernel kernel, Locator.Indexed indexed) {
        this.kernel = kernel;
        this.steps = new BoxSteps(indexed.box(), 1);
    }

    @Override
    public String own() {
        return "index[n]";
    }

    @Override
    public void node(Lines lines) {
        if (kernel.nodes() == GpuKernel.Nodes.SWEEP) {
            lines.block("if (p < 0)", () -> lines.line("return;"));
            LinkWords.bulk(lines, kernel);
        }
    }

    @Override
    public void neighbours(Lines lines, List<Link> links) {
        steps.write(lines, "n");
        for (Link link : links) {
            String inside = kernel.walls() ? steps.inside(link) : "";
            String found = "index[%s]".formatted(steps.place(link));
            lines.line(
                    "const int %s = %s;", position(link), inside.isEmpty() ? found : inside + " ? " + found + " : -1");
        }
    }

    @Override
    public String open(Link link) {
        return position(link) + " >= 0";
    }
}
