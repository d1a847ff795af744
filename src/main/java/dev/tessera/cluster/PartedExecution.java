package dev.tessera.cluster;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FlowFeedback;
import dev.tessera.device.HeldPopulations;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A step plan that runs in parts, each on its own device ([LocalParts]) in this process or in others: results equal
/// those of one part bit for bit. What needs the whole flow happens between steps. Of parts in other processes, what
/// is read reaches the first process only; what is written, each process writes to its own parts.
public final class PartedExecution implements Execution {
    private final StepPlan whole;
    private final PartPlans plans;
    private final SequencedMap<Integer, Execution> executions; // of this process, by the part's number
    private final PartReductions reductions;
    private final PartNodes nodes;
    private final StoredParts stored;
    private final FlowFeedback feedback = new FlowFeedback(this);
    private final HaloMessages messages;
    private final LocalParts local;
    private final Processes processes;
    private final long memoryBytes;
    private final StepParts stepParts;
    private boolean open = true;
    private boolean isOverlapOld; // nodes were written by their owners since the last exchange

    /// @param plans of the parts
    /// @param local the parts of this process, with their executions; closed with this one
    /// @param processes that hold the parts
    PartedExecution(StepPlan whole, PartPlans plans, HaloMessages messages, LocalParts local, Processes processes) {
        this.whole = whole;
        this.plans = plans;
        this.messages = messages;
        this.local = local;
        this.processes = processes;
        this.executions = local.executionsByNumber();
        this.reductions = new PartReductions(
                plans.parts(),
                executions.keySet(),
                whole.directions(),
                part -> plans.of(part).runs());
        this.nodes = new PartNodes(plans, executions, processes);
        this.stored = new StoredParts(whole, plans, executions);
        this.stepParts = new StepParts(whole.stages());
        this.memoryBytes = processes.sum(
                executions.values().stream().mapToLong(Execution::memoryBytes).sum());
    }

    @Override
    public void step(long count) {
        stepParts.requireWhole();
        renewOverlap();
        if (feedback.isEmpty()) {
            local.step(count);
            return;
        }
        for (long step = 0; step < count; step++) {
            feedback.advance();
            local.step(1);
        }
    }

    /// As [#step(long)], more slowly.
    /// @return as [LocalParts#timedStep]
    long[] timedStep(long count, LongSupplier clock) {
        stepParts.requireWhole();
        renewOverlap();
        if (feedback.isEmpty()) {
            return local.timedStep(count, clock);
        }
        long[] times = new long[plans.count()];
        for (long step = 0; step < count; step++) {
            feedback.advance();
            long[] ofStep = local.timedStep(1, clock);
            Arrays.setAll(times, part -> times[part] + ofStep[part]);
        }
        return times;
    }

    /// Nodes are written to the parts that own them; others that update them too get their values here.
    private void renewOverlap() {
        if (isOverlapOld && plans.parts().layers() > 1) {
            local.exchangeWritten();
            isOverlapOld = false;
        }
    }

    /// The whole has no edge.
    @Override
    public void step(int stage, StepPart part) {
        if (!stepParts.isWithin()) {
            renewOverlap();
            feedback.advance();
        }
        stepParts.next(stage, part);
        if (part == StepPart.INNER) {
            local.run(stage);
        }
    }

    @Override
    public void refresh(int stage) {
        local.refresh(stage);
    }

    /// @throws UnsupportedOperationException always: the slots are those of several storages
    @Override
    public SlotTransfer transfer(List<ArraySlots> arrays) {
        throw new UnsupportedOperationException(
                "a plan in %d parts has no slots of its own; exchange populations of nodes".formatted(plans.count()));
    }

    @Override
    public void finish() {
        executions.values().forEach(Execution::finish);
    }

    @Override
    public boolean stepsBatched() {
        return local.areStepsBatched();
    }

    @Override
    public boolean isSettled() {
        return executions.values().stream().allMatch(Execution::isSettled);
    }

    @Override
    public long steps() {
        return executions.firstEntry().getValue().steps();
    }

    @Override
    public void restart(long steps) {
        executions.values().forEach(part -> part.restart(steps));
    }

    @Override
    public void setParameter(String name, double value) {
        executions.values().forEach(part -> part.setParameter(name, value));
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        executions.values().forEach(part -> part.setSeries(name, valueAtStep));
    }

    @Override
    public void setFeedback(List<Feedback> wanted) {
        feedback.set(wanted);
    }

    @Override
    public List<Feedback.State> feedbackStates() {
        return feedback.states();
    }

