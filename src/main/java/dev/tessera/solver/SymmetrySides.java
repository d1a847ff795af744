package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.BoxSide;
import java.util.ArrayList;
import java.util.List;

/// The sides of the box in which the flow is mirrored. Of a node on such a side half of the volume is inside; on two
/// of them a quarter, on three an eighth.
///
/// @param sides in the order x-min, x-max, y-min …
record SymmetrySides(Box box, List<BoxSide> sides) {
    private static final int FACE_CODES = faceCodes();

    static SymmetrySides of(NodeMap nodes) {
        List<BoxSide> sides = new ArrayList<>();
        CutLinks links = nodes.links();
        for (Surface surface : nodes.surfaces()) {
            if (surface.kind() == Surface.Kind.SYMMETRY) {
                for (int b : links.bySurface().nodes(surface.id(), FACE_CODES)) {
                    add(links, b, surface.id(), sides);
                }
            }
        }
        return new SymmetrySides(nodes.box(), inOrder(sides));
    }

    private static void add(CutLinks links, int b, int surface, List<BoxSide> sides) {
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int axis = DirectionCodes.axis(links.code(link));
            if (axis >= 0 && links.surface(link) == surface) {
                BoxSide side =
                        new BoxSide(axis, -Velocity.ofCode(links.code(link)).along(axis));
                if (!sides.contains(side)) {
                    sides.add(side);
                }
            }
        }
    }

    private static List<BoxSide> inOrder(List<BoxSide> found) {
        return found.stream()
                .sorted((one, other) -> Integer.compare(number(one), number(other)))
                .toList();
    }

    private static int number(BoxSide side) {
        return 2 * side.axis() + (side.inward() > 0 ? 0 : 1);
    }

    private static int faceCodes() {
        int codes = 0;
        for (int axis = 0; axis < 3; axis++) {
            for (int step = -1; step <= 1; step += 2) {
                codes |= 1 << new Velocity(axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0).code();
            }
        }
        return codes;
    }

    boolean isEmpty() {
        return sides.isEmpty();
    }

    /// Those that pass through a node.
    List<BoxSide> at(long boxIndex) {
        return isEmpty()
                ? sides
                : sides.stream().filter(side -> passesThrough(side, boxIndex)).toList();
    }

    private boolean passesThrough(BoxSide side, long boxIndex) {
        int place = side.axis() == 0 ? box.x(boxIndex) : side.axis() == 1 ? box.y(boxIndex) : box.z(boxIndex);
        return place == (side.inward() > 0 ? 0 : box.nodes(side.axis()) - 1);
    }

    /// The part of a node's volume that is inside.
    double share(long boxIndex) {
        return Math.scalb(1.0, -at(boxIndex).size());
    }

    /// The part of a node's area across an axis that is inside: sides across the axis do not cut it.
    double shareAcross(long boxIndex, int axis) {
        int cuts = 0;
        for (BoxSide side : at(boxIndex)) {
            cuts += side.axis() == axis ? 0 : 1;
        }
        return Math.scalb(1.0, -cuts);
    }

    /// The volume of the box, in nodes.
    double boxVolume() {
        double volume = 1;
        for (int axis = 0; axis < 3; axis++) {
            double length = box.nodes(axis);
            for (BoxSide side : sides) {
                length -= side.axis() == axis ? 0.5 : 0;
            }
            volume *= length;
        }
        return volume;
    }

    /// The volume of all fluid, in nodes.
    double volume(NodeMap nodes) {
        CutLinks links = nodes.links();
        double outside = 0;
        for (int b = 0; b < links.boundaryNodes() && !isEmpty(); b++) {
            outside += 1 - share(nodes.fluid().boxIndex(links.node(b)));
        }
        return nodes.fluid().count() - outside;
    }

    /// Openings meet symmetry sides at right angles.
    /// @throws CaseException for one that does not
    void requireAcross(OpeningNodes opening) {
        for (int b : opening.boundaryNodes()) {
            for (BoxSide side : at(opening.boxIndex(b))) {
                if (!opening.isBoxSide() || side.axis() == opening.axis()) {
                    throw new CaseException(
                            "boundaries.%s: the opening meets the symmetry side %s, but it is not at a side of the box across it. Move the opening to such a side, or make the symmetry side a wall."
                                    .formatted(opening.opening().name(), side.name()));
                }
            }
        }
    }

    /// The area of an opening, in nodes.
    double area(OpeningNodes opening) {
        double area = 0;
        for (int b : opening.boundaryNodes()) {
            area += share(opening.boxIndex(b));
        }
        return area;
    }

    /// The direction of a link, or its mirror image where it leaves the box through one of the sides.
    Velocity inside(long boxIndex, Velocity c) {
        Velocity image = c;
        for (BoxSide side : at(boxIndex)) {
            if (image.along(side.axis()) == -side.inward()) {
                image = new Velocity(
                        side.axis() == 0 ? -image.x() : image.x(),
                        side.axis() == 1 ? -image.y() : image.y(),
                        side.axis() == 2 ? -image.z() : image.z());
            }
        }
        return image;
    }
}
