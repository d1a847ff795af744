package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.lane.ClassLanes;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The run-time state of one node class: compiled step kernels, fields, parameters and series, and from the first
/// observation on the fluid numbers of its lanes (4 bytes per node).
final class ClassRun {
    private final ClassLanes lanes;
    private final int index;
    private final List<StageRun> stages = new ArrayList<>();
    private final List<MemorySegment> fields = new ArrayList<>(); // [field], one value per lane
    private final int bytes;
    private final Map<Long, int[]> numbers = new ConcurrentHashMap<>(); // by first lane of a chunk
    private final Map<List<String>, Observation> observations = new LinkedHashMap<>(); // by observed quantities

    /// @param index of the class in the plan
    ClassRun(LanePlan plan, int index, LaneCompiler compiler, Precision precision, Arena arena) {
        this.lanes = plan.classes().get(index);
        this.index = index;
        this.bytes = precision.computedBytes();
        for (int field = 0; field < nodeClass().fields().size(); field++) {
            fields.add(HostMemory.allocate(arena, lanes.nodes() * bytes));
        }
        for (int stage = 0; stage < plan.stages(); stage++) {
            Kernel kernel = nodeClass().step(stage);
            LaneKernel step =
                    kernel.isEmpty() ? (in, out, parameters, count) -> {} : compiler.compile(kernel, precision);
            stages.add(new StageRun(kernel, lanes.steps().get(stage), step));
        }
    }

    NodeClass nodeClass() {
        return lanes.nodeClass();
    }

    ClassLanes lanes() {
        return lanes;
    }

    int index() {
        return index;
    }

    /// By stage.
    List<StageRun> stages() {
        return stages;
    }

    /// As [StageRun#loadSeries].
    void loadSeries(SeriesValues values, long first, int count) {
        stages.forEach(stage -> stage.loadSeries(values, first, count));
    }

    /// The field's values by lane.
    /// @throws IllegalArgumentException if the class has no such field; the message lists its fields
    MemorySegment field(String name) {
        int at = nodeClass().fields().indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("class %s has no field %s, only %s"
                    .formatted(nodeClass().name(), name, nodeClass().fields()));
        }
        return fields.get(at);
    }

    /// The values of all fields.
    List<MemorySegment> fields() {
        return List.copyOf(fields);
    }

    /// The addresses of some fields at a lane.
    void address(List<String> names, long lane, long[] streams, int from) {
        for (int f = 0; f < names.size(); f++) {
            streams[from + f] = field(names.get(f)).address() + lane * bytes;
        }
    }

    /// Its observation of these quantities; prepared at the first call.
    Observation observation(List<String> quantities, Supplier<Observation> prepared) {
        return observations.computeIfAbsent(List.copyOf(quantities), unknown -> prepared.get());
    }

    /// The fluid numbers of a chunk's lanes; kept from the first call on. For several threads.
    int[] fluidNumbers(LaneChunk chunk) {
        return numbers.computeIfAbsent(chunk.firstLane(), first -> lanes.fluidNumbers(chunk));
    }

    /// Bytes of a field's value.
    int fieldValueBytes() {
        return bytes;
    }

    long fieldBytes() {
        return fields.stream().mapToLong(MemorySegment::byteSize).sum();
    }

    boolean set(String parameter, double value) {
        boolean known = false;
        for (StageRun stage : stages) {
            known |= stage.set(parameter, value);
        }
        return known;
    }

    /// The parameters of its step kernels.
    Stream<String> parameters() {
        return stages.stream().flatMap(stage -> stage.kernel().parameters().stream());
    }

    /// @throws IllegalStateException if a parameter has no value yet
    void checkParameters() {
        stages.forEach(StageRun::checkParameters);
    }

    boolean isSettled() {
        return stages.stream()
                .noneMatch(stage -> stage.step() instanceof WatchedKernel watched && !watched.isSettled());
    }

    /// Values of an observation kernel's scalars; its parameters are among those of the step kernels.
    double[] scalarsOf(Kernel other, SeriesValues values, long step) {
        List<String> names = other.scalars();
        double[] scalars = new double[names.size()];
        for (int p = 0; p < scalars.length; p++) {
            scalars[p] = p < other.parameters().size() ? parameter(names.get(p)) : values.at(names.get(p), step);
        }
        return scalars;
    }

    private double parameter(String name) {
        for (StageRun stage : stages) {
            int at = stage.kernel().parameters().indexOf(name);
            if (at >= 0) {
                return stage.parameters()[at];
            }
        }
        return Double.NaN;
    }
}
