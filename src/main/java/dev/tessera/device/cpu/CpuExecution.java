package dev.tessera.device.cpu;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FlowFeedback;
import dev.tessera.device.MessageLayout;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// A step plan on the CPU. All workers run every step; reading and writing of populations is split among them as
/// well.
final class CpuExecution implements Execution {
    private final StepPlan stepPlan;
    private final LanePlan plan;
    private final Precision precision;
    private final LaneCompiler compiler;
    private final WorkerPool workers;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory; // the values of all stored arrays
    private final List<ClassRun> classes = new ArrayList<>();
    private final StepWork work;
    private final StepRounds rounds;
    private final ClassFields classFields;
    private final Map<NodeList, long[]> listed = new IdentityHashMap<>(); // nodes of a list by class
    private final SeriesValues series;
    private final FlowFeedback feedback = new FlowFeedback(this);
    private long steps;
    private final StepParts parts;
    private final Map<String, SlotMemory> arrays = new LinkedHashMap<>();
    private final Map<StepPart, List<Integer>> chunks =
            new EnumMap<>(StepPart.class); // from the first step in parts on
    private boolean failed;

    private CpuExecution(StepPlan stepPlan, LanePlan plan, LaneCompiler compiler, int depth, ForkJoinPool pool) {
        this.stepPlan = stepPlan;
        this.plan = plan;
        this.precision = stepPlan.precision();
        this.series = SeriesValues.of(stepPlan);
        this.compiler = compiler;
        this.workers = new WorkerPool(pool);
        this.parts = new StepParts(plan.stages());
        long bytes = Math.multiplyExact(plan.slots(), precision.storedBytes());
        this.memory = HostMemory.allocate(arena, bytes + MoveCopy.PADDING_BYTES);
        for (int c = 0; c < plan.classes().size(); c++) {
            classes.add(new ClassRun(plan, c, compiler, precision, arena));
        }
        this.classFields = new ClassFields(plan, classes, precision, workers);
        this.work = StepWork.of(plan, classes, precision, memory, workers, arena);
        this.rounds = new StepRounds(plan, work, workers, depth);
        for (StoredArray array : stepPlan.arrays()) {
            arrays.put(array.name(), SlotMemory.of(plan, array, stepPlan, memory, workers));
        }
        work.touchFirst();
    }

    /// @param depth steps per batch
    static CpuExecution of(StepPlan stepPlan, LaneCompiler compiler, int depth, ForkJoinPool pool) {
        return new CpuExecution(stepPlan, lanes(stepPlan, pool), compiler, depth, pool);
    }

    private static LanePlan lanes(StepPlan stepPlan, ForkJoinPool pool) {
        return LanePlan.of(
                stepPlan,
                pool.getParallelism(),
                MoveCopy.of(stepPlan.precision().stored()).lanes(),
                pool);
    }

    /// The memory that an execution will allocate.
    static long memoryBytes(StepPlan stepPlan, ForkJoinPool pool) {
        LanePlan plan = lanes(stepPlan, pool);
        Precision precision = stepPlan.precision();
        return plan.memoryBytes(precision)
                + MoveCopy.PADDING_BYTES
                + pool.getParallelism() * StepWork.scratchBytes(plan, precision);
    }

    @Override
    public void step(long count) {
        checkUsable();
        classes.forEach(ClassRun::checkParameters);
        long end = steps + count;
        while (steps < end) {
            feedback.advance();
            long blockEnd = blockEnd(end);
            loadSeries(steps, (int) Math.min(Integer.MAX_VALUE, blockEnd - steps));
            rounds.run(steps, blockEnd - steps);
            steps = blockEnd;
        }
    }

    /// The step before which the values of series for further steps are needed.
    private long blockEnd(long end) {
        if (!feedback.isEmpty()) {
            return steps + 1;
        }
        return series.isEmpty() ? end : rounds.endOfBlock(steps, end);
    }

    private void loadSeries(long first, int count) {
        classes.forEach(c -> c.loadSeries(series, first, count));
    }

