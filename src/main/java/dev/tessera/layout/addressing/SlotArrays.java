package dev.tessera.layout.addressing;

import dev.tessera.layout.ArraySpacing;

/// Equally long arrays in one allocation, `copies * arrays` of them: plain arrays, one after the other; or divided into
/// bundles (AoSoA), each with a number of positions of all arrays of a copy.
///
/// @param stride slots from array to array
/// @param bundle positions per bundle; 0 for plain arrays
record SlotArrays(long positions, long stride, int arrays, int copies, int bundle) {
    static SlotArrays of(long positions, int arrays, int copies, ArraySpacing spacing) {
        long stride = spacing.bundle() == 0 ? spacing.stride(positions) : spacing.bundle();
        SlotArrays made = new SlotArrays(positions, stride, arrays, copies, spacing.bundle());
        Math.multiplyExact(made.slotsOfCopy(), (long) copies);
        return made;
    }

    long start(int array, int copy) {
        return copy * slotsOfCopy() + array * stride;
    }

    long slot(long position, int array, int copy) {
        long others = bundle == 0 ? 0 : position / bundle * bundle * (arrays - 1);
        return start(array, copy) + position + others;
    }

    long slots() {
        return copies * slotsOfCopy();
    }

    private long slotsOfCopy() {
        long places = bundle == 0 ? stride : Math.ceilDiv(positions, (long) bundle) * bundle;
        return Math.multiplyExact(places, (long) arrays);
    }
}
