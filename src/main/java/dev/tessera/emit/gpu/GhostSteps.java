package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.GhostColumns;
import dev.tessera.kernel.gpu.GhostPaths;
import dev.tessera.kernel.gpu.Link;
import dev.tessera.kernel.gpu.Locator;
import dev.tessera.kernel.gpu.TileShape;
import java.util.List;
import java.util.stream.Collectors;

/// Writes which populations cross between tiles, and their places in ghost buffers. Names of places and of the tiles'
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

    /// The entry of a tile that gives the source of a direction's populations.
    /// @param upstream the link to the upstream node
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

    /// The place of an incoming population in a buffer: that of the upstream node.
    String readPlace(Link upstream) {
        return place(
                upstream, coordinate("x", upstream.x()), coordinate("y", upstream.y()), coordinate("z", upstream.z()));
    }

    private String place(Link link, String x, String y, String z) {
        List<String> faces = GhostColumns.axes(link).stream()
                .map(axis -> onFace(link, axis, List.of(x, y, z)))
                .toList();
        return byFirst(crossed(link), faces);
    }

    /// The place on a face of the tile, in the order of a direction's buffer.
    private String onFace(Link link, int axis, List<String> coordinates) {
        int first = GhostPaths.firstAlong(link, axis);
        int second = 3 - axis - first;
        if (shape.isFlat()) {
            return coordinates.get(first == 2 ? second : first);
        }
        int edge = first == 0 ? shape.a() : first == 1 ? shape.b() : shape.c();
        return "%s + %d * %s".formatted(coordinates.get(first), edge, coordinates.get(second));
    }

    /// The index of a node's incoming population among all that enter its tile, in [GhostPaths]; -1 if it comes from
    /// the tile itself.
    /// @param upstream the link to the upstream node
    String arrival(GhostPaths paths, int direction, Link upstream) {
        StringBuilder text = new StringBuilder();
        List<Integer> axes = GhostColumns.axes(upstream);
        List<String> crossed = crossed(upstream);
        for (int k = 0; k < axes.size(); k++) {
            Link link = ghosts.columns().links().get(direction);
            int first = paths.first(link, axes.get(k));
            String place = onFace(link, axes.get(k), List.of("x", "y", "z"));
            text.append("%s ? %d + %s : ".formatted(crossed.get(k), first, place));
        }
        return text.append("-1").toString();
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

    private static String coordinate(String axis, int c) {
        return c == 0 ? axis : axis + (c < 0 ? "_m" : "_p");
    }
}
