package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.gpu.PartBatches;
import dev.tessera.geometry.Parts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The parts of a plan that run in this process, and their ends of the messages between parts. Parts whose devices have
/// a resource in common run on one thread, all others on their own; only messages order them (docs/decisions/0055).
/// Methods are called by one thread at a time and return when all threads are done; devices may go on with what is
/// queued.
final class LocalParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalParts.class);

    private final int total;
    private final int layers;
    private final List<Part> parts;
    private final Transport transport;
    private final Waits waits = new Waits();
    private final List<Lane> lanes = new ArrayList<>();
    private final @Nullable ExecutorService threads; // of all lanes but the first
    private final @Nullable PartBatches batches; // null where steps cannot be captured with their messages

    /// A part of this process.
    ///
    /// @param number among all parts
    record Part(int number, Device device, Execution execution) {}

    /// @param whole the parts of all processes
    /// @param parts of this process, ascending; their executions are closed with this
    /// @param messages of all processes
    /// @param processes that hold the parts; each makes its own [LocalParts], and they agree what is captured
    LocalParts(Parts whole, List<Part> parts, HaloMessages messages, Transport transport, Processes processes) {
        this.total = whole.count();
        this.layers = whole.layers();
        this.parts = List.copyOf(parts);
        this.transport = transport;
        Map<Object, Lane> byResource = new IdentityHashMap<>();
        for (Part part : parts) {
            Object resource = part.device().resource();
            Lane lane = byResource.get(resource);
            if (lane == null) {
                lane = new Lane();
                byResource.put(resource, lane);
                lanes.add(lane);
            }
            lane.parts.add(part);
        }
        this.threads = lanes.size() < 2 ? null : threads(lanes.size() - 1);
        HaloMessages.All all = messages.all();
        for (List<HaloMessage> ofStage : all.stages()) {
            lanes.forEach(lane -> lane.stages.add(new Links()));
            ofStage.forEach(message -> connect(message, lane -> Objects.requireNonNull(lane.stages.getLast())));
        }
        all.written().forEach(message -> connect(message, lane -> lane.written));
        this.batches = total > 1 && layers == 1 ? batches(processes) : null;
    }

    /// Steps of all parts that one thread queues.
    private @Nullable PartBatches batches(Processes processes) {
        Lane together = new Lane();
        together.parts.addAll(parts);
        for (int stage = 0; stage < lanes.getFirst().stages.size(); stage++) {
            Links links = new Links();
            for (Lane lane : lanes) {
                links.senders.addAll(lane.stages.get(stage).senders);
                links.receivers.addAll(lane.stages.get(stage).receivers);
            }
            together.stages.add(links);
        }
        List<Execution> executions = parts.stream().map(Part::execution).toList();
        boolean areQueued = together.stages.stream().allMatch(Links::areQueued);
        boolean arePossible = areQueued && PartBatches.arePossible(executions);
        return processes.least(arePossible ? 1 : 0) == 0
                ? null
                : new PartBatches(
                        executions,
                        together::stepOnce,
                        () -> together.stages.forEach(Links::restart),
                        processes::least);
    }

    private static ExecutorService threads(int count) {
        AtomicInteger number = new AtomicInteger(1);
        return Executors.newFixedThreadPool(
                count,
                work -> Thread.ofPlatform()
                        .daemon()
                        .name("tessera-parts-" + number.incrementAndGet())
                        .unstarted(work));
    }

    private interface LinksOf {
        Links in(Lane lane);
    }

    private void connect(HaloMessage message, LinksOf links) {
        Part from = byNumber(message.from());
        Part to = byNumber(message.to());
        if (from == null && to == null) {
            return;
        }
        SlotTransfer sent = from == null ? null : from.execution().transfer(message.fromSlots());
        SlotTransfer received = to == null ? null : to.execution().transfer(message.toSlots());
        Transport.Ends ends = transport.connect(message, sent, received, waits);
        if (from != null) {
            links.in(laneOf(from))
                    .senders
                    .add(new Link(
                            from,
                            Objects.requireNonNull(ends.sender()),
                            Objects.requireNonNull(sent).bytes()));
        }
        if (to != null) {
            links.in(laneOf(to))
                    .receivers
                    .add(new Link(
                            to,
                            Objects.requireNonNull(ends.receiver()),
                            Objects.requireNonNull(received).bytes()));
        }
    }

    private @Nullable Part byNumber(int number) {
        return parts.stream()
                .filter(part -> part.number() == number)
                .findFirst()
                .orElse(null);
    }

    private Lane laneOf(Part part) {
        return lanes.stream()
                .filter(lane -> lane.parts.contains(part))
                .findFirst()
                .orElseThrow();
    }

    /// A link's end and its part.
    ///
    /// @param bytes of a message
    private record Link(Part part, HaloLink end, long bytes) {}

    /// The ends of some messages at the parts of one thread.
    private static final class Links {
        private final List<Link> senders = new ArrayList<>();
        private final List<Link> receivers = new ArrayList<>();

        boolean areQueued() {
            return senders.stream().allMatch(link -> link.end().isQueued())
                    && receivers.stream().allMatch(link -> link.end().isQueued());
        }

        void restart() {
            senders.forEach(link -> link.end().restart());
            receivers.forEach(link -> link.end().restart());
        }

        void close() {
            senders.forEach(link -> link.end().close());
            receivers.forEach(link -> link.end().close());
        }
    }

    /// Runs work of a part, such as by a clock.
    private interface Runner {
        void run(Part part, Runnable work);
    }

    /// Parts that run on one thread.
    private final class Lane {
        private final List<Part> parts = new ArrayList<>();
        private final List<Links> stages = new ArrayList<>();
        private final Links written = new Links();
        private @Nullable Part running; // for messages about failures

        void step(long count) {
            step(count, (part, work) -> work.run(), false);
        }

        private void step(long count, Runner runner, boolean finishes) {
            each(part -> part.execution().expect(count));
            for (long left = count; left > 0; ) {
                waits.requireNoFailure();
                if (layers == 1) {
                    for (int stage = 0; stage < stages.size(); stage++) {
                        run(stage, runner, finishes && stage == stages.size() - 1);
                    }
                    left--;
                } else {
                    long together = Math.min(left, layers);
                    each(part -> runner.run(part, () -> {
                        part.execution().step(together);
                        if (finishes) {
                            part.execution().finish();
                        }
                    }));
                    exchange(stages.getFirst(), runner);
                    left -= together;
                }
            }
        }

        /// As [#step], and waits for each device at the end of every step.
        /// @param clock in nanoseconds
        /// @param times of computation and of transfers by the host, `[part]`, added to
        void timedStep(long count, LongSupplier clock, long[] times) {
            Runner timed = (part, work) -> {
                long start = clock.getAsLong();
                work.run();
                times[part.number()] += clock.getAsLong() - start;
            };
            step(count, timed, true);
        }

        void stepOnce() {
            for (int stage = 0; stage < stages.size(); stage++) {
                run(stage);
            }
        }

        void run(int stage) {
            run(stage, (part, work) -> work.run(), false);
        }

        /// @param finishes whether to wait for the devices' inner nodes
        private void run(int stage, Runner runner, boolean finishes) {
            each(part -> runner.run(part, () -> part.execution().step(stage, StepPart.EDGE)));
            Links links = stages.get(stage);
            if (layers == 1) {
                begin(links, runner); // what is sent is complete with the edge
            }
            each(part -> runner.run(part, () -> {
                part.execution().step(stage, StepPart.INNER);
                if (finishes) {
                    part.execution().finish();
                }
            }));
            if (layers > 1) {
                begin(links, runner);
            }
            complete(links, runner);
        }

        void refresh(int stage) {
            each(part -> part.execution().refresh(stage));
            exchange(stages.get(stage));
        }

        void exchange(Links links) {
            exchange(links, (part, work) -> work.run());
        }

        private void exchange(Links links, Runner runner) {
            begin(links, runner);
            complete(links, runner);
        }

        private void begin(Links links, Runner runner) {
            each(links.senders, link -> runner.run(link.part(), link.end()::begin));
            each(links.receivers, link -> runner.run(link.part(), link.end()::begin));
            transport.begun();
        }

        private void complete(Links links, Runner runner) {
            each(links.senders, link -> link.end().complete());
            each(links.receivers, link -> {
                link.end().await();
                runner.run(link.part(), link.end()::complete);
            });
        }

        private void each(Consumer<Part> work) {
            for (Part part : parts) {
                running = part;
                work.accept(part);
            }
        }

        private void each(List<Link> links, Consumer<Link> work) {
            for (Link link : links) {
                running = link.part();
                work.accept(link);
            }
        }

        private String where() {
            Part part = running == null ? parts.getFirst() : running;
            return "part %d of %d (%s)"
                    .formatted(part.number() + 1, total, part.device().key());
        }

        /// Runs work; a failure ends the waits of all threads.
        void guarded(Consumer<Lane> work) {
            try {
                work.accept(this);
            } catch (RuntimeException | Error failure) {
                waits.fail(where(), failure);
            }
        }
    }

    /// Runs steps.
    /// @throws DeviceException if a part fails, or has failed before; names it
    void step(long count) {
        for (long left = count; left > 0; ) {
            left -= batched(left);
            long single = batches == null ? left : batches.single(left);
            if (single > 0) {
                onAll(lane -> lane.step(single));
                left -= single;
            }
        }
    }

    /// Whether steps are captured with their messages.
    boolean areStepsBatched() {
        return batches != null && batches.areUsed();
    }

    /// @return how many of the next steps have run in batches
    private long batched(long count) {
        if (batches == null) {
            return 0;
        }
        waits.requireNoFailure();
        try {
            return batches.step(count);
        } catch (RuntimeException failure) {
            waits.fail("a step of all parts (%s)".formatted(this), failure);
            waits.requireNoFailure();
            throw failure;
        }
    }

    /// As [#step], more slowly.
    /// @param clock in nanoseconds
    /// @return the time that the device of each part computed and that the host packed and unpacked its messages,
    ///         without waits for other parts, `[part]`; 0 for parts of other processes
    long[] timedStep(long count, LongSupplier clock) {
        long[] times = new long[total]; // every part is of one thread
        onAll(lane -> lane.timedStep(count, clock, times));
        return times;
    }

    /// Runs a stage of the next step.
    void run(int stage) {
        onAll(lane -> lane.run(stage));
    }

    /// As [Execution#refresh], and exchanges the fields.
    void refresh(int stage) {
        onAll(lane -> lane.refresh(stage));
    }

    /// Sends values of nodes that were written to their owners to all parts that update these nodes, too.
    void exchangeWritten() {
        onAll(lane -> lane.exchange(lane.written));
    }

    /// Exchanges some messages once.
    void exchange(List<HaloMessage> messages) {
        Map<Lane, Links> once = new IdentityHashMap<>();
        lanes.forEach(lane -> once.put(lane, new Links()));
        try {
            messages.forEach(message -> connect(message, lane -> Objects.requireNonNull(once.get(lane))));
            onAll(lane -> lane.exchange(Objects.requireNonNull(once.get(lane))));
        } finally {
            once.values().forEach(Links::close);
        }
    }

    private void onAll(Consumer<Lane> work) {
        waits.requireNoFailure();
        List<Future<?>> others = new ArrayList<>();
        if (threads != null) {
            for (Lane lane : lanes.subList(1, lanes.size())) {
                others.add(threads.submit(() -> lane.guarded(work)));
            }
        }
        lanes.getFirst().guarded(work);
        others.forEach(this::await);
        waits.requireNoFailure();
    }

    private void await(Future<?> lane) {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    lane.get();
                    return;
                } catch (InterruptedException interruption) { // the threads still use the devices
                    wasInterrupted = true;
                } catch (ExecutionException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// What the parts of this process send.
    Traffic traffic() {
        Map<Integer, long[]> byPart = new TreeMap<>();
        for (Lane lane : lanes) {
            for (Links links : lane.stages) {
                for (Link link : links.senders) {
                    long[] sums = byPart.computeIfAbsent(link.part().number(), part -> new long[2]);
                    sums[0]++;
                    sums[1] += link.bytes();
                }
            }
        }
        return new Traffic(
                layers,
                byPart.values().stream().mapToLong(sums -> sums[0]).sum(),
                byPart.values().stream().mapToLong(sums -> sums[1]).sum(),
                byPart.values().stream().mapToLong(sums -> sums[0]).max().orElse(0),
                byPart.values().stream().mapToLong(sums -> sums[1]).max().orElse(0));
    }

    /// The executions of the parts of this process, by the part's number.
    SequencedMap<Integer, Execution> executionsByNumber() {
        SequencedMap<Integer, Execution> byNumber = new LinkedHashMap<>();
        parts.forEach(part -> byNumber.put(part.number(), part.execution()));
        return byNumber;
    }

    @Override
    public void close() {
        if (threads != null) {
            threads.shutdown();
        }
        parts.forEach(part -> finish(part.execution())); // devices may still copy to each other
        if (batches != null) {
            batches.close();
        }
        lanes.forEach(lane -> {
            lane.stages.forEach(Links::close);
            lane.written.close();
        });
        parts.forEach(part -> part.execution().close());
    }

    private static void finish(Execution execution) {
        try {
            execution.finish();
        } catch (RuntimeException lost) {
            LOG.debug("a part is closed after a failure: {}", lost.getMessage());
        }
    }

    @Override
    public String toString() {
        return IntStream.range(0, lanes.size())
                .mapToObj(lane -> lanes.get(lane).parts.stream()
                        .map(part ->
                                "%d: %s".formatted(part.number(), part.device().key()))
                        .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }
}
