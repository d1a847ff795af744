package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.TriangleMesh;

/// The boundary nodes within [#REACH] spacings of vertices of a wall, on the side of the fluid: those with a cut link
/// that ends near the tangential plane of the vertex, at most 60° from the normal. So the nodes on the other side of a
/// thin wall, or beside the opposite wall of a narrow vessel, are not used. Where these are few or on one side (at
/// the edge of an opening, whose nodes have no wall shear stress), within [#FAR] spacings.
///
/// Weights fall with the square of the distance, `(1 - d²/reach²)²`, and are corrected so that the mean of values that
/// vary linearly along the wall is their value at the vertex (least squares), as far as no weight becomes negative:
/// means stay between the values of the nodes.
final class NodesAtWall implements SurfaceValues.Near {
    private static final double REACH = 2; // spacings
    private static final double FAR = 3;
    private static final int FEWEST = 5;
    private static final double LOPSIDED = 0.7; // distance of the nodes' centre along the wall, in spacings
    private static final double ALIGNED = 0.5; // cosine between a link and the normal
    private static final double CLOSE = 1; // to the tangential plane, in spacings
    private static final double RIDGE = 0.02; // square spacings, added to the variances of places: few nodes suffice
    private static final int WIDTH = 2 * (int) FAR + 1;

    private final NodeMap nodes;
    private final CutLinks links;
    private final FluidNodes withValues;
    private final int[] boundaryNodes;
    private final TriangleMesh wall;
    private final double[] normals;
    private final Vec[] offsets = new Vec[WIDTH * WIDTH * WIDTH]; // from the vertex to nodes, in spacings
    private Vec normal = Vec.ZERO; // out of the fluid

    /// @param boundaryNodes those that have values, ascending indices into the cut links
    /// @param withValues the same by fluid number
    /// @param normals unit normals of the wall's vertices out of the fluid, `[3 * vertex + axis]`
    NodesAtWall(NodeMap nodes, int[] boundaryNodes, FluidNodes withValues, TriangleMesh wall, double[] normals) {
        this.nodes = nodes;
        this.links = nodes.links();
        this.boundaryNodes = boundaryNodes;
        this.withValues = withValues;
        this.wall = wall;
        this.normals = normals;
    }

    /// A set of boundary nodes by fluid number.
    static FluidNodes byFluidNumber(NodeMap nodes, int[] boundaryNodes) {
        int fluid = Math.toIntExact(nodes.fluid().count());
        long[] words = new long[(fluid + 63) >>> 6];
        for (int b : boundaryNodes) {
            int number = (int) nodes.links().node(b);
            words[number >>> 6] |= 1L << number;
        }
        return FluidNodes.ofBits(SurfaceValues.row(fluid), words);
    }

    @Override
    public int most() {
        return offsets.length;
    }

    @Override
    public int find(int vertex, int[] found, float[] weights) {
        Vec at = wall.point(vertex).minus(Vec.of(nodes.originM())).times(1 / nodes.spacingM());
        normal = new Vec(normals[3 * vertex], normals[3 * vertex + 1], normals[3 * vertex + 2]);
        double reach = REACH;
        int count = find(at, reach, found);
        if (count < FEWEST || isLopsided(count)) {
            reach = FAR;
            count = find(at, reach, found);
        }
        if (count > 0) {
            weigh(count, reach, weights);
        }
        return count;
    }

    private int find(Vec at, double reach, int[] found) {
        Box box = nodes.box();
        int count = 0;
        for (int z = first(at.z(), reach); z <= last(at.z(), reach, box.nz()); z++) {
            for (int y = first(at.y(), reach); y <= last(at.y(), reach, box.ny()); y++) {
                for (int x = first(at.x(), reach); x <= last(at.x(), reach, box.nx()); x++) {
                    Vec offset = new Vec(x - at.x(), y - at.y(), z - at.z());
                    if (offset.dot(offset) < reach * reach) {
                        long number = nodes.fluid().number(box.index(x, y, z));
                        long entry = number < 0 ? -1 : withValues.number(number);
                        if (entry >= 0 && isCutNear(boundaryNodes[(int) entry], offset)) {
                            found[count] = (int) number;
                            offsets[count++] = offset;
                        }
                    }
                }
            }
        }
        return count;
    }

    private boolean isLopsided(int count) {
        Vec sum = Vec.ZERO;
        for (int k = 0; k < count; k++) {
            sum = sum.plus(offsets[k]);
        }
        return sum.minus(normal.times(sum.dot(normal))).length() > LOPSIDED * count;
    }

    private static int first(double place, double reach) {
        return Math.max(0, (int) Math.ceil(place - reach));
    }

    private static int last(double place, double reach, int count) {
        return Math.min(count - 1, (int) Math.floor(place + reach));
    }

    private boolean isCutNear(int b, Vec offset) {
        double above = offset.dot(normal);
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int code = links.code(link);
            int cx = code % 3 - 1;
            int cy = code / 3 % 3 - 1;
            int cz = code / 9 - 1;
            double toward = cx * normal.x() + cy * normal.y() + cz * normal.z();
            if (toward > ALIGNED * Math.sqrt(cx * cx + cy * cy + cz * cz)
                    && Math.abs(above + links.distance(link) * toward) < CLOSE) {
                return true;
            }
        }
        return false;
    }

    /// With u and v along the wall and weights w: `w (1 - m C⁻¹ ((u, v) - m))` of the mean m and the covariance C, the
    /// second term divided by its largest value where that exceeds 1.
    private void weigh(int count, double reach, float[] weights) {
        Vec u = normal.anyNormal();
        Vec v = normal.cross(u);
        double sum = 0;
        double mu = 0;
        double mv = 0;
        double uu = 0;
        double uv = 0;
        double vv = 0;
        for (int k = 0; k < count; k++) {
            double weight = weight(offsets[k], reach);
            double pu = offsets[k].dot(u);
            double pv = offsets[k].dot(v);
            sum += weight;
            mu += weight * pu;
            mv += weight * pv;
            uu += weight * pu * pu;
            uv += weight * pu * pv;
            vv += weight * pv * pv;
        }
        mu /= sum;
        mv /= sum;
        uu = uu / sum - mu * mu + RIDGE;
        uv = uv / sum - mu * mv;
        vv = vv / sum - mv * mv + RIDGE;
        double determinant = uu * vv - uv * uv;
        double alongU = (vv * mu - uv * mv) / determinant;
        double alongV = (uu * mv - uv * mu) / determinant;
        double largest = 1;
        for (int k = 0; k < count; k++) {
            double tilt = alongU * (offsets[k].dot(u) - mu) + alongV * (offsets[k].dot(v) - mv);
            weights[k] = (float) tilt;
            largest = Math.max(largest, tilt);
        }
        for (int k = 0; k < count; k++) {
            weights[k] = (float) (weight(offsets[k], reach) / sum * (1 - weights[k] / largest));
        }
    }

    private static double weight(Vec offset, double reach) {
        double near = 1 - offset.dot(offset) / (reach * reach);
        return near * near;
    }
}
