package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The distance from the wall and its normal at the corners of crossed cells, numbered as in
/// [SurfaceCells#corners].
///
/// Where the geometry measured the distances of walls, a boundary node has the distance of the plane through the
/// ends of its cut links, with the normal of the wall; a node beyond the wall has the mean over the planes of its
/// neighbours. Elsewhere both follow from the fluid nodes within three spacings ([SmoothedNodes]). Fluid has
/// positive distances, other nodes negative ones, so that the surface separates them. Memory: 9 bytes per corner.
final class SurfaceNodes {
    static final int NODES_PER_TASK = 1 << 12;
    private static final float NEAREST = 0.02f;
    private static final float FARTHEST = 1.7f;
    private static final double ALIGNED = 0.3; // cosine between a link and the normal
    private static final double OTHER_WALL = 0.3; // distance at a node beyond a wall that shows that it is another one

    private final SurfaceCells cells;
    private final FluidNodes corners;
    private final SurfacePlanes planes;
    private final float[] distances; // [corner], in spacings
    private final int[] normals; // [corner], into the fluid, see pack
    private final byte[] plane; // [corner], NONE except beyond a plane

    SurfaceNodes(NodeMap nodes, SurfaceCells cells, SurfacePlanes planes, ForkJoinPool workers) {
        this.cells = cells;
        this.corners = cells.corners();
        this.planes = planes;
        int count = Math.toIntExact(corners.count());
        this.distances = new float[count];
        this.normals = new int[count];
        this.plane = new byte[count];
        Arrays.fill(plane, SurfacePlanes.NONE);
        boolean measured = isMeasured(nodes, planes);
        new Links(nodes, measured, workers).read();
        if (measured) {
            eachCorner(workers, this::extrapolate);
        } else {
            SmoothedNodes smoothed = new SmoothedNodes(nodes.fluid(), planes);
            eachCorner(workers, (corner, at) -> smooth(corner, at, smoothed));
        }
        eachCorner(workers, this::beyondSides);
    }

    /// Whether a wall is anywhere else than half-way.
    private static boolean isMeasured(NodeMap nodes, SurfacePlanes planes) {
        CutLinks links = nodes.links();
        if (!links.hasDistances()) {
            return false;
        }
        for (int link = 0; link < links.links(); link++) {
            if (links.distance(link) != 0.5 && planes.ofSurface(links.surface(link)) == SurfacePlanes.NONE) {
                return true;
            }
        }
        return false;
    }

    interface Corner {
        /// @param index in the box with the layer
        void at(int corner, long index);
    }

    private void eachCorner(ForkJoinPool workers, Corner body) {
        int tasks = (distances.length + NODES_PER_TASK - 1) / NODES_PER_TASK;
        ParallelLoop.over(workers, tasks, task -> {
            FluidNodes.Ascending ascending = corners.ascending();
            for (int c = task * NODES_PER_TASK; c < Math.min((task + 1) * NODES_PER_TASK, distances.length); c++) {
                body.at(c, ascending.boxIndex(c));
            }
        });
    }

    /// Reads the cut links: planes beyond openings, and the distance and normal of walls at boundary nodes.
    private final class Links {
        private final NodeMap nodes;
        private final CutLinks links;
        private final boolean measured;
        private final ForkJoinPool workers;

        Links(NodeMap nodes, boolean measured, ForkJoinPool workers) {
            this.nodes = nodes;
            this.links = nodes.links();
            this.measured = measured;
            this.workers = workers;
        }

        /// Layers of nodes, two at a time: tasks that run at once write to different nodes.
        void read() {
            int pairs = (nodes.box().nz() + 1) / 2;
            for (int parity = 0; parity < 2; parity++) {
                int first = parity;
                ParallelLoop.over(workers, (pairs - first + 1) / 2, task -> {
                    int z = 2 * (2 * task + first);
                    for (int b = from(z); b < from(Math.min(z + 2, nodes.box().nz())); b++) {
                        node(b);
                    }
                });
            }
        }

        /// The first boundary node from a layer on.
        private int from(int z) {
            int found = links.find(nodes.fluid().rank(nodes.box().index(0, 0, z)));
            return found >= 0 ? found : -found - 1;
        }

