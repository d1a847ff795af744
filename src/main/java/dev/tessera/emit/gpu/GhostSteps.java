package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GhostColumns;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;
import java.util.stream.Collectors;

/// Writes which values cross from tile to tile, and where they lie in ghost buffers. Names of places and of tiles'
/// ends along the axes are those of [TileSteps].
final class GhostSteps {
    private static final List<String> AXES = List.of("x", "y", "z");

    private final Locator.Ghosts ghosts;
    private final TileShape shape;

    GhostSteps(Locator.Ghosts ghosts) {
        this.ghosts = ghosts;
        this.shape = ghosts.shape();
    }

    /// Whether a step along a link leaves the tile along each of the link's axes.
    private static List<String> crossed(Link link) {
        return GhostColumns.axes(link).stream()
                .map(axis -> AXES.get(axis) + (component(link, axis) < 0 ? "_is_first" : "_is_last"))
                .toList();
    }

    private static int component(Link link, int axis) {
        return axis == 0 ? link.x() : axis == 1 ? link.y() : link.z();
    }

    /// Whether a step along a link leaves the tile.
    static String leaves(Link link) {
        return crossed(link).stream().collect(Collectors.joining(" || ", "(", ")"));
    }

    /// Which of a tile's entries to read says where the values of a direction come from.
    /// @param upstream the link that they come over
    String readEntry(int direction, Link upstream) {
        List<String> crossed = crossed(upstream);
        int first = ghosts.columns().firstRead(direction);
        if (crossed.size() == 1) {
            return Integer.toString(first);
        }
        StringBuilder entry = new StringBuilder(Integer.toString(first - 1));
        for (int k = 0; k < crossed.size(); k++) {
            entry.append(" + (%s ? %d : 0)".formatted(crossed.get(k), 1 << k));
        }
        return entry.toString();
    }

    /// Which of a tile's entries to write says where the values of a direction go: through the first axis that they
    /// leave along.
    String writeEntry(Link link) {
        return ghosts.columns().firstWrite(link.direction()) + " + " + byFirst(crossed(link), List.of("0", "1", "2"));
    }

    /// The place in a buffer of what comes over a link: that of the node that it comes from.
    String readPlace(Link upstream) {
        return place(
                upstream, coordinate("x", upstream.x()), coordinate("y", upstream.y()), coordinate("z", upstream.z()));
    }

    /// The place in a buffer of what leaves along a link.
    String writePlace(Link link) {
        return place(link, "x", "y", "z");
    }

    private String place(Link link, String x, String y, String z) {
        List<String> faces = GhostColumns.axes(link).stream()
                .map(axis -> switch (axis) {
                    case 0 -> nested(y, shape.b(), z);
                    case 1 -> nested(x, shape.a(), z);
                    default -> "%s + %d * %s".formatted(x, shape.a(), y);
                })
                .toList();
        return byFirst(crossed(link), faces);
    }

    private String nested(String first, int edge, String second) {
        return shape.isFlat() ? first : "%s + %d * %s".formatted(first, edge, second);
    }

    private static String byFirst(List<String> crossed, List<String> choices) {
        return switch (crossed.size()) {
            case 1 -> choices.getFirst();
            case 2 -> "(%s ? %s : %s)".formatted(crossed.getFirst(), choices.getFirst(), choices.get(1));
            default ->
                "(%s ? %s : %s ? %s : %s)"
                        .formatted(
                                crossed.getFirst(), choices.getFirst(), crossed.get(1), choices.get(1), choices.get(2));
        };
    }

    /// The place of what comes over a link across x, in a column of the tile's face: `v` along y, `w` along z.
    String columnPlace(Link upstream) {
        return nested(coordinate("v", upstream.y()), shape.b(), coordinate("w", upstream.z()));
    }

    /// The entry to read for a node of that column.
    String columnEntry(int direction, Link upstream) {
        StringBuilder entry =
                new StringBuilder(Integer.toString(ghosts.columns().firstRead(direction)));
        List<Integer> axes = GhostColumns.axes(upstream);
        for (int k = 1; k < axes.size(); k++) {
            String name = axes.get(k) == 1 ? "v" : "w";
            String end = component(upstream, axes.get(k)) < 0 ? "_is_first" : "_is_last";
            entry.append(" + (%s ? %d : 0)".formatted(name + end, 1 << k));
        }
        return entry.toString();
    }

    private static String coordinate(String axis, int c) {
        return c == 0 ? axis : axis + (c < 0 ? "_m" : "_p");
    }
}
