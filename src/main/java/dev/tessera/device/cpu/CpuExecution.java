package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.SavedState;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SeriesValues;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.lane.LaneChunk;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A step plan on the CPU. All workers run every step; reading and writing of populations is split among them as
/// well.
final class CpuExecution implements Execution {
    private static final int BATCHES_PER_BLOCK = 64; // for which the values of series are prepared

    private final LanePlan plan;
    private final Precision precision;
    private final LaneCompiler compiler;
    private final WorkerPool workers;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment populations;
    private final List<ClassRun> classes = new ArrayList<>();
    private final StepWork work;
    private final Wavefront wavefront;
    private final int depth;
    private final LaneValues fieldValues;
    private final PopulationCodec codec;
    private final Map<NodeList, Boolean> inBulk = new IdentityHashMap<>(); // whether a node of the list is
    private final SeriesValues series;
    private long steps;
    private long stepsRun; // by this execution, whatever the initial step number
    private long rounds;
    private final StepParts parts = new StepParts(1);
    private final SlotMemory slotMemory;
    private boolean @Nullable [] edge; // [chunk], made for the first step in parts
    private boolean failed;

    private CpuExecution(
            LanePlan plan,
            Precision precision,
            PopulationCodec codec,
            SeriesValues series,
            LaneCompiler compiler,
            int depth,
            ForkJoinPool pool) {
        this.plan = plan;
        this.precision = precision;
        this.codec = codec;
        this.series = series;
        this.compiler = compiler;
        this.workers = new WorkerPool(pool);
        long bytes = Math.multiplyExact(plan.slots(), precision.storedBytes());
        this.populations = HostMemory.allocate(arena, bytes + MoveCopy.PADDING_BYTES);
        for (int c = 0; c < plan.classes().size(); c++) {
            LaneKernel step = compiler.compile(plan.classes().get(c).nodeClass().step(), precision);
            classes.add(new ClassRun(plan, c, step, precision, arena));
        }
        this.fieldValues = LaneValues.of(precision.computed());
        this.work = StepWork.of(plan, classes, precision, populations, workers, arena);
        this.wavefront = new Wavefront(plan, work.owned(), depth);
        this.depth = wavefront.canBatch() ? depth : 1;
        this.slotMemory = new SlotMemory(plan, populations, precision, codec, workers);
        work.touchFirst();
    }

    /// @param depth steps per batch
    static CpuExecution of(StepPlan stepPlan, LaneCompiler compiler, int depth, ForkJoinPool pool) {
        return new CpuExecution(
                lanes(stepPlan, pool),
                stepPlan.precision(),
                stepPlan.codec(),
                SeriesValues.of(stepPlan),
                compiler,
                depth,
                pool);
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
        long block = (long) BATCHES_PER_BLOCK * depth;
        while (steps < end) {
            long blockEnd = series.isEmpty() ? end : Math.min(end, (steps / block + 1) * block); // at a whole batch
            for (ClassRun c : classes) {
                c.loadSeries(series, steps, (int) Math.min(block, blockEnd - steps));
            }
            stepBlock(blockEnd - steps);
        }
    }

    private void stepBlock(long count) {
        long first = stepsRun;
        long phaseShift = Math.floorMod(steps - stepsRun, plan.phases());
        long single = wavefront.canBatch() ? Math.min(count, Math.floorMod(-steps, plan.phases())) : count;
        workers.rounds(single, (worker, round) -> run(worker, round, 1, round, phaseShift, first));
        rounds += single;
        stepsRun += single;
        long together = (count - single + depth - 1) / depth;
        workers.rounds(together, (worker, round) -> {
            long before = round * depth;
            run(worker, round, (int) Math.min(depth, count - single - before), before, phaseShift, first);
        });
        rounds += together;
        stepsRun += count - single;
        steps += count;
    }

    /// One worker's share of some steps.
    /// @param before steps since the counters were last updated
    /// @param first steps run before this block
    private void run(int worker, long round, int depth, long before, long phaseShift, long first) {
        wavefront.run(worker, rounds + round, stepsRun + before, depth, phaseShift, (w, chunk, step) -> {
            int phase = (int) ((step + phaseShift) % plan.phases());
            work.run(w, chunk, phase, (int) (step - first));
        });
    }

    @Override
    public void step(int stage, StepPart part) {
        checkOpen();
        classes.forEach(ClassRun::checkParameters);
        boolean isLast = parts.next(stage, part);
        if (edge == null) {
            edge = plan.edgeChunks();
        }
        boolean[] isEdge = edge;
        List<Integer> chunks = work.owned().stream()
                .flatMap(List::stream)
                .filter(chunk -> isEdge[chunk] == (part == StepPart.EDGE))
                .toList();
        classes.forEach(c -> c.loadSeries(series, steps, 1));
        AtomicInteger next = new AtomicInteger();
        failed = true;
        workers.each(worker -> {
            for (int k = next.getAndIncrement(); k < chunks.size(); k = next.getAndIncrement()) {
                work.run(worker, chunks.get(k), phase(), 0);
            }
        });
        failed = false;
        steps += isLast ? 1 : 0;
    }

    @Override
    public void refresh(int stage) {
        throw new IllegalArgumentException("stage %d changes more than fields".formatted(stage));
    }

