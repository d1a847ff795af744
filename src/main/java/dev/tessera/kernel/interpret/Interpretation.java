package dev.tessera.kernel.interpret;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.EdgeNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;

/// A step plan whose kernels are interpreted: the state of a simulation on plain arrays. Reads and writes every
/// population in the slot given by [StorageLayout], so that it verifies the storage as well as the kernel. Not
/// thread-safe.
public final class Interpretation {
    private final StepPlan plan;
    private final StorageLayout storage; // of the first populations
    private final FluidNodes fluid;
    private final Map<String, Populations> populations = new LinkedHashMap<>();
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final List<ClassRun> classes = new ArrayList<>(); // the first is the bulk
    private final Map<String, double[]> parameters = new LinkedHashMap<>();
    private final Map<String, double[]> series = new LinkedHashMap<>(); // values of the current step
    private final SeriesValues seriesValues;
    private final long[] special; // fluid nodes outside the bulk, one bit each; halo nodes included
    private final EdgeNodes edge;
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
        for (StoredArray.Populations array : plan.populations()) {
            Values values = Values.of(plan.precision().stored(), array.storage().slots());
            populations.put(array.name(), new Populations(array.storage(), plan.codec(array), values));
        }
        for (StoredArray.Field array : plan.fields()) {
            double[] values = new double[Math.toIntExact(storage.placement().positions())];
            fields.put(array.name(), new Field(array.lattice(), values));
        }
        this.special = specialNodes(plan);
        this.edge = EdgeNodes.of(plan.nodes(), storage.placement());
        for (NodeClass nodes : plan.classes()) {
            int count = Math.toIntExact(valuesOf(plan, nodes));
            classes.add(new ClassRun(nodes, plan.precision().computed(), count, fields.keySet(), parameters, series));
        }
        this.seriesValues = SeriesValues.of(plan);
    }

    /// The slots of an array of populations.
    private record Populations(StorageLayout storage, PopulationCodec codec, Values values) {}

    /// The values of a stored field, by position.
    private record Field(VelocitySet lattice, double[] values) {}

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
        MemoryPlan memory = MemoryPlan.of(plan.storage());
        for (StoredArray.Populations other :
                plan.populations().subList(1, plan.populations().size())) {
            memory = memory.with(
                    "populations " + other.name(),
                    MemoryPlan.of(other.storage()).totalBytes());
        }
        for (StoredArray.Field field : plan.fields()) {
            memory = memory.with(
                    "field " + field.name(), 8L * plan.storage().placement().positions());
        }
        return memory.with("fields of node classes", fields)
                .with("membership of classes", 8L * specialWords(plan))
                .with(
                        "edge nodes",
                        EdgeNodes.of(plan.nodes(), plan.storage().placement()).bytes());
    }

    /// The sum of [#memory].
    public static long bytesFor(StepPlan plan) {
        return memory(plan).totalBytes();
    }

    /// Allocated bytes: populations, tables, fields.
    public long memoryBytes() {
        long bytes = classes.stream().mapToLong(ClassRun::fieldBytes).sum() + 8L * special.length + edge.bytes();
        for (Populations array : populations.values()) {
            bytes += array.values().bytes() + array.storage().tableBytes();
        }
        for (Field field : fields.values()) {
            bytes += 8L * field.values().length;
        }
        return bytes;
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
        CurrentNode at = new CurrentNode(phase());
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

    /// Collects the writes of nodes, to be stored later.
    private static final class DeferredWrites implements ClassRun.Arrays {
        private final CurrentNode at;
        private final List<Runnable> writes = new ArrayList<>();

        DeferredWrites(CurrentNode at) {
            this.at = at;
        }

        @Override
        public double read(String array, int direction) {
            return at.read(array, direction);
        }

        @Override
        public double at(String field, int direction) {
            return at.at(field, direction);
        }

        @Override
        public void write(String array, int direction, double value) {
            Populations to = at.populations(array);
            long slot = at.writeSlot(to, direction);
            writes.add(() -> to.values().set(slot, value));
        }

        @Override
        public void write(String field, double value) {
            at.write(field, value); // no other node of the tile reads it in this stage
        }

        void store() {
            writes.forEach(Runnable::run);
            writes.clear();
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
        for (int stage = 0; stage < plan.updatingStage(); stage++) {
            run(stage, number -> true);
        }
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

    /// Canonical populations of an array, `[count][q]`: what each node reads in the next phase.
    public void readPopulations(String array, long first, int count, double[] target) {
        Populations from = state(array);
        int q = from.storage().lattice().size();
        forEachPopulation(
                from,
                first,
                count,
                (slot, i) ->
                        target[i] = from.codec().decode(i % q, from.values().get(slot)));
    }

    /// The reverse of [#readPopulations].
    public void writePopulations(String array, long first, int count, double[] source) {
        Populations to = state(array);
        int q = to.storage().lattice().size();
        forEachPopulation(
                to, first, count, (slot, i) -> to.values().set(slot, to.codec().encode(i % q, source[i])));
    }

    private Populations state(String array) {
        return Objects.requireNonNull(populations.get(plan.populations(array).name()));
    }

    /// Values of a stored field at all fluid nodes, by fluid number.
    public double[] readStored(String field) {
        double[] values = stored(field);
        double[] target = new double[fluidNodes()];
        forEachPosition((number, position) -> target[number] = values[position]);
        return target;
    }

    /// The reverse of [#readStored].
    public void writeStored(String field, double[] source) {
        if (source.length != fluid.count()) {
            throw new IllegalArgumentException(
                    "stored field %s has %d values, not %d".formatted(field, fluid.count(), source.length));
        }
        double[] values = stored(field);
        boolean isSingle = plan.precision().computed() == Real.FP32;
        forEachPosition((number, position) -> values[position] = isSingle ? (float) source[number] : source[number]);
    }

    private double[] stored(String field) {
        return Objects.requireNonNull(fields.get(plan.field(field).name())).values();
    }

    private void forEachPosition(PositionVisitor visitor) {
        Box box = fluid.box();
        FluidNodes.Ascending walk = fluid.ascending();
        for (int number = 0; number < fluid.count(); number++) {
            long index = walk.boxIndex(number);
            visitor.visit(number, (int) storage.placement().position(box.x(index), box.y(index), box.z(index)));
        }
    }

    private interface PositionVisitor {
        void visit(int number, int position);
    }

    /// Populations of listed nodes, `[fluidNumbers.length][q]`, as [#readPopulations(String, long, int,
    /// double[])].
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        Populations from = state(array);
        int q = from.storage().lattice().size();
        forEachPopulation(
                from,
                fluidNumbers,
                (slot, i) ->
                        target[i] = from.codec().decode(i % q, from.values().get(slot)));
    }

    /// The reverse of [#readPopulations(String, long[], double[])].
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        Populations to = state(array);
        int q = to.storage().lattice().size();
        forEachPopulation(
                to, fluidNumbers, (slot, i) -> to.values().set(slot, to.codec().encode(i % q, source[i])));
    }

    /// Values of slots as they are stored; of a stored field: values at positions.
    public void readSlots(String array, long[] slots, double[] target) {
        Field field = fields.get(array);
        if (field != null) {
            for (int k = 0; k < slots.length; k++) {
                target[k] = field.values()[(int) slots[k]];
            }
            return;
        }
        Values values = state(array).values();
        for (int k = 0; k < slots.length; k++) {
            target[k] = values.get(slots[k]);
        }
    }

    /// The reverse of [#readSlots].
    public void writeSlots(String array, long[] slots, double[] source) {
        Field field = fields.get(array);
        if (field != null) {
            for (int k = 0; k < slots.length; k++) {
                field.values()[(int) slots[k]] = source[k];
            }
            return;
        }
        Values values = state(array).values();
        for (int k = 0; k < slots.length; k++) {
            values.set(slots[k], source[k]);
        }
    }

    /// A copy of all populations and fields and of the step number; running it sets this interpretation back.
    public Runnable saved() {
        List<Runnable> restores = new ArrayList<>();
        for (Populations array : populations.values()) {
            Values kept = array.values().copy();
            restores.add(() -> array.values().set(kept));
        }
        for (Field field : fields.values()) {
            double[] kept = field.values().clone();
            restores.add(() -> System.arraycopy(kept, 0, field.values(), 0, kept.length));
        }
        List<Runnable> ofClasses = classes.stream().map(ClassRun::savedFields).toList();
        long step = steps;
        return () -> {
            restores.forEach(Runnable::run);
            ofClasses.forEach(Runnable::run);
            steps = step;
        };
    }

    private interface PopulationVisitor {
        void visit(long slot, int i);
    }

    private void forEachPopulation(Populations array, long first, int count, PopulationVisitor visitor) {
        if (first < 0 || count < 0 || first + count > fluid.count()) {
            throw new IndexOutOfBoundsException(
                    "fluid nodes %d … %d of %d".formatted(first, first + count - 1, fluid.count()));
        }
        int q = array.storage().lattice().size();
        CurrentNode at = new CurrentNode(phase());
        for (int n = 0; n < count; n++) {
            at.move(first + n);
            for (int i = 0; i < q; i++) {
                visitor.visit(at.readSlot(array, i), n * q + i);
            }
        }
    }

    private void forEachPopulation(Populations array, long[] fluidNumbers, PopulationVisitor visitor) {
        int q = array.storage().lattice().size();
        CurrentNode at = new CurrentNode(phase());
        for (int n = 0; n < fluidNumbers.length; n++) {
            long index = fluid.boxIndex(fluidNumbers[n]);
            at.move(fluid.box().x(index), fluid.box().y(index), fluid.box().z(index));
            for (int i = 0; i < q; i++) {
                visitor.visit(at.readSlot(array, i), n * q + i);
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
    private final class CurrentNode implements ClassRun.Arrays {
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

        Populations populations(String array) {
            return Objects.requireNonNull(populations.get(array), array);
        }

        Field field(String name) {
            return Objects.requireNonNull(fields.get(name), name);
        }

        long writeSlot(Populations array, int direction) {
            return array.storage().writeSlot(phase, x, y, z, direction);
        }

        long readSlot(Populations array, int direction) {
            return array.storage().readSlot(phase, x, y, z, direction);
        }

        @Override
        public double read(String array, int direction) {
            Populations from = populations(array);
            return from.values().get(readSlot(from, direction));
        }

        @Override
        public double at(String name, int direction) {
            Field field = field(name);
            return field.values()[
                    (int) storage.neighbourPosition(x, y, z, field.lattice().velocity(direction))];
        }

        @Override
        public void write(String array, int direction, double value) {
            Populations to = populations(array);
            to.values().set(writeSlot(to, direction), value);
        }

        @Override
        public void write(String name, double value) {
            field(name).values()[(int) storage.placement().position(x, y, z)] = value;
        }
    }
}
