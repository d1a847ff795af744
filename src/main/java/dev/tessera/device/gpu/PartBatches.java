package dev.tessera.device.gpu;

import dev.tessera.device.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Steps of all parts of a process, on its GPUs, as one captured sequence with their messages: the host launches some
/// of them by one call (docs/decisions/0103). It begins and ends on the first queue of the first part's device. The
/// first queues of the others wait for it, and it for them.
public final class PartBatches implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartBatches.class);

    /// The number of nodes of a part from which its steps take longer than their launches.
    private static final long MANY_NODES = 4_000_000;

    private final List<GpuExecution> parts;
    private final Accelerator first; // of the first part
    private final List<ExchangeQueue> queues; // of each device, that of the first part first
    private final List<Long> events; // by queue
    private final Runnable step;
    private final Runnable forgetMessages;
    private final LongUnaryOperator least;
    private final StepBatches batches;
    private final int phases;
    private List<Integer> versions = List.of(); // of the parts' kernels, when they were captured

    /// @param parts of this process, for which captures [#arePossible]
    /// @param step queues a step of all parts with their messages, on the calling thread, which it does not block
    /// @param forgetMessages makes the next messages the first ones, which wait for none before
    /// @param least the least of a number over all processes of the run, which capture and repeat alike: a message
    ///        between two of them has to be captured by both
    public PartBatches(
            List<? extends Execution> parts, Runnable step, Runnable forgetMessages, LongUnaryOperator least) {
        this.parts = parts.stream().map(GpuExecution.class::cast).toList();
        this.first = this.parts.getFirst().accelerator();
        this.queues = this.parts.stream()
                .map(GpuExecution::accelerator)
                .distinct()
                .map(Accelerator::exchanges)
                .toList();
        this.events = queues.stream().map(ExchangeQueue::newEvent).toList();
        this.step = step;
        this.forgetMessages = forgetMessages;
        this.least = least;
        this.phases = this.parts.getFirst().plan().plan().phases();
        this.batches = new StepBatches(phases, true, this::capture);
    }

    /// Whether steps of some parts can be captured, and gain by it.
    public static boolean arePossible(List<? extends Execution> parts) {
        return parts.stream()
                .allMatch(part -> part instanceof GpuExecution gpu
                        && gpu.canBatchParts()
                        && areFew(gpu.plan().plan().fluidNodes()));
    }

    /// Whether a part has so few nodes that its steps are captured.
    public static boolean areFew(long nodes) {
        return nodes <= MANY_NODES;
    }

    /// Launches as many of the next steps as captured sequences cover. Collective: all processes ask for as many.
    /// @param count steps at most
    /// @return steps that were launched
    public long step(long count) {
        long launched = 0;
        while (areUsed() && count - launched >= phases && parts.getFirst().phase() == 0) {
            long end = launched + covered(count - launched);
            for (int length; (length = batches.longest(end - launched)) > 0; launched += length) {
                repeat(length);
            }
            if (launched < end) {
                break;
            }
        }
        return launched;
    }

    private void repeat(int length) {
        parts.forEach(GpuExecution::beginBatch);
        firstAwaitsOthers();
        batches.repeat(length);
        othersAwaitFirst();
        parts.forEach(part -> part.endBatch(length));
    }

    /// How many of the next steps should run one by one before [#step] is asked again.
    /// @param count steps that are left
    public long single(long count) {
        return areUsed() ? Math.min(count, phases - parts.getFirst().phase()) : count;
    }

    /// Whether steps are captured: until a device has failed to.
    public boolean areUsed() {
        return batches.areUsed();
    }

    /// How many of the next steps have their values in all processes. Sequences are forgotten where kernels or their
    /// parameters have changed in one of them.
    private long covered(long count) {
        long own = count;
        List<Integer> present = new ArrayList<>();
        for (GpuExecution part : parts) {
            own = Math.min(own, part.prepareBatch(count));
            present.add(part.version());
        }
        long all = least.applyAsLong(present.equals(versions) ? own : -1);
        if (all < 0) {
            batches.release();
            versions = present;
            all = least.applyAsLong(own);
        }
        return all;
    }

    /// @return empty if a process cannot capture
    private Optional<GpuSequence> capture(int length) {
        Optional<GpuSequence> own = captured(length);
        if (least.applyAsLong(own.isPresent() ? 1 : 0) == 0) {
            LOG.info("steps of parts are launched one by one: a device failed to capture them");
            own.ifPresent(GpuSequence::close);
            firstAwaitsOthers(); // the next messages wait for none before
            othersAwaitFirst();
            return Optional.empty();
        }
        return own;
    }

    private Optional<GpuSequence> captured(int length) {
        List<Long> steps = parts.stream().map(GpuExecution::steps).toList();
        parts.forEach(GpuExecution::beginBatch); // launches have their rows from here on
        restartAt(steps);
        try {
            return first.capture(() -> {
                othersAwaitFirst();
                for (int k = 0; k < length; k++) {
                    step.run();
                }
                parts.forEach(part -> part.endCapture(length));
                firstAwaitsOthers();
            });
        } finally {
            restartAt(steps);
        }
    }

    /// What is queued before is not part of a captured sequence, and what is captured is not queued.
    private void restartAt(List<Long> steps) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).restartAt(steps.get(part));
        }
        forgetMessages.run();
    }

    private void firstAwaitsOthers() {
        for (int device = 1; device < queues.size(); device++) {
            queues.get(device).fork();
            queues.get(device).record(events.get(device));
            queues.getFirst().firstAwaits(events.get(device));
        }
    }

    private void othersAwaitFirst() {
        queues.getFirst().fork();
        queues.getFirst().record(events.getFirst());
        for (int device = 1; device < queues.size(); device++) {
            queues.get(device).firstAwaits(events.getFirst());
        }
    }

    @Override
    public void close() {
        batches.release();
        for (int device = 0; device < queues.size(); device++) {
            queues.get(device).releaseEvent(events.get(device));
        }
    }
}
