package dev.tessera.kernel.lane;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.Placement;
import dev.tessera.layout.UniformPlacement;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;

/// The nodes of one class in the order of its lanes, as runs along x.
sealed interface ClassNodes {
    /// The nodes of a class of a plan.
    /// @throws IllegalArgumentException if a node belongs to two classes
    static ClassNodes of(StepPlan plan, NodeClass nodeClass, ForkJoinPool pool) {
        FluidNodes fluid = plan.nodes().fluid();
        Placement placement = plan.storage().placement();
        if (nodeClass.fluidNumbers() == null) {
            return Bulk.of(fluid, bulk(plan), placement, pool);
        }
        return plan.needsBarriers()
                ? Ordered.of(fluid, placement, nodeClass.ownNumbers())
                : new Listed(fluid, placement, nodeClass.ownNumbers());
    }

    private static FluidNodes bulk(StepPlan plan) {
        FluidNodes fluid = plan.nodes().fluid();
        FluidNodes updated = plan.nodes().updatedNodes();
        if (plan.classes().size() == 1) {
            return updated;
        }
        long[] words = new long[Math.toIntExact((fluid.box().size() + 63) >>> 6)];
        for (int w = 0; w < words.length; w++) {
            words[w] = updated.word(w);
        }
        for (NodeClass c : plan.classes()) {
            if (c.fluidNumbers() != null) {
                removeFrom(words, fluid, c);
            }
        }
        return FluidNodes.ofBits(fluid.box(), words);
    }

    private static void removeFrom(long[] words, FluidNodes fluid, NodeClass c) {
        FluidNodes.Ascending ascending = fluid.ascending();
        for (long number : Objects.requireNonNull(c.fluidNumbers(), "the bulk has no list")) {
            long boxIndex = ascending.boxIndex(number);
            long bit = 1L << boxIndex;
            if ((words[(int) (boxIndex >>> 6)] & bit) == 0) {
                throw new IllegalArgumentException("fluid node %d of class %s also belongs to another class or the halo"
                        .formatted(number, c.name()));
            }
            words[(int) (boxIndex >>> 6)] &= ~bit;
        }
    }

    long count();

    /// Bytes of its tables, without the fluid nodes themselves.
    long tableBytes();

    /// Visits the nodes of lanes first … first + count - 1.
    void forEachRun(long first, long count, Visitor visitor);

    /// Visits the positions of lanes first … first + count - 1, as sequences that follow each other in storage.
    default void forEachSequence(long first, long count, PositionVisitor visitor) {
        forEachRun(first, count, (x, y, z, run, position, fluidNumber, index) -> visitor.visit(position, run));
    }

    @FunctionalInterface
    interface PositionVisitor {
        /// @param position of the first lane
        void visit(long position, int lanes);
    }

    @FunctionalInterface
    interface Visitor {
        /// @param position of the first node in storage
        /// @param fluidNumber of the first node
        /// @param index of the first node's fields: its fluid number for the bulk, otherwise its index
        ///       among the class's nodes
        void visit(int x, int y, int z, int count, long position, long fluidNumber, long index);
    }

    /// The bulk: all fluid nodes except those of other classes and of the halo, in storage order.
    ///
    /// @param bulk its nodes; identical to `fluid` if there are no others
    /// @param before bulk nodes before each block of the placement, then their total
    record Bulk(FluidNodes fluid, FluidNodes bulk, Placement placement, long[] before) implements ClassNodes {
        static Bulk of(FluidNodes fluid, FluidNodes bulk, Placement placement, ForkJoinPool workers) {
            long[] counts = new long[placement.blocks() + 1];
            ParallelLoop.over(workers, placement.blocks(), block -> {
                long[] sum = new long[1];
                placement.forEachRun(
                        block,
                        (x, y, z, count, position) ->
                                sum[0] += countBits(bulk, fluid.box().index(x, y, z), count));
                counts[block + 1] = sum[0];
            });
            for (int block = 0; block < placement.blocks(); block++) {
                counts[block + 1] += counts[block];
            }
            return new Bulk(fluid, bulk, placement, counts);
        }

        @Override
        public long count() {
            return before[before.length - 1];
        }

        @Override
        public long tableBytes() {
            return 8L * before.length + (bulk == fluid ? 0 : bulk.bytes());
        }

        @Override
        public void forEachRun(long first, long count, Visitor visitor) {
            int block = Arrays.binarySearch(before, first);
            block = block < 0 ? -block - 2 : block;
            while (block < placement.blocks() && before[block] < first + count) {
                if (before[block + 1] > first) {
                    visitBlock(block, first, first + count, visitor);
                }
                block++;
            }
        }

