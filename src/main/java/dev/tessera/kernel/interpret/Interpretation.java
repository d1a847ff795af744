package dev.tessera.kernel.interpret;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.StoredState;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.NodeStorage;
import dev.tessera.layout.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;

/// A step plan whose kernels are interpreted: the state of a simulation on plain arrays. Reads and writes every
/// value in the slot given by its storage, so that it verifies the storage as well as the kernel. Not thread-safe.
public final class Interpretation {
    private final StepPlan plan;
    private final NodeStorage storage; // of the first array
    private final FluidNodes fluid;
    private final Map<String, ArrayValues> arrays;
    private final CanonicalValues canonical;
    private final List<ClassRun> classes = new ArrayList<>(); // the first is the bulk
    private final Map<String, double[]> parameters = new LinkedHashMap<>();
    private final Map<String, double[]> series = new LinkedHashMap<>(); // values of the current step
    private final SeriesValues seriesValues;
    private final long[] special; // fluid nodes outside the bulk, one bit each; halo nodes included
    private final EdgeNodes edge;
    private long steps;

    /// @throws IllegalArgumentException if the plan is inconsistent, or too large for one array
    public Interpretation(StepPlan plan) {
        if (plan.precision().storedBytes() != plan.nodeStorage().bytesPerValue()) {
            throw new IllegalArgumentException("the plan is in %s but its storage holds values of %d bytes"
                    .formatted(plan.precision().key(), plan.nodeStorage().bytesPerValue()));
        }
        this.plan = plan;
        this.storage = plan.nodeStorage();
        this.fluid = plan.nodes().fluid();
        this.arrays = ArrayValues.of(plan);
        this.canonical = new CanonicalValues(plan, arrays);
        this.special = specialNodes(plan);
        this.edge = EdgeNodes.of(plan);
        Set<String> fields = new LinkedHashSet<>();
        plan.fields().forEach(field -> fields.add(field.name()));
        for (NodeClass nodes : plan.classes()) {
            int count = Math.toIntExact(valuesOf(plan, nodes));
            classes.add(new ClassRun(nodes, plan.precision().computed(), count, fields, parameters, series));
        }
        this.seriesValues = SeriesValues.of(plan);
    }

    private static long valuesOf(StepPlan plan, NodeClass nodes) {
        return nodes.fluidNumbers() == null ? plan.nodes().fluid().count() : nodes.fluidNumbers().length;
    }

    private static long[] specialNodes(StepPlan plan) {
        long[] bits = new long[specialWords(plan)];
        for (long number : plan.nodes().halo()) {
            bits[(int) (number >>> 6)] |= 1L << number;
        }
        for (NodeClass nodes : plan.classes().subList(1, plan.classes().size())) {
            long last = -1;
            for (long number : Objects.requireNonNull(nodes.fluidNumbers(), "the bulk has no list")) {
                if (number <= last || number >= plan.nodes().fluid().count()) {
                    throw new IllegalArgumentException(
                            "class %s: fluid number %d after %d; they have to ascend and be below %d"
                                    .formatted(
                                            nodes.name(),
                                            number,
                                            last,
                                            plan.nodes().fluid().count()));
                }
                if ((bits[(int) (number >>> 6)] >>> number & 1) != 0) {
                    throw new IllegalArgumentException(
                            "fluid node %d belongs to class %s and to another class or the halo"
                                    .formatted(number, nodes.name()));
                }
                bits[(int) (number >>> 6)] |= 1L << number;
                last = number;
            }
        }
        return bits;
    }

    private static int specialWords(StepPlan plan) {
        return plan.classes().size() == 1 && plan.nodes().halo().length == 0
                ? 0
                : Math.toIntExact(plan.nodes().fluid().count() + 63 >>> 6);
    }

    /// The exact memory that an interpretation of a plan allocates.
    public static MemoryPlan memory(StepPlan plan) {
        long fields = 0;
        for (NodeClass nodes : plan.classes()) {
            fields += 8L * nodes.fields().size() * valuesOf(plan, nodes);
        }
        MemoryPlan memory = plan.states().getFirst().memory();
        for (StoredState other : plan.states().subList(1, plan.states().size())) {
            memory = memory.with("populations " + other.name(), other.memory().totalBytes());
        }
        for (StoredArray.Field field : plan.fields()) {
            memory = memory.with(
                    "field " + field.name(), 8L * plan.nodeStorage().placement().positions());
        }
        return memory.with("fields of node classes", fields)
                .with("membership of classes", 8L * specialWords(plan))
                .with("edge nodes", EdgeNodes.of(plan).bytes());
    }

