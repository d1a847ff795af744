package dev.tessera.kernel.interpret;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongToDoubleFunction;

/// A step plan whose kernels are interpreted: the state of a simulation on plain arrays. Reads and writes every
/// population in the slot given by [StorageLayout], so that it verifies the storage as well as the kernel. Not
/// thread-safe.
public final class Interpretation {
    private final StepPlan plan;
    private final StorageLayout storage;
    private final FluidNodes fluid;
    private final PopulationCodec codec;
    private final Values values;
    private final List<ClassRun> classes = new ArrayList<>(); // the first is the bulk
    private final Map<String, double[]> parameters = new LinkedHashMap<>();
    private final Map<String, double[]> series = new LinkedHashMap<>(); // values of the current step
    private final SeriesValues seriesValues;
    private final long[] special; // fluid nodes outside the bulk, one bit each
    private long steps;

    /// @throws IllegalArgumentException if the plan is inconsistent, or too large for one array
    public Interpretation(StepPlan plan) {
        if (plan.precision().storedBytes() != plan.storage().bytesPerValue()) {
            throw new IllegalArgumentException("the plan is in %s but its storage holds values of %d bytes"
                    .formatted(plan.precision().key(), plan.storage().bytesPerValue()));
        }
        this.plan = plan;
        this.storage = plan.storage();
        this.fluid = plan.nodes().fluid();
        this.codec = plan.codec();
        this.values = Values.of(plan.precision().stored(), storage.slots());
        this.special = specialNodes(plan);
        for (NodeClass nodes : plan.classes()) {
            int count = Math.toIntExact(valuesOf(plan, nodes));
            classes.add(new ClassRun(nodes, plan.precision().computed(), count, parameters, series));
        }
        this.seriesValues = SeriesValues.of(plan);
    }

    private static long valuesOf(StepPlan plan, NodeClass nodes) {
        return nodes.fluidNumbers() == null ? plan.nodes().fluid().count() : nodes.fluidNumbers().length;
    }

