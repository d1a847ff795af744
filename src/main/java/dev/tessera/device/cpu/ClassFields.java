package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/// Reads and writes the fields of node classes. The work is split among all workers.
final class ClassFields {
    private final LanePlan plan;
    private final List<ClassRun> classes;
    private final LaneValues values;
    private final int bytes; // of a value
    private final WorkerPool workers;

    ClassFields(LanePlan plan, List<ClassRun> classes, Precision precision, WorkerPool workers) {
        this.plan = plan;
        this.classes = List.copyOf(classes);
        this.values = LaneValues.of(precision.computed());
        this.bytes = precision.computedBytes();
        this.workers = workers;
    }

    /// @throws IllegalArgumentException if there is no such class or field, or the length is wrong
    void write(String nodeClass, String field, double[] source) {
        ClassRun c = classOf(nodeClass);
        MemorySegment target = c.field(field);
        if (source.length != length(c)) {
            throw new IllegalArgumentException("a field of class %s has %d values, not %d"
                    .formatted(c.nodeClass().name(), length(c), source.length));
        }
        forEachChunk(
                c,
                chunk -> plan.forEachNode(
                        c.index(),
                        chunk.firstLane(),
                        chunk.lanes(),
                        (lane, index) -> values.set(target, lane * bytes, source[(int) index])));
    }

    /// @throws IllegalArgumentException if there is no such class or field
    double[] read(String nodeClass, String field) {
        ClassRun c = classOf(nodeClass);
        MemorySegment source = c.field(field);
        double[] target = new double[length(c)];
        forEachChunk(
                c,
                chunk -> plan.forEachNode(
                        c.index(),
                        chunk.firstLane(),
                        chunk.lanes(),
                        (lane, index) -> target[(int) index] = values.get(source, lane * bytes)));
        return target;
    }

    /// One value per fluid node for the bulk, otherwise one per node of the class.
    private int length(ClassRun c) {
        return Math.toIntExact(
                c.nodeClass().fluidNumbers() == null
                        ? plan.fluidNodes()
                        : c.lanes().nodes());
    }

    private ClassRun classOf(String name) {
        return classes.stream()
                .filter(c -> c.nodeClass().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown node class %s; available: %s"
                        .formatted(
                                name,
                                classes.stream().map(c -> c.nodeClass().name()).toList())));
    }

    private void forEachChunk(ClassRun c, Consumer<LaneChunk> work) {
        workers.each(worker -> c.lanes().chunks().get(worker).forEach(work));
    }
}
