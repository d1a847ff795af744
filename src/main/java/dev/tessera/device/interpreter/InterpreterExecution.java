package dev.tessera.device.interpreter;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FlowFeedback;
import dev.tessera.device.MessageLayout;
import dev.tessera.device.ReducedFields;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.interpret.Interpretation;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Adapts an interpretation to an execution; closing releases it.
final class InterpreterExecution implements Execution {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfFloat SINGLE = ValueLayout.JAVA_FLOAT_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

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
    public SlotTransfer transfer(List<ArraySlots> slots) {
        return new Transfer(MessageLayout.of(open().plan(), slots), slots);
    }

    /// The interpreter holds values as doubles, rounded to their format: messages have that format.
    private final class Transfer implements SlotTransfer {
        private final MessageLayout layout;
        private final List<ArraySlots> arrays; // of the pieces

        Transfer(MessageLayout layout, List<ArraySlots> arrays) {
            this.layout = layout;
            this.arrays = List.copyOf(arrays);
        }

        @Override
        public MessageLayout layout() {
            return layout;
        }

        @Override
        public void pack(MemorySegment message) {
            for (int p = 0; p < arrays.size(); p++) {
                MessageLayout.Piece piece = layout.pieces().get(p);
                double[] values = new double[piece.count()];
                present().readSlots(piece.array(), slots(p), values);
                for (int k = 0; k < values.length; k++) {
                    set(message, piece.offset() + (long) k * piece.valueBytes(), piece.valueBytes(), values[k]);
                }
            }
        }

        @Override
        public void unpack(MemorySegment message) {
            for (int p = 0; p < arrays.size(); p++) {
                MessageLayout.Piece piece = layout.pieces().get(p);
                double[] values = new double[piece.count()];
                for (int k = 0; k < values.length; k++) {
                    values[k] = get(message, piece.offset() + (long) k * piece.valueBytes(), piece.valueBytes());
                }
                present().writeSlots(piece.array(), slots(p), values);
            }
        }

        private long[] slots(int piece) {
            int phase = layout.pieces().get(piece).presentPhase(parts, present().steps());
            return arrays.get(piece).byPhase().get(phase);
        }

        private static void set(MemorySegment message, long offset, int bytes, double value) {
            switch (bytes) {
                case Short.BYTES -> message.set(HALF, offset, Float.floatToFloat16((float) value));
                case Float.BYTES -> message.set(SINGLE, offset, (float) value);
                default -> message.set(DOUBLE, offset, value);
            }
        }

        private static double get(MemorySegment message, long offset, int bytes) {
            return switch (bytes) {
                case Short.BYTES -> Float.float16ToFloat(message.get(HALF, offset));
                case Float.BYTES -> message.get(SINGLE, offset);
                default -> message.get(DOUBLE, offset);
            };
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
