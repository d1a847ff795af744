package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Shapes with exact surfaces in boxes of 40 nodes along each edge.
final class SampleSurfaces {
    static final double SPACING_M = 0.5e-3;
    static final int NODES = 40;
    static final Vec CENTRE = new Vec(19.3, 20.1, 18.7); // in nodes
    static final double RADIUS = 13.4; // in nodes
    /// A plane that cuts the tube, in nodes: 0.6 x + 0.8 z is less than this.
    static final double CUT = 24.3;

    static final Vec CUT_NORMAL = new Vec(0.6, 0, 0.8);

    private SampleSurfaces() {}

    private interface Depth {
        /// Distance from a surface along its normal, positive in the fluid.
        double at(Vec place);
    }

    /// A sphere of fluid with walls at their distances, or half-way.
    static NodeMap sphere(boolean measured) {
        Depth wall = place -> RADIUS - place.distance(CENTRE);
        return nodes(wall, place -> 1e9, measured, List.of());
    }

    /// A tube along z, cut by an oblique opening and by the lower side of the box, across which it is periodic
    /// in a box of double height.
    static NodeMap tube() {
        Depth wall = place -> RADIUS - Math.hypot(place.x() - CENTRE.x(), place.y() - CENTRE.y());
        Depth cut = place -> CUT - CUT_NORMAL.dot(place);
        Vec centre = new Vec(CENTRE.x(), CENTRE.y(), (CUT - 0.6 * CENTRE.x()) / 0.8);
        Opening opening =
                new Opening("outlet", 1, centre.times(SPACING_M).toArray(), CUT_NORMAL.toArray(), 1e-6, 1e-3, false, 0);
        return nodes(wall, cut, true, List.of(opening));
    }

    private static NodeMap nodes(Depth wall, Depth cut, boolean measured, List<Opening> openings) {
        Box box = new Box(NODES, NODES, NODES, false, false, !openings.isEmpty());
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> {
            Vec place = new Vec(x, y, z);
            return wall.at(place) > 0 && cut.at(place) > 0;
        });
        CutLinks bare = CutLinksOf.fluid(
                fluid,
                (from, to, code, side) -> {
                    Vec end = end(box, from, code);
                    return wall.at(end) > 0 ? 1 : 0;
                },
                ForkJoinPool.commonPool());
        float[] distances = new float[bare.links()];
        float[] normals = new float[3 * bare.boundaryNodes()];
        for (int b = 0; b < bare.boundaryNodes(); b++) {
            long at = fluid.boxIndex(bare.node(b));
            Vec place = new Vec(box.x(at), box.y(at), box.z(at));
            Vec inward = gradient(wall, place);
            for (int axis = 0; axis < 3; axis++) {
                normals[3 * b + axis] = (float) inward.along(axis);
            }
            for (int link = bare.firstLink(b); link < bare.endLink(b); link++) {
                Depth its = bare.surface(link) == 0 ? wall : cut;
                distances[link] = (float) crossing(its, place, end(box, at, bare.code(link)));
            }
        }
        List<Surface> surfaces =
                List.of(new Surface(0, "wall", Surface.Kind.WALL), new Surface(1, "outlet", Surface.Kind.OPENING));
        CutLinks links = measured ? bare.with(null, distances, normals) : bare;
        return new NodeMap(fluid, SPACING_M, new double[3], surfaces, links, openings, List.of());
    }

    private static Vec end(Box box, long from, int code) {
        return new Vec(box.x(from) + code % 3 - 1, box.y(from) + code / 3 % 3 - 1, box.z(from) + code / 9 - 1);
    }

    private static double crossing(Depth depth, Vec from, Vec to) {
        double low = 0;
        double high = 1;
        for (int k = 0; k < 40; k++) {
            double middle = 0.5 * (low + high);
            if (depth.at(from.plus(to.minus(from).times(middle))) > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Vec gradient(Depth depth, Vec at) {
        double h = 1e-4;
        return new Vec(
                        depth.at(at.plus(new Vec(h, 0, 0))) - depth.at(at.minus(new Vec(h, 0, 0))),
                        depth.at(at.plus(new Vec(0, h, 0))) - depth.at(at.minus(new Vec(0, h, 0))),
                        depth.at(at.plus(new Vec(0, 0, h))) - depth.at(at.minus(new Vec(0, 0, h))))
                .unit();
    }
}