    @Override
    public void restoreFeedback(List<Feedback.State> states) {
        feedback.restore(states);
    }

    @Override
    public void writeField(String nodeClass, String field, double[] values) {
        int index = classIndex(nodeClass);
        if (values.length != length(index)) {
            throw new IllegalArgumentException("field %s of class %s has %d values, not %d"
                    .formatted(field, nodeClass, length(index), values.length));
        }
        executions.forEach((part, execution) ->
                execution.writeField(nodeClass, field, plans.of(part).toPart(index, values)));
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        int index = classIndex(nodeClass);
        double[] values = new double[length(index)];
        for (int part = 0; part < plans.count(); part++) {
            double[] own = values(part, of -> of.length(index), of -> of.readField(nodeClass, field));
            if (own != null) {
                plans.of(part).toWhole(index, own, values);
            }
        }
        return values;
    }

    private interface Read {
        double[] of(Execution execution);
    }

    /// The values of a part; null where neither the part is in this process nor this is the first one.
    private double @Nullable [] values(int part, ToIntFunction<PartPlan> count, Read read) {
        Execution execution = executions.get(part);
        return processes.values(
                part, () -> count.applyAsInt(plans.of(part)), () -> read.of(Objects.requireNonNull(execution)));
    }

    private int length(int classIndex) {
        long[] numbers = whole.classes().get(classIndex).fluidNumbers();
        return numbers == null ? fluidNodes() : numbers.length;
    }

    private int classIndex(String name) {
        List<String> names = whole.classes().stream().map(NodeClass::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException("unknown node class %s; available: %s".formatted(name, names));
        }
        return names.indexOf(name);
    }

    @Override
    public double[] readStored(String field) {
        double[] values = new double[fluidNodes()];
        for (int part = 0; part < plans.count(); part++) {
            double[] own = values(part, PartPlan::fluidNodes, of -> of.readStored(field));
            if (own != null) {
                plans.of(part).ownToWhole(own, values);
            }
        }
        return values;
    }

    @Override
    public void writeStored(String field, double[] values) {
        if (values.length != fluidNodes()) {
            throw new IllegalArgumentException(
                    "stored field %s has %d values, not %d".formatted(field, fluidNodes(), values.length));
        }
        executions.forEach(
                (part, execution) -> execution.writeStored(field, plans.of(part).toPart(values)));
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        checkRange(first, count);
        nodes.gather(NodeValues.POPULATIONS, array, first, count, whole.directions(array), target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        checkRange(first, count);
        nodes.scatter(NodeValues.POPULATIONS, array, first, count, whole.directions(array), source);
        isOverlapOld = true;
    }

    private void checkRange(long first, int count) {
        if (first < 0 || count < 0 || first + count > whole.fluidNodes()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, whole.fluidNodes()));
        }
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        nodes.gather(NodeValues.POPULATIONS, array, fluidNumbers, whole.directions(array), target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        nodes.scatter(NodeValues.POPULATIONS, array, fluidNumbers, whole.directions(array), source);
        isOverlapOld = true;
    }

    @Override
    public void readState(String array, long first, int count, double[] target) {
        checkRange(first, count);
        nodes.gather(NodeValues.STATE, array, first, count, whole.state(array).valuesPerNode(), target);
    }

    @Override
    public void writeState(String array, long first, int count, double[] source) {
        checkRange(first, count);
        StoredState state = whole.state(array);
        nodes.scatter(NodeValues.STATE, array, first, count, state.valuesPerNode(), source);
        isOverlapOld = true;
        exchangeMoments(state);
    }

    @Override
    public void readState(String array, long[] fluidNumbers, double[] target) {
        nodes.gather(NodeValues.STATE, array, fluidNumbers, whole.state(array).valuesPerNode(), target);
    }

    @Override
    public void writeState(String array, long[] fluidNumbers, double[] source) {
        StoredState state = whole.state(array);
        nodes.scatter(NodeValues.STATE, array, fluidNumbers, state.valuesPerNode(), source);
        isOverlapOld = true;
        exchangeMoments(state);
    }

    /// Moments are written to the halos too: other nodes read them there in the next step.
    private void exchangeMoments(StoredState state) {
        if (state instanceof StoredArray.Moments) {
            local.exchange(messages.of(state));
        }
    }

    @Override
    public long[] ownBounds() {
        return nodes.areAllHere() ? Execution.super.ownBounds() : onlyRuns().bounds();
    }

