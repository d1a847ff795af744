package dev.tessera.solver;

import dev.tessera.model.boundary.BoxSide;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A parabola across each transverse axis that has walls, for openings that fill a rectangle of a box side.
/// Walls are half a spacing outside the outermost nodes. A symmetry side is the middle of the parabola.
///
/// @param centreM of the rectangle, or of the parabola at a symmetry side, `[3]`
/// @param halfWidthM from centre to wall, `[3]`; infinite along the opening's axis, and where the box is
///        periodic or one node thick
record RectangleProfile(double[] centreM, double[] halfWidthM) implements Profiles {

    static @Nullable RectangleProfile ifFilled(OpeningNodes opening) {
        var box = opening.nodes().box();
        int[] low = {Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE};
        int[] high = {-1, -1, -1};
        for (int b : opening.boundaryNodes()) {
            long n = opening.nodes().fluid().boxIndex(opening.nodes().links().node(b));
            int[] p = {box.x(n), box.y(n), box.z(n)};
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = Math.min(low[axis], p[axis]);
                high[axis] = Math.max(high[axis], p[axis]);
            }
        }
        long filled = 1;
        for (int axis = 0; axis < 3; axis++) {
            filled *= high[axis] - low[axis] + 1;
        }
        if (filled != opening.boundaryNodes().length) {
            return null;
        }
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        List<BoxSide> symmetry = SymmetrySides.of(opening.nodes()).sides();
        double dx = opening.nodes().spacingM();
        double[] centre = new double[3];
        double[] half = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            boolean mirrorLow = low[axis] == 0 && symmetry.contains(new BoxSide(axis, 1));
            boolean mirrorHigh = high[axis] == box.nodes(axis) - 1 && symmetry.contains(new BoxSide(axis, -1));
            double first = mirrorHigh ? high[axis] : mirrorLow ? low[axis] : (low[axis] + high[axis]) / 2.0;
            centre[axis] = opening.nodes().originM()[axis] + dx * first;
            boolean open =
                    axis == opening.axis() || periodic[axis] || high[axis] == low[axis] || mirrorLow && mirrorHigh;
            double width = mirrorLow || mirrorHigh ? 2 * (high[axis] - low[axis]) + 1 : high[axis] - low[axis] + 1;
            half[axis] = open ? Double.POSITIVE_INFINITY : dx * width / 2.0;
        }
        return new RectangleProfile(centre, half);
    }

    @Override
    public double at(double[] pointM) {
        double product = 1;
        for (int axis = 0; axis < 3; axis++) {
            double s = (pointM[axis] - centreM[axis]) / halfWidthM[axis];
            product *= Math.max(0, 1 - s * s);
        }
        return product;
    }
}