    /// The sum of [#memory].
    public static long bytesFor(StepPlan plan) {
        return memory(plan).totalBytes();
    }

    /// Allocated bytes: stored arrays, tables, fields of classes.
    public long memoryBytes() {
        return classes.stream().mapToLong(ClassRun::fieldBytes).sum()
                + 8L * special.length
                + edge.bytes()
                + arrays.values().stream().mapToLong(ArrayValues::bytes).sum();
    }

    public StepPlan plan() {
        return plan;
    }

    public long steps() {
        return steps;
    }

    public void restart(long steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("step %d is before the start".formatted(steps));
        }
        this.steps = steps;
    }

    public void step(long count) {
        for (long i = 0; i < count; i++) {
            loadSeries(steps);
            for (int stage = 0; stage < plan.stages(); stage++) {
                run(stage, number -> true);
            }
            steps++;
        }
    }

    /// Runs a stage of the next step at the nodes of the edge ([EdgeNodes]), or at all others. Does not count
    /// steps.
    public void step(int stage, boolean isEdge) {
        loadSeries(steps);
        run(stage, number -> edge.contains(number) == isEdge);
    }

    /// Stores the fields of a stage before the first that stores populations.
    /// @throws IllegalArgumentException if the stage stores populations, or comes after one that does
    public void refresh(int stage) {
        if (stage >= plan.updatingStage()) {
            throw new IllegalArgumentException("stage %d changes more than fields".formatted(stage));
        }
        loadSeries(SeriesValues.observedStep(steps));
        run(stage, number -> true);
    }

    /// @param chosen the fluid numbers of the nodes that are run
    private void run(int stage, LongPredicate chosen) {
        List<ClassRun.Node> nodes = classes.stream().map(c -> c.stepper(stage)).toList();
        if (storage.placement().positionsPerBarrier() > 0) {
            stepWithBarriers(nodes, chosen);
            return;
        }
        CurrentNode at = currentNode();
        for (int c = 0; c < nodes.size(); c++) {
            ClassRun.Node node = nodes.get(c);
            forEachNode(classes.get(c).nodes(), at, (number, fieldIndex) -> {
                if (chosen.test(number)) {
                    node.step(fieldIndex, at);
                }
            });
        }
    }

    /// Runs a stage tile by tile: writes of a tile's nodes are stored after all of them have read.
    private void stepWithBarriers(List<ClassRun.Node> nodes, LongPredicate chosen) {
        Placement placement = storage.placement();
        CurrentNode.Deferred late = new CurrentNode.Deferred(currentNode());
        long[] tile = {-1};
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachNode(block, (x, y, z, position) -> {
                if (position / placement.positionsPerBarrier() != tile[0]) {
                    late.store();
                    tile[0] = position / placement.positionsPerBarrier();
                }
                long number = fluid.number(fluid.box().index(x, y, z));
                late.node().move(x, y, z);
                int c = classOf(number);
                if (c >= 0 && chosen.test(number)) {
                    nodes.get(c).step(fieldIndex(c, number), late);
                }
            });
        }
        late.store();
    }

    /// The class of a node; -1 for a halo node.
    private int classOf(long number) {
        if (special.length > 0 && (special[(int) (number >>> 6)] >>> number & 1) != 0) {
            for (int c = 1; c < classes.size(); c++) {
                if (fieldIndex(c, number) >= 0) {
                    return c;
                }
            }
            return -1;
        }
        return 0;
    }

    private int fieldIndex(int classIndex, long number) {
        long[] numbers = classes.get(classIndex).nodes().fluidNumbers();
        return numbers == null ? (int) number : Arrays.binarySearch(numbers, number);
    }

    /// @see dev.tessera.kernel.NodeClass
    public double[][] observe(List<String> quantities) {
        double[][] observed = new double[quantities.size()][fluidNodes()];
        observe(quantities, observed);
        return observed;
    }

    public int fluidNodes() {
        return Math.toIntExact(fluid.count());
    }

    /// As [#observe(List)], into arrays `[quantity][fluid node]`.
    public void observe(List<String> quantities, double[][] observed) {
        loadSeries(SeriesValues.observedStep(steps));
        for (int stage = 0; stage < plan.updatingStage(); stage++) {
            run(stage, number -> true);
        }
        CurrentNode at = currentNode();
        for (int q = 0; q < observed.length; q++) {
            double[] target = observed[q];
            for (ClassRun run : classes) {
                ClassRun.Observer observer = run.observer(quantities.get(q));
                forEachNode(
                        run.nodes(), at, (number, fieldIndex) -> target[(int) number] = observer.at(fieldIndex, at));
            }
        }
    }

    /// @throws IllegalArgumentException if no kernel has such a parameter; lists the valid ones
    public void setParameter(String name, double value) {
        double[] parameter = parameters.get(name);
        if (parameter == null) {
            throw new IllegalArgumentException(
                    "no kernel has a parameter %s; available: %s".formatted(name, parameters.keySet()));
        }
        parameter[0] = value;
    }

    /// As [SeriesValues#set].
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        seriesValues.set(name, valueAtStep);
    }

    private void loadSeries(long step) {
        series.forEach((name, value) -> value[0] = seriesValues.at(name, step));
    }

    /// Values of a field of a class, for reading and writing.
    /// @throws IllegalArgumentException for an unknown class or field; lists the known ones
    public double[] field(String nodeClass, String field) {
        for (ClassRun run : classes) {
            if (run.nodes().name().equals(nodeClass)) {
                return run.field(field);
            }
        }
        throw new IllegalArgumentException("unknown node class %s; available: %s"
                .formatted(
                        nodeClass, classes.stream().map(c -> c.nodes().name()).toList()));
    }

    /// The populations that nodes read in the next step, `[fluidNumbers.length][q]`, also where moments are
    /// stored.
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        canonical.readPopulations(array, phase(), fluidNumbers, target);
    }

    /// The reverse of [#readPopulations(String, long[], double[])].
    /// @throws IllegalArgumentException if the array stores moments
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        canonical.writePopulations(array, phase(), fluidNumbers, source);
    }

    /// Those of `count` nodes.
    public void readPopulations(String array, long first, int count, double[] target) {
        readPopulations(array, range(first, count), target);
    }

    /// Those of `count` nodes.
    public void writePopulations(String array, long first, int count, double[] source) {
        writePopulations(array, range(first, count), source);
    }

    /// The fluid numbers from `first` on.
    /// @throws IndexOutOfBoundsException if there are no such nodes
    public long[] range(long first, int count) {
        return canonical.range(first, count);
    }

    /// The canonical form of a stored state: incoming populations, or moments after the collision,
    /// `[node][value]`.
    public void readState(String array, long[] fluidNumbers, double[] target) {
        canonical.readState(array, phase(), fluidNumbers, target);
    }

    /// The reverse of [#readState].
    public void writeState(String array, long[] fluidNumbers, double[] source) {
        canonical.writeState(array, phase(), fluidNumbers, source);
    }

    /// Values of a stored field at all fluid nodes, by fluid number.
    public double[] readStored(String field) {
        return canonical.readStored(field);
    }

    /// The reverse of [#readStored].
    public void writeStored(String field, double[] source) {
        canonical.writeStored(field, source);
    }

    /// Values of slots as they are stored; of a stored field: values at positions.
    public void readSlots(String array, long[] slots, double[] target) {
        canonical.readSlots(array, slots, target);
    }

    /// The reverse of [#readSlots].
    public void writeSlots(String array, long[] slots, double[] source) {
        canonical.writeSlots(array, slots, source);
    }

    /// A copy of all stored values and of the step number; running it sets this interpretation back.
    public Runnable saved() {
        Runnable ofArrays = ArrayValues.saved(arrays.values());
        List<Runnable> ofClasses = classes.stream().map(ClassRun::savedFields).toList();
        long step = steps;
        return () -> {
            ofArrays.run();
            ofClasses.forEach(Runnable::run);
            steps = step;
        };
    }

    private CurrentNode currentNode() {
        return new CurrentNode(arrays, storage, phase());
    }

    private int phase() {
        return (int) (steps % storage.phases());
    }

    private interface NodeVisitor {
        void visit(long number, int fieldIndex);
    }

    private void forEachNode(NodeClass nodes, CurrentNode at, NodeVisitor visitor) {
        at.start();
        long[] numbers = nodes.fluidNumbers();
        if (numbers != null) {
            for (int k = 0; k < numbers.length; k++) {
                at.move(numbers[k]);
                visitor.visit(numbers[k], k);
            }
            return;
        }
        for (long number = 0; number < fluid.count(); number++) {
            if (special.length == 0 || (special[(int) (number >>> 6)] >>> number & 1) == 0) {
                at.move(number);
                visitor.visit(number, (int) number);
            }
        }
    }
}
