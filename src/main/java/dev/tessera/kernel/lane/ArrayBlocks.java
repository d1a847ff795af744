package dev.tessera.kernel.lane;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The place of every stored array of a plan in one block of memory, counted in slots of a stored population.
public final class ArrayBlocks {
    private static final int ALIGNMENT = 64;

    private final Map<String, Long> bases = new LinkedHashMap<>();
    private final Map<String, List<SlotStream>> streams = new LinkedHashMap<>();
    private final List<String> populations;
    private final int fieldWidth;
    private final long slots;

    private ArrayBlocks(StepPlan plan) {
        Precision precision = plan.precision();
        this.fieldWidth = precision.computedBytes() / precision.storedBytes();
        long end = 0;
        this.populations =
                plan.populations().stream().map(StoredArray.Populations::name).toList();
        for (int a = 0; a < populations.size(); a++) {
            StoredArray.Populations array = plan.populations().get(a);
            end = aligned(end);
            bases.put(array.name(), end);
            List<SlotStream> read = new ArrayList<>();
            for (int i = 0; i < array.lattice().size(); i++) {
                read.add(SlotStream.read(a, i, end, false));
            }
            streams.put(array.name(), read);
            end += array.storage().slots();
        }
        for (StoredArray.Field field : plan.fields()) {
            end = aligned(end);
            bases.put(field.name(), end);
            streams.put(field.name(), List.of(SlotStream.field(new Velocity(0, 0, 0), end, fieldWidth, true)));
            end += fieldWidth * plan.storage().placement().positions();
        }
        // tile by tile, values of a field are read up to a plane beyond the tile, which is at most three tiles away
        long beyond =
                plan.fields().isEmpty() ? 0 : 3L * plan.storage().placement().positionsPerBarrier();
        this.slots = end + fieldWidth * beyond;
    }

    static ArrayBlocks of(StepPlan plan) {
        return new ArrayBlocks(plan);
    }

    private static long aligned(long slot) {
        return Math.ceilDiv(slot, (long) ALIGNMENT) * ALIGNMENT;
    }

    /// The slot of the first value of an array.
    public long base(String array) {
        return known(bases, array);
    }

    /// The values of a node: the populations that it reads, or its value of a stored field.
    List<SlotStream> streams(String array) {
        return known(streams, array);
    }

    /// Values of a node: its populations, or 1 for a stored field.
    public int valuesPerNode(String array) {
        return streams(array).size();
    }

    private static <T> T known(Map<String, T> values, String array) {
        T value = values.get(array);
        if (value == null) {
            throw new IllegalArgumentException("there is no array %s; available: %s".formatted(array, values.keySet()));
        }
        return value;
    }

    /// The names of the arrays of populations.
    public List<String> populations() {
        return populations;
    }

    /// Whether there are stored fields.
    public boolean hasFields() {
        return bases.size() > populations.size();
    }

    /// Slots of a value of a stored field: 2 if populations are stored as halves.
    public int fieldWidth() {
        return fieldWidth;
    }

    /// Slots of all arrays.
    public long slots() {
        return slots;
    }
}