        private void node(int b) {
            Box box = nodes.box();
            long original = nodes.fluid().boxIndex(links.node(b));
            long at = cells.box().index(box.x(original) + 1, box.y(original) + 1, box.z(original) + 1);
            int corner = (int) corners.number(at);
            if (corner < 0) {
                return;
            }
            boolean wall = false;
            double sum = 0;
            double weights = 0;
            double nx = links.normal(b, 0);
            double ny = links.normal(b, 1);
            double nz = links.normal(b, 2);
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int code = links.code(link);
                int cx = code % 3 - 1;
                int cy = code / 3 % 3 - 1;
                int cz = code / 9 - 1;
                byte its = planes.ofSurface(links.surface(link));
                if (its != SurfacePlanes.NONE) {
                    int beyond = (int) corners.number(at + offset(cx, cy, cz));
                    if (beyond >= 0) {
                        plane[beyond] = its;
                    }
                } else {
                    wall = true;
                    double height = -(cx * nx + cy * ny + cz * nz);
                    double cosine = height / Math.sqrt(cx * cx + cy * cy + cz * cz);
                    if (cosine > ALIGNED) {
                        double weight = cosine * cosine * cosine * cosine;
                        sum += weight * links.distance(link) * height;
                        weights += weight;
                    }
                }
            }
            if (measured && wall) {
                distances[corner] = Math.clamp(weights > 0 ? (float) (sum / weights) : 0.5f, NEAREST, FARTHEST);
                normals[corner] = pack(nx, ny, nz);
            }
        }
    }

    private long offset(int cx, int cy, int cz) {
        return cx + cells.box().nx() * (cy + (long) cells.box().ny() * cz);
    }

    /// The distance at a node that is not fluid, and at fluid nodes without a wall. Reads distances of fluid
    /// nodes only.
    private void extrapolate(int corner, long at) {
        if (cells.isFluid(at)) {
            if (distances[corner] == 0) {
                distances[corner] = FARTHEST;
            }
            return;
        }
        boolean open = plane[corner] != SurfacePlanes.NONE;
        double sum = 0;
        double weights = 0;
        double nx = 0;
        double ny = 0;
        double nz = 0;
        double[] n = new double[3];
        for (int code = 0; code < 27; code++) {
            int cx = code % 3 - 1; // from the fluid node to this one
            int cy = code / 3 % 3 - 1;
            int cz = code / 9 - 1;
            long from = at - offset(cx, cy, cz);
            if (code == 13 || !cells.isFluid(from)) {
                continue;
            }
            int its = (int) corners.number(from);
            if (its < 0 || normals[its] == 0) {
                continue;
            }
            unpack(normals[its], n);
            double height = cx * n[0] + cy * n[1] + cz * n[2];
            double length = Math.sqrt(cx * cx + cy * cy + cz * cz);
            double cosine = -height / length;
            double value = distances[its] + height;
            double weight = open ? 1 / length : cosine * cosine * cosine * cosine;
            if (open || cosine > ALIGNED && value < OTHER_WALL) {
                sum += weight * value;
                weights += weight;
                nx += weight * n[0];
                ny += weight * n[1];
                nz += weight * n[2];
            }
        }
        if (weights > 0) {
            float mean = (float) (sum / weights);
            distances[corner] = open ? Math.clamp(mean, -FARTHEST, FARTHEST) : Math.clamp(mean, -FARTHEST, -NEAREST);
            normals[corner] = pack(nx, ny, nz);
        } else {
            distances[corner] = open ? FARTHEST : -0.5f;
        }
    }

    private void smooth(int corner, long at, SmoothedNodes smoothed) {
        double[] found = new double[4];
        Box box = cells.box();
        smoothed.at(box.x(at) - 1, box.y(at) - 1, box.z(at) - 1, found);
        float value = (float) found[3];
        distances[corner] = plane[corner] != SurfacePlanes.NONE
                ? Math.clamp(value, -FARTHEST, FARTHEST)
                : cells.isFluid(at)
                        ? Math.clamp(value, 3 * NEAREST, FARTHEST)
                        : Math.clamp(value, -FARTHEST, -3 * NEAREST);
        normals[corner] = pack(found[0], found[1], found[2]);
    }

    /// Walls continue beyond periodic sides.
    private void beyondSides(int corner, long at) {
        Box box = cells.box();
        int[] place = {box.x(at), box.y(at), box.z(at)};
        boolean beyond = false;
        for (int axis = 0; axis < 3; axis++) {
            int last = box.nodes(axis) - 1;
            int side = place[axis] == 0 ? 2 * axis : place[axis] == last ? 2 * axis + 1 : -1;
            if (side >= 0 && planes.ofSide(side) != SurfacePlanes.NONE) {
                plane[corner] = planes.ofSide(side);
                place[axis] = Math.clamp(place[axis], 1, last - 1);
                beyond = true;
            }
        }
        if (beyond) {
            long inside = box.index(place[0], place[1], place[2]);
            int its = (int) corners.number(inside);
            distances[corner] = its >= 0 ? distances[its] : cells.isFluid(inside) ? FARTHEST : -FARTHEST;
            normals[corner] = its >= 0 ? normals[its] : 0;
        }
    }

    /// In spacings from the wall, positive in the fluid.
    float distance(int corner) {
        return distances[corner];
    }

    /// The plane beyond which a corner is, or [SurfacePlanes#NONE].
    byte plane(int corner) {
        return plane[corner];
    }

    /// Adds `weight` times the normal into the fluid.
    void addNormal(int corner, double weight, double[] sum) {
        int packed = normals[corner];
        sum[0] += weight * (packed << 22 >> 22);
        sum[1] += weight * (packed << 12 >> 22);
        sum[2] += weight * (packed << 2 >> 22);
    }

    /// Ten bits per component; 0 for no normal.
    static int pack(double x, double y, double z) {
        double length = Math.sqrt(x * x + y * y + z * z);
        if (!(length > 1e-6)) {
            return 0;
        }
        double f = 511 / length;
        return (int) Math.round(f * x) & 1023
                | ((int) Math.round(f * y) & 1023) << 10
                | ((int) Math.round(f * z) & 1023) << 20;
    }

    private static void unpack(int packed, double[] n) {
        n[0] = (packed << 22 >> 22) / 511.0;
        n[1] = (packed << 12 >> 22) / 511.0;
        n[2] = (packed << 2 >> 22) / 511.0;
    }
}
