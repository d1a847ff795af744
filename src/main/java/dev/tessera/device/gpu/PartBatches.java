package dev.tessera.device.gpu;

import dev.tessera.device.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps of all parts of a plan, on GPUs of one process, as one captured sequence with the messages between them
/// (docs/decisions/0103): the host launches some of them by one call. It begins and ends on the first queue of the
/// first
/// part's device; the first queues of the others wait for it, and it for them.
public final class PartBatches implements AutoCloseable {
    /// The number of nodes of a part from which its steps take longer than their launches.
    private static final long MANY_NODES = 4_000_000;

    private final List<GpuExecution> parts;
    private final List<Accelerator> devices; // each once
    private final List<Long> events; // by device
    private final Runnable step;
    private final Runnable forgetMessages;
    private final StepBatches batches;
    private final int phases;
    private List<Integer> versions = List.of(); // of the parts' kernels, when they were captured

    private PartBatches(List<GpuExecution> parts, Runnable step, Runnable forgetMessages) {
        this.parts = parts;
        this.devices = parts.stream().map(GpuExecution::accelerator).distinct().toList();
        this.events = new ArrayList<>();
        devices.forEach(device -> events.add(device.exchanges().newEvent()));
        this.step = step;
        this.forgetMessages = forgetMessages;
        this.phases = parts.getFirst().plan().plan().phases();
        boolean isSmall =
                parts.stream().allMatch(part -> areFew(part.plan().plan().fluidNodes()));
        this.batches = new StepBatches(phases, isSmall, true, this::capture);
    }

    /// @param parts all of a plan; messages between them go from GPU to GPU
    /// @param step queues a step of all parts with their messages, on the calling thread, which it does not block
    /// @param forgetMessages makes the next messages the first ones, which wait for none before
    /// @return empty where a part is not on a GPU with a queue for exchanges
    public static Optional<PartBatches> of(List<? extends Execution> parts, Runnable step, Runnable forgetMessages) {
        List<GpuExecution> own = new ArrayList<>();
        for (Execution part : parts) {
            if (!(part instanceof GpuExecution gpu) || !gpu.accelerator().hasSecondQueue()) {
                return Optional.empty();
            }
            own.add(gpu);
        }
        return own.size() < 2 ? Optional.empty() : Optional.of(new PartBatches(List.copyOf(own), step, forgetMessages));
    }

    /// Whether a part has so few nodes that its steps are captured.
    public static boolean areFew(long nodes) {
        return nodes <= MANY_NODES;
    }

    /// Launches as many of the next steps as captured sequences cover.
    /// @param count steps at most
    /// @return steps that were launched
    public long step(long count) {
        long launched = 0;
        while (launched < count && areUsed() && parts.getFirst().phase() == 0) {
            long covered = cover(count - launched);
            int length = batches.longest(covered);
            if (length == 0) {
                break;
            }
            parts.forEach(GpuExecution::beginBatch);
            firstAwaitsOthers();
            batches.repeat(length);
            othersAwaitFirst();
            parts.forEach(part -> part.endBatch(length));
            launched += length;
        }
        return launched;
    }

    /// How many of the next steps should run one by one before [#step] is asked again.
    /// @param count steps that are left
    public long single(long count) {
        return areUsed() ? Math.min(count, phases - parts.getFirst().phase()) : count;
    }

    private boolean areUsed() {
        return batches.areUsed() && parts.stream().allMatch(GpuExecution::canBatchParts);
    }

    /// How many of the next steps have their values.
    private long cover(long count) {
        long covered = count;
        List<Integer> present = new ArrayList<>();
        for (GpuExecution part : parts) {
            covered = Math.min(covered, part.prepareBatch(count));
            present.add(part.version());
        }
        if (!present.equals(versions)) {
            batches.release();
            versions = present;
        }
        return covered;
    }

    private Optional<GpuSequence> capture(int length) {
        List<Long> steps = parts.stream().map(GpuExecution::steps).toList();
        parts.forEach(GpuExecution::beginBatch); // launches have their rows from here on
        begin(steps);
        try {
            return devices.getFirst().capture(() -> {
                othersAwaitFirst();
                for (int k = 0; k < length; k++) {
                    step.run();
                }
                parts.forEach(part -> part.endCapture(length));
                firstAwaitsOthers();
            });
        } finally {
            begin(steps);
        }
    }

    /// What is queued before is not part of a captured sequence, and what is captured is not queued.
    private void begin(List<Long> steps) {
        for (int part = 0; part < parts.size(); part++) {
            parts.get(part).beginCapture(steps.get(part));
        }
        forgetMessages.run();
    }

    private void firstAwaitsOthers() {
        for (int device = 1; device < devices.size(); device++) {
            ExchangeQueue queue = devices.get(device).exchanges();
            queue.fork();
            queue.record(events.get(device));
            devices.getFirst().exchanges().firstAwaits(events.get(device));
        }
    }

    private void othersAwaitFirst() {
        ExchangeQueue first = devices.getFirst().exchanges();
        first.fork();
        first.record(events.getFirst());
        for (int device = 1; device < devices.size(); device++) {
            devices.get(device).exchanges().firstAwaits(events.getFirst());
        }
    }

    @Override
    public void close() {
        batches.release();
        for (int device = 0; device < devices.size(); device++) {
            devices.get(device).exchanges().releaseEvent(events.get(device));
        }
    }
}