    @Override
    public SlotTransfer transfer(String array, List<long[]> slotsByPhase) {
        checkUsable();
        SlotTransfer.check(slotsByPhase, plan.phases(), plan.slots());
        List<long[]> slots = List.copyOf(slotsByPhase);
        return new SlotTransfer() {
            @Override
            public int count() {
                return slots.getFirst().length;
            }

            @Override
            public void pack(double[] target) {
                checkOpen();
                slotMemory.read(slots.get((int) (parts.stepOfValues(steps, 0) % slots.size())), target);
            }

            @Override
            public void unpack(double[] source) {
                checkOpen();
                slotMemory.write(slots.get((int) (parts.stepOfValues(steps, 0) % slots.size())), source);
            }
        };
    }

    @Override
    public SavedState save() {
        checkUsable();
        List<MemorySegment> saved = new ArrayList<>(List.of(populations));
        classes.forEach(c -> saved.addAll(c.fields()));
        long step = steps;
        return new SavedMemory(saved, () -> {
            checkUsable();
            steps = step;
        });
    }

    @Override
    public boolean isSettled() {
        return classes.stream().noneMatch(c -> c.step() instanceof WatchedKernel watched && !watched.isSettled());
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
                                    .flatMap(c -> c.kernel().parameters().stream())
                                    .distinct()
                                    .collect(Collectors.joining(", "))));
        }
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        series.set(name, valueAtStep);
    }

    @Override
    public void writeField(String nodeClass, String field, double[] source) {
        checkUsable();
        ClassRun c = classOf(nodeClass);
        MemorySegment target = c.field(field);
        checkLength(c, source.length);
        forEachChunk(
                c,
                chunk -> plan.forEachNode(
                        c.index(),
                        chunk.firstLane(),
                        chunk.lanes(),
                        (lane, index) ->
                                fieldValues.set(target, lane * precision.computedBytes(), source[(int) index])));
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        checkUsable();
        ClassRun c = classOf(nodeClass);
        MemorySegment source = c.field(field);
        double[] target = new double[fieldLength(c)];
        forEachChunk(
                c,
                chunk -> plan.forEachNode(
                        c.index(),
                        chunk.firstLane(),
                        chunk.lanes(),
                        (lane, index) ->
                                target[(int) index] = fieldValues.get(source, lane * precision.computedBytes())));
        return target;
    }

    private void checkLength(ClassRun c, int length) {
        if (length != fieldLength(c)) {
            throw new IllegalArgumentException("a field of class %s has %d values, not %d"
                    .formatted(c.nodeClass().name(), fieldLength(c), length));
        }
    }

    /// One value per fluid node for the bulk, otherwise one per node of the class.
    private int fieldLength(ClassRun c) {
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

    @Override
    public double[] readStored(String field) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void writeStored(String field, double[] values) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        checkUsable();
        slotMemory.readNodes(first, count, phase(), target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        checkUsable();
        slotMemory.writeNodes(first, count, phase(), source);
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        checkUsable();
        slotMemory.readNodes(fluidNumbers, phase(), target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        checkUsable();
        slotMemory.writeNodes(fluidNumbers, phase(), source);
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
        checkUsable();
        for (ClassRun c : classes) {
            Observation observation = observation(c, quantities);
            forEachChunk(c, chunk -> observation.run(chunk, phase(), populations, (batch, values, read) -> {
                for (int n = 0; n < observed.length; n++) {
                    for (int lane = 0; lane < batch.lanes(); lane++) {
                        observed[n][(int) batch.fluidNumber(lane)] = values[n][lane];
                    }
                }
            }));
        }
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        checkUsable();
        CpuReduction reduction = new CpuReduction(wanted, workers.size());
        for (ClassRun c : classes) {
            if (reduction.needs(c, this::isInBulk)) {
                Observation observation = observation(c, reduction.quantities());
                workers.each(worker -> c.lanes()
                        .chunks()
                        .get(worker)
                        .forEach(chunk -> observation.run(chunk, phase(), populations, reduction.sink(worker))));
            }
        }
        return reduction.found();
    }

    private Observation observation(ClassRun nodes, List<String> quantities) {
        return Observation.of(
                plan,
                nodes,
                quantities,
                compiler,
                precision,
                codec,
                kernel -> nodes.scalarsOf(kernel, series, SeriesValues.observedStep(steps)));
    }

    private boolean isInBulk(NodeList nodes) {
        return inBulk.computeIfAbsent(nodes, unknown -> {
            int listed = 0;
            for (ClassRun c : classes.subList(1, classes.size())) {
                for (long number : c.nodeClass().ownNumbers()) {
                    listed += nodes.contains(number) ? 1 : 0;
                }
            }
            return listed < nodes.size();
        });
    }

    @Override
    public long memoryBytes() {
        return memory().values().stream().mapToLong(Long::longValue).sum();
    }

    /// The memory by purpose, in bytes.
    SequencedMap<String, Long> memory() {
        SequencedMap<String, Long> parts = new LinkedHashMap<>();
        parts.put("populations", populations.byteSize());
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
        if (failed || wavefront.isBroken()) {
            throw new DeviceException("a step of this execution failed, its values are lost; prepare the plan again");
        }
    }

    private void forEachChunk(ClassRun c, Consumer<LaneChunk> work) {
        workers.each(worker -> c.lanes().chunks().get(worker).forEach(work));
    }

    @Override
    public String toString() {
        return "%s on %d threads: %s, %.1f MB"
                .formatted(compiler.key(), workers.size(), plan, memoryBytes() / 1e6)
                .toLowerCase(Locale.ROOT);
    }
}
