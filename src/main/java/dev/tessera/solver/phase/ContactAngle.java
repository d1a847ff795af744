package dev.tessera.solver.phase;

import dev.tessera.geometry.Box;
import dev.tessera.solver.phase.PhaseField.Crossing;
import dev.tessera.units.QuantityText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The angle at which an interface meets a flat wall, measured in the phase where the field is positive.
///
/// A circle (3D: a sphere) is fitted to the points of the connected interface that reaches the wall, except those
/// within [#NEAR_WALLS] layers of nodes beside a wall, where walls change the profile of the interface. The circle,
/// continued, meets the wall at the contact angle. A flat interface is continued as a line (plane). Of several
/// interfaces the one with the most points counts.
///
/// @param degrees in (0, 180)
/// @param radius of the circle or sphere, in spacings; infinite where the interface is flat
public record ContactAngle(double degrees, double radius) {
    /// Layers of nodes beside walls whose points are not used.
    public static final int NEAR_WALLS = 3;

    private static final int FEWEST_POINTS = 8;

    /// @throws IllegalArgumentException where no interface meets the wall, or it is too small; the message says why
    public static ContactAngle of(PhaseField field, FlatWall wall) {
        List<Crossing> largest = List.of();
        for (List<Crossing> points : new Search(field, wall).interfaces()) {
            largest = points.size() > largest.size() ? points : largest;
        }
        if (largest.isEmpty()) {
            throw new IllegalArgumentException("no interface meets the wall");
        }
        int dimensions = field.dimensions();
        List<Crossing> used = largest.stream()
                .filter(point -> isAwayFromWalls(point, field.box(), wall))
                .toList();
        if (used.size() < FEWEST_POINTS) {
            throw new IllegalArgumentException(
                    "the interface at the wall is too small: %d points are %d or more nodes away from walls, and a circle needs %d"
                            .formatted(used.size(), NEAR_WALLS, FEWEST_POINTS));
        }
        List<double[]> points =
                used.stream().map(point -> point.place(dimensions)).toList();
        Optional<double[]> normal = PlaneFit.normal(points);
        if (normal.isPresent()) {
            return flat(used, normal.get(), wall);
        }
        CircleFit circle = CircleFit.of(points);
        double cosine = -wall.height(circle.centre()[wall.axis()]) / circle.radius();
        if (!(Math.abs(cosine) <= 1)) {
            throw new IllegalArgumentException(
                    "the circle of the interface has a radius of %s spacings and does not reach the wall"
                            .formatted(QuantityText.about(circle.radius())));
        }
        double inside = Math.toDegrees(Math.acos(cosine));
        return new ContactAngle(isPositiveInside(used, circle) ? inside : 180 - inside, circle.radius());
    }

    /// The cosine of the angle is that between the normal into the negative phase and the wall's normal into the fluid.
    private static ContactAngle flat(List<Crossing> points, double[] normal, FlatWall wall) {
        double towardPositive = 0;
        for (Crossing point : points) {
            towardPositive += point.isPositiveAbove() ? normal[point.axis()] : -normal[point.axis()];
        }
        double cosine = (towardPositive > 0 ? -1 : 1) * normal[wall.axis()] * wall.inward();
        return new ContactAngle(Math.toDegrees(Math.acos(Math.clamp(cosine, -1, 1))), Double.POSITIVE_INFINITY);
    }

    /// Both nodes of the link are away from the wall, and from a wall opposite to it.
    private static boolean isAwayFromWalls(Crossing point, Box box, FlatWall wall) {
        int low = point.node()[wall.axis()];
        int high = low + (point.axis() == wall.axis() ? 1 : 0);
        int nearest = wall.inward() > 0 ? low - wall.layer() : wall.layer() - high;
        int opposite = wall.inward() > 0 ? box.nodes(wall.axis()) - 1 - high : low;
        return nearest >= NEAR_WALLS && (box.isPeriodic(wall.axis()) || opposite >= NEAR_WALLS);
    }

    private static boolean isPositiveInside(List<Crossing> points, CircleFit circle) {
        long inside = points.stream()
                .filter(point -> point.isPositiveAbove()
                        == (point.node()[point.axis()] + point.fraction() < circle.centre()[point.axis()]))
                .count();
        return 2 * inside >= points.size();
    }

    /// Follows interfaces from the wall on, from node to node; across periodic sides, too.
    private static final class Search {
        private final PhaseField field;
        private final Box box;
        private final FlatWall wall;
        private final Set<Long> seen = new HashSet<>(); // box indices of nodes

        Search(PhaseField field, FlatWall wall) {
            this.field = field;
            this.box = field.box();
            this.wall = wall;
        }

        /// Those that cross a link between nodes beside the wall, in the order of these nodes.
        List<List<Crossing>> interfaces() {
            List<List<Crossing>> found = new ArrayList<>();
            int[] ends = {box.nx(), box.ny(), box.nz()};
            int[] from = new int[3];
            from[wall.axis()] = wall.layer();
            ends[wall.axis()] = wall.layer() + 1;
            for (int z = from[2]; z < ends[2]; z++) {
                for (int y = from[1]; y < ends[1]; y++) {
                    for (int x = from[0]; x < ends[0]; x++) {
                        int[] node = {x, y, z};
                        if (reachesWall(node) && !seen.contains(box.index(x, y, z))) {
                            found.add(followed(node));
                        }
                    }
                }
            }
            return found;
        }

        private boolean reachesWall(int[] node) {
            List<Crossing> crossings = new ArrayList<>();
            for (int axis = 0; axis < field.dimensions(); axis++) {
                if (axis != wall.axis()) {
                    field.addCrossing(node, axis, crossings);
                }
            }
            return !crossings.isEmpty();
        }

        /// All crossings of an interface. Nodes from which a crossed link starts are its neighbours.
        private List<Crossing> followed(int[] start) {
            List<Crossing> crossings = new ArrayList<>();
            ArrayDeque<int[]> next = new ArrayDeque<>();
            visit(start, crossings, next);
            int depth = field.dimensions() == 3 ? 1 : 0;
            while (!next.isEmpty()) {
                int[] at = next.remove();
                for (int dz = -depth; dz <= depth; dz++) {
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            visit(new int[] {at[0] + dx, at[1] + dy, at[2] + dz}, crossings, next);
                        }
                    }
                }
            }
            return crossings;
        }

        private void visit(int[] node, List<Crossing> crossings, ArrayDeque<int[]> next) {
            int before = crossings.size();
            long index = index(node);
            if (index < 0 || seen.contains(index)) {
                return;
            }
            for (int axis = 0; axis < field.dimensions(); axis++) {
                field.addCrossing(node, axis, crossings);
            }
            if (crossings.size() > before) {
                seen.add(index);
                next.add(node);
            }
        }

        /// -1 outside the box.
        private long index(int[] node) {
            int[] inside = new int[3];
            for (int axis = 0; axis < 3; axis++) {
                int count = box.nodes(axis);
                inside[axis] = box.isPeriodic(axis) ? Math.floorMod(node[axis], count) : node[axis];
                if (inside[axis] < 0 || inside[axis] >= count) {
                    return -1;
                }
            }
            return box.index(inside[0], inside[1], inside[2]);
        }
    }
}
