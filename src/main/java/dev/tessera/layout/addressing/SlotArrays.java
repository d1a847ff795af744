package dev.tessera.layout.addressing;

import dev.tessera.layout.ArraySpacing;

/// Equally long arrays, one after the other in one allocation: `copies * arrays` of them, `stride` slots apart.
///
/// @param stride slots from array to array
record SlotArrays(long positions, long stride, int arrays, int copies) {
    static SlotArrays of(long positions, int arrays, int copies, ArraySpacing spacing) {
        long stride = spacing.stride(positions);
        Math.multiplyExact(stride, (long) arrays * copies);
        return new SlotArrays(positions, stride, arrays, copies);
    }

    long start(int array, int copy) {
        return ((long) copy * arrays + array) * stride;
    }

    long slots() {
        return (long) copies * arrays * stride;
    }
}
