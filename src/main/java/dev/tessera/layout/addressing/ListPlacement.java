package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;

/// Fluid nodes only, in the order of the box: a node's position is its fluid number, which the geometry computes
/// without tables of this placement. A block consists of several rows.
final class ListPlacement extends BoxOrderPlacement {
    private final String name;

    ListPlacement(FluidNodes fluid, SlotArrays arrays, String name) {
        super(fluid, arrays);
        this.name = name;
    }

    @Override
    long position(long boxIndex) {
        return fluid.rank(boxIndex);
    }

    @Override
    public boolean countsFluidOnly() {
        return true;
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        long first = box.index(x, y, z);
        long position = fluid.rank(first);
        for (int i = 0; i < count; ) {
            int end = Math.min(count, i + 64);
            long bits = fluid.bits(first + i, end - i);
            while (i < end) {
                target[i++] = position;
                position += bits & 1;
                bits >>>= 1;
            }
        }
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        long[] next = {fluid.rank(firstRow(block) * box.nx())};
        for (long row = firstRow(block); row < endRow(block); row++) {
            int y = (int) (row % box.ny());
            int z = (int) (row / box.ny());
            FluidRuns.inRow(fluid, 0, box.nx(), y, z, (x, count) -> {
                visitor.visit(x, y, z, count, next[0]);
                next[0] += count;
            });
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
