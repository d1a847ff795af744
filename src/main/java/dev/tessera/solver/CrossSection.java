package dev.tessera.solver;

import dev.tessera.model.boundary.BoxSide;
import java.util.Arrays;
import java.util.List;

/// The cross-section of an opening on a square grid in its own plane, half a spacing inside the fluid, and
/// Poiseuille flow in it: the solution of `-laplace(u) = 1`, u = 0 half a cell outside the outermost cells, or mirrored
/// in symmetry sides, on which cells are centred.
///
/// @param inside `[j * columns + i]`; false for the outermost cells
/// @param mirrors one bit for each neighbour of a cell that is its mirror image: left, right, low, high
/// @param flat in 2D the profile is uniform along the second axis
record CrossSection(
        double[] originM,
        double[] axisU,
        double[] axisV,
        double stepM,
        int columns,
        int rows,
        boolean[] inside,
        byte[] mirrors,
        boolean flat) {
    /// Cells around the opening's own nodes: a plane half a spacing further in can contain others.
    private static final int MARGIN = 3;

    // bits of neighbours
    private static final int HORIZONTAL = 0b0011;
    private static final int VERTICAL = 0b1100;
    private static final int LOW = 0b0101;

    static CrossSection of(OpeningNodes opening) {
        double dx = opening.nodes().spacingM();
        double[] normal = opening.opening().normal();
        boolean exact = opening.isBoxSide();
        double step = exact ? dx : dx / 2;
        boolean flat = opening.nodes().box().is2d();
        double[] u = flat ? new double[] {-normal[1], normal[0], 0} : perpendicular(normal);
        double[] v = {
            normal[1] * u[2] - normal[2] * u[1],
            normal[2] * u[0] - normal[0] * u[2],
            normal[0] * u[1] - normal[1] * u[0]
        };
        double[] anchor = exact
                ? opening.positionM(opening.boundaryNodes()[0])
                : shifted(opening.opening().centreM(), normal, -0.75 * dx);
        double[] range = {0, 0, 0, 0};
        for (int b : opening.boundaryNodes()) {
            double[] p = opening.positionM(b);
            double s = dot(p, u) - dot(anchor, u);
            double t = dot(p, v) - dot(anchor, v);
            range[0] = Math.min(range[0], s);
            range[1] = Math.max(range[1], s);
            range[2] = Math.min(range[2], t);
            range[3] = Math.max(range[3], t);
        }
        int left = (int) Math.round(range[0] / step) - MARGIN;
        int low = (int) Math.round(range[2] / step) - MARGIN;
        int columns = (int) Math.round(range[1] / step) + MARGIN + 1 - left;
        int rows = (int) Math.round(range[3] / step) + MARGIN + 1 - low;
        double[] origin = shifted(shifted(anchor, u, left * step), v, low * step);
        boolean[] inside = new boolean[columns * rows];
        byte[] mirrors = new byte[columns * rows];
        SymmetrySides symmetry = SymmetrySides.of(opening.nodes());
        for (int j = 1; j < rows - 1; j++) {
            for (int i = 1; i < columns - 1; i++) {
                double[] p = shifted(shifted(origin, u, i * step), v, j * step);
                long node = nodeNear(opening, p);
                inside[j * columns + i] = node >= 0 && opening.nodes().fluid().number(node) >= 0;
                mirrors[j * columns + i] = node >= 0 ? mirrors(symmetry.at(node), u, v) : 0;
            }
        }
        return new CrossSection(origin, u, v, step, columns, rows, inside, mirrors, flat);
    }

    /// The developed profile, scaled to a maximum of 1.
    Profiles developed() {
        double[] u = solve();
        double largest = Arrays.stream(u).max().orElse(0);
        if (!(largest > 0)) {
            throw new IllegalStateException("the opening's cross-section contains no node");
        }
        return point -> {
            double s = (dot(point, axisU) - dot(originM, axisU)) / stepM;
            double t = (dot(point, axisV) - dot(originM, axisV)) / stepM;
            int i = Math.clamp((int) Math.floor(s), 0, columns - 2);
            int j = Math.clamp((int) Math.floor(t), 0, rows - 2);
            double a = Math.clamp(s - i, 0, 1);
            double b = Math.clamp(t - j, 0, 1);
            int n = j * columns + i;
            double value = (1 - a) * (1 - b) * u[n]
                    + a * (1 - b) * u[n + 1]
                    + (1 - a) * b * u[n + columns]
                    + a * b * u[n + columns + 1];
            return value / largest;
        };
    }

    /// Conjugate gradients on the five-point stencil; a neighbour outside represents a wall half a cell away
    /// (its value is the negative of the cell's own).
    private double[] solve() {
        double[] u = new double[inside.length];
        double[] r = new double[inside.length];
        for (int n = 0; n < r.length; n++) {
            r[n] = inside[n] ? along(n, HORIZONTAL) * along(n, VERTICAL) : 0;
        }
        double[] p = r.clone();
        double rr = square(r);
        double target = 1e-24 * rr;
        for (int iteration = 0; iteration < 20 * (columns + rows) && rr > target; iteration++) {
            double[] ap = apply(p);
            double pap = 0;
            for (int n = 0; n < p.length; n++) {
                pap += p[n] * ap[n];
            }
            double alpha = rr / pap;
            for (int n = 0; n < p.length; n++) {
                u[n] += alpha * p[n];
                r[n] -= alpha * ap[n];
            }
            double next = square(r);
            double beta = next / rr;
            rr = next;
            for (int n = 0; n < p.length; n++) {
                p[n] = r[n] + beta * p[n];
            }
        }
        return u;
    }

    private double[] apply(double[] p) {
        double[] result = new double[p.length];
        for (int j = 1; j < rows - 1; j++) {
            for (int i = 1; i < columns - 1; i++) {
                int n = j * columns + i;
                if (inside[n] && mirrors[n] != 0) {
                    result[n] = across(p, n, -1, HORIZONTAL & LOW)
                            + across(p, n, 1, HORIZONTAL & ~LOW)
                            + across(p, n, -columns, VERTICAL & LOW)
                            + across(p, n, columns, VERTICAL & ~LOW);
                } else if (inside[n]) {
                    double here = p[n];
                    result[n] = 4 * here
                            - (inside[n - 1] ? p[n - 1] : -here)
                            - (inside[n + 1] ? p[n + 1] : -here)
                            - (flat ? here : inside[n - columns] ? p[n - columns] : -here)
                            - (flat ? here : inside[n + columns] ? p[n + columns] : -here);
                }
            }
        }
        return result;
    }

    /// The part of a cell's width along an axis that is on its side of a mirror.
    private double along(int n, int axis) {
        return (mirrors[n] & axis) == 0 ? 1 : 0.5;
    }

    /// The flux from a cell at a mirror to a neighbour.
    /// @param side the neighbour's bit
    private double across(double[] p, int n, int step, int side) {
        boolean isVertical = (side & VERTICAL) != 0;
        if ((mirrors[n] & side) != 0 || isVertical && flat) {
            return 0;
        }
        double difference = inside[n + step] ? p[n] - p[n + step] : 2 * p[n];
        return along(n, isVertical ? HORIZONTAL : VERTICAL) * difference;
    }

    private static byte mirrors(List<BoxSide> sides, double[] u, double[] v) {
        int bits = 0;
        for (BoxSide side : sides) {
            double alongU = side.inward() * u[side.axis()];
            double alongV = side.inward() * v[side.axis()];
            bits |= Math.abs(alongU) < 0.5 ? 0 : HORIZONTAL & (alongU > 0 ? LOW : ~LOW);
            bits |= Math.abs(alongV) < 0.5 ? 0 : VERTICAL & (alongV > 0 ? LOW : ~LOW);
        }
        return (byte) bits;
    }

    /// Box index of the nearest node; -1 outside the box.
    private static long nodeNear(OpeningNodes opening, double[] pointM) {
        var nodes = opening.nodes();
        var box = nodes.box();
        double dx = nodes.spacingM();
        long x = Math.round((pointM[0] - nodes.originM()[0]) / dx);
        long y = Math.round((pointM[1] - nodes.originM()[1]) / dx);
        long z = Math.round((pointM[2] - nodes.originM()[2]) / dx);
        boolean in = x >= 0 && x < box.nx() && y >= 0 && y < box.ny() && z >= 0 && z < box.nz();
        return in ? box.index((int) x, (int) y, (int) z) : -1;
    }

    private static double[] perpendicular(double[] n) {
        int smallest = 0;
        for (int axis = 1; axis < 3; axis++) {
            if (Math.abs(n[axis]) < Math.abs(n[smallest]) - 1e-9) {
                smallest = axis;
            }
        }
        double[] u = {-n[smallest] * n[0], -n[smallest] * n[1], -n[smallest] * n[2]};
        u[smallest] += 1;
        double length = Math.sqrt(dot(u, u));
        return new double[] {u[0] / length, u[1] / length, u[2] / length};
    }

    private static double[] shifted(double[] p, double[] direction, double by) {
        return new double[] {p[0] + by * direction[0], p[1] + by * direction[1], p[2] + by * direction[2]};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static double square(double[] a) {
        double sum = 0;
        for (double x : a) {
            sum += x * x;
        }
        return sum;
    }
}