    @Override
    public void step(int stage, StepPart part) {
        checkOpen();
        classes.forEach(ClassRun::checkParameters);
        if (!parts.isWithin()) {
            feedback.advance();
        }
        boolean isLast = parts.next(stage, part);
        loadSeries(steps, 1);
        run(stage, chunksOf(part));
        steps += isLast ? 1 : 0;
    }

    private List<Integer> chunksOf(StepPart part) {
        if (chunks.isEmpty()) {
            boolean[] isEdge = plan.edgeChunks();
            for (StepPart of : StepPart.values()) {
                chunks.put(of, chosen(chunk -> isEdge[chunk] == (of == StepPart.EDGE)));
            }
        }
        return Objects.requireNonNull(chunks.get(part));
    }

    private List<Integer> chosen(IntPredicate isChosen) {
        return work.owned().stream()
                .flatMap(List::stream)
                .filter(isChosen::test)
                .toList();
    }

    @Override
    public void refresh(int stage) {
        checkUsable();
        if (stage >= stepPlan.updatingStage()) {
            throw new IllegalArgumentException("stage %d changes more than fields".formatted(stage));
        }
        classes.forEach(ClassRun::checkParameters);
        loadSeries(SeriesValues.observedStep(steps), 1);
        run(stage, chosen(chunk -> true));
    }

    /// Runs a stage of the next step at some chunks.
    private void run(int stage, List<Integer> chunks) {
        AtomicInteger next = new AtomicInteger();
        failed = true;
        workers.each(worker -> {
            for (int k = next.getAndIncrement(); k < chunks.size(); k = next.getAndIncrement()) {
                work.run(worker, chunks.get(k), stage, phase(), 0);
            }
        });
        failed = false;
    }

    @Override
    public SlotTransfer transfer(List<ArraySlots> slots) {
        checkUsable();
        return new CpuSlots(MessageLayout.of(stepPlan, slots), slots);
    }

    /// The values of a message.
    private final class CpuSlots implements SlotTransfer {
        private final MessageLayout layout;
        private final List<List<SlotRuns>> runs; // [piece][phase]

        CpuSlots(MessageLayout layout, List<ArraySlots> slots) {
            this.layout = layout;
            this.runs = slots.stream()
                    .map(array -> array.byPhase().stream().map(SlotRuns::of).toList())
                    .toList();
        }

        @Override
        public MessageLayout layout() {
            return layout;
        }

        @Override
        public void pack(MemorySegment message) {
            forEachPiece((memory, slots, offset) -> memory.pack(slots, message, offset));
        }

        @Override
        public void unpack(MemorySegment message) {
            forEachPiece((memory, slots, offset) -> memory.unpack(slots, message, offset));
        }

        private void forEachPiece(PieceCopy copy) {
            checkOpen();
            for (int k = 0; k < runs.size(); k++) {
                MessageLayout.Piece piece = layout.pieces().get(k);
                SlotRuns present = runs.get(k).get(piece.presentPhase(parts, steps));
                copy.copy(memoryOf(piece.array()), present, piece.offset());
            }
        }
    }

    private interface PieceCopy {
        void copy(SlotMemory memory, SlotRuns slots, long offset);
    }

    /// @throws IllegalArgumentException if the plan has no such array; the message lists its arrays
    private SlotMemory memoryOf(String array) {
        SlotMemory values = arrays.get(array);
        if (values == null) {
            throw new IllegalArgumentException(
                    "the plan has no array %s; its arrays are %s".formatted(array, arrays.keySet()));
        }
        return values;
    }

    @Override
    public SavedState save() {
        return new SavedMemory(
                stateMemory(),
                () -> {
                    checkUsable();
                    long step = steps;
                    return feedback.saving(() -> {
                        checkUsable();
                        steps = step;
                    });
                },
                workers);
    }

    @Override
    public long bytesToSave() {
        return stateMemory().stream().mapToLong(MemorySegment::byteSize).sum();
    }

