package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.UniformPlacement;

/// Fluid nodes only, in the order of the box: a node's position is its fluid number, which the geometry
/// finds without tables of this placement. A block is some rows.
final class ListPlacement implements UniformPlacement {
    private static final int NODES_PER_BLOCK = 1 << 13;

    private final FluidNodes fluid;
    private final Box box;
    private final SlotArrays arrays;
    private final String name;
    private final int rowsPerBlock;
    private final long rows;

    ListPlacement(FluidNodes fluid, SlotArrays arrays, String name) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.arrays = arrays;
        this.name = name;
        this.rowsPerBlock = Math.max(1, NODES_PER_BLOCK / box.nx());
        this.rows = (long) box.ny() * box.nz();
    }

    @Override
    public long position(int x, int y, int z) {
        return fluid.rank(box.index(x, y, z));
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
    public long positions() {
        return arrays.positions();
    }

    @Override
    public long slot(int x, int y, int z, int array, int copy) {
        return arrays.start(array, copy) + position(x, y, z);
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return arrays.start(array, copy) + fluid.rank(boxIndex);
    }

    @Override
    public long stride() {
        return arrays.stride();
    }

    @Override
    public long start(int array, int copy) {
        return arrays.start(array, copy);
    }

    @Override
    public long slots() {
        return arrays.slots();
    }

    @Override
    public int blocks() {
        return Math.toIntExact((rows + rowsPerBlock - 1) / rowsPerBlock);
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        long first = (long) block * rowsPerBlock;
        long end = Math.min(rows, first + rowsPerBlock);
        long[] next = {fluid.rank(first * box.nx())};
        for (long row = first; row < end; row++) {
            int y = (int) (row % box.ny());
            int z = (int) (row / box.ny());
            FluidRuns.inRow(fluid, 0, box.nx(), y, z, (x, count) -> {
                visitor.visit(x, y, z, count, next[0]);
                next[0] += count;
            });
        }
    }

    @Override
    public long tableBytes() {
        return 0;
    }

    @Override
    public long tiles() {
        return 0;
    }

    @Override
    public long tilesInBox() {
        return 0;
    }

    @Override
    public double utilisation() {
        return (double) fluid.count() / box.size();
    }

    @Override
    public String toString() {
        return name;
    }
}
