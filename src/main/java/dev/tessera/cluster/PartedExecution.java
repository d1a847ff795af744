package dev.tessera.cluster;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.Execution;
import dev.tessera.device.FlowFeedback;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.geometry.Parts;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/// A step plan that runs in parts of this process, each on its own device ([LocalParts]): results equal those of one
/// part bit for bit. What needs the whole flow happens between steps.
final class PartedExecution implements Execution {
    private final StepPlan whole;
    private final Parts parts;
    private final List<PartPlan> plans;
    private final List<Execution> executions;
    private final PartReductions reductions;
    private final PartNodes nodes;
    private final FlowFeedback feedback = new FlowFeedback(this);
    private final HaloMessages messages;
    private final LocalParts local;
    private final StepParts stepParts;
    private boolean open = true;

    /// @param plans of the parts
    /// @param local all parts, with their executions; closed with this one
    PartedExecution(StepPlan whole, Parts parts, List<PartPlan> plans, HaloMessages messages, LocalParts local) {
        this.whole = whole;
        this.parts = parts;
        this.plans = List.copyOf(plans);
        this.messages = messages;
        this.local = local;
        this.executions = local.executions();
        this.reductions = new PartReductions(parts, whole.directions());
        this.nodes = new PartNodes(parts);
        this.stepParts = new StepParts(whole.stages());
    }

    @Override
    public void step(long count) {
        stepParts.requireWhole();
        if (feedback.isEmpty()) {
            local.step(count);
            return;
        }
        for (long step = 0; step < count; step++) {
            feedback.advance();
            local.step(1);
        }
    }

    /// The whole has no edge.
    @Override
    public void step(int stage, StepPart part) {
        if (!stepParts.isWithin()) {
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
                "a plan in %d parts has no slots of its own; exchange populations of nodes".formatted(plans.size()));
    }

    @Override
    public void finish() {
        executions.forEach(Execution::finish);
    }

    @Override
    public boolean isSettled() {
        return executions.stream().allMatch(Execution::isSettled);
    }

    @Override
    public long steps() {
        return executions.getFirst().steps();
    }

    @Override
    public void restart(long steps) {
        executions.forEach(part -> part.restart(steps));
    }

    @Override
    public void setParameter(String name, double value) {
        executions.forEach(part -> part.setParameter(name, value));
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        executions.forEach(part -> part.setSeries(name, valueAtStep));
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
        for (int part = 0; part < plans.size(); part++) {
            executions.get(part).writeField(nodeClass, field, plans.get(part).toPart(index, values));
        }
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        int index = classIndex(nodeClass);
        double[] values = new double[length(index)];
        for (int part = 0; part < plans.size(); part++) {
            plans.get(part).toWhole(index, executions.get(part).readField(nodeClass, field), values);
        }
        return values;
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
        for (int part = 0; part < plans.size(); part++) {
            plans.get(part).updatedToWhole(executions.get(part).readStored(field), values);
        }
        return values;
    }

    @Override
    public void writeStored(String field, double[] values) {
        if (values.length != fluidNodes()) {
            throw new IllegalArgumentException(
                    "stored field %s has %d values, not %d".formatted(field, fluidNodes(), values.length));
        }
        for (int part = 0; part < plans.size(); part++) {
            executions.get(part).writeStored(field, plans.get(part).toPart(values));
        }
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        whole.state(array);
        readPopulations(array, range(first, count), target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        whole.state(array);
        writePopulations(array, range(first, count), source);
    }

    private long[] range(long first, int count) {
        if (first < 0 || count < 0 || first + count > whole.fluidNodes()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, whole.fluidNodes()));
        }
        return LongStream.range(first, first + count).toArray();
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        nodes.gather(
                fluidNumbers,
                whole.directions(array),
                target,
                (part, numbers, own) -> executions.get(part).readPopulations(array, numbers, own));
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        nodes.scatter(
                fluidNumbers,
                whole.directions(array),
                source,
                (part, numbers, own) -> executions.get(part).writePopulations(array, numbers, own));
    }

    @Override
    public void readState(String array, long first, int count, double[] target) {
        readState(array, range(first, count), target);
    }

    @Override
    public void writeState(String array, long first, int count, double[] source) {
        writeState(array, range(first, count), source);
    }

    @Override
    public void readState(String array, long[] fluidNumbers, double[] target) {
        nodes.gather(
                fluidNumbers,
                whole.state(array).valuesPerNode(),
                target,
                (part, numbers, own) -> executions.get(part).readState(array, numbers, own));
    }

    /// Writes moments to the halos too: other nodes read them there in the next step.
    @Override
    public void writeState(String array, long[] fluidNumbers, double[] source) {
        StoredState state = whole.state(array);
        nodes.scatter(
                fluidNumbers,
                state.valuesPerNode(),
                source,
                (part, numbers, own) -> executions.get(part).writeState(array, numbers, own));
        if (state instanceof StoredArray.Moments) {
            local.exchange(messages.of(state));
        }
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
        for (int part = 0; part < plans.size(); part++) {
            Execution execution = executions.get(part);
            double[][] own = new double[wanted.size()][execution.fluidNodes()];
            execution.observe(quantities, wanted, own);
            for (int q = 0; q < own.length; q++) {
                plans.get(part).updatedToWhole(own[q], target[q]);
            }
        }
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        refreshFields();
        return reductions.reduce(wanted, executions);
    }

    /// Stores and exchanges the fields that observation reads at neighbours.
    private void refreshFields() {
        for (int stage = 0; stage < whole.updatingStage(); stage++) {
            refresh(stage);
        }
    }

    @Override
    public SavedState save() {
        List<SavedState> states = new ArrayList<>();
        try {
            executions.forEach(part -> states.add(part.save()));
        } catch (RuntimeException failure) {
            states.forEach(SavedState::close);
            throw failure;
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
        return executions.stream().mapToLong(Execution::bytesToSave).sum();
    }

    @Override
    public long memoryBytes() {
        return executions.stream().mapToLong(Execution::memoryBytes).sum();
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            local.close();
        }
    }
}
