package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import java.util.Optional;

/// A region of which files of fields are written: nodes in a box, of one plane, or every k-th, or all of these.
///
/// @param name in the names of files
/// @param fromM lowest corner of the box, m; empty: no box
/// @param toM highest corner; given where the other is
/// @param slice plane of nodes; empty: all planes
/// @param stride every node of that many along each axis, from the first one of the region on
public record OutputRegion(
        String name, Optional<Vec> fromM, Optional<Vec> toM, Optional<View.Slice> slice, int stride) {
    private static final double TOLERANCE = 1e-6; // in spacings: corners are often on nodes

    public OutputRegion {
        if (fromM.isPresent() != toM.isPresent()) {
            throw new IllegalArgumentException(
                    "a box has two corners, from and to, but only %s is given; give the other, too"
                            .formatted(fromM.isPresent() ? "from" : "to"));
        }
        if (stride < 1) {
            throw new IllegalArgumentException("a stride of %d nodes; it has to be 1 or more".formatted(stride));
        }
        for (int axis = 0; axis < 3 && fromM.isPresent(); axis++) {
            if (!(fromM.get().along(axis) <= toM.orElseThrow().along(axis))) {
                throw new IllegalArgumentException("the box ends at %s, which is below its beginning, %s, along %c"
                        .formatted(toM.orElseThrow().inLengths(), fromM.get().inLengths(), "xyz".charAt(axis)));
            }
        }
    }

    /// The same region, with a name.
    public OutputRegion named(String other) {
        return new OutputRegion(other, fromM, toM, slice, stride);
    }

    /// Whether it has all nodes.
    public boolean isWhole() {
        return fromM.isEmpty() && slice.isEmpty() && stride == 1;
    }

    /// Nodes along the axes.
    /// @param first the lowest node, `[axis]`
    /// @param count number of nodes, `[axis]`
    /// @param stride from one node to the next
    public record Range(int[] first, int[] count, int stride) {
        /// All nodes of a box.
        public static Range of(Box box) {
            return new Range(new int[3], new int[] {box.nx(), box.ny(), box.nz()}, 1);
        }

        /// The box of these nodes alone.
        public Box box() {
            return new Box(count[0], count[1], count[2], false, false, false);
        }
    }

    /// Its nodes, fluid or not; empty where there is none.
    public Optional<Range> in(NodeMap nodes) {
        int[] first = new int[3];
        int[] count = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            int last = nodes.box().nodes(axis) - 1;
            int low = 0;
            int high = last;
            if (fromM.isPresent() && !(axis == 2 && nodes.box().is2d())) {
                low = (int) Math.max(low, Math.ceil(place(fromM.get(), axis, nodes) - TOLERANCE));
                high = (int) Math.min(high, Math.floor(place(toM.orElseThrow(), axis, nodes) + TOLERANCE));
            }
            if (slice.isPresent() && slice.get().axis() == axis) {
                int plane = slice.get().plane(nodes.box());
                low = Math.max(low, plane);
                high = Math.min(high, plane);
            }
            if (low > high) {
                return Optional.empty();
            }
            first[axis] = low;
            count[axis] = (high - low) / stride + 1;
        }
        return Optional.of(new Range(first, count, stride));
    }

    /// In spacings from node 0.
    private static double place(Vec placeM, int axis, NodeMap nodes) {
        return (placeM.along(axis) - nodes.originM()[axis]) / nodes.spacingM();
    }

    /// Whether it has a fluid node.
    boolean hasFluid(NodeMap nodes) {
        Optional<Range> range = in(nodes);
        if (range.isEmpty()) {
            return false;
        }
        int[] first = range.get().first();
        int[] count = range.get().count();
        for (int z = 0; z < count[2]; z++) {
            for (int y = 0; y < count[1]; y++) {
                for (int x = 0; x < count[0]; x++) {
                    if (nodes.fluid().isFluid(first[0] + x * stride, first[1] + y * stride, first[2] + z * stride)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
