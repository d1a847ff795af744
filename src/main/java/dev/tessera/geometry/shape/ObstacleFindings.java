package dev.tessera.geometry.shape;

import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SequencedMap;

/// Obstacles without effect: outside the box, so small or thin that they contain no node, or hidden by others.
final class ObstacleFindings {
    private final ShapeSource source;
    private final Domain.Axis[] axes;
    private final double spacingM;

    ObstacleFindings(ShapeSource source, Domain.Axis[] axes, double spacingM) {
        this.source = source;
        this.axes = axes;
        this.spacingM = spacingM;
    }

    /// @param surfaces by name
    /// @param cutting ids of the surfaces that cut links of the fluid that was found
    List<String> all(SequencedMap<String, Surface> surfaces, BitSet cutting) {
        List<String> findings = new ArrayList<>();
        for (Obstacle obstacle : source.obstacles()) {
            List<Shape> parts = obstacle.shape().parts();
            long outside =
                    parts.stream().filter(part -> isOutside(part.bounds())).count();
            long empty = parts.stream()
                    .filter(part -> !isOutside(part.bounds()) && holdsNoNode(part.bounds()))
                    .count();
            boolean cuts = obstacle.shape().named(obstacle.name()).surfaceNames().stream()
                    .anyMatch(name -> surfaces.get(name) instanceof Surface known && cutting.get(known.id()));
            if (outside + empty == parts.size()) {
                findings.add(withoutEffect(obstacle, outside, empty));
            } else if (!cuts) {
                findings.add(
                        ("warning: obstacle %s touches no fluid node: it is outside the fluid or inside another body,"
                                        + " or it is thinner than the spacing of %s. It has no effect; check its place and"
                                        + " units, or use a finer spacing")
                                .formatted(obstacle.name(), spacing()));
            } else if (outside + empty > 0) {
                findings.add(
                        ("obstacle %s: of its %,d parts %,d are outside the box and %,d contain no node at a spacing"
                                        + " of %s; these have no effect")
                                .formatted(obstacle.name(), parts.size(), outside, empty, spacing()));
            }
        }
        return findings;
    }

    private String withoutEffect(Obstacle obstacle, long outside, long empty) {
        Bounds bounds = obstacle.shape().bounds();
        if (empty == 0) {
            return ("warning: obstacle %s is outside the box: it reaches %s, the box %s. It has no effect; check its"
                            + " place and units")
                    .formatted(obstacle.name(), reach(bounds.min(), bounds.max()), reach(corner(true), corner(false)));
        }
        String what = outside == 0 ? "contains no node" : "is partly outside the box, and contains no node";
        return ("warning: obstacle %s %s: it is smaller than the spacing of %s or between nodes. It has no effect; use"
                        + " a finer spacing, or remove it")
                .formatted(obstacle.name(), what, spacing());
    }

    private String spacing() {
        return QuantityText.about(spacingM, QuantityKind.LENGTH);
    }

    private Vec corner(boolean low) {
        double[] at = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = low ? axes[axis].lowM() : axes[axis].highM();
        }
        return Vec.of(at);
    }

    /// Along the axes along which both ends are finite.
    private String reach(Vec low, Vec high) {
        List<String> reaches = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
            if (Double.isFinite(low.along(axis)) && Double.isFinite(high.along(axis))) {
                reaches.add("from %s to %s along %c"
                        .formatted(
                                QuantityText.about(low.along(axis), QuantityKind.LENGTH),
                                QuantityText.about(high.along(axis), QuantityKind.LENGTH),
                                "xyz".charAt(axis)));
            }
        }
        return String.join(", ", reaches);
    }

    private boolean isOutside(Bounds bounds) {
        for (int axis = 0; axis < 3; axis++) {
            boolean apart =
                    bounds.max().along(axis) < axes[axis].lowM() || bounds.min().along(axis) > axes[axis].highM();
            if (!axes[axis].periodic() && apart) {
                return true;
            }
        }
        return false;
    }

    /// Whether no plane of nodes passes through the bounds along some axis: images across periodic sides lie on
    /// the same nodes, since periods are whole numbers of spacings.
    private boolean holdsNoNode(Bounds bounds) {
        for (int axis = 0; axis < 3; axis++) {
            Domain.Axis nodes = axes[axis];
            double low = (bounds.min().along(axis) - nodes.firstM()) / spacingM;
            double high = (bounds.max().along(axis) - nodes.firstM()) / spacingM;
            if (!nodes.periodic()) {
                low = Math.max(low, -0.5);
                high = Math.min(high, nodes.count() - 0.5);
            }
            boolean isFlat = axis == 2 && source.domain().is2d();
            if (!isFlat && Math.ceil(low - ShapeVoxels.ON_SURFACE) > Math.floor(high + ShapeVoxels.ON_SURFACE)) {
                return true;
            }
        }
        return false;
    }
}
