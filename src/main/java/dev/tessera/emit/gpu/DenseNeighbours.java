package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.List;

/// In the box's own order neighbours are found by coordinates, taken around where the box is periodic.
final class DenseNeighbours implements NeighbourText {
    private final GpuKernel kernel;
    private final Locator.Dense box;

    DenseNeighbours(GpuKernel kernel, Locator.Dense box) {
        this.kernel = kernel;
        this.box = box;
    }

    @Override
    public void node(Lines lines) {
        LinkWords.node(lines, kernel);
    }

    @Override
    public void neighbours(Lines lines, List<Link> directions) {
        if (directions.isEmpty()) {
            return;
        }
        lines.line("// the neighbours in a box of %d x %d x %d nodes".formatted(box.nx(), box.ny(), box.nz()));
        lines.line("const int x = p %% %d;", box.nx());
        axis(lines, "x", box.nx(), box.periodicX());
        lines.line("const int y = p / %d %% %d;", box.nx(), box.ny());
        axis(lines, "y", box.ny(), box.periodicY());
        if (box.nz() > 1) {
            lines.line("const int z = p / %d;", box.nx() * box.ny());
            axis(lines, "z", box.nz(), box.periodicZ());
        }
        for (Link c : directions) {
            lines.line("const int %s = %s;", position(c), index(c));
        }
    }

    private static void axis(Lines lines, String axis, int nodes, boolean isPeriodic) {
        if (isPeriodic) {
            lines.line("const int %1$s_m = %1$s == 0 ? %2$d : %1$s - 1;", axis, nodes - 1);
            lines.line("const int %1$s_p = %1$s == %2$d ? 0 : %1$s + 1;", axis, nodes - 1);
        } else {
            lines.line("const int %1$s_m = %1$s - 1;", axis);
            lines.line("const int %1$s_p = %1$s + 1;", axis);
        }
    }

    private String index(Link c) {
        String row = box.nz() > 1
                ? "(%s + %d * %s)".formatted(coordinate("y", c.y()), box.ny(), coordinate("z", c.z()))
                : coordinate("y", c.y());
        return "%s + %d * %s".formatted(coordinate("x", c.x()), box.nx(), row);
    }

    private static String coordinate(String axis, int c) {
        return c == 0 ? axis : axis + (c < 0 ? "_m" : "_p");
    }

    @Override
    public String open(Link direction) {
        return LinkWords.open(direction);
    }
}
