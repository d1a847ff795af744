package dev.tessera.device.interpreter;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.Interpretation;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Adapts an interpretation to an execution; closing releases it.
final class InterpreterExecution implements Execution {
    private @Nullable Interpretation interpretation;
    private final StepParts parts = new StepParts();

    InterpreterExecution(Interpretation interpretation) {
        this.interpretation = interpretation;
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
        open().step(count);
    }

    @Override
    public void step(StepPart part) {
        Interpretation present = present();
        parts.next(part);
        switch (part) {
            case EDGE -> present.stepEdge();
            case INNER -> present.stepInner();
        }
    }

    @Override
    public SlotTransfer transfer(List<long[]> slotsByPhase) {
        StepPlan plan = open().plan();
        SlotTransfer.check(slotsByPhase, plan.phases(), plan.slots());
        return new Transfer(List.copyOf(slotsByPhase));
    }

    private final class Transfer implements SlotTransfer {
        private final List<long[]> slotsByPhase;

        Transfer(List<long[]> slotsByPhase) {
            this.slotsByPhase = slotsByPhase;
        }

        private long[] slots() {
            return slotsByPhase.get((int) (parts.stepOfValues(present().steps()) % slotsByPhase.size()));
        }

        @Override
        public int count() {
            return slotsByPhase.getFirst().length;
        }

        @Override
        public void pack(double[] target) {
            long[] slots = slots();
            for (int k = 0; k < slots.length; k++) {
                target[k] = present().slot(slots[k]);
            }
        }

        @Override
        public void unpack(double[] source) {
            long[] slots = slots();
            for (int k = 0; k < slots.length; k++) {
                present().setSlot(slots[k], source[k]);
            }
        }
    }

    @Override
    public SavedState save() {
        return new Saved(open().saved());
    }

    private final class Saved implements SavedState {
        private @Nullable Runnable state;

        Saved(Runnable state) {
            this.state = state;
        }

        @Override
        public void restore() {
            open();
            if (state == null) {
                throw new DeviceException("this saved state is closed");
            }
            state.run();
        }

        @Override
        public void close() {
            state = null;
        }
    }

    @Override
    public void readPopulations(long[] fluidNumbers, double[] target) {
        open().readPopulations(fluidNumbers, target);
    }

    @Override
    public void writePopulations(long[] fluidNumbers, double[] source) {
        open().writePopulations(fluidNumbers, source);
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
