package dev.tessera.device;

import dev.tessera.kernel.StepPlan;
import java.util.ArrayList;
import java.util.List;

/// Where the values of each array are in a message between two parts: array after array, each from a multiple of
/// [#ALIGNMENT] on. Both ends of a message have the same layout, whatever their devices.
///
/// @param bytes of the message
public record MessageLayout(List<Piece> pieces, long bytes) {
    /// In bytes.
    public static final int ALIGNMENT = 16;

    public MessageLayout {
        pieces = List.copyOf(pieces);
    }

    /// The values of one array.
    ///
    /// @param count of the values
    /// @param phases in which they have slots of their own: 1 for a stored field
    /// @param isField whether it is a stored field
    /// @param stage that stores the array
    /// @param valueBytes bytes of a value as it is stored: 2, 4 or 8
    /// @param offset of the first value in the message, in bytes
    public record Piece(String array, int count, int phases, boolean isField, int stage, int valueBytes, long offset) {
        /// The phase whose slots have the values that are exchanged now.
        /// @param steps run so far
        public int presentPhase(StepParts parts, long steps) {
            return (int) (parts.stepOfValues(steps, stage) % phases);
        }
    }

    /// @throws IllegalArgumentException if the plan has no such array, or an array no such phases or slots
    public static MessageLayout of(StepPlan plan, List<ArraySlots> arrays) {
        List<Piece> pieces = new ArrayList<>();
        long bytes = 0;
        for (ArraySlots slots : arrays) {
            String array = slots.array();
            boolean isField =
                    plan.fields().stream().anyMatch(field -> field.name().equals(array));
            int stage = isField ? 0 : plan.updatingStage(array);
            check(slots, isField ? 1 : plan.phases(), plan.slots(array));
            int valueBytes = isField
                    ? plan.precision().computedBytes()
                    : plan.precision().storedBytes();
            pieces.add(new Piece(array, slots.count(), slots.byPhase().size(), isField, stage, valueBytes, bytes));
            long end = bytes + (long) slots.count() * valueBytes;
            bytes = Math.ceilDiv(end, (long) ALIGNMENT) * ALIGNMENT;
        }
        return new MessageLayout(pieces, bytes);
    }

    private static void check(ArraySlots slots, int phases, long available) {
        if (slots.byPhase().size() != phases) {
            throw new IllegalArgumentException("slots of %d phases are given for array %s of %d"
                    .formatted(slots.byPhase().size(), slots.array(), phases));
        }
        for (long[] list : slots.byPhase()) {
            for (long slot : list) {
                if (slot < 0 || slot >= available) {
                    throw new IllegalArgumentException(
                            "there is no slot %d; array %s has %d".formatted(slot, slots.array(), available));
                }
            }
        }
    }
}
