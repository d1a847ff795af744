package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.layout.Placement;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/// Adds the nodes that are stored beside scattered edge nodes to the edge. A GPU transfers 32 bytes at least, and
/// memory
/// gives its bandwidth only for a multiple of that: beside a cut across x, a list of edge nodes alone would read and
/// write some 32 bytes for each value, which the sweep over inner nodes reads and writes once more
/// (docs/benchmarks/scaling.md).
///
/// @param placement of the nodes
/// @param excluded nodes that the bulk's kernels do not update, by fluid number
record ScatteredEdge(FluidNodes fluid, Placement placement, EdgeNodes edge, LongPredicate excluded) {
    /// Nodes that a warp accesses together.
    private static final int GROUP = 32;

    /// Groups with more edge nodes than this part are left as they are.
    private static final int MOST = 8;

    /// @param numbers of the edge nodes of the bulk, ascending
    /// @return fluid numbers, ascending
    long[] with(long[] numbers) {
        LongStream.Builder added = LongStream.builder();
        long end = 0; // after the group before
        for (long number : numbers) {
            if (number >= end) {
                long group = group(number);
                long from = number;
                while (from > end && group(from - 1) == group) {
                    from--;
                }
                end = number + 1;
                while (end < fluid.count() && group(end) == group) {
                    end++;
                }
                add(from, end, added);
            }
        }
        long[] all = LongStream.concat(Arrays.stream(numbers), added.build()).toArray();
        Arrays.sort(all);
        return all;
    }

    private void add(long from, long end, LongStream.Builder added) {
        long count = LongStream.range(from, end).filter(edge::contains).count();
        if (MOST * count <= end - from) {
            LongStream.range(from, end)
                    .filter(number -> !edge.contains(number) && !excluded.test(number))
                    .forEach(added::add);
        }
    }

    private long group(long number) {
        if (placement.isInFluidOrder()) {
            return number / GROUP;
        }
        Box box = fluid.box();
        long index = fluid.boxIndex(number);
        return placement.position(box.x(index), box.y(index), box.z(index)) / GROUP;
    }
}
