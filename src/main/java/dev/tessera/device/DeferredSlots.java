package dev.tessera.device;

import java.util.List;
import java.util.function.Supplier;

/// Slots of a stored array that are listed only when a device makes its own tables of them: 8 bytes a value
/// and phase on the heap, which many lists at once would not fit.
///
/// @param array its name in the plan
/// @param count of the values
/// @param list lists them; not called more than once by a device
public record DeferredSlots(String array, int count, Supplier<ArraySlots> list) {
    /// @throws IllegalArgumentException if the list has another array or number of values
    ArraySlots listed() {
        ArraySlots slots = list.get();
        if (!slots.array().equals(array) || slots.count() != count) {
            throw new IllegalArgumentException("%d slots of array %s are listed in place of %d of array %s"
                    .formatted(slots.count(), slots.array(), count, array));
        }
        return slots;
    }

    /// The slots of several parts of one array, one after the other.
    public static ArraySlots joined(List<DeferredSlots> parts) {
        return parts.size() == 1
                ? parts.getFirst().listed()
                : ArraySlots.joined(parts.stream().map(DeferredSlots::listed).toList());
    }
}