    /// Those of the only part of this process.
    private NodeRuns onlyRuns() {
        if (executions.size() != 1) {
            throw new UnsupportedOperationException(
                    "a process holds %d of %d parts, and only one of them can be read without the others"
                            .formatted(executions.size(), plans.count()));
        }
        return plans.of(executions.firstEntry().getKey()).runs();
    }

    @Override
    public void readOwn(String array, int first, int count, double[] target) {
        if (nodes.areAllHere()) {
            readState(array, first, count, target);
        } else if (count > 0) {
            NodeValues.STATE.read(
                    executions.firstEntry().getValue(),
                    array,
                    onlyRuns().slice(first, first + count),
                    whole.state(array).valuesPerNode(),
                    target);
        }
    }

    @Override
    public boolean copiesOwn(String array) {
        return executions.values().stream().allMatch(part -> part.copiesStored(array));
    }

    @Override
    public void copyOwn(String array, int first, int count, int[] directions, MemorySegment target) {
        if (nodes.areAllHere()) {
            copyStored(array, first, count, directions, target);
        } else {
            stored.copy(
                    executions.firstEntry().getValue(),
                    array,
                    onlyRuns().slice(first, first + count),
                    directions,
                    target);
        }
    }

    @Override
    public boolean copiesStored(String array) {
        return nodes.areAllHere() && copiesOwn(array);
    }

    @Override
    public void copyStored(String array, long first, int count, int[] directions, MemorySegment target) {
        checkRange(first, count);
        stored.copy(array, first, count, directions, target);
    }

    @Override
    public Optional<HeldPopulations> hold(String array, int[] directions) {
        return stored.hold(array, directions);
    }

    /// On each device by itself; halo nodes get the state, too.
    @Override
    public void fillState(String array, double[] same) {
        whole.state(array);
        executions.values().forEach(part -> part.fillState(array, same));
    }

    /// What is exchanged between parts.
    public Traffic traffic() {
        return local.traffic();
    }

    @Override
    public int fluidNodes() {
        return Math.toIntExact(whole.fluidNodes());
    }

    @Override
    public void observe(List<String> quantities, double[][] target) {
        observe(quantities, quantities, target);
    }

    @Override
    public void observe(List<String> quantities, List<String> wanted, double[][] target) {
        refreshFields();
        for (int part = 0; part < plans.count(); part++) {
            Execution execution = executions.get(part);
            double[][] observed = new double[wanted.size()][];
            if (execution != null) {
                Arrays.setAll(observed, q -> new double[execution.fluidNodes()]);
                execution.observe(quantities, wanted, observed);
            }
            for (int q = 0; q < observed.length; q++) {
                double[] ofPart = observed[q];
                double[] own = values(part, PartPlan::fluidNodes, of -> ofPart);
                if (own != null) {
                    plans.of(part).ownToWhole(own, target[q]);
                }
            }
        }
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        refreshFields();
        return processes.combined(wanted, reductions.reduce(wanted, executions));
    }

    /// Stores and exchanges the fields that observation reads at neighbours.
    private void refreshFields() {
        for (int stage = 0; stage < whole.updatingStage(); stage++) {
            refresh(stage);
        }
    }

    /// @throws DeviceException if memory does not suffice in any process
    @Override
    public SavedState save() {
        renewOverlap();
        List<SavedState> states = new ArrayList<>();
        RuntimeException failed = null;
        try {
            executions.values().forEach(part -> states.add(part.save()));
        } catch (RuntimeException failure) {
            failed = failure;
        }
        if (processes.ranks().any(failed != null)) {
            states.forEach(SavedState::close);
            throw failed != null ? failed : new DeviceException("the memory of another rank does not suffice");
        }
        return new SavedParts(states);
    }

    /// Saved states of all parts, and of the feedback of the whole.
    private final class SavedParts implements SavedState {
        private final List<SavedState> states;
        private Runnable restoring;

        SavedParts(List<SavedState> states) {
            this.states = states;
            this.restoring = feedback.saving(() -> states.forEach(SavedState::restore));
        }

        @Override
        public void update() {
            renewOverlap();
            states.forEach(SavedState::update);
            restoring = feedback.saving(() -> states.forEach(SavedState::restore));
        }

        @Override
        public void restore() {
            restoring.run();
        }

        @Override
        public void close() {
            states.forEach(SavedState::close);
        }
    }

    @Override
    public long bytesToSave() {
        return processes.sum(
                executions.values().stream().mapToLong(Execution::bytesToSave).sum());
    }

    /// Of all parts.
    @Override
    public long memoryBytes() {
        return memoryBytes;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            local.close();
        }
    }
}
