package dev.tessera.cluster;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.cpu.HostMemory;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Parts on devices of unequal speed: while steps run, nodes move so that all devices need the same time ([Balance]).
/// Results do not depend on it. All parts are in this process.
public final class BalancedExecution implements Execution {
    private static final Logger LOG = LoggerFactory.getLogger(BalancedExecution.class);
    private static final long LONGEST_WARM_UP_NANOS = 30_000_000_000L;

    private final StepPlan whole;
    private final Balance balance;
    private final Function<Parts, PartedExecution> prepare;
    private final List<Device> devices;
    private final Map<String, Double> parameters = new LinkedHashMap<>();
    private final Map<String, LongToDoubleFunction> series = new LinkedHashMap<>();
    private final List<Kept> kept = new ArrayList<>();
    private List<Feedback> feedback = List.of();
    private final long start;
    private PartedExecution current;
    private boolean isFixed; // nodes cannot move any more

    /// @param prepare prepares the plan in parts
    /// @param devices of the parts, for messages
    BalancedExecution(StepPlan whole, Balance balance, Function<Parts, PartedExecution> prepare, List<Device> devices) {
        this.whole = whole;
        this.balance = balance;
        this.prepare = prepare;
        this.devices = List.copyOf(devices);
        this.start = balance.now();
        this.current = prepare.apply(balance.parts());
        balance.prepared(balance.now() - start);
    }

    @Override
    public void step(long count) {
        for (long left = count; left > 0; ) {
            if (isFixed) {
                current.step(left);
                return;
            }
            long before = current.steps();
            if (balance.stepsToMeasurement() > 0 || !isAtFullSpeed()) {
                long slice = Math.min(left, Math.max(Balance.FEWEST_STEPS, balance.stepsToMeasurement()));
                current.step(slice);
                balance.ran(slice);
            } else {
                balance.measure(left, HeldState.bytes(whole), steps -> current.timedStep(steps, balance::now))
                        .ifPresent(this::move);
            }
            left -= current.steps() - before;
        }
    }

    /// Kernels that are still being compiled say nothing of the speed of a device.
    private boolean isAtFullSpeed() {
        return current.isSettled() || balance.now() - start > LONGEST_WARM_UP_NANOS;
    }

    /// Whether nodes are not expected to move soon: in the last measurement no other parts were faster.
    public boolean isBalanced() {
        return isFixed || balance.isBalanced();
    }

    /// The share of each part in the fluid nodes, `[part]`.
    public double[] shares() {
        return IntStream.range(0, devices.size())
                .mapToDouble(part -> (double) balance.nodes(part) / whole.fluidNodes())
                .toArray();
    }

    /// The time of a step that each device and its messages needed in the last measurement, in milliseconds, `[part]`.
    public double[] partMillis() {
        return IntStream.range(0, devices.size())
                .mapToDouble(part -> balance.stepNanos(part) * 1e-6)
                .toArray();
    }

    /// What is exchanged between parts.
    public Traffic traffic() {
        return current.traffic();
    }

    /// Moves nodes so that the parts are those of a cut. If the memory of the host or of a device does not suffice,
    /// the parts stay as they are.
    void move(Cut cut) {
        long begin = balance.now();
        long needed = HeldState.bytes(whole) * (1 + kept.size());
        if (needed > HostMemory.availableBytes()) {
            LOG.info(
                    "parts keep their sizes: moving nodes needs {} GB of the host's memory, and only {} GB are free",
                    gigabytes(needed),
                    gigabytes(HostMemory.availableBytes()));
            isFixed = true;
            return;
        }
        List<HeldState> held = held();
        if (held.isEmpty()) {
            return;
        }
        try {
            kept.forEach(each -> each.state().close());
            current.close();
            current = prepared(cut);
            for (int k = 0; k < kept.size(); k++) {
                held.get(k + 1).write(current);
                kept.get(k).state = current.save();
            }
            held.getFirst().write(current);
        } finally {
            held.forEach(HeldState::close);
        }
        if (!isFixed) {
            current.finish();
            balance.moved(cut, balance.now() - begin);
            LOG.info("parts by measured speed: {}", parts());
        }
    }

    /// The present state, then the saved ones; empty where the host's memory does not suffice, for good.
    private List<HeldState> held() {
        List<HeldState> held = new ArrayList<>();
        try {
            held.add(HeldState.of(whole, current));
            for (Kept each : kept) {
                each.state().restore();
                held.add(HeldState.of(whole, current));
            }
            return held;
        } catch (DeviceException full) {
            if (!held.isEmpty()) {
                held.getFirst().write(current);
            }
            held.forEach(HeldState::close);
            LOG.info("parts keep their sizes: {}", full.getMessage());
            isFixed = true;
            return List.of();
        }
    }

