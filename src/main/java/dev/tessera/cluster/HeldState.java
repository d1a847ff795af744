package dev.tessera.cluster;

import dev.tessera.device.Execution;
import dev.tessera.device.cpu.HostMemory;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.kernel.reduce.Feedback;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// The state of an execution in memory of the host, in canonical form: step number, stored arrays, fields of the
/// classes and states of the feedback. Written to an execution of the same plan, in whatever parts, the flow goes on
/// bit for bit.
final class HeldState implements AutoCloseable {
    private static final int CHUNK_VALUES = 1 << 20;

    private final StepPlan plan;
    private final Arena arena = Arena.ofShared();
    private final long steps;
    private final List<Feedback.State> feedback;
    private final List<Held> held = new ArrayList<>();

    private interface Transfer {
        void of(long first, int count, double[] values);
    }

    /// Values of all nodes of an array or of a class.
    ///
    /// @param nodes how many
    /// @param perNode values of a node
    private record Held(long nodes, int perNode, MemorySegment values, Writing writing) {}

    private interface Writing {
        void to(Execution execution, Held held);
    }

    private HeldState(StepPlan plan, Execution from) {
        this.plan = plan;
        this.steps = from.steps();
        this.feedback = from.feedbackStates();
        try {
            hold(from);
        } catch (RuntimeException failure) {
            arena.close();
            throw failure;
        }
    }

    /// The present state of an execution.
    /// @throws dev.tessera.device.DeviceException if the memory of the host does not suffice
    static HeldState of(StepPlan plan, Execution from) {
        return new HeldState(plan, from);
    }

    /// Bytes of a plan's state.
    static long bytes(StepPlan plan) {
        long bytes = 0;
        for (StoredArray array : plan.arrays()) {
            bytes += plan.fluidNodes()
                    * switch (array) {
                        case StoredState state -> (long) state.valuesPerNode() * valueBytes(plan);
                        case StoredArray.Field field -> Double.BYTES;
                    };
        }
        for (NodeClass nodeClass : plan.classes()) {
            bytes += (long) Double.BYTES
                    * nodeClass.fields().size()
                    * (nodeClass.fluidNumbers() == null ? plan.fluidNodes() : nodeClass.fluidNumbers().length);
        }
        return bytes;
    }

    /// Floats hold the values of slots of floats; halves are decoded to numbers that are no floats.
    private static int valueBytes(StepPlan plan) {
        return plan.precision().stored() instanceof SlotFormat.Plain(Real real) && real == Real.FP32
                ? Float.BYTES
                : Double.BYTES;
    }

    private void hold(Execution from) {
        for (StoredArray array : plan.arrays()) {
            switch (array) {
                case StoredState state -> hold(from, state);
                case StoredArray.Field(String name, var lattice) ->
                    hold(from.readStored(name), (to, own) -> to.writeStored(name, all(own)));
            }
        }
        for (NodeClass nodeClass : plan.classes()) {
            for (String field : nodeClass.fields()) {
                hold(
                        from.readField(nodeClass.name(), field),
                        (to, own) -> to.writeField(nodeClass.name(), field, all(own)));
            }
        }
    }

    private void hold(Execution from, StoredState state) {
        int perNode = state.valuesPerNode();
        long bytes = plan.fluidNodes() * perNode * valueBytes(plan);
        Held own = new Held(
                plan.fluidNodes(),
                perNode,
                HostMemory.allocate(arena, bytes),
                (to, of) -> eachChunk(of, (first, count, values) -> {
                    load(of.values, first * perNode, values, count * perNode);
                    to.writeState(state.name(), first, count, values);
                }));
        eachChunk(own, (first, count, values) -> {
            from.readState(state.name(), first, count, values);
            store(own.values, first * perNode, values, count * perNode);
        });
        held.add(own);
    }

    private void hold(double[] values, Writing writing) {
        MemorySegment block = HostMemory.allocate(arena, (long) values.length * Double.BYTES);
        MemorySegment.copy(values, 0, block, ValueLayout.JAVA_DOUBLE, 0, values.length);
        held.add(new Held(values.length, 1, block, writing));
    }

    private static double[] all(Held held) {
        double[] values = new double[Math.toIntExact(held.nodes)];
        MemorySegment.copy(held.values, ValueLayout.JAVA_DOUBLE, 0, values, 0, values.length);
        return values;
    }

    private static void eachChunk(Held of, Transfer transfer) {
        int most = (int) Math.min(Math.max(1, CHUNK_VALUES / of.perNode), of.nodes);
        double[] values = new double[most * of.perNode];
        for (long first = 0; first < of.nodes; first += most) {
            transfer.of(first, (int) Math.min(most, of.nodes - first), values);
        }
    }

    private void load(MemorySegment from, long at, double[] values, int count) {
        if (valueBytes(plan) == Double.BYTES) {
            MemorySegment.copy(from, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, values, 0, count);
            return;
        }
        for (int k = 0; k < count; k++) {
            values[k] = from.getAtIndex(ValueLayout.JAVA_FLOAT, at + k);
        }
    }

    private void store(MemorySegment to, long at, double[] values, int count) {
        if (valueBytes(plan) == Double.BYTES) {
            MemorySegment.copy(values, 0, to, ValueLayout.JAVA_DOUBLE, at * Double.BYTES, count);
            return;
        }
        for (int k = 0; k < count; k++) {
            to.setAtIndex(ValueLayout.JAVA_FLOAT, at + k, (float) values[k]);
        }
    }

    /// Sets an execution to this state. Its feedback has to be set before.
    void write(Execution to) {
        to.restart(steps);
        held.forEach(each -> each.writing.to(to, each));
        to.restoreFeedback(feedback);
    }

    @Override
    public void close() {
        arena.close();
    }
}
