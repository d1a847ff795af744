package dev.tessera.kernel.lane;

import dev.tessera.model.Velocity;

/// One stored value of every lane.
///
/// @param value the slots that it uses
/// @param array index among the populations of the plan; 0 for a field
/// @param direction of the population; 0 for a field
/// @param c a field's value is that of the neighbour `x + c`
/// @param base slot of the array's first value
/// @param width slots of a value
/// @param isIn whether it is loaded
/// @param isOut whether it is stored
public record SlotStream(
        Value value, int array, int direction, Velocity c, long base, int width, boolean isIn, boolean isOut) {
    private static final Velocity NONE = new Velocity(0, 0, 0);

    public enum Value {
        /// The slot that a node reads.
        READ,
        /// The slot that a node writes.
        WRITTEN,
        /// The position of the node or of a neighbour.
        FIELD
    }

    /// Whether both are the same slots.
    public boolean hasSlotsOf(SlotStream other) {
        return value == other.value
                && array == other.array
                && direction == other.direction
                && c.equals(other.c)
                && base == other.base
                && width == other.width;
    }

    static SlotStream read(int array, int direction, long base, boolean isOut) {
        return new SlotStream(Value.READ, array, direction, NONE, base, 1, true, isOut);
    }

    static SlotStream written(int array, int direction, long base) {
        return new SlotStream(Value.WRITTEN, array, direction, NONE, base, 1, false, true);
    }

    static SlotStream field(Velocity c, long base, int width, boolean isIn) {
        return new SlotStream(Value.FIELD, 0, 0, c, base, width, isIn, !isIn);
    }
}
