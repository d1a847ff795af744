package dev.tessera.device.gpu;

import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.gpu.GpuPlan;
import java.lang.foreign.MemorySegment;
import java.util.function.LongToDoubleFunction;

/// The values of a plan's series on the device: a table with a row for each of the next steps. A launch reads row
/// `from + at`: `at` is its argument, `from` is in device memory, so that captured launches can be repeated.
final class GpuSeries {
    private final SeriesValues values;
    private final GpuMemory memory;
    private final StagedValues staged;
    private long first; // step of the table's first row
    private long end; // step after its last row
    private int from; // on the device

    GpuSeries(GpuPlan plan, GpuMemory memory) {
        this.values = SeriesValues.of(plan.plan());
        this.memory = memory;
        this.staged = StagedValues.of(plan.precision().computed());
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    void set(String name, LongToDoubleFunction valueAtStep) {
        values.set(name, valueAtStep);
        forget();
    }

    /// Makes the table hold the values of a step, and of as many of the next ones as fit.
    /// @param until the step after the last one that will run
    /// @return the step after the last one that the table holds, at most `until`
    long cover(long step, long until) {
        if (isEmpty()) {
            return until;
        }
        if (step < first || step >= end) {
            fill(step, (int) Math.min(GpuPlan.SERIES_STEPS, until - step));
        }
        return Math.min(until, end);
    }

    /// Values may have changed: the next step fills the table again.
    void forget() {
        end = first;
    }

    private void fill(long step, int count) {
        end = first;
        for (String name : values.names()) {
            double[] rows = new double[count];
            for (int row = 0; row < count; row++) {
                rows[row] = values.at(name, step + row);
            }
            memory.accelerator().upload(memory.series(name), 0, staged.toDevice(rows));
        }
        first = step;
        end = step + count;
        begin(step);
    }

    /// Sets the row at which launches begin on the device to that of a step.
    void begin(long step) {
        int row = Math.toIntExact(step - first);
        if (!isEmpty() && row != from) {
            memory.accelerator().upload(memory.seriesFrom(), 0, MemorySegment.ofArray(new int[] {row}));
            from = row;
        }
    }

    /// Notes that the device has moved the row on by some steps.
    void advanced(int steps) {
        from += steps;
    }

    /// The argument of a launch that belongs to a step in the table.
    int at(long step) {
        return isEmpty() ? 0 : Math.toIntExact(step - first) - from;
    }
}
