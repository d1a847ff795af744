package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;

/// Nodes in the order of the box, without tiles; a block consists of several rows of the box.
abstract class BoxOrderPlacement implements ArrayPlacement {
    private static final int NODES_PER_BLOCK = 1 << 13;

    final FluidNodes fluid;
    final Box box;
    private final SlotArrays arrays;
    private final int rowsPerBlock;
    private final long rows;

    BoxOrderPlacement(FluidNodes fluid, SlotArrays arrays) {
        this.fluid = fluid;
        this.box = fluid.box();
        this.arrays = arrays;
        this.rowsPerBlock = Math.max(1, NODES_PER_BLOCK / box.nx());
        this.rows = (long) box.ny() * box.nz();
    }

    /// The position of a fluid node. @param boxIndex see `Box.index`
    abstract long position(long boxIndex);

    @Override
    public final long position(int x, int y, int z) {
        return position(box.index(x, y, z));
    }

    @Override
    public final boolean isInFluidOrder() {
        return positions() == fluid.count();
    }

    @Override
    public final int endOfSequence(int x) {
        return box.nx();
    }

    @Override
    public final SlotArrays arrays() {
        return arrays;
    }

    @Override
    public final long slot(long boxIndex, int array, int copy) {
        return arrays.slot(position(boxIndex), array, copy);
    }

    @Override
    public final int blocks() {
        return Math.toIntExact((rows + rowsPerBlock - 1) / rowsPerBlock);
    }

    final long firstRow(int block) {
        return (long) block * rowsPerBlock;
    }

    /// The row after the block's last one.
    final long endRow(int block) {
        return Math.min(rows, firstRow(block) + rowsPerBlock);
    }

    @Override
    public final long tableBytes() {
        return 0;
    }

    @Override
    public final long tiles() {
        return 0;
    }

    @Override
    public final long tilesInBox() {
        return 0;
    }

    @Override
    public final double utilisation() {
        return (double) fluid.count() / box.size();
    }
}
