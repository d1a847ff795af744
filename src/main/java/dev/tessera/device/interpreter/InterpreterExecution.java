package dev.tessera.device.interpreter;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FlowFeedback;
import dev.tessera.device.ReducedFields;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.Interpretation;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Adapts an interpretation to an execution; closing releases it.
final class InterpreterExecution implements Execution {
    private @Nullable Interpretation interpretation;
    private final StepParts parts;
    private final FlowFeedback feedback = new FlowFeedback(this);

    InterpreterExecution(Interpretation interpretation) {
        this.interpretation = interpretation;
        this.parts = new StepParts(interpretation.plan().stages());
    }

    /// The interpretation, between parts of a step as well.
    private Interpretation present() {
        if (interpretation == null) {
            throw new DeviceException("this execution is closed; prepare the plan again");
        }
        return interpretation;
    }

    private Interpretation open() {
        Interpretation present = present();
        parts.requireWhole();
        return present;
    }

    @Override
    public void step(long count) {
        if (feedback.isEmpty()) {
            open().step(count);
            return;
        }
        for (long step = 0; step < count; step++) {
            feedback.advance();
            open().step(1);
        }
    }

    @Override
    public void step(int stage, StepPart part) {
        Interpretation present = present();
        if (!parts.isWithin()) {
            feedback.advance();
        }
        boolean isLast = parts.next(stage, part);
        present.step(stage, part == StepPart.EDGE);
        if (isLast) {
            present.restart(present.steps() + 1);
        }
    }

    @Override
    public void refresh(int stage) {
        open().refresh(stage);
    }

    @Override
    public SlotTransfer transfer(String array, List<long[]> slotsByPhase) {
        StepPlan plan = open().plan();
        boolean isField = plan.fields().stream().anyMatch(field -> field.name().equals(array));
        int stage = isField ? 0 : plan.updatingStage(array);
        SlotTransfer.check(slotsByPhase, isField ? 1 : plan.phases(), plan.slots(array));
        return new Transfer(array, stage, List.copyOf(slotsByPhase));
    }

    private final class Transfer implements SlotTransfer {
        private final String array;
        private final int stage;
        private final List<long[]> slotsByPhase;

        Transfer(String array, int stage, List<long[]> slotsByPhase) {
            this.array = array;
            this.stage = stage;
            this.slotsByPhase = slotsByPhase;
        }

        private long[] slots() {
            return slotsByPhase.get((int) (parts.stepOfValues(present().steps(), stage) % slotsByPhase.size()));
        }

        @Override
        public int count() {
            return slotsByPhase.getFirst().length;
        }

        @Override
        public void pack(double[] target) {
            present().readSlots(array, slots(), target);
        }

        @Override
        public void unpack(double[] source) {
            present().writeSlots(array, slots(), source);
        }
    }

    @Override
    public SavedState save() {
        return new Saved(feedback.saving(open().saved()));
    }

    @Override
    public long bytesToSave() {
        return memoryBytes();
    }

    private final class Saved implements SavedState {
        private @Nullable Runnable state;

        Saved(Runnable state) {
            this.state = state;
        }

        @Override
        public void update() {
            known();
            state = feedback.saving(open().saved());
        }

        @Override
        public void restore() {
            known().run();
        }

        private Runnable known() {
            open();
            if (state == null) {
                throw new DeviceException("this saved state is closed");
            }
            return state;
        }

        @Override
        public void close() {
            state = null;
        }
    }

    @Override
    public void readState(String array, long[] fluidNumbers, double[] target) {
        open().readState(array, fluidNumbers, target);
    }

    @Override
    public void writeState(String array, long[] fluidNumbers, double[] source) {
        open().writeState(array, fluidNumbers, source);
    }

    @Override
    public void readState(String array, long first, int count, double[] target) {
        open().readState(array, open().range(first, count), target);
    }

    @Override
    public void writeState(String array, long first, int count, double[] source) {
        open().writeState(array, open().range(first, count), source);
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        open().readPopulations(array, fluidNumbers, target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        open().writePopulations(array, fluidNumbers, source);
    }

    @Override
    public long steps() {
        return open().steps();
    }

    @Override
    public void restart(long steps) {
        open().restart(steps);
    }

    @Override
    public void setParameter(String name, double value) {
        open().setParameter(name, value);
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        open().setSeries(name, valueAtStep);
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
        double[] target = open().field(nodeClass, field);
        if (values.length != target.length) {
            throw new IllegalArgumentException("field %s of class %s has %d values, not %d"
                    .formatted(field, nodeClass, target.length, values.length));
        }
        System.arraycopy(values, 0, target, 0, values.length);
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        return open().field(nodeClass, field).clone();
    }

    @Override
    public double[] readStored(String field) {
        return open().readStored(field);
    }

    @Override
    public void writeStored(String field, double[] values) {
        open().writeStored(field, values);
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        open().readPopulations(array, first, count, target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        open().writePopulations(array, first, count, source);
    }

    @Override
    public int fluidNodes() {
        return open().fluidNodes();
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        return ReducedFields.of(this, open().plan(), wanted);
    }

    @Override
    public void observe(List<String> quantities, double[][] target) {
        open().observe(quantities, target);
    }

    @Override
    public long memoryBytes() {
        return present().memoryBytes();
    }

    @Override
    public void close() {
        interpretation = null;
    }
}
