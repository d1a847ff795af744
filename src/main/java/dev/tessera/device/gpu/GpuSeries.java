package dev.tessera.device.gpu;

import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.reduce.Feedback;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongToDoubleFunction;

/// The values of a plan's series on the device: a table with a row for the last step, which observations read, and
/// rows for the next ones. A launch reads row `from + at`: `at` is its argument, `from` is in device memory, so
/// that captured launches can be repeated. Values that follow from the flow are written by the device itself.
final class GpuSeries {
    private final SeriesValues values;
    private final GpuMemory memory;
    private final StagedValues staged;
    private final GpuFeedback feedback;
    private List<String> following = List.of();
    private long table; // step of the table's row 0
    private long first; // step of the first row with values
    private long end = -1; // step after that of the last one; -1: no row has values
    private int from; // on the device

    GpuSeries(GpuPlan plan, GpuMemory memory) {
        this.values = SeriesValues.of(plan.plan());
        this.memory = memory;
        this.staged = StagedValues.of(plan.precision().computed());
        this.feedback = new GpuFeedback(memory);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /// The series that follow from the flow.
    GpuFeedback feedback() {
        return feedback;
    }

    void set(String name, LongToDoubleFunction valueAtStep) {
        values.set(name, valueAtStep);
        forget();
    }

    /// As [dev.tessera.device.Execution#setFeedback].
    void set(List<Feedback> wanted) {
        feedback.set(wanted);
        following = wanted.stream().map(Feedback::series).toList();
        for (int k = 0; k < following.size(); k++) {
            int series = k;
            values.set(following.get(k), step -> feedback.states().get(series).value());
        }
        forget();
    }

    /// Makes the table hold the values of a step, and of as many of the next ones as fit; where values follow
    /// from the flow, also those of the step before.
    /// @param until the step after the last one that will run
    /// @return the step after the last one that the table holds, at most `until`
    long cover(long step, long until) {
        if (isEmpty()) {
            return until;
        }
        if (!holds(step)) {
            fill(step, (int) Math.min(GpuPlan.SERIES_STEPS, until - step), !following.isEmpty());
        }
        return Math.min(until, end);
    }

    /// Whether the table holds what a step reads.
    boolean holds(long step) {
        return isEmpty() || step - (following.isEmpty() ? 0 : 1) >= first && step < end;
    }

    /// Makes the table hold the values that an observation reads.
    /// @param steps run so far
    /// @return the row for the observation, [BoundKernel#at]
    int observed(long steps) {
        if (!isEmpty() && (steps - 1 < first || steps > end)) {
            fill(steps, 0, true);
        }
        return at(steps) - 1;
    }

    /// Values may have changed: the table has to be filled again.
    void forget() {
        end = -1;
    }

    /// @param withLast whether the row of the step before is filled
    private void fill(long step, int count, boolean withLast) {
        int last = first <= step - 1 && step <= end ? Math.toIntExact(step - 1 - table) : -1; // its row
        forget();
        table = step - 1;
        for (String name : values.names()) {
            if (withLast && last >= 0 && following.contains(name)) {
                moveToFirst(memory.series(name), last);
            } else if (withLast) {
                upload(name, 0, 1, k -> values.at(name, SeriesValues.observedStep(step)));
            }
            if (!following.contains(name)) {
                upload(name, 1, count, k -> values.at(name, step + k));
            }
        }
        feedback.fill(step, count, 1);
        first = withLast ? table : step;
        end = step + count;
        begin(step);
    }

    private void upload(String name, int row, int count, IntToDoubleFunction value) {
        double[] rows = new double[count];
        Arrays.setAll(rows, value);
        DeviceBuffer series = memory.series(name);
        memory.accelerator().upload(series, row * bytesPerRow(series), staged.toDevice(rows));
    }

    private void moveToFirst(DeviceBuffer series, int row) {
        if (row > 0) {
            long bytes = bytesPerRow(series);
            memory.accelerator().copy(series, row * bytes, series, 0, bytes);
        }
    }

    private static long bytesPerRow(DeviceBuffer series) {
        return series.bytes() / (1 + GpuPlan.SERIES_STEPS);
    }

    /// Sets the row at which launches begin on the device to that of a step.
    void begin(long step) {
        int row = Math.toIntExact(step - table);
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
        return isEmpty() ? 0 : Math.toIntExact(step - table) - from;
    }
}