    private List<MemorySegment> stateMemory() {
        List<MemorySegment> state = new ArrayList<>(List.of(memory));
        classes.forEach(c -> state.addAll(c.fields()));
        return state;
    }

    @Override
    public boolean isSettled() {
        return classes.stream().allMatch(ClassRun::isSettled);
    }

    @Override
    public long steps() {
        return steps;
    }

    @Override
    public void restart(long steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("a run cannot continue from step %d".formatted(steps));
        }
        this.steps = steps;
    }

    @Override
    public void setParameter(String name, double value) {
        boolean known = false;
        for (ClassRun c : classes) {
            known |= c.set(name, value);
        }
        if (!known) {
            throw new IllegalArgumentException("no kernel has a parameter %s; available: %s"
                    .formatted(
                            name,
                            classes.stream()
                                    .flatMap(ClassRun::parameters)
                                    .distinct()
                                    .collect(Collectors.joining(", "))));
        }
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        series.set(name, valueAtStep);
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
    public void writeField(String nodeClass, String field, double[] source) {
        checkUsable();
        classFields.write(nodeClass, field, source);
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        checkUsable();
        return classFields.read(nodeClass, field);
    }

    @Override
    public double[] readStored(String field) {
        checkUsable();
        double[] values = new double[fluidNodes()];
        memoryOf(stepPlan.field(field).name()).readNodes(0, values.length, phase(), values);
        return values;
    }

    @Override
    public void writeStored(String field, double[] values) {
        checkUsable();
        SlotMemory target = memoryOf(stepPlan.field(field).name());
        if (values.length != fluidNodes()) {
            throw new IllegalArgumentException(
                    "stored field %s has %d values, not %d".formatted(field, fluidNodes(), values.length));
        }
        target.writeNodes(0, values.length, phase(), values);
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        checkUsable();
        populations(array).readNodes(first, count, phase(), target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        checkUsable();
        populations(array).writeNodes(first, count, phase(), source);
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        checkUsable();
        populations(array).readNodes(fluidNumbers, phase(), target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        checkUsable();
        populations(array).writeNodes(fluidNumbers, phase(), source);
    }

    @Override
    public boolean copiesStored(String array) {
        SlotMemory values = arrays.get(array); // moments have another name
        return values != null && values.hasPlainValues();
    }

    @Override
    public void copyStored(String array, long first, int count, int[] directions, MemorySegment target) {
        checkUsable();
        populations(array).copyNodes(first, count, phase(), directions, target);
    }

    @Override
    public int pasteFinite(String array, long first, int count, int[] directions, MemorySegment source) {
        checkUsable();
        return populations(array).pasteFiniteNodes(first, count, phase(), directions, source);
    }

    @Override
    public void fillState(String array, double[] same) {
        checkUsable();
        StoredArray.Populations of = stepPlan.populations(array);
        double[] stored = new double[same.length];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = stepPlan.codec(of).encode(i, same[i]);
        }
        long[] halo = stepPlan.halo(); // no class has them
        long own = classes.stream().mapToLong(c -> c.lanes().nodes()).sum();
        boolean isWhole = own + halo.length == plan.fluidNodes();
        if (!isWhole || !work.fill(stepPlan.populations().indexOf(of), phase(), stored)) {
            Execution.super.fillState(array, same);
            return;
        }
        double[] values = new double[halo.length * same.length];
        for (int at = 0; at < values.length; at += same.length) {
            System.arraycopy(same, 0, values, at, same.length);
        }
        writePopulations(array, halo, values);
    }

    private SlotMemory populations(String array) {
        return memoryOf(stepPlan.populations(array).name());
    }

    private int phase() {
        return (int) (steps % plan.phases());
    }

    @Override
    public int fluidNodes() {
        return Math.toIntExact(plan.fluidNodes());
    }

    @Override
    public void observe(List<String> quantities, double[][] observed) {
        observe(quantities, quantities, observed);
    }

    @Override
    public void observe(List<String> quantities, List<String> wanted, double[][] observed) {
        checkUsable();
        refreshFields();
        int[] rows = wanted.stream().mapToInt(quantities::indexOf).toArray();
        for (ClassRun c : classes) {
            Observation observation = observation(c, quantities);
            double[] scalars = scalarsOf(observation);
            observe(c, observation, scalars, worker -> (batch, values, read) -> {
                for (int n = 0; n < rows.length; n++) {
                    for (int lane = 0; lane < batch.lanes(); lane++) {
                        observed[n][(int) batch.fluidNumber(lane)] = values[rows[n]][lane];
                    }
                }
            });
        }
    }

    private void refreshFields() {
        for (int stage = 0; stage < stepPlan.updatingStage(); stage++) {
            refresh(stage);
        }
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        checkUsable();
        refreshFields();
        CpuReduction reduction = new CpuReduction(wanted, workers.size());
        for (ClassRun c : classes) {
            if (reduction.needs(nodes -> hasNodeOf(c, nodes))) {
                Observation observation = observation(c, reduction.quantities());
                double[] scalars = scalarsOf(observation);
                observe(c, observation, scalars, reduction::sink);
            }
        }
        return reduction.found();
    }

    /// @param sinks by worker
    private void observe(ClassRun c, Observation observation, double[] scalars, IntFunction<Observation.Sink> sinks) {
        workers.each(worker -> {
            SegmentRunner reader = work.reader(worker);
            Observation.Sink sink = sinks.apply(worker);
            for (LaneChunk chunk : c.lanes().chunks().get(worker)) {
                observation.run(chunk, phase(), memory, scalars, reader, sink);
            }
        });
    }

    private Observation observation(ClassRun nodes, List<String> quantities) {
        return nodes.observation(quantities, () -> Observation.of(plan, nodes, quantities, compiler, stepPlan));
    }

    private double[] scalarsOf(Observation observation) {
        return observation.nodes().scalarsOf(observation.observed(), series, SeriesValues.observedStep(steps));
    }

    private boolean hasNodeOf(ClassRun of, NodeList nodes) {
        return listed.computeIfAbsent(nodes, unknown -> {
                    long[] counts = new long[classes.size()];
                    counts[0] = nodes.size(); // the bulk has those of no other class
                    for (ClassRun c : classes.subList(1, classes.size())) {
                        long[] own = c.nodeClass().ownNumbers();
                        counts[c.index()] =
                                LongStream.of(own).filter(nodes::contains).count();
                        counts[0] -= counts[c.index()];
                    }
                    return counts;
                })[of.index()]
                > 0;
    }

    @Override
    public long memoryBytes() {
        return memoryByPurpose().values().stream().mapToLong(Long::longValue).sum();
    }

    /// The memory by purpose, in bytes.
    private SequencedMap<String, Long> memoryByPurpose() {
        SequencedMap<String, Long> parts = new LinkedHashMap<>();
        parts.put("populations and stored fields", memory.byteSize());
        parts.put("tables", plan.heldTableBytes());
        parts.put("fields", classes.stream().mapToLong(ClassRun::fieldBytes).sum());
        parts.put("scratch", workers.size() * StepWork.scratchBytes(plan, precision));
        return parts;
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private void checkUsable() {
        checkOpen();
        parts.requireWhole();
    }

    /// Kernels work on addresses, so nothing else detects that the memory has been released.
    private void checkOpen() {
        if (!arena.scope().isAlive()) {
            throw new DeviceException("this execution is closed; prepare the plan again");
        }
        if (failed || rounds.isBroken()) {
            throw new DeviceException("a step of this execution failed, its values are lost; prepare the plan again");
        }
    }

    @Override
    public String toString() {
        return "%s on %d threads: %s, %.1f MB"
                .formatted(compiler.key(), workers.size(), plan, memoryBytes() / 1e6)
                .toLowerCase(Locale.ROOT);
    }
}
