package dev.tessera.device;

import java.util.List;

/// A list of slots of an execution whose values are exchanged after every step: values as stored, without
/// conversion. Belongs to its execution and ends with it.
public interface SlotTransfer {
    /// The number of values.
    int count();

    /// Reads the values of the slots.
    /// @param target `[count()]`
    void pack(double[] target);

    /// Writes the values of the slots.
    /// @param source `[count()]`
    void unpack(double[] source);

    /// Checks lists of slots by phase.
    /// @throws IllegalArgumentException if there is not one list per phase, lengths differ, or a slot does not
    ///        exist
    static void check(List<long[]> slotsByPhase, int phases, long slots) {
        if (slotsByPhase.size() != phases) {
            throw new IllegalArgumentException(
                    "slots of %d phases are given for a pattern of %d".formatted(slotsByPhase.size(), phases));
        }
        for (long[] list : slotsByPhase) {
            if (list.length != slotsByPhase.getFirst().length) {
                throw new IllegalArgumentException(
                        "%d and %d slots in two phases".formatted(slotsByPhase.getFirst().length, list.length));
            }
            for (long slot : list) {
                if (slot < 0 || slot >= slots) {
                    throw new IllegalArgumentException(
                            "there is no slot %d; the storage has %d".formatted(slot, slots));
                }
            }
        }
    }
}
