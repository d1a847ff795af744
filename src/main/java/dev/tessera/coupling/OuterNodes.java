package dev.tessera.coupling;

import dev.tessera.geometry.FluidNodes;
import java.util.stream.LongStream;

/// The nodes at the sides of a domain that a step updates first, so that a program reads and writes the layers there
/// while the others are updated: layers of 2 e + 1 nodes where the envelope is e wide. Only sides across
/// the slow axes of the caller's arrays have them: across the fastest one, each row would have a few nodes
/// of a layer, and a GPU reads and writes 32 at least.
///
/// Boxes whose nodes have outer nodes around them ([#contain]) do not wait for inner nodes, nor these for them, in any
/// streaming pattern (docs/decisions/0088): the value that a node of the box reads next for a direction is written in
/// this step by the node before it, or by itself at a wall, which both are outer. No inner node writes it, since a slot
/// gets one value in a step; none reads its slot, since nodes read another copy, or the slots that they write. In the
/// next step, only the node of the box reads it.
record OuterNodes(DomainSize size, Range x, Range y) {
    /// Those of an axis that are not outer: `from … to`, both included; none if `from > to`.
    private record Range(int from, int to) {
        static Range of(int nodes, int layers, boolean isOpenBefore, boolean isOpenAfter) {
            return new Range(isOpenBefore ? layers : 0, nodes - 1 - (isOpenAfter ? layers : 0));
        }

        boolean contains(long at) {
            return at >= from && at <= to;
        }

        boolean isApartFrom(long first, long last) {
            return last < from || first > to;
        }
    }

    static OuterNodes of(DomainSize size, DomainModel model) {
        int layers = 2 * model.envelope() + 1;
        DomainSize.Periodic periodic = model.periodic();
        return new OuterNodes(
                size,
                range(0, size.nx(), layers, periodic.x(), model.closed()),
                size.dimensions() == 2
                        ? Range.of(size.ny(), 0, false, false)
                        : range(1, size.ny(), layers, periodic.y(), model.closed()));
    }

    private static Range range(int axis, int nodes, int layers, boolean isPeriodic, DomainSize.Closed closed) {
        return Range.of(
                nodes,
                layers,
                !isPeriodic && !closed.isClosed().get(2 * axis),
                !isPeriodic && !closed.isClosed().get(2 * axis + 1));
    }

    /// The number of outer nodes, solid nodes included.
    long count() {
        long inner = Math.max(0L, x.to - x.from + 1) * Math.max(0L, y.to - y.from + 1) * size.nz();
        return size.nodes() - inner;
    }

    /// Their fluid numbers, ascending.
    long[] numbers(FluidNodes fluid) {
        LongStream.Builder numbers = LongStream.builder();
        for (int atX = 0; atX < size.nx(); atX++) {
            for (int atY = 0; atY < size.ny(); atY++) {
                for (int z = 0; z < size.nz() && !(x.contains(atX) && y.contains(atY)); z++) {
                    long number = fluid.number(size.index(atX, atY, z));
                    if (number >= 0) {
                        numbers.add(number);
                    }
                }
            }
        }
        return numbers.build().toArray();
    }

    /// Whether all nodes of a box and their neighbours are outer. A periodic axis has no outer nodes.
    boolean contain(NodeBox box) {
        return x.isApartFrom(box.x0() - 1, box.x1() + 1) || y.isApartFrom(box.y0() - 1, box.y1() + 1);
    }
}
