package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The nodes next to one opening, and their links through it in one lattice.
///
/// @param boundaryNodes indices into `nodes.links()`, ascending
/// @param axis of a box side that all of its links cross (0, 1, 2), or -1 for any other orientation
/// @param inward +1 where the inward normal points along +axis, else -1; 0 where `axis` is -1
record OpeningNodes(NodeMap nodes, Opening opening, int[] boundaryNodes, int axis, int inward) {

    /// @param boundaryNode index into `nodes.links()`
    boolean contains(int boundaryNode) {
        return Arrays.binarySearch(boundaryNodes, boundaryNode) >= 0;
    }

    /// The nodes that count for this opening in sums over openings. A node at two openings counts for the one
    /// whose side is the first of x-min, x-max, y-min …, so that flow rates add up to the change of mass. An
    /// opening of which no node would be left keeps all.
    /// @param openings all of the geometry, this one among them
    /// @return indices into `nodes.links()`, ascending
    int[] countedAmong(List<OpeningNodes> openings) {
        int[] own = Arrays.stream(boundaryNodes)
                .filter(b -> openings.stream().noneMatch(other -> other.isBefore(this) && other.contains(b)))
                .toArray();
        return own.length == 0 ? boundaryNodes : own;
    }

    private boolean isBefore(OpeningNodes other) {
        return Comparator.comparingInt((OpeningNodes one) -> one.axis < 0 ? 3 : one.axis)
                        .thenComparingInt(one -> -one.inward)
                        .thenComparingInt(one -> one.opening.surface())
                        .compare(this, other)
                < 0;
    }

    static OpeningNodes of(NodeMap nodes, Opening opening, VelocitySet lattice) {
        var links = nodes.links();
        int directions = DirectionCodes.of(lattice).all();
        int[] found = links.bySurface().nodes(opening.surface(), directions);
        int[] crossing = new int[6];
        int total = 0;
        var box = nodes.box();
        for (int b : found) {
            long boxIndex = nodes.fluid().boxIndex(links.node(b));
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int code = links.code(link);
                if (links.surface(link) == opening.surface() && (directions >>> code & 1) != 0) {
                    total++;
                    countCrossings(crossing, code, box.x(boxIndex), box.y(boxIndex), box.z(boxIndex), nodes);
                }
            }
        }
        int axis = -1;
        int inward = 0;
        for (int side = 0; side < 6 && total > 0; side++) {
            if (crossing[side] == total) {
                axis = side / 2;
                inward = side % 2 == 0 ? 1 : -1;
            }
        }
        return new OpeningNodes(nodes, opening, found, axis, inward);
    }

    private static void countCrossings(int[] crossing, int code, int x, int y, int z, NodeMap nodes) {
        var box = nodes.box();
        int[] position = {x, y, z};
        int[] size = {box.nx(), box.ny(), box.nz()};
        int[] step = {code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
        for (int axis = 0; axis < 3; axis++) {
            if (position[axis] + step[axis] < 0) {
                crossing[2 * axis]++;
            } else if (position[axis] + step[axis] >= size[axis]) {
                crossing[2 * axis + 1]++;
            }
        }
    }

    /// Whether all links leave the box through one of its sides.
    boolean isBoxSide() {
        return axis >= 0;
    }

    /// @param boundaryNode index into `nodes.links()`
    long boxIndex(int boundaryNode) {
        return nodes.fluid().boxIndex(nodes.links().node(boundaryNode));
    }

    /// Position of a boundary node, metres.
    double[] positionM(int b) {
        return positionM(nodes, b);
    }

    /// Where a link of boundary node b meets the opening, metres.
    double[] hitM(int b, int link) {
        return hitM(nodes, b, link);
    }

    static double[] positionM(NodeMap nodes, int b) {
        return positionAtM(nodes, nodes.fluid().boxIndex(nodes.links().node(b)));
    }

    private static double[] positionAtM(NodeMap nodes, long boxIndex) {
        var box = nodes.box();
        double dx = nodes.spacingM();
        return new double[] {
            nodes.originM()[0] + dx * box.x(boxIndex),
            nodes.originM()[1] + dx * box.y(boxIndex),
            nodes.originM()[2] + dx * box.z(boxIndex)
        };
    }

    static double[] hitM(NodeMap nodes, int b, int link) {
        return hitAtM(nodes, nodes.fluid().boxIndex(nodes.links().node(b)), link);
    }

    /// @param boxIndex of the node
    static double[] hitAtM(NodeMap nodes, long boxIndex, int link) {
        double[] p = positionAtM(nodes, boxIndex);
        int code = nodes.links().code(link);
        double q = nodes.links().distance(link) * nodes.spacingM();
        return new double[] {p[0] + q * (code % 3 - 1), p[1] + q * (code / 3 % 3 - 1), p[2] + q * (code / 9 - 1)};
    }
}
