package dev.tessera.device;

import java.util.List;
import java.util.stream.IntStream;

/// Slots of a stored array whose values cross a cut between parts.
///
/// @param array its name in the plan
/// @param byPhase populations and moments: the slots for each phase, lists of one length
///        ([dev.tessera.layout.CopyPlan]); a stored field: one list of positions
public record ArraySlots(String array, List<long[]> byPhase) {
    public ArraySlots {
        byPhase = List.copyOf(byPhase);
        for (long[] slots : byPhase) {
            if (slots.length != byPhase.getFirst().length) {
                throw new IllegalArgumentException("array %s: %d and %d slots in two phases"
                        .formatted(array, byPhase.getFirst().length, slots.length));
            }
        }
    }

    /// The slots of several parts of one array, one after the other.
    /// @param parts of the same number of phases
    public static ArraySlots joined(List<ArraySlots> parts) {
        return new ArraySlots(
                parts.getFirst().array(),
                IntStream.range(0, parts.getFirst().byPhase().size())
                        .mapToObj(phase -> joined(parts, phase))
                        .toList());
    }

    private static long[] joined(List<ArraySlots> parts, int phase) {
        long[] all = new long[parts.stream().mapToInt(ArraySlots::count).sum()];
        int at = 0;
        for (ArraySlots part : parts) {
            long[] slots = part.byPhase().get(phase);
            System.arraycopy(slots, 0, all, at, slots.length);
            at += slots.length;
        }
        return all;
    }

    /// The number of values.
    public int count() {
        return byPhase.getFirst().length;
    }
}
