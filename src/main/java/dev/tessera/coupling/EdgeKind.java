package dev.tessera.coupling;

import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.RegularizedEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Where planes meet, at the outside of the fluid: an edge of two, or a corner of three. In the caller's axes.
///
/// @param along the axis of an edge; -1 for a corner
/// @param outward -1 or 1 for each axis across: the sides of its planes; 0 along an edge
record EdgeKind(int along, List<Integer> outward) {
    private static final int EDGES = 12;
    private static final int CORNERS = 8;

    EdgeKind {
        outward = List.copyOf(outward);
    }

    /// @param number 4 times the axis along it, plus 2 and 1 where its plane is the upper side of the first and second
    ///        other axis
    static EdgeKind edge(int number) {
        int along = number / 4;
        List<Integer> outward = new ArrayList<>();
        int bit = 2;
        for (int axis = 0; axis < 3; axis++) {
            outward.add(axis == along ? 0 : (number & bit) != 0 ? 1 : -1);
            bit = axis == along ? bit : bit / 2;
        }
        return new EdgeKind(along, outward);
    }

    /// @param number plus 4, 2, 1 where its plane is the upper side of x, y, z
    static EdgeKind corner(int number) {
        return new EdgeKind(
                -1,
                IntStream.range(0, 3)
                        .mapToObj(axis -> (number >> 2 - axis & 1) != 0 ? 1 : -1)
                        .toList());
    }

    static boolean isEdge(int number) {
        return number < EDGES;
    }

    static boolean isCorner(int number) {
        return number < CORNERS;
    }

    /// Steps to the nodes whose density it has: from an edge to those beside it on its two planes; from a corner to
    /// those which the three edges beside it have twice, one on each plane.
    List<Velocity> toPlanes() {
        return IntStream.range(0, 3)
                .filter(axis -> axis != along)
                .mapToObj(axis -> along < 0 ? inward(axis, -1) : inward(-1, axis))
                .toList();
    }

    /// @param without an axis that is left out, or -1
    /// @param only the only axis, or -1
    private Velocity inward(int without, int only) {
        int[] step = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            step[axis] = axis == without || only >= 0 && axis != only ? 0 : -outward.get(axis);
        }
        return new Velocity(step[0], step[1], step[2]);
    }

    RegularizedEdge rule(DomainSize size) {
        return new RegularizedEdge(toPlanes().stream().map(size::stored).toList());
    }

    /// Such as `x0-z1`: its sides.
    String name() {
        return String.join(
                "-",
                IntStream.range(0, 3)
                        .filter(axis -> outward.get(axis) != 0)
                        .mapToObj(axis -> DomainSize.Closed.SIDES.get(2 * axis + (outward.get(axis) > 0 ? 1 : 0)))
                        .toList());
    }
}
