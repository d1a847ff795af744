package dev.tessera.layout.addressing;

import dev.tessera.layout.ArraySpacing;

/// Equally long arrays in one allocation, `copies * arrays` of them: whole, one after the other; or in groups of so
/// many
/// positions, a group of each array of a copy before the next group.
///
/// @param stride slots from array to array
/// @param group positions of a group; 0 where arrays are whole
record SlotArrays(long positions, long stride, int arrays, int copies, int group) {
    static SlotArrays of(long positions, int arrays, int copies, ArraySpacing spacing) {
        long stride = spacing.group() == 0 ? spacing.stride(positions) : spacing.group();
        SlotArrays made = new SlotArrays(positions, stride, arrays, copies, spacing.group());
        Math.multiplyExact(made.slotsOfCopy(), (long) copies);
        return made;
    }

    long start(int array, int copy) {
        return copy * slotsOfCopy() + array * stride;
    }

    long slot(long position, int array, int copy) {
        long others = group == 0 ? 0 : position / group * group * (arrays - 1);
        return start(array, copy) + position + others;
    }

    long slots() {
        return copies * slotsOfCopy();
    }

    private long slotsOfCopy() {
        long places = group == 0 ? stride : Math.ceilDiv(positions, (long) group) * group;
        return Math.multiplyExact(places, (long) arrays);
    }
}
