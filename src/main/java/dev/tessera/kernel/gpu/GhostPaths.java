package dev.tessera.kernel.gpu;

import dev.tessera.layout.addressing.GhostBuffers;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order in which a tile's threads load values from and store values to ghost buffers: contiguous, so that accesses
/// of neighbouring threads are coalesced regardless of nodes. Both orders have a part for each direction and each axis
/// that it moves along, of the size of the face, in the order of a buffer ([GhostBuffers]). A part of the incoming
/// order holds the values that cross its axis and no lower one; a part of the outgoing order is the buffer.
///
/// @param shape of tiles
/// @param columns of the index arrays
public record GhostPaths(TileShape shape, GhostColumns columns) {
    /// An entry without value: it belongs to a lower axis, or there is no node.
    public static final int NONE = -1;

    /// Bits of an entry for a place in a buffer.
    public static final int PLACE_BITS = 10;

    /// Bits of an outgoing entry for its source direction and node.
    public static final int SOURCE_BITS = 15;

    public GhostPaths {
        if (shape.nodes() > 1 << PLACE_BITS) {
            throw new IllegalArgumentException(
                    "%d nodes per tile; a thread block has at most %d".formatted(shape.nodes(), 1 << PLACE_BITS));
        }
    }

    /// The number of values of an order.
    public int values() {
        return first(columns.links().size());
    }

    /// The first value of a direction.
    public int first(int direction) {
        return columns.links().subList(0, direction).stream()
                .flatMap(link -> GhostColumns.axes(link).stream())
                .mapToInt(this::face)
                .sum();
    }

    /// The first value of a direction's part for an axis that it moves along.
    public int first(Link link, int axis) {
        return first(link.direction())
                + GhostColumns.axes(link).stream()
                        .filter(before -> before < axis)
                        .mapToInt(this::face)
                        .sum();
    }

    private int face(int axis) {
        return shape.nodes() / edge(axis);
    }

    private int edge(int axis) {
        return axis == 0 ? shape.a() : axis == 1 ? shape.b() : shape.c();
    }

    private TileShape.@Nullable Seam seam(int axis) {
        return axis == 0 ? shape.seamX() : axis == 1 ? shape.seamY() : shape.seamZ();
    }

    /// Tables have one row for each combination of ends of the box at which a tile can be, as in `seams`; one row if no
    /// axis needs it.
    private int rows() {
        return shape.hasSeams() ? 1 << 6 : 1;
    }

    /// For each incoming value its location: the entry of `ghost_reads`, and the place in that buffer.
    public int[] arrivals() {
        int[] all = new int[rows() * values()];
        Arrays.fill(all, NONE);
        int values = values();
        for (int row = 0; row < rows(); row++) {
            for (Link link : columns.links()) {
                for (int axis : GhostColumns.axes(link)) {
                    int first = row * values + first(link, axis);
                    for (int place = 0; place < face(axis); place++) {
                        all[first + place] = arrival(row, link, axis, nodeAt(link, axis, place, row, -1));
                    }
                }
            }
        }
        return all;
    }

    /// For each outgoing value: the entry of `ghost_writes`, the place in that buffer, and its source: direction ·
    /// nodes per tile + place of the node.
    public int[] departures() {
        int[] all = new int[rows() * values()];
        Arrays.fill(all, NONE);
        int values = values();
        for (int row = 0; row < rows(); row++) {
            for (Link link : columns.links()) {
                List<Integer> axes = GhostColumns.axes(link);
                for (int k = 0; k < axes.size(); k++) {
                    int first = row * values + first(link, axes.get(k));
                    for (int place = 0; place < face(axes.get(k)); place++) {
                        int[] node = nodeAt(link, axes.get(k), place, row, 1);
                        if (isInBox(node, row) && !crossesBefore(link, axes.get(k), node, row, 1)) {
                            int column = columns.firstWrite(link.direction()) + k;
                            int source = link.direction() * shape.nodes() + place(node);
                            all[first + place] = (column << PLACE_BITS | place) << SOURCE_BITS | source;
                        }
                    }
                }
            }
        }
        return all;
    }

    private int arrival(int row, Link link, int axis, int[] reader) {
        if (!isInBox(reader, row) || crossesBefore(link, axis, reader, row, -1)) {
            return NONE;
        }
        int choice = 0;
        int[] writer = reader.clone();
        List<Integer> axes = GhostColumns.axes(link);
        for (int k = 0; k < axes.size(); k++) {
            int moved = axes.get(k);
            boolean crosses = reader[moved] == end(moved, -component(link, moved), row);
            choice |= crosses ? 1 << k : 0;
            writer[moved] =
                    crosses ? farEnd(moved, component(link, moved), row) : reader[moved] - component(link, moved);
        }
        int column = columns.firstRead(link.direction()) + choice - 1;
        return column << PLACE_BITS | placeInBuffer(link, axis, writer);
    }

    /// The node at a place of a face that values leave (`way` 1) or enter (-1) through.
    private int[] nodeAt(Link link, int axis, int place, int row, int way) {
        int first = firstAlong(link, axis);
        int[] node = new int[3];
        node[axis] = end(axis, way * component(link, axis), row);
        node[first] = place % edge(first);
        node[3 - axis - first] = place / edge(first);
        return node;
    }

    /// The fastest axis of a face in a buffer.
    public static int firstAlong(Link link, int axis) {
        int moving =
                GhostColumns.axes(link).stream().mapToInt(moved -> 1 << moved).sum();
        return GhostBuffers.firstAlong(moving, axis);
    }

    private int placeInBuffer(Link link, int axis, int[] node) {
        int first = firstAlong(link, axis);
        return node[first] + edge(first) * node[3 - axis - first];
    }

    private int place(int[] node) {
        return node[0] + shape.a() * (node[1] + shape.b() * node[2]);
    }

    private boolean crossesBefore(Link link, int axis, int[] node, int row, int way) {
        return GhostColumns.axes(link).stream()
                .anyMatch(moved -> moved < axis && node[moved] == end(moved, way * component(link, moved), row));
    }

    /// The last place of a tile along an axis, on one side.
    private int end(int axis, int toward, int row) {
        TileShape.@Nullable Seam seam = seam(axis);
        boolean isAtBoxEnd = (row >> 2 * axis & (toward < 0 ? 1 : 2)) != 0;
        return seam != null && isAtBoxEnd ? toward < 0 ? seam.first() : seam.last() : toward < 0 ? 0 : edge(axis) - 1;
    }

    /// The source place of a value in the previous tile, along an axis.
    private int farEnd(int axis, int way, int row) {
        TileShape.@Nullable Seam seam = seam(axis);
        boolean isAtBoxEnd = (row >> 2 * axis & (way > 0 ? 1 : 2)) != 0;
        return seam != null && isAtBoxEnd ? way > 0 ? seam.last() : seam.first() : way > 0 ? edge(axis) - 1 : 0;
    }

    private boolean isInBox(int[] node, int row) {
        for (int axis = 0; axis < 3; axis++) {
            if (node[axis] < end(axis, -1, row) || node[axis] > end(axis, 1, row)) {
                return false;
            }
        }
        return true;
    }

    private static int component(Link link, int axis) {
        return axis == 0 ? link.x() : axis == 1 ? link.y() : link.z();
    }
}
