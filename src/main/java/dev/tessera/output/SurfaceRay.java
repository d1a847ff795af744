package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Vec;

/// Follows rays from outside to the surface of the fluid. Empty bricks are passed at once; within a crossed cell
/// the distance from the wall is interpolated between the eight corners, and the surface is where it is 0. One per
/// thread.
final class SurfaceRay {
    private static final int PARTS = 4; // of a cell, in which a change of sign is sought
    private static final int STEPS = 6; // of the search within a part
    private static final double CLOSE = 1e-3; // to the surface
    private static final double PAST = 1e-6; // beyond the side of a brick

    private final SurfaceCells cells;
    private final FluidNodes corners;
    private final SurfaceNodes nodes;
    private final SurfacePlanes planes;
    private final int px;
    private final int py;
    private final int pz;
    private double ox;
    private double oy;
    private double oz;
    private double dx;
    private double dy;
    private double dz;
    private int i;
    private int j;
    private int k;
    private final double[] values = new double[8]; // at the corners of the cell, x first
    private final byte[] cut = new byte[8]; // planes of the cell, the first `cuts`
    private int cuts;
    private byte cutBy; // the plane that was nearest where the distance was last evaluated
    private final int[] pairs = new int[4]; // corner (0, y, z) of the cell
    private double t;
    private byte hitPlane;
    private final double[] normal = new double[3];

    SurfaceRay(SurfaceCells cells, SurfaceNodes nodes, SurfacePlanes planes) {
        this.cells = cells;
        this.corners = cells.corners();
        this.nodes = nodes;
        this.planes = planes;
        Box box = cells.box();
        this.px = box.nx();
        this.py = box.ny();
        this.pz = box.nz();
    }

    /// Whether the ray from a place along a unit vector meets the surface; then the other methods say where.
    boolean meets(Vec from, Vec along) {
        ox = from.x();
        oy = from.y();
        oz = from.z();
        dx = notZero(along.x());
        dy = notZero(along.y());
        dz = notZero(along.z());
        double ix = 1 / dx;
        double iy = 1 / dy;
        double iz = 1 / dz;
        double in = Math.max(0, Math.max(near(ox, ix, px), Math.max(near(oy, iy, py), near(oz, iz, pz))));
        double out = Math.min(far(ox, ix, px), Math.min(far(oy, iy, py), far(oz, iz, pz)));
        for (double s = in + PAST; s < out; ) {
            int x = Math.clamp((int) (ox + s * dx), 0, px - 2);
            int y = Math.clamp((int) (oy + s * dy), 0, py - 2);
            int z = Math.clamp((int) (oz + s * dz), 0, pz - 2);
            int empty = cells.emptyBricks(x, y, z);
            int reach = Math.max(empty, 1);
            double exit =
                    Math.min(end(x, dx, ox, ix, reach), Math.min(end(y, dy, oy, iy, reach), end(z, dz, oz, iz, reach)));
            if (empty == 0 && walk(x, y, z, s, Math.min(exit, out), ix, iy, iz)) {
                return true;
            }
            s = Math.max(exit, s) + PAST;
        }
        return false;
    }

    private static double notZero(double component) {
        return Math.abs(component) < 1e-9 ? 1e-9 : component;
    }

    private static double near(double origin, double inverse, int count) {
        return Math.min((0 - origin) * inverse, (count - 1 - origin) * inverse);
    }

    private static double far(double origin, double inverse, int count) {
        return Math.max((0 - origin) * inverse, (count - 1 - origin) * inverse);
    }

    /// Where the ray leaves the cube of `reach` bricks around the brick of a cell, along one axis.
    private static double end(int cell, double direction, double origin, double inverse, int reach) {
        int brick = cell >> 3;
        return ((direction > 0 ? brick + reach : brick - reach + 1) * 8 - origin) * inverse;
    }

    /// From cell to cell within a brick.
    private boolean walk(int x, int y, int z, double from, double exit, double ix, double iy, double iz) {
        double tx = ((dx > 0 ? x + 1 : x) - ox) * ix;
        double ty = ((dy > 0 ? y + 1 : y) - oy) * iy;
        double tz = ((dz > 0 ? z + 1 : z) - oz) * iz;
        int sx = dx > 0 ? 1 : -1;
        int sy = dy > 0 ? 1 : -1;
        int sz = dz > 0 ? 1 : -1;
        long layer = (long) px * py;
        long cell = x + px * (y + (long) py * z);
        boolean crossed = false;
        for (double s = from; s < exit; ) {
            double next = Math.min(tx, Math.min(ty, tz));
            if (cells.isCrossed(cell)) {
                i = x;
                j = y;
                k = z;
                if (crosses(cell, s, next)) {
                    return true;
                }
                crossed = true;
            } else if (crossed && cells.isFluid(cell)) { // past a plane that lies a little beside its cells
                t = s;
                hitPlane = cutBy;
                return true;
            } else {
                crossed = false;
            }
            s = next;
            if (tx <= ty && tx <= tz) {
                tx += Math.abs(ix);
                x += sx;
                cell += sx;
            } else if (ty <= tz) {
                ty += Math.abs(iy);
                y += sy;
                cell += (long) sy * px;
            } else {
                tz += Math.abs(iz);
                z += sz;
                cell += sz * layer;
            }
            if (x < 0 || y < 0 || z < 0 || x > px - 2 || y > py - 2 || z > pz - 2) {
                return false;
            }
        }
        return false;
    }

