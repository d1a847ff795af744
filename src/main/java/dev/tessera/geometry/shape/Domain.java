package dev.tessera.geometry.shape;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;

/// The box that is simulated.
///
/// @param cornerM its lowest corner, metres
/// @param sizeM its edges, metres; an edge of 0 along z makes it two-dimensional
/// @param sides x-min, x-max, y-min, y-max, z-min, z-max
public record Domain(Vec cornerM, Vec sizeM, List<Side> sides) {
    private static final String AXES = "xyz";

    public Domain {
        sides = List.copyOf(sides);
        if (sides.size() != 6) {
            throw new IllegalArgumentException("a box has 6 sides, not %d".formatted(sides.size()));
        }
        if (!(sizeM.x() > 0) || !(sizeM.y() > 0) || !(sizeM.z() >= 0)) {
            throw new GeometryException("a box of %s is empty; its edges must be positive (z may be 0: 2D)"
                    .formatted(sizeM.inLengths()));
        }
        for (int axis = 0; axis < 3; axis++) {
            if (sides.get(2 * axis).isPeriodic() != sides.get(2 * axis + 1).isPeriodic()) {
                throw new GeometryException("%c-min and %c-max must both be periodic, or neither"
                        .formatted(AXES.charAt(axis), AXES.charAt(axis)));
            }
        }
        if (sizeM.z() == 0 && !sides.get(4).isPeriodic()) {
            throw new GeometryException("a 2D box (size 0 along z) has no walls or openings along z");
        }
    }

    /// A box whose lowest corner is the origin.
    public static Domain of(Vec sizeM, Side xMin, Side xMax, Side yMin, Side yMax, Side zMin, Side zMax) {
        return new Domain(Vec.ZERO, sizeM, List.of(xMin, xMax, yMin, yMax, zMin, zMax));
    }

    /// A rectangle whose lowest corner is the origin.
    public static Domain of2d(double sizeXM, double sizeYM, Side xMin, Side xMax, Side yMin, Side yMax) {
        return of(new Vec(sizeXM, sizeYM, 0), xMin, xMax, yMin, yMax, Side.periodic(), Side.periodic());
    }

    /// The same side all around.
    public static Domain enclosed(Vec sizeM, Side side) {
        boolean flat = sizeM.z() == 0;
        Side z = flat ? Side.periodic() : side;
        return of(sizeM, side, side, side, side, z, z);
    }

    /// The same box elsewhere.
    public Domain at(Vec cornerM) {
        return new Domain(cornerM, sizeM, sides);
    }

    public boolean is2d() {
        return sizeM.z() == 0;
    }

    /// The nodes along one axis.
    Axis axis(int axis, double spacingM) {
        double size = sizeM.along(axis);
        double corner = cornerM.along(axis);
        if (axis == 2 && is2d()) {
            return new Axis(1, corner, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0, true);
        }
        Side low = sides.get(2 * axis);
        Side high = sides.get(2 * axis + 1);
        double beyond = (low.isWet() ? 0 : 0.5) + (high.isWet() ? 0 : 0.5); // spacings outside the outermost nodes
        long count = Math.round(size / spacingM + 1 - beyond);
        if (count < (low.isWet() && high.isWet() ? 2 : 1)) {
            throw new GeometryException(
                    "a spacing of %1$s is too coarse for a box of %2$s along %3$c; use less than %2$s"
                            .formatted(
                                    QuantityText.about(spacingM, QuantityKind.LENGTH),
                                    QuantityText.about(size, QuantityKind.LENGTH),
                                    AXES.charAt(axis)));
        }
        if (count > Integer.MAX_VALUE) {
            throw new GeometryException("a spacing of %s makes %,d nodes along %c; use more than %s"
                    .formatted(
                            QuantityText.about(spacingM, QuantityKind.LENGTH),
                            count,
                            AXES.charAt(axis),
                            QuantityText.about(size / Integer.MAX_VALUE, QuantityKind.LENGTH)));
        }
        double length = (count - 1 + beyond) * spacingM;
        double first = corner + (low.isWet() ? 0 : 0.5 * spacingM);
        return new Axis((int) count, first, corner, corner + length, length, low.isPeriodic());
    }

    /// @param firstM position of node 0
    /// @param lowM position of the lower side after the nodes are placed
    /// @param highM position of the upper side
    /// @param lengthM highM - lowM; 0 in a 2D box along z
    record Axis(int count, double firstM, double lowM, double highM, double lengthM, boolean periodic) {}
}
