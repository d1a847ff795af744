package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.InTile;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes the tiles and places of the neighbours of place `l` in tile `tile`: `tile_pzz` and `l_pzz`.
final class TileSteps {
    private final TileShape shape;
    private final int nodes;

    /// @param nodes number of nodes of a group along x; places are those of its first node
    TileSteps(TileShape shape, int nodes) {
        this.shape = shape;
        this.nodes = nodes;
    }

    /// Writes the places on either side along each axis.
    void axes(Lines lines) {
        lines.line(
                "// the neighbours' places in tiles of %d x %d x %d nodes".formatted(shape.a(), shape.b(), shape.c()));
        if (shape.hasSeams()) {
            lines.line("const int seam = seams[tile];");
        }
        lines.line("const int x = l %% %d;", shape.a());
        axis(lines, "x", shape.a(), nodes, shape.seamX(), 0);
        lines.line("const int y = l / %d %% %d;", shape.a(), shape.b());
        axis(lines, "y", shape.b(), 1, shape.seamY(), 2);
        if (!shape.isFlat()) {
            lines.line("const int z = l / %d;", shape.a() * shape.b());
            axis(lines, "z", shape.c(), 1, shape.seamZ(), 4);
        }
    }

    /// The position of node `n`, tiles visited in the kernel's order.
    static String own(GpuKernel kernel, TileShape shape) {
        return kernel.isReordered() ? "order[n / %1$d] * %1$d + n %% %1$d".formatted(shape.nodes()) : "n";
    }

    /// Writes each neighbour's tile and place.
    /// @param first the expression for the first entry of the tile, such as `tiles[tile * 27`
    void places(Lines lines, List<Link> directions, String first) {
        for (Link c : directions) {
            lines.line("const int tile_%s = %s];", c.letters(), entry(c, first));
            lines.line("const int l_%s = %s;", c.letters(), place(c, InTile.XYZ));
        }
    }

    /// For an axis `x`: the place of the neighbour on either side, and whether it is in another tile.
    private static void axis(Lines lines, String axis, int edge, int nodes, TileShape.@Nullable Seam seam, int bit) {
        String first = "0";
        String last = Integer.toString(edge - nodes);
        String before = Integer.toString(edge - 1);
        String after = first;
        if (seam != null) {
            String isFirst = "(seam & %d)".formatted(1 << bit);
            String isLast = "(seam & %d)".formatted(2 << bit);
            first = "(%s ? %d : 0)".formatted(isFirst, seam.first());
            last = "(%s ? %d : %d)".formatted(isLast, seam.last(), edge - 1);
            before = "(%s ? %d : %d)".formatted(isFirst, seam.last(), edge - 1);
            after = "(%s ? %d : 0)".formatted(isLast, seam.first());
        }
        lines.line("const bool %1$s_is_first = %1$s == %2$s;", axis, first);
        lines.line("const bool %1$s_is_last = %1$s == %2$s;", axis, last);
        lines.line("const int %1$s_m = %1$s_is_first ? %2$s : %1$s - 1;", axis, before);
        lines.line("const int %1$s_p = %1$s_is_last ? %2$s : %1$s + %3$d;", axis, after, nodes);
    }

    /// The table entry with a neighbour's tile.
    /// @param first the first entry of the node's tile
    String entry(Link c, String first) {
        StringBuilder text = new StringBuilder("%s + %d".formatted(first, shape.neighbours() / 2));
        further(text, "x", c.x(), 1);
        further(text, "y", c.y(), 3);
        further(text, "z", c.z(), 9);
        return text.toString();
    }

    private static void further(StringBuilder text, String axis, int c, int by) {
        if (c < 0) {
            text.append(" - (%s_is_first ? %d : 0)".formatted(axis, by));
        } else if (c > 0) {
            text.append(" + (%s_is_last ? %d : 0)".formatted(axis, by));
        }
    }

    /// A neighbour's place in its tile, for orders that need no table.
    String place(Link c, InTile order) {
        String x = coordinate("x", c.x());
        String y = coordinate("y", c.y());
        String z = shape.isFlat() ? "" : coordinate("z", c.z());
        return switch (order) {
            case XYZ -> nested(x, shape.a(), y, shape.b(), z);
            case YXZ -> nested(y, shape.b(), x, shape.a(), z);
            case ZIGZAG_NE -> zigzag(x, y, z);
            case ZIGZAG_NW -> zigzag("(%d - %s)".formatted(shape.a() - 1, x), y, z);
            case TABLE -> throw new IllegalArgumentException("the places of this order are in a table");
        };
    }

    private static String nested(String first, int edge, String second, int secondEdge, String third) {
        String row = third.isEmpty() ? second : "(%s + %d * %s)".formatted(second, secondEdge, third);
        return "%s + %d * %s".formatted(first, edge, row);
    }

    /// As [dev.tessera.layout.addressing.InTileLayout.ZigzagNe].
    private String zigzag(String x, String y, String z) {
        int rest = shape.a() - 1;
        String plane =
                "(%1$s < %2$d ? %1$s + %2$d * %3$s : %4$d - %3$s)".formatted(x, rest, y, (rest + 1) * shape.b() - 1);
        return z.isEmpty() || shape.c() == 1
                ? plane
                : "2 * %1$s + (%2$s & 1) + %3$d * (%2$s >> 1)".formatted(plane, z, 2 * shape.a() * shape.b());
    }

    private static String coordinate(String axis, int c) {
        return c == 0 ? axis : axis + (c < 0 ? "_m" : "_p");
    }
}
