package dev.tessera.emit.jvm;

import dev.tessera.emit.jvm.Step.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Assigns local variables of a method to values and reuses them after the last use, so that most instructions have
/// their short form and methods stay small.
final class LocalSlots {
    private final Deque<Integer> single = new ArrayDeque<>();
    private final Deque<Integer> pairs = new ArrayDeque<>();
    private final Map<Value, Integer> slots = new LinkedHashMap<>();
    private int next;

    LocalSlots(int first) {
        next = first;
    }

    int of(Value value) {
        Integer slot = slots.get(value);
        if (slot == null) {
            throw new IllegalStateException("value %s is used before it is defined".formatted(value));
        }
        return slot;
    }

    /// @param width 2 for long and double, else 1
    int allocate(int width) {
        Deque<Integer> free = width == 2 ? pairs : single;
        if (!free.isEmpty()) {
            return free.pop();
        }
        int slot = next;
        next += width;
        return slot;
    }

    int allocate(Value value, int width) {
        int slot = allocate(width);
        slots.put(value, slot);
        return slot;
    }

    /// Assigns the same variable to a second value.
    void alias(Value value, Value same) {
        slots.put(value, of(same));
    }

    void release(Value value, int width) {
        Integer slot = slots.remove(value);
        if (slot != null) {
            (width == 2 ? pairs : single).push(slot);
        }
    }

    void release(int slot, int width) {
        (width == 2 ? pairs : single).push(slot);
    }

    /// For each step the values that no later step reads.
    static Map<Value, Integer> lastUses(List<Step> steps) {
        Map<Value, Integer> last = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (Value value : steps.get(i).operandValues()) {
                last.put(value, i);
            }
        }
        return last;
    }
}
