package dev.tessera.device;

/// Slots of an execution whose values other slots get, of the same or of another execution of the device.
///
/// @param source of the values, in the order of `target`
/// @param target distinct slots
public record SlotCopy(Execution from, DeferredSlots source, Execution to, DeferredSlots target) {
    public SlotCopy {
        if (source.count() != target.count()) {
            throw new IllegalArgumentException("array %s gives %d values, array %s gets %d"
                    .formatted(source.array(), source.count(), target.array(), target.count()));
        }
    }
}
