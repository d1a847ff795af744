package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The planes that cut the fluid without a wall: openings, and the sides of the box where the flow is periodic.
/// Lengths are in spacings, in the box of [SurfaceCells].
final class SurfacePlanes {
    /// No plane.
    static final byte NONE = -1;

    private static final double OUTWARD = 0.02; // a plane through nodes leaves them in the fluid

    private final List<Plane> planes = new ArrayList<>();
    private final byte[] ofSurface; // by id of a cut link's surface
    private final byte[] ofSide = new byte[6]; // x-min, x-max, y-min …; periodic sides only
    private final boolean[] continues = new boolean[6];

    /// @param outward unit normal out of the fluid
    /// @param at the value of `outward · place` on the plane
    private record Plane(Vec outward, double at) {}

    SurfacePlanes(NodeMap nodes) {
        Box box = nodes.box();
        ofSurface = new byte[nodes.surfaces().size()];
        Arrays.fill(ofSurface, NONE);
        Arrays.fill(ofSide, NONE);
        boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
        for (int side = 0; side < 6; side++) {
            if (periodic[side / 2]) {
                Vec outward = outward(side);
                double at = side % 2 == 0 ? -0.5 : box.nodes(side / 2) + 0.5;
                ofSide[side] = add(new Plane(outward, at));
                continues[side] = true;
            }
        }
        for (Opening opening : nodes.openings()) {
            Vec outward = Vec.of(opening.normal());
            Vec centre = Vec.of(opening.centreM())
                    .minus(Vec.of(nodes.originM()))
                    .times(1 / nodes.spacingM())
                    .plus(new Vec(1, 1, 1));
            byte plane = add(new Plane(outward, centre.dot(outward) + OUTWARD));
            if (opening.surface() < ofSurface.length
                    && nodes.surfaces().get(opening.surface()).kind() == Surface.Kind.OPENING) {
                ofSurface[opening.surface()] = plane;
            }
            for (int side = 0; side < 6; side++) {
                double end = side % 2 == 0 ? 1 : box.nodes(side / 2);
                continues[side] |= outward.dot(outward(side)) > 0.999 && Math.abs(centre.along(side / 2) - end) < 0.75;
            }
        }
    }

    private static Vec outward(int side) {
        int sign = side % 2 == 0 ? -1 : 1;
        return new Vec(side / 2 == 0 ? sign : 0, side / 2 == 1 ? sign : 0, side / 2 == 2 ? sign : 0);
    }

    private byte add(Plane plane) {
        if (planes.size() > Byte.MAX_VALUE) {
            throw new IllegalStateException("more than %d openings".formatted(Byte.MAX_VALUE));
        }
        planes.add(plane);
        return (byte) (planes.size() - 1);
    }

    /// The plane of a cut link's surface, or NONE for walls.
    byte ofSurface(int surface) {
        return surface < ofSurface.length ? ofSurface[surface] : NONE;
    }

    /// The plane of a periodic side of the box, or NONE.
    byte ofSide(int side) {
        return ofSide[side];
    }

    /// Whether walls are drawn as if they continued beyond a side of the box.
    boolean continues(int side) {
        return continues[side];
    }

    /// Distance from a plane, positive in the fluid.
    double distance(int plane, double x, double y, double z) {
        Plane its = planes.get(plane);
        return its.at - its.outward.x() * x - its.outward.y() * y - its.outward.z() * z;
    }

    Vec outward(byte plane) {
        return planes.get(plane).outward;
    }
}