    private boolean crosses(long cell, double from, double to) {
        load(cell);
        double before = value(from);
        if (before >= 0) {
            return hit(from);
        }
        double a = from;
        for (int part = 1; part <= PARTS; part++) {
            double b = from + (to - from) * part / PARTS;
            double after = value(b);
            if (after >= 0) {
                return hit(root(a, before, b, after));
            }
            a = b;
            before = after;
        }
        return false;
    }

    /// Between a place before the surface and one behind it, by the secant method of Illinois: an end that
    /// stays twice counts half.
    private double root(double a, double before, double b, double after) {
        double root = b;
        int side = 0;
        for (int step = 0; step < STEPS; step++) {
            root = Math.clamp(a + (b - a) * before / (before - after), a, b);
            double its = value(root);
            if (Math.abs(its) < CLOSE) {
                return root;
            }
            if (its > 0) {
                b = root;
                after = its;
                before = side > 0 ? 0.5 * before : before;
                side = 1;
            } else {
                a = root;
                before = its;
                after = side < 0 ? 0.5 * after : after;
                side = -1;
            }
        }
        return root;
    }

    private boolean hit(double at) {
        value(at);
        t = at;
        hitPlane = cutBy;
        return true;
    }

    /// The corners of a cell.
    private void load(long cell) {
        long layer = (long) px * py;
        cuts = 0;
        for (int pair = 0; pair < 4; pair++) {
            int first = (int) corners.number(cell + (pair & 1) * (long) px + (pair >> 1) * layer);
            pairs[pair] = first;
            for (int x = 0; x < 2; x++) {
                values[2 * pair + x] = nodes.distance(first + x);
                byte plane = nodes.plane(first + x);
                boolean known = plane == SurfacePlanes.NONE;
                for (int c = 0; c < cuts && !known; c++) {
                    known = cut[c] == plane;
                }
                if (!known) {
                    cut[cuts++] = plane;
                }
            }
        }
    }

    /// The distance from the wall or from the nearest plane at a place of the ray in the cell.
    private double value(double s) {
        double x = Math.clamp(ox + s * dx - i, 0.0, 1.0);
        double y = Math.clamp(oy + s * dy - j, 0.0, 1.0);
        double z = Math.clamp(oz + s * dz - k, 0.0, 1.0);
        double near =
                (1 - y) * (values[0] + x * (values[1] - values[0])) + y * (values[2] + x * (values[3] - values[2]));
        double far =
                (1 - y) * (values[4] + x * (values[5] - values[4])) + y * (values[6] + x * (values[7] - values[6]));
        double least = near + z * (far - near);
        cutBy = SurfacePlanes.NONE;
        for (int c = 0; c < cuts; c++) {
            double distance = planes.distance(cut[c], i + x, j + y, k + z);
            if (distance <= least) {
                least = distance;
                cutBy = cut[c];
            }
        }
        return least;
    }

    /// Distance along the ray.
    double distance() {
        return t;
    }

    Vec place() {
        return new Vec(ox + t * dx, oy + t * dy, oz + t * dz);
    }

    /// Whether the place is on an opening or a side of the box instead of a wall.
    boolean isOnPlane() {
        return hitPlane != SurfacePlanes.NONE;
    }

    /// Corner (0, y, z) of the cell, pair = y + 2 z; corner (1, y, z) has the next number.
    int corner(int pair) {
        return pairs[pair];
    }

    /// The place within the cell, 10 bits per axis, x lowest.
    int part() {
        return tenBits(ox + t * dx - i) | tenBits(oy + t * dy - j) << 10 | tenBits(oz + t * dz - k) << 20;
    }

    private static int tenBits(double part) {
        return (int) Math.round(1023 * Math.clamp(part, 0.0, 1.0));
    }

    /// The unit normal out of the fluid.
    Vec normal() {
        if (isOnPlane()) {
            return planes.outward(hitPlane);
        }
        double x = Math.clamp(ox + t * dx - i, 0.0, 1.0);
        double y = Math.clamp(oy + t * dy - j, 0.0, 1.0);
        double z = Math.clamp(oz + t * dz - k, 0.0, 1.0);
        normal[0] = normal[1] = normal[2] = 0;
        for (int pair = 0; pair < 4; pair++) {
            double weight = ((pair & 1) == 0 ? 1 - y : y) * (pair < 2 ? 1 - z : z);
            nodes.addNormal(pairs[pair], weight * (1 - x), normal);
            nodes.addNormal(pairs[pair] + 1, weight * x, normal);
        }
        double length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        return length > 0
                ? new Vec(-normal[0] / length, -normal[1] / length, -normal[2] / length)
                : new Vec(-dx, -dy, -dz);
    }
}
