package dev.tessera.solver.phase;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.Velocity;

/// A flat wall across an axis, half-way between nodes.
///
/// @param axis of its normal: 0, 1, 2
/// @param inward +1 where the fluid is above it along the axis, else -1
/// @param layer coordinate of the nodes beside it along the axis
public record FlatWall(int axis, int inward, int layer) {
    private static final int AXIS_CODES = axisCodes();

    /// @throws IllegalArgumentException where the wall is not flat, or has no node beside it
    public static FlatWall of(NodeMap nodes, Surface surface) {
        CutLinks links = nodes.links();
        FlatWall found = null;
        for (int b : links.bySurface().nodes(surface.id(), AXIS_CODES)) {
            long at = nodes.fluid().boxIndex(links.node(b));
            int[] place = {nodes.box().x(at), nodes.box().y(at), nodes.box().z(at)};
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int code = links.code(link);
                if (links.surface(link) != surface.id() || (AXIS_CODES >>> code & 1) == 0) {
                    continue;
                }
                Velocity out = Velocity.ofCode(code);
                int axis = out.x() != 0 ? 0 : out.y() != 0 ? 1 : 2;
                FlatWall here = new FlatWall(axis, -out.along(axis), place[axis]);
                if (found != null && !found.equals(here)) {
                    throw new IllegalArgumentException(
                            "the wall %s is not flat: it has sides at %s and at %s of the fluid. A flat wall is one side of the box, with a name of its own"
                                    .formatted(surface.name(), found.side(), here.side()));
                }
                found = here;
            }
        }
        if (found == null) {
            throw new IllegalArgumentException("no fluid node is beside the wall " + surface.name());
        }
        return found;
    }

    /// The height of a place over the wall, in spacings.
    /// @param coordinate along the axis, in spacings from node 0
    double height(double coordinate) {
        return (coordinate - layer) * inward + 0.5;
    }

    private String side() {
        return "the %s end along %c (layer %d)".formatted(inward > 0 ? "lower" : "upper", "xyz".charAt(axis), layer);
    }

    private static int axisCodes() {
        int codes = 0;
        for (int axis = 0; axis < 3; axis++) {
            for (int step = -1; step <= 1; step += 2) {
                codes |= 1 << new Velocity(axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0).code();
            }
        }
        return codes;
    }
}
