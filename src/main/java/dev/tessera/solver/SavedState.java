package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.reduce.Feedback;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The state of a simulation at one step, in the host's memory: populations or moments in canonical order, and
/// remembered fields of boundary rules and the states of circuits. A simulation that returns to it computes the
/// same steps again, bit for bit.
final class SavedState {
    private static final int CHUNK_NODES = 16384;
    /// The copy may use one part in so many of the free heap.
    private static final int PART_OF_FREE_HEAP = 8;

    private final Simulation simulation;
    private final PopulationCodec codec;
    private final int perNode;
    private final int bytesPerValue;
    private final long fluidNodes;
    private final List<String> arrays;
    private final List<ByteBuffer> populations = new ArrayList<>(); // chunks of the arrays, one array after another
    private final SequencedMap<String, double[]> fields = new LinkedHashMap<>();
    private List<Feedback.State> feedback = List.of();
    private long step = -1;

    SavedState(Simulation simulation) {
        this.simulation = simulation;
        var model = simulation.theCase().model();
        this.arrays = model.populations();
        this.codec = new PopulationCodec(model.precision().stored(), model.lattice());
        this.perNode = simulation.state().valuesPerNode();
        this.bytesPerValue = model.precision().storedBytes();
        this.fluidNodes = simulation.nodes().fluid().count();
    }

    /// Whether the heap has enough memory for the copy.
    static boolean fits(Simulation simulation) {
        Runtime java = Runtime.getRuntime();
        long free = java.maxMemory() - (java.totalMemory() - java.freeMemory());
        var model = simulation.theCase().model();
        long bytes = simulation.nodes().fluid().count()
                * simulation.state().valuesPerNode()
                * model.precision().storedBytes()
                * model.populations().size();
        return bytes <= free / PART_OF_FREE_HEAP;
    }

    boolean isEmpty() {
        return step < 0;
    }

    /// The step of the state.
    long step() {
        return step;
    }

    /// Copies the present state of the simulation; replaces an earlier copy.
    void take() {
        SimulationState now = new SimulationState(simulation);
        int q = perNode;
        double[] chunk = new double[Math.toIntExact(Math.min(CHUNK_NODES, fluidNodes)) * q];
        int index = 0;
        for (String array : arrays) {
            for (long first = 0; first < fluidNodes; first += CHUNK_NODES) {
                int count = (int) Math.min(CHUNK_NODES, fluidNodes - first);
                if (populations.size() == index) {
                    populations.add(
                            ByteBuffer.allocate(count * q * bytesPerValue).order(ByteOrder.nativeOrder()));
                }
                simulation.execution().readState(array, first, count, chunk);
                pack(chunk, count * q, populations.get(index++));
            }
        }
        fields.clear();
        fields.putAll(now.fields());
        feedback = simulation.execution().feedbackStates();
        step = simulation.steps();
    }

    /// Writes the state into the execution of its simulation, whose step counter has to be that of the state.
    void writeTo(Execution execution) {
        fields.forEach((name, values) -> {
            int slash = name.lastIndexOf('/');
            execution.writeField(name.substring(0, slash), name.substring(slash + 1), values);
        });
        execution.restoreFeedback(feedback);
        Iterator<ByteBuffer> chunks = populations.iterator();
        for (String array : arrays) {
            for (long first = 0; first < fluidNodes; first += CHUNK_NODES) {
                double[] chunk = unpacked(chunks.next());
                execution.writeState(array, first, chunk.length / perNode, chunk);
            }
        }
    }

    private void pack(double[] chunk, int values, ByteBuffer target) {
        switch (bytesPerValue) {
            case Double.BYTES -> target.asDoubleBuffer().put(chunk, 0, values);
            case Float.BYTES -> {
                for (int i = 0; i < values; i++) {
                    target.putFloat(i * Float.BYTES, (float) chunk[i]);
                }
            }
            default -> {
                for (int i = 0; i < values; i++) {
                    float stored = (float) codec.encode(i % perNode, chunk[i]);
                    target.putShort(i * Short.BYTES, Float.floatToFloat16(stored));
                }
            }
        }
    }

    private double[] unpacked(ByteBuffer source) {
        double[] chunk = new double[source.capacity() / bytesPerValue];
        switch (bytesPerValue) {
            case Double.BYTES -> source.asDoubleBuffer().get(chunk);
            case Float.BYTES -> {
                for (int i = 0; i < chunk.length; i++) {
                    chunk[i] = source.getFloat(i * Float.BYTES);
                }
            }
            default -> {
                for (int i = 0; i < chunk.length; i++) {
                    float stored = Float.float16ToFloat(source.getShort(i * Short.BYTES));
                    chunk[i] = codec.decode(i % perNode, stored);
                }
            }
        }
        return chunk;
    }
}