    private static long[] specialNodes(StepPlan plan) {
        long[] bits = new long[specialWords(plan)];
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
                            "fluid node %d belongs to class %s and to another class".formatted(number, nodes.name()));
                }
                bits[(int) (number >>> 6)] |= 1L << number;
                last = number;
            }
        }
        return bits;
    }

    private static int specialWords(StepPlan plan) {
        return plan.classes().size() == 1
                ? 0
                : Math.toIntExact(plan.nodes().fluid().count() + 63 >>> 6);
    }

    /// The exact memory that an interpretation of a plan allocates.
    public static MemoryPlan memory(StepPlan plan) {
        long fields = 0;
        for (NodeClass nodes : plan.classes()) {
            fields += 8L * nodes.fields().size() * valuesOf(plan, nodes);
        }
        return MemoryPlan.of(plan.storage())
                .with("fields of node classes", fields)
                .with("membership of classes", 8L * specialWords(plan));
    }

    /// The sum of [#memory].
    public static long bytesFor(StepPlan plan) {
        return memory(plan).totalBytes();
    }

    /// Allocated bytes: populations, tables, fields.
    public long memoryBytes() {
        long fields = classes.stream().mapToLong(ClassRun::fieldBytes).sum();
        return values.bytes() + storage.tableBytes() + fields + 8L * special.length;
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
        List<ClassRun.Node> nodes = classes.stream().map(ClassRun::stepper).toList();
        for (long i = 0; i < count; i++) {
            loadSeries(steps);
            if (storage.placement().positionsPerBarrier() > 0) {
                stepWithBarriers(nodes);
            } else {
                CurrentNode at = new CurrentNode(phase());
                for (int c = 0; c < nodes.size(); c++) {
                    ClassRun.Node node = nodes.get(c);
                    forEachNode(classes.get(c).nodes(), at, (number, fieldIndex) -> node.step(fieldIndex, at));
                }
            }
            steps++;
        }
    }

    /// Runs a step tile by tile: writes of a tile's nodes are stored after all of them have read.
    private void stepWithBarriers(List<ClassRun.Node> nodes) {
        Placement placement = storage.placement();
        DeferredWrites late = new DeferredWrites(new CurrentNode(phase()));
        long[] tile = {-1};
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachNode(block, (x, y, z, position) -> {
                if (position / placement.positionsPerBarrier() != tile[0]) {
                    late.store();
                    tile[0] = position / placement.positionsPerBarrier();
                }
                long number = fluid.number(fluid.box().index(x, y, z));
                late.at.move(x, y, z);
                int c = classOf(number);
                nodes.get(c).step(fieldIndex(c, number), late);
            });
        }
        late.store();
    }

    private int classOf(long number) {
        if (special.length > 0 && (special[(int) (number >>> 6)] >>> number & 1) != 0) {
            for (int c = 1; c < classes.size(); c++) {
                if (fieldIndex(c, number) >= 0) {
                    return c;
                }
            }
        }
        return 0;
    }

    private int fieldIndex(int classIndex, long number) {
        long[] numbers = classes.get(classIndex).nodes().fluidNumbers();
        return numbers == null ? (int) number : Arrays.binarySearch(numbers, number);
    }

    /// Collects the writes of nodes, to be stored later.
    private final class DeferredWrites implements ClassRun.Populations {
        private final CurrentNode at;
        private final List<Long> slots = new ArrayList<>();
        private final List<Double> written = new ArrayList<>();

        DeferredWrites(CurrentNode at) {
            this.at = at;
        }

        @Override
        public double read(int direction) {
            return at.read(direction);
        }

        @Override
        public void write(int direction, double value) {
            slots.add(at.writeSlot(direction));
            written.add(value);
        }

        void store() {
            for (int i = 0; i < slots.size(); i++) {
                values.set(slots.get(i), written.get(i));
            }
            slots.clear();
            written.clear();
        }
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
        CurrentNode at = new CurrentNode(phase());
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

    /// Canonical populations, `[count][q]`: what each node reads in the next phase.
    public void readPopulations(long first, int count, double[] target) {
        int q = storage.lattice().size();
        forEachPopulation(first, count, (slot, i) -> target[i] = codec.decode(i % q, values.get(slot)));
    }

    /// The reverse of [#readPopulations].
    public void writePopulations(long first, int count, double[] source) {
        int q = storage.lattice().size();
        forEachPopulation(first, count, (slot, i) -> values.set(slot, codec.encode(i % q, source[i])));
    }

    private interface PopulationVisitor {
        void visit(long slot, int i);
    }

    private void forEachPopulation(long first, int count, PopulationVisitor visitor) {
        if (first < 0 || count < 0 || first + count > fluid.count()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, fluid.count()));
        }
        int q = storage.lattice().size();
        CurrentNode at = new CurrentNode(phase());
        for (int n = 0; n < count; n++) {
            at.move(first + n);
            for (int i = 0; i < q; i++) {
                visitor.visit(at.readSlot(i), n * q + i);
            }
        }
    }

    private int phase() {
        return (int) (steps % storage.pattern().phases());
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

    /// The current node.
    private final class CurrentNode implements ClassRun.Populations {
        private final int phase;
        private FluidNodes.Ascending walk = fluid.ascending();
        private int x;
        private int y;
        private int z;

        CurrentNode(int phase) {
            this.phase = phase;
        }

        void start() {
            walk = fluid.ascending();
        }

        void move(long number) {
            Box box = fluid.box();
            long index = walk.boxIndex(number);
            x = box.x(index);
            y = box.y(index);
            z = box.z(index);
        }

        void move(int x, int y, int z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        long writeSlot(int direction) {
            return storage.writeSlot(phase, x, y, z, direction);
        }

        long readSlot(int direction) {
            return storage.readSlot(phase, x, y, z, direction);
        }

        @Override
        public double read(int direction) {
            return values.get(readSlot(direction));
        }

        @Override
        public void write(int direction, double value) {
            values.set(writeSlot(direction), value);
        }
    }
}
