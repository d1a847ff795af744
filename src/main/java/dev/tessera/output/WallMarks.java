package dev.tessera.output;

import dev.tessera.solver.Snapshot;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/// The fluid nodes that have a wall shear stress, and those that statistics count. Elsewhere wall shear stress is
/// NaN.
record WallMarks(BitSet touches, BitSet counted) {
    static final String TOUCHES_WALL = "touches-wall";
    static final String COUNTED = "wall-shear-stress-counted";

    /// An array of a VTK file.
    /// @param atNode 0 or 1, by fluid node
    record Mark(String name, LongUnaryOperator atNode) {}

    static WallMarks of(Snapshot snapshot) {
        var wall = Objects.requireNonNull(snapshot.wallShearStress());
        BitSet touches = new BitSet();
        BitSet counted = new BitSet();
        for (int k = 0; k < wall.boundaryNodes().length; k++) {
            int node = (int) snapshot.nodes().links().node(wall.boundaryNodes()[k]);
            touches.set(node);
            counted.set(node, wall.counted()[k]);
        }
        return new WallMarks(touches, counted);
    }

    List<Mark> marks() {
        return List.of(
                new Mark(TOUCHES_WALL, n -> touches.get((int) n) ? 1 : 0),
                new Mark(COUNTED, n -> counted.get((int) n) ? 1 : 0));
    }
}
