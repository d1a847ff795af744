package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.UniformPlacement;

/// The box's own order, in blocks of whole rows.
final class DensePlacement implements UniformPlacement {
    private static final int NODES_PER_BLOCK = 1 << 13;

    private final FluidNodes fluid;
    private final Box box;
    private final SlotArrays arrays;
    private final int rowsPerBlock;
    private final long rows;

    DensePlacement(FluidNodes fluid, SlotArrays arrays) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.arrays = arrays;
        this.rowsPerBlock = Math.max(1, NODES_PER_BLOCK / box.nx());
        this.rows = (long) box.ny() * box.nz();
    }

    @Override
    public long position(int x, int y, int z) {
        return box.index(x, y, z);
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        long first = box.index(x, y, z);
        for (int i = 0; i < count; i++) {
            target[i] = first + i;
        }
    }

    @Override
    public long positions() {
        return arrays.positions();
    }

    @Override
    public long slot(int x, int y, int z, int array, int copy) {
        return arrays.start(array, copy) + box.index(x, y, z);
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return arrays.start(array, copy) + boxIndex;
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
        long end = Math.min(rows, (block + 1L) * rowsPerBlock);
        for (long row = (long) block * rowsPerBlock; row < end; row++) {
            int y = (int) (row % box.ny());
            int z = (int) (row / box.ny());
            FluidRuns.inRow(fluid, 0, box.nx(), y, z, (x, count) -> visitor.visit(x, y, z, count, box.index(x, y, z)));
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
        return "dense";
    }
}
