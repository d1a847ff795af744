package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.shape.Side;

/// The two ends of an image along one axis.
public sealed interface AxisEnds {
    /// The image repeats. Exact for computer-made packings; a scan's faces do not match.
    ///
    /// @param bufferNodes layers of nodes without solid at each end, which connect faces that do not match
    record Periodic(int bufferNodes) implements AxisEnds {
        public Periodic {
            checkBuffer(bufferNodes);
        }
    }

    /// A wall, half a spacing beyond the outermost nodes.
    ///
    /// @param name of its surface
    record Sealed(String name) implements AxisEnds {}

    /// The image and its mirror image, together periodic: faces match, the number of nodes doubles.
    record Mirrored() implements AxisEnds {}

    /// Openings.
    ///
    /// @param bufferNodes layers of nodes without solid at each end
    /// @param minName name of the opening at the low end, usually `inlet`
    /// @param maxName name of the opening at the high end, usually `outlet`
    /// @param placement whether the outermost nodes are on the opening, as Zou–He rules require
    record Open(int bufferNodes, String minName, String maxName, Side.Placement placement) implements AxisEnds {
        public Open {
            checkBuffer(bufferNodes);
            if (minName.equals(maxName)) {
                throw new GeometryException("both ends are called %s; give them different names".formatted(minName));
            }
        }
    }

    static AxisEnds periodic() {
        return new Periodic(0);
    }

    /// Periodic through `bufferNodes` layers of pure fluid at each end.
    static AxisEnds periodicWithBuffer(int bufferNodes) {
        return new Periodic(bufferNodes);
    }

    static AxisEnds closed() {
        return new Sealed("sides");
    }

    static AxisEnds mirrored() {
        return new Mirrored();
    }

    /// Openings `inlet` and `outlet` behind `bufferNodes` layers of pure fluid.
    static AxisEnds open(int bufferNodes) {
        return new Open(bufferNodes, "inlet", "outlet", Side.Placement.HALF_WAY);
    }

    private static void checkBuffer(int nodes) {
        if (nodes < 0) {
            throw new GeometryException("%d buffer layers; give 0 or more".formatted(nodes));
        }
    }

    default int buffer() {
        return switch (this) {
            case Periodic(int nodes) -> nodes;
            case Open open -> open.bufferNodes();
            case Sealed _, Mirrored _ -> 0;
        };
    }

    default boolean isPeriodic() {
        return switch (this) {
            case Periodic _, Mirrored _ -> true;
            case Sealed _, Open _ -> false;
        };
    }

    default boolean isMirrored() {
        return this instanceof Mirrored;
    }
}
