package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.emit.gpu.FeedbackSource;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.reduce.Feedback;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Series that follow from the flow, computed on the device before each step (docs/decisions/0042): kernels observe
/// the nodes of the sums, then one kernel sums, computes the states and writes the values into the tables of the
/// series. Nothing of it needs the host, so that steps can be captured.
final class GpuFeedback {
    private static final int FACTORS = 8;
    private static final int ROWS = 1 + GpuPlan.SERIES_STEPS;

    private final GpuMemory memory;
    private final ReductionBuffers buffers;
    private List<Feedback> all = List.of();
    private @Nullable DeviceBuffer states; // [series][value, stored]
    private @Nullable DeviceBuffer factors; // [series][factors of the value, of the stored value]
    private @Nullable DeviceBuffer given; // [series][row]
    private @Nullable ObservedTerms terms; // compiled for the present tuning
    private @Nullable GpuFunction follow;

    GpuFeedback(GpuMemory memory) {
        this.memory = memory;
        this.buffers = new ReductionBuffers(memory);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /// Replaces all feedback, with the states at the start.
    /// @throws DeviceException if the device does not compute in double precision
    void set(List<Feedback> feedback) {
        Accelerator gpu = memory.accelerator();
        if (!feedback.isEmpty() && !gpu.facts().fp64()) {
            throw new DeviceException(
                    "%s (%s) does not compute in double precision, which values that follow from the flow need; use --device cpu"
                            .formatted(gpu.key(), gpu.facts().name()));
        }
        releaseKernels();
        buffers.close();
        all = List.copyOf(feedback);
        if (isEmpty()) {
            return;
        }
        states = buffers.reserved("states of series that follow from the flow", 2L * Double.BYTES * all.size());
        factors = buffers.reserved("factors of these series", (long) FACTORS * Double.BYTES * all.size());
        given = buffers.reserved("given numbers of these series", (long) ROWS * Double.BYTES * all.size());
        double[] rows = all.stream()
                .flatMap(one -> Stream.of(one.value(), one.stored()))
                .flatMap(row -> Stream.of(row.ofStored(), row.ofValue(), row.ofSum(), row.ofGiven()))
                .mapToDouble(Double::doubleValue)
                .toArray();
        gpu.upload(factors, 0, MemorySegment.ofArray(rows));
        restore(all.stream().map(Feedback::start).toList());
    }

    /// The states of the last step; waits for it.
    List<Feedback.State> states() {
        if (isEmpty()) {
            return List.of();
        }
        double[] values = new double[2 * all.size()];
        memory.accelerator().download(known(states), 0, MemorySegment.ofArray(values));
        List<Feedback.State> found = new ArrayList<>();
        for (int k = 0; k < values.length; k += 2) {
            found.add(new Feedback.State(values[k], values[k + 1]));
        }
        return found;
    }

    /// @throws IllegalArgumentException if their number is another one
    void restore(List<Feedback.State> saved) {
        Feedback.requireOnePerSeries(all, saved);
        if (isEmpty()) {
            return;
        }
        double[] values = saved.stream()
                .flatMap(state -> Stream.of(state.value(), state.stored()))
                .mapToDouble(Double::doubleValue)
                .toArray();
        memory.accelerator().upload(known(states), 0, MemorySegment.ofArray(values));
    }

    /// Compiles the kernels, and sets their parameters.
    void prepare(GpuPlan plan, KernelSet kernels, ToDoubleFunction<String> parameters) {
        if (isEmpty()) {
            return;
        }
        if (terms == null) {
            terms = new ObservedTerms(all.stream().map(Feedback::sum).toList(), plan, memory, kernels);
            follow = kernels.feedback(terms.values().size(), all.size());
        }
        terms.uniform(parameters);
    }

    /// Kernels have to be prepared again.
    void releaseKernels() {
        if (terms != null) {
            terms.close();
            terms = null;
            follow = null;
        }
    }

    /// Copies the numbers that are given for some steps to the device.
    /// @param row of the first step in the tables
    void fill(long step, int count, int row) {
        for (int k = 0; k < all.size(); k++) {
            double[] numbers = new double[count];
            for (int n = 0; n < count; n++) {
                numbers[n] = all.get(k).given().applyAsDouble(step + n);
            }
            long first = Double.BYTES * ((long) ROWS * k + row);
            memory.accelerator().upload(known(given), first, MemorySegment.ofArray(numbers));
        }
    }

    /// Launches the kernels that compute the values of a step from the present flow.
    /// @param at the row of the step, [BoundKernel#at]
    void launch(int phase, int at) {
        if (isEmpty()) {
            return;
        }
        known(terms).observe(phase, at - 1);
        List<Object> arguments = new ArrayList<>(known(terms).values());
        arguments.addAll(List.of(
                known(terms).items(),
                known(terms).ends(),
                known(factors),
                known(given),
                (long) ROWS,
                known(states),
                memory.seriesFrom(),
                at));
        all.forEach(one -> arguments.add(memory.series(one.series())));
        memory.accelerator()
                .launch(known(follow), LaunchShape.of(all.size(), FeedbackSource.THREADS), arguments.toArray());
    }

    private static <T> T known(@Nullable T prepared) {
        return Objects.requireNonNull(prepared, "the feedback is not prepared");
    }
}
