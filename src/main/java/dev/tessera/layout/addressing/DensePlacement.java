package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;

/// The order of the box, in blocks of whole rows.
final class DensePlacement extends BoxOrderPlacement {
    DensePlacement(FluidNodes fluid, SlotArrays arrays) {
        super(fluid, arrays);
    }

    @Override
    long position(long boxIndex) {
        return boxIndex;
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        long first = box.index(x, y, z);
        for (int i = 0; i < count; i++) {
            target[i] = first + i;
        }
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        for (long row = firstRow(block); row < endRow(block); row++) {
            int y = (int) (row % box.ny());
            int z = (int) (row / box.ny());
            FluidRuns.inRow(fluid, 0, box.nx(), y, z, (x, count) -> visitor.visit(x, y, z, count, box.index(x, y, z)));
        }
    }

    @Override
    public String toString() {
        return "dense";
    }
}
