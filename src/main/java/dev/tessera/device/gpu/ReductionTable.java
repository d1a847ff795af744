package dev.tessera.device.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The operations of one kind (sums, or extremes) of a prepared reduction: the row of each, and where the blocks of
/// all launches store its partial results.
final class ReductionTable {
    private static final int WORDS = 4; // of a result

    private final List<Integer> rows = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>(List.of(0)); // first slot of each operation, then the total

    /// Adds operations over one set of nodes.
    /// @param of row of each
    /// @param parts partial results per operation
    /// @return the first operation
    int add(int[] of, int parts) {
        int first = rows.size();
        for (int row : of) {
            rows.add(row);
            slots.add(slots.getLast() + parts);
        }
        return first;
    }

    int operations() {
        return rows.size();
    }

    /// The tables on the device: rows, slots, and memory for partial results.
    record OnDevice(DeviceBuffer rows, DeviceBuffer slots, DeviceBuffer partials) {}

    OnDevice upload(ReductionBuffers buffers) {
        return new OnDevice(
                list(buffers, rows),
                list(buffers, slots),
                buffers.reserved("partial results of reductions", 8L * WORDS * Math.max(1, slots.getLast())));
    }

    /// An empty list has one entry, since a buffer needs one.
    private static DeviceBuffer list(ReductionBuffers buffers, List<Integer> values) {
        int[] content = (values.isEmpty() ? List.of(0) : values)
                .stream().mapToInt(Integer::intValue).toArray();
        return Objects.requireNonNull(buffers.uploaded("tables of reductions", content));
    }
}
