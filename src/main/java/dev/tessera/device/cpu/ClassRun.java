package dev.tessera.device.cpu;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.Streams;
import dev.tessera.kernel.lane.ClassLanes;
import dev.tessera.kernel.lane.LanePlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The run-time state of one node class: compiled step kernel, fields, parameters and series.
final class ClassRun {
    private final ClassLanes lanes;
    private final int index;
    private final Streams streams;
    private final LaneKernel step;
    private final double[] parameters;
    private final List<String> series;
    private double[][] scalars = {}; // [step of a block] parameters, then series
    private final boolean[] isSet;
    private final List<MemorySegment> fields = new ArrayList<>(); // [field], one value per lane
    private final int bytes;
    private final Map<List<String>, LaneKernel> observers = new LinkedHashMap<>(); // by observed quantities

    /// @param index of the class in the plan
    ClassRun(LanePlan plan, int index, LaneKernel step, Precision precision, Arena arena) {
        this.lanes = plan.classes().get(index);
        this.index = index;
        this.streams = Streams.of(kernel());
        this.step = step;
        this.parameters = new double[kernel().parameters().size()];
        this.series = kernel().series();
        this.isSet = new boolean[parameters.length];
        this.bytes = precision.computedBytes();
        for (int field = 0; field < nodeClass().fields().size(); field++) {
            fields.add(HostMemory.allocate(arena, lanes.nodes() * bytes));
        }
        checkFields(kernel(), kernel().fieldsIn());
        checkFields(kernel(), kernel().fieldsOut());
        checkFields(nodeClass().observe(), nodeClass().observe().fieldsIn());
    }

    private void checkFields(Kernel kernel, List<String> used) {
        for (String field : used) {
            if (!nodeClass().fields().contains(field)) {
                throw new IllegalArgumentException("kernel %s uses field %s, but class %s has only %s"
                        .formatted(
                                kernel.name(),
                                field,
                                nodeClass().name(),
                                nodeClass().fields()));
            }
        }
    }

    NodeClass nodeClass() {
        return lanes.nodeClass();
    }

    Kernel kernel() {
        return lanes.nodeClass().step();
    }

    ClassLanes lanes() {
        return lanes;
    }

    int index() {
        return index;
    }

    LaneKernel step() {
        return step;
    }

    Streams streams() {
        return streams;
    }

    /// Prepares the values of the series for steps `first` … `first + count - 1`: a block.
    void loadSeries(SeriesValues values, long first, int count) {
        if (series.isEmpty()) {
            return;
        }
        if (scalars.length < count) {
            scalars = new double[count][parameters.length + series.size()];
        }
        for (int step = 0; step < count; step++) {
            System.arraycopy(parameters, 0, scalars[step], 0, parameters.length);
            for (int s = 0; s < series.size(); s++) {
                scalars[step][parameters.length + s] = values.at(series.get(s), first + step);
            }
        }
    }

    /// The values of `Kernel.scalars()`. @param step of the block
    double[] scalars(int step) {
        return series.isEmpty() ? parameters : scalars[step];
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

    /// The compiled kernel that observes these quantities; compiled at the first call.
    LaneKernel observer(List<String> quantities, Supplier<LaneKernel> compiled) {
        return observers.computeIfAbsent(List.copyOf(quantities), unknown -> compiled.get());
    }

    /// Bytes of a field's value.
    int fieldValueBytes() {
        return bytes;
    }

    long fieldBytes() {
        return fields.stream().mapToLong(MemorySegment::byteSize).sum();
    }

    boolean set(String parameter, double value) {
        int at = kernel().parameters().indexOf(parameter);
        if (at >= 0) {
            parameters[at] = value;
            isSet[at] = true;
        }
        return at >= 0;
    }

    /// @throws IllegalStateException if a parameter has no value yet
    void checkParameters() {
        for (int p = 0; p < isSet.length; p++) {
            if (!isSet[p]) {
                throw new IllegalStateException("parameter %s of kernel %s has not been set"
                        .formatted(kernel().parameters().get(p), kernel().name()));
            }
        }
    }

    /// Values of another kernel's scalars; its parameters are a subset of this kernel's.
    double[] scalarsOf(Kernel other, SeriesValues values, long step) {
        List<String> names = other.scalars();
        double[] scalarsOfOther = new double[names.size()];
        for (int p = 0; p < scalarsOfOther.length; p++) {
            int at = kernel().parameters().indexOf(names.get(p));
            if (p >= other.parameters().size()) {
                scalarsOfOther[p] = values.at(names.get(p), step);
            } else {
                scalarsOfOther[p] = at < 0 ? Double.NaN : parameters[at];
            }
        }
        return scalarsOfOther;
    }
}
