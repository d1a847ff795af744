package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import java.util.ArrayList;
import java.util.List;

/// Writes the coordinates of a node's neighbours in a box, with wrap-around on periodic sides.
final class BoxSteps {
    private final Locator.Dense box;
    private final int nodes;

    /// @param nodes number of nodes of a group along x; coordinates are those of its first node
    BoxSteps(Locator.Dense box, int nodes) {
        this.box = box;
        this.nodes = nodes;
    }

    /// Writes the coordinates of the node at index `place` of the box, and of its neighbours.
    void write(Lines lines, String place) {
        lines.comment("the neighbours in a box of %d x %d x %d nodes".formatted(box.nx(), box.ny(), box.nz()));
        lines.line("const int x = %s %% %d;", place, box.nx());
        axis(lines, "x", box.nx(), nodes, box.periodicX());
        lines.line("const int y = %s / %d %% %d;", place, box.nx(), box.ny());
        axis(lines, "y", box.ny(), 1, box.periodicY());
        if (box.nz() > 1) {
            lines.line("const int z = %s / %d;", place, box.nx() * box.ny());
            axis(lines, "z", box.nz(), 1, box.periodicZ());
        }
    }

    private static void axis(Lines lines, String axis, int count, int nodes, boolean isPeriodic) {
        if (isPeriodic) {
            lines.line("const int %1$s_m = %1$s == 0 ? %2$d : %1$s - 1;", axis, count - 1);
            lines.line("const int %1$s_p = %1$s == %2$d ? 0 : %1$s + %3$d;", axis, count - nodes, nodes);
        } else {
            lines.line("const int %1$s_m = %1$s - 1;", axis);
            lines.line("const int %1$s_p = %1$s + %2$d;", axis, nodes);
        }
    }

    /// The neighbour's index in the box; invalid outside the box.
    String place(Link link) {
        String row = box.nz() > 1
                ? "(%s + %d * %s)".formatted(coordinate("y", link.y()), box.ny(), coordinate("z", link.z()))
                : coordinate("y", link.y());
        return "%s + %d * %s".formatted(coordinate("x", link.x()), box.nx(), row);
    }

    /// The condition that the neighbour is inside the box; empty if it always is.
    String inside(Link link) {
        List<String> conditions = new ArrayList<>();
        inside(conditions, "x", link.x(), box.nx(), box.periodicX());
        inside(conditions, "y", link.y(), box.ny(), box.periodicY());
        inside(conditions, "z", link.z(), box.nz(), box.periodicZ());
        return String.join(" && ", conditions);
    }

    private static void inside(List<String> conditions, String axis, int c, int nodes, boolean isPeriodic) {
        if (c < 0 && !isPeriodic) {
            conditions.add("%s > 0".formatted(axis));
        } else if (c > 0 && !isPeriodic) {
            conditions.add("%s < %d".formatted(axis, nodes - 1));
        }
    }

    private static String coordinate(String axis, int c) {
        return c == 0 ? axis : axis + (c < 0 ? "_m" : "_p");
    }
}