        /// Where every fluid node is in the bulk and only fluid nodes have positions, lanes are positions.
        @Override
        public void forEachSequence(long first, long count, PositionVisitor visitor) {
            if (bulk == fluid && placement instanceof UniformPlacement uniform && uniform.countsFluidOnly()) {
                visitor.visit(first, Math.toIntExact(count));
            } else {
                ClassNodes.super.forEachSequence(first, count, visitor);
            }
        }

        private void visitBlock(int block, long from, long end, Visitor visitor) {
            long[] lane = {before[block]};
            placement.forEachRun(block, (x, y, z, count, position) -> {
                if (lane[0] >= end) {
                    return;
                }
                for (int i = 0; i < count; ) {
                    int width = Math.min(RunSlots.LANES, count - i);
                    long boxIndex = fluid.box().index(x + i, y, z);
                    long bits = bulk.bits(boxIndex, width);
                    while (bits != 0) {
                        int low = Long.numberOfTrailingZeros(bits);
                        int length = Math.min(64 - low, Long.numberOfTrailingZeros(~(bits >>> low)));
                        int skip = Math.clamp(from - lane[0], 0, length);
                        int keep = Math.clamp(end - lane[0], 0, length) - skip;
                        if (keep > 0) {
                            int at = low + skip;
                            long number = fluid.number(boxIndex + at);
                            visitor.visit(x + i + at, y, z, keep, position + i + at, number, number);
                        }
                        lane[0] += length;
                        bits = low + length == 64 ? 0 : bits & -1L << low + length;
                    }
                    i += width;
                }
            });
        }

        private static long countBits(FluidNodes nodes, long boxIndex, int count) {
            long sum = 0;
            for (int i = 0; i < count; i += 64) {
                sum += Long.bitCount(nodes.bits(boxIndex + i, Math.min(64, count - i)));
            }
            return sum;
        }
    }

    /// The nodes of another class, in storage order.
    ///
    /// @param order `[lane]` the node's index among the class's nodes
    record Ordered(FluidNodes fluid, Placement placement, long[] fluidNumbers, int[] order) implements ClassNodes {
        static Ordered of(FluidNodes fluid, Placement placement, long[] fluidNumbers) {
            Box box = fluid.box();
            FluidNodes.Ascending ascending = fluid.ascending();
            long[] keys = new long[fluidNumbers.length]; // position in the high bits, index in the list in the low bits
            for (int n = 0; n < keys.length; n++) {
                long index = ascending.boxIndex(fluidNumbers[n]);
                keys[n] = placement.position(box.x(index), box.y(index), box.z(index)) << Integer.SIZE | n;
            }
            Arrays.sort(keys);
            return new Ordered(
                    fluid,
                    placement,
                    fluidNumbers,
                    Arrays.stream(keys).mapToInt(key -> (int) key).toArray());
        }

        @Override
        public long count() {
            return order.length;
        }

        @Override
        public long tableBytes() {
            return 4L * order.length;
        }

        @Override
        public void forEachRun(long first, long count, Visitor visitor) {
            Box box = fluid.box();
            for (long lane = first; lane < first + count; lane++) {
                int n = order[(int) lane];
                long boxIndex = fluid.boxIndex(fluidNumbers[n]);
                int x = box.x(boxIndex);
                int y = box.y(boxIndex);
                int z = box.z(boxIndex);
                visitor.visit(x, y, z, 1, placement.position(x, y, z), fluidNumbers[n], n);
            }
        }
    }

    /// The nodes of another class, ascending by fluid number.
    record Listed(FluidNodes fluid, Placement placement, long[] fluidNumbers) implements ClassNodes {
        @Override
        public long count() {
            return fluidNumbers.length;
        }

        @Override
        public long tableBytes() {
            return 0;
        }

        @Override
        public void forEachRun(long first, long count, Visitor visitor) {
            Box box = fluid.box();
            FluidNodes.Ascending ascending = fluid.ascending();
            for (long n = first; n < first + count; n++) {
                long number = fluidNumbers[(int) n];
                long boxIndex = ascending.boxIndex(number);
                int x = box.x(boxIndex);
                int y = box.y(boxIndex);
                int z = box.z(boxIndex);
                visitor.visit(x, y, z, 1, placement.position(x, y, z), number, n);
            }
        }
    }
}