    /// The plan on the parts of a cut, or, where these do not fit, on those that it had, for good.
    private PartedExecution prepared(Cut cut) {
        PartedExecution next;
        try {
            next = prepare.apply(balance.partsOf(cut));
        } catch (RuntimeException failure) {
            LOG.warn("parts keep their sizes: {}", failure.getMessage());
            isFixed = true;
            next = prepare.apply(balance.parts());
        }
        parameters.forEach(next::setParameter);
        series.forEach(next::setSeries);
        next.setFeedback(feedback);
        return next;
    }

    private static String gigabytes(long bytes) {
        return "%.1f".formatted(bytes * 1e-9);
    }

    /// `4.1 % on cpu:c (38 MLUPS), …`.
    private String parts() {
        return IntStream.range(0, devices.size())
                .mapToObj(part -> "%.1f %% on %s (%.0f MLUPS)"
                        .formatted(
                                100.0 * balance.nodes(part) / whole.fluidNodes(),
                                devices.get(part).key(),
                                balance.mlups(part)))
                .collect(Collectors.joining(", "));
    }

    /// A saved state that moves with the nodes.
    private final class Kept implements SavedState {
        private @Nullable SavedState state;

        Kept(SavedState state) {
            this.state = state;
        }

        SavedState state() {
            return Objects.requireNonNull(state, "this saved state is closed");
        }

        @Override
        public void update() {
            state().update();
        }

        @Override
        public void restore() {
            state().restore();
        }

        @Override
        public void close() {
            if (state != null) {
                state.close();
                state = null;
                kept.remove(this);
            }
        }
    }

    @Override
    public SavedState save() {
        Kept saved = new Kept(current.save());
        kept.add(saved);
        return saved;
    }

    @Override
    public void setParameter(String name, double value) {
        parameters.put(name, value);
        current.setParameter(name, value);
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        current.setSeries(name, valueAtStep);
        series.put(name, valueAtStep);
    }

    @Override
    public void setFeedback(List<Feedback> wanted) {
        current.setFeedback(wanted);
        feedback = List.copyOf(wanted);
    }

    // What follows is what the parts do.

    @Override
    public void step(int stage, StepPart part) {
        current.step(stage, part);
    }

    @Override
    public SlotTransfer transfer(List<ArraySlots> arrays) {
        return current.transfer(arrays);
    }

    @Override
    public void refresh(int stage) {
        current.refresh(stage);
    }

    @Override
    public void finish() {
        current.finish();
    }

    @Override
    public boolean isSettled() {
        return current.isSettled();
    }

    @Override
    public boolean stepsBatched() {
        return current.stepsBatched();
    }

    @Override
    public long steps() {
        return current.steps();
    }

    @Override
    public void restart(long steps) {
        current.restart(steps);
    }

    @Override
    public List<Feedback.State> feedbackStates() {
        return current.feedbackStates();
    }

    @Override
    public void restoreFeedback(List<Feedback.State> states) {
        current.restoreFeedback(states);
    }

    @Override
    public void writeField(String nodeClass, String field, double[] values) {
        current.writeField(nodeClass, field, values);
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        return current.readField(nodeClass, field);
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        current.readPopulations(array, first, count, target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        current.writePopulations(array, first, count, source);
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        current.readPopulations(array, fluidNumbers, target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        current.writePopulations(array, fluidNumbers, source);
    }

    @Override
    public void readState(String array, long[] fluidNumbers, double[] target) {
        current.readState(array, fluidNumbers, target);
    }

    @Override
    public void writeState(String array, long[] fluidNumbers, double[] source) {
        current.writeState(array, fluidNumbers, source);
    }

    @Override
    public void readState(String array, long first, int count, double[] target) {
        current.readState(array, first, count, target);
    }

    @Override
    public void writeState(String array, long first, int count, double[] source) {
        current.writeState(array, first, count, source);
    }

    /// Held populations would not: nodes that move release them.
    @Override
    public boolean copiesStored(String array) {
        return current.copiesStored(array);
    }

    @Override
    public void copyStored(String array, long first, int count, int[] directions, MemorySegment target) {
        current.copyStored(array, first, count, directions, target);
    }

    @Override
    public void fillState(String array, double[] same) {
        current.fillState(array, same);
    }

    @Override
    public double[] readStored(String field) {
        return current.readStored(field);
    }

    @Override
    public void writeStored(String field, double[] values) {
        current.writeStored(field, values);
    }

    @Override
    public long bytesToSave() {
        return current.bytesToSave();
    }

    @Override
    public int fluidNodes() {
        return current.fluidNodes();
    }

    @Override
    public void observe(List<String> quantities, double[][] target) {
        current.observe(quantities, target);
    }

    @Override
    public void observe(List<String> quantities, List<String> wanted, double[][] target) {
        current.observe(quantities, wanted, target);
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        return current.reduce(wanted);
    }

    @Override
    public long memoryBytes() {
        return current.memoryBytes();
    }

    @Override
    public void close() {
        current.close();
    }
}
