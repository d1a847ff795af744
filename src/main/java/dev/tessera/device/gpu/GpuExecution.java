package dev.tessera.device.gpu;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.HeldPopulations;
import dev.tessera.device.MessageLayout;
import dev.tessera.device.SavedState;
import dev.tessera.device.StepPart;
import dev.tessera.device.StepParts;
import dev.tessera.emit.gpu.SeriesText;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// A step plan on a GPU. Steps are queued without waiting; methods that read values wait.
public final class GpuExecution implements Execution {
    private static final int MAX_ROUNDS = 20;

    /// The number of nodes from which a step of one class takes so long that its launch is hidden anyway. That of parts
    /// is another one ([PartBatches]).
    private static final long MANY_NODES = 4_000_000;

    private static final int PART_TO_HOLD = 4; // of the free memory, at most one of so many

    private GpuPlan plan;
    private final GpuMemory memory;
    private KernelSet kernels;
    private GpuTransfer transfer;
    private final GpuSeries series;
    private @Nullable GpuReductions reductions; // from the first one on
    private final Map<String, Double> parameters = new LinkedHashMap<>();
    private final Set<String> parameterNames = new LinkedHashSet<>();
    private @Nullable StepLaunches launches; // compiled by [#of]
    private boolean stale = true; // whether the kernels' parameter values are out of date
    private int version; // of the kernels and their parameters
    private final StepBatches batches;
    private final HostSettings host;
    private long done;
    private long expectedEnd; // step after the last one that is known to be run in parts
    private final EdgeOrder edges;
    private final StepParts parts;
    private final List<HeldNodes> held = new ArrayList<>();
    private boolean open = true;

    private GpuExecution(GpuPlan plan, Accelerator accelerator, HostSettings host) {
        this.plan = plan;
        this.parts = new StepParts(plan.plan().stages());
        this.host = host;
        this.memory = new GpuMemory(plan, accelerator);
        this.edges = new EdgeOrder(accelerator, memory);
        this.batches = new StepBatches(
                plan.plan().phases(),
                host.isBatching()
                        && (plan.plan().fluidNodes() <= MANY_NODES
                                || plan.plan().classes().size() > 1), // which are branches
                steps -> accelerator.capture(() -> launchBatch(steps)));
        this.series = new GpuSeries(plan, memory);
        this.kernels = new KernelSet(plan, accelerator, memory);
        this.transfer = new GpuTransfer(plan, memory, kernels, accelerator, host);
        for (GpuClass nodes : plan.classes()) {
            parameterNames.addAll(nodes.nodes().parameters());
        }
    }

    static GpuExecution of(GpuPlan plan, Accelerator accelerator, HostSettings host) {
        GpuExecution execution = new GpuExecution(plan, accelerator, host);
        try {
            execution.memory.allocate();
            execution.launches = new StepLaunches(plan, execution.memory, execution.kernels);
        } catch (RuntimeException failed) {
            execution.close();
            throw failed;
        }
        return execution;
    }

    /// Switches to another tuning of the bulk's kernels; values and the number of steps do not change.
    /// @throws DeviceException if the device rejects it; nothing has changed then
    public void retune(Tuning tuning) {
        requireOpen();
        batches.release();
        GpuPlan before = plan;
        kernels.close();
        try {
            switchTo(before.retuned(tuning));
        } catch (RuntimeException refused) {
            kernels.close();
            switchTo(before);
            throw refused;
        }
    }

    private void switchTo(GpuPlan other) {
        releaseReductions();
        series.feedback().releaseKernels();
        memory.adopt(other);
        plan = other;
        kernels = new KernelSet(other, memory.accelerator(), memory);
        transfer = new GpuTransfer(other, memory, kernels, memory.accelerator(), host);
        stale = true;
        launches = new StepLaunches(other, memory, kernels);
    }

    /// Times the bulk's kernels of all phases, one after the other, with every parameter 1. Populations are
    /// invalid afterwards, until [#clear].
    /// @param seconds approximate time limit
    /// @return average seconds per phase; the minimum of several rounds
    public double timeBulk(double seconds) {
        requireOpen();
        List<List<BoundKernel>> bulk = launches().bulk();
        List<BoundKernel> all = bulk.stream().flatMap(List::stream).toList();
        all.forEach(kernel -> kernel.uniform(name -> 1));
        stale = true;
        round(all); // warms up
        double best = round(all);
        int rounds = (int) Math.clamp(seconds / Math.max(best, 1e-7), 2, MAX_ROUNDS);
        for (int round = 0; round < rounds; round++) {
            best = Math.min(best, round(all));
        }
        return best / bulk.size();
    }

    private double round(List<BoundKernel> all) {
        Accelerator accelerator = memory.accelerator();
        try (GpuEvent start = accelerator.record()) {
            all.forEach(BoundKernel::launch);
            try (GpuEvent end = accelerator.record()) {
                return accelerator.elapsedSeconds(start, end);
            }
        }
    }

    /// Resets to the state after preparation: all values zero, no step run.
    public void clear() {
        requireOpen();
        memory.clearValues();
        done = 0;
        series.forget();
    }

    @Override
    public void step(long count) {
        requireOpen();
        plan.releaseTables(); // tunings, which compare tables, come before the first step
        updateParameters();
        long end = done + count;
        while (done < end) {
            stepUntil(series.cover(done, end));
        }
    }

    private void stepUntil(long end) {
        while (done < end) {
            int batch = phase() == 0 ? batches.longest(end - done) : 0;
            if (batch > 0) {
                beginBatch();
                batches.repeat(batch);
                endBatch(batch);
            } else {
                launchStep();
            }
        }
    }

    /// Whether [GpuStepGroup] may step it: no value of a step depends on time or on the flow before.
    boolean canStepInGroup() {
        return open && series.isEmpty() && series.feedback().isEmpty() && host.isBatching();
    }

    /// Whether [PartBatches] may step it.
    boolean canBatchParts() {
        Accelerator accelerator = memory.accelerator();
        return host.isBatching() && accelerator.captures() && accelerator.hasSecondQueue();
    }

    /// Before steps that [GpuStepGroup] or [PartBatches] launches. What is queued before is on the first queue then.
    /// @param count of them
    /// @return how many of them have the values that they read
    long prepareBatch(long count) {
        requireOpen();
        plan.releaseTables();
        updateParameters();
        return series.cover(done, done + count) - done;
    }

    /// A number that changes with what the kernels do.
    int version() {
        return version;
    }

    /// Before the capture of some steps in parts, which then run as others do, and after it.
    /// @param step which is next
    void restartAt(long step) {
        done = step;
        parts.restart();
        edges.forget();
    }

    /// After the last of the steps that are captured.
    void endCapture(int length) {
        memory.accelerator().endExchange();
        launchAdvance(length);
    }

    /// Before a captured sequence is repeated.
    void beginBatch() {
        series.begin(done);
    }

    /// After it.
    void endBatch(int length) {
        series.advanced(length);
        done += length;
    }

    Accelerator accelerator() {
        return memory.accelerator();
    }

    int stages() {
        return plan.plan().stages();
    }

    /// The launches of a stage of the next step that do not depend on each other, those that take longest first.
    List<Runnable> branches(int stage) {
        return launches().branches(phase(), stage);
    }

    /// The edge is queued beside the inner nodes of the same stage, and after those of the stage before.
    @Override
    public void step(int stage, StepPart part) {
        requireAlive();
        boolean isFirst = !parts.isWithin();
        boolean isLast = parts.next(stage, part);
        switch (part) {
            case EDGE -> {
                if (isFirst) {
                    prepareStep();
                    plan.releaseTables();
                }
                edges.begin(() -> launches().launch(phase(), stage, part, series.at(done)));
            }
            case INNER -> {
                edges.inner(() -> launches().launch(phase(), stage, part, series.at(done)));
                done += isLast ? 1 : 0;
            }
        }
    }

    /// Values of the next step that do not depend on its nodes.
    private void prepareStep() {
        if (stale || !series.holds(done) || !series.feedback().isEmpty()) {
            memory.accelerator().endExchange();
            updateParameters();
            series.cover(done, Math.max(done + 1, expectedEnd));
            launchFeedback(phase(), series.at(done));
        }
    }

    @Override
    public void expect(long steps) {
        expectedEnd = done + steps;
    }

    @Override
    public void refresh(int stage) {
        requireOpen();
        if (stage >= plan.plan().updatingStage()) {
            throw new IllegalArgumentException("stage %d changes more than fields".formatted(stage));
        }
        updateParameters();
        launches().launch(phase(), stage, series.observed(done));
    }

    /// Stores the fields of the present populations.
    private void refresh() {
        for (int stage = 0; stage < plan.plan().updatingStage(); stage++) {
            refresh(stage);
        }
    }

    private StepLaunches launches() {
        return Objects.requireNonNull(launches, "the kernels are not compiled");
    }

    @Override
    public GpuSlots transfer(List<ArraySlots> arrays) {
        return transfer(arrays, GpuSlots.Order.BESIDE_INNER_NODES);
    }

    @Override
    public GpuSlots transferOfAll(List<ArraySlots> arrays) {
        return transfer(arrays, GpuSlots.Order.WITH_INNER_NODES);
    }

    private GpuSlots transfer(List<ArraySlots> arrays, GpuSlots.Order order) {
        requireOpen();
        return new GpuSlots(
                MessageLayout.of(plan.plan(), arrays),
                arrays,
                order,
                memory,
                () -> kernels,
                parts,
                () -> done,
                this::requireAlive);
    }

    /// Prepares one end of an exchange within the device.
    /// @param places of the values in the buffer of the exchange
    PlacedSlots placed(ArraySlots slots, int[] places) {
        requireOpen();
        return new PlacedSlots(
                MessageLayout.of(plan.plan(), List.of(slots)).pieces().getFirst(),
                slots,
                places,
                memory,
                () -> kernels,
                phases -> phases.presentPhase(parts, done),
                this::requireAlive);
    }

    @Override
    public SavedState save() {
        return new SavedBuffers(memory, () -> {
            requireOpen();
            long step = done;
            List<Feedback.State> states = series.feedback().states();
            return () -> {
                requireOpen();
                restart(step);
                restoreFeedback(states);
            };
        });
    }

    @Override
    public long bytesToSave() {
        return memory.state().stream().mapToLong(DeviceBuffer::bytes).sum();
    }

    @Override
    public boolean stepsBatched() {
        return batches.areUsed();
    }

    private void launchStep() {
        launchStep(phase(), series.at(done));
        done++;
    }

    private void launchStep(int phase, int at) {
        launchFeedback(phase, at);
        launches().launch(phase, at);
    }

    /// The values of a step that follow from the present flow.
    private void launchFeedback(int phase, int at) {
        if (!series.feedback().isEmpty()) {
            for (int stage = 0; stage < plan.plan().updatingStage(); stage++) {
                launches().launch(phase, stage, at - 1);
            }
            series.feedback().launch(phase, at);
        }
    }

    private void launchBatch(int length) {
        for (int step = 0; step < length; step++) {
            launchStep(step % launches().phases(), step);
        }
        launchAdvance(length);
    }

    /// Moves the row of the series on.
    private void launchAdvance(int length) {
        if (!series.isEmpty()) {
            memory.accelerator()
                    .launch(
                            kernels.advance(),
                            LaunchShape.covering(1, SeriesText.THREADS),
                            memory.seriesFrom(),
                            length);
        }
    }

    private void updateParameters() {
        if (stale) {
            version++;
            batches.release();
            launches().uniform(this::parameter);
            series.feedback().prepare(plan, kernels, this::parameter);
            stale = false;
        }
    }

    private double parameter(String name) {
        Double value = parameters.get(name);
        if (value == null) {
            throw new IllegalStateException(
                    "parameter %s has no value yet; set it before the first step".formatted(name));
        }
        return value;
    }

    int phase() {
        return (int) (done % plan.plan().phases());
    }

    @Override
    public void finish() {
        requireOpen();
        memory.accelerator().synchronize();
    }

    @Override
    public long steps() {
        return done;
    }

    @Override
    public void restart(long steps) {
        if (steps < 0) {
            throw new IllegalArgumentException("a run cannot continue from step %d".formatted(steps));
        }
        this.done = steps;
        series.forget();
    }

    @Override
    public void setParameter(String name, double value) {
        if (!parameterNames.contains(name)) {
            throw new IllegalArgumentException(
                    "no kernel has a parameter %s; available: %s".formatted(name, String.join(", ", parameterNames)));
        }
        parameters.put(name, value);
        stale = true;
    }

    @Override
    public void setSeries(String name, LongToDoubleFunction valueAtStep) {
        series.set(name, valueAtStep);
    }

    @Override
    public void setFeedback(List<Feedback> wanted) {
        series.set(wanted);
        stale = true;
    }

    @Override
    public List<Feedback.State> feedbackStates() {
        return series.feedback().states();
    }

    @Override
    public void restoreFeedback(List<Feedback.State> states) {
        series.feedback().restore(states);
        series.forget();
    }

    @Override
    public void writeField(String nodeClass, String field, double[] values) {
        requireOpen();
        GpuClass nodes = classOf(nodeClass);
        int index = fieldIndex(nodes, field);
        long length = nodes.isBulk() ? plan.plan().fluidNodes() : nodes.fieldLength();
        if (values.length != length) {
            throw new IllegalArgumentException(
                    "field %s of class %s has %d values, not %d".formatted(field, nodeClass, length, values.length));
        }
        transfer.writeField(nodes, field, index, values);
    }

    @Override
    public double[] readField(String nodeClass, String field) {
        requireOpen();
        GpuClass nodes = classOf(nodeClass);
        return transfer.readField(nodes, field, fieldIndex(nodes, field));
    }

    private GpuClass classOf(String name) {
        return plan.byName(name)
                .orElseThrow(() -> new IllegalArgumentException("unknown node class %s; available: %s"
                        .formatted(
                                name,
                                plan.classes().stream()
                                        .map(c -> c.nodes().name())
                                        .toList())));
    }

    private static int fieldIndex(GpuClass nodes, String field) {
        int index = nodes.nodes().fields().indexOf(field);
        if (index < 0) {
            throw new IllegalArgumentException("class %s has no field %s, only %s"
                    .formatted(nodes.nodes().name(), field, nodes.nodes().fields()));
        }
        return index;
    }

    @Override
    public double[] readStored(String field) {
        requireOpen();
        return transfer.readStored(field);
    }

    @Override
    public void writeStored(String field, double[] values) {
        requireOpen();
        if (values.length != plan.plan().fluidNodes()) {
            throw new IllegalArgumentException("stored field %s has %d values, not %d"
                    .formatted(field, plan.plan().fluidNodes(), values.length));
        }
        transfer.writeStored(field, values);
    }

    @Override
    public void readPopulations(String array, long first, int count, double[] target) {
        requireOpen();
        transfer.readPopulations(array, phase(), first, count, target);
    }

    @Override
    public void writePopulations(String array, long first, int count, double[] source) {
        requireOpen();
        transfer.writePopulations(array, phase(), first, count, source);
    }

    @Override
    public void readPopulations(String array, long[] fluidNumbers, double[] target) {
        requireOpen();
        transfer.readPopulations(array, phase(), fluidNumbers, target);
    }

    @Override
    public void writePopulations(String array, long[] fluidNumbers, double[] source) {
        requireOpen();
        transfer.writePopulations(array, phase(), fluidNumbers, source);
    }

    @Override
    public boolean copiesStored(String array) {
        return transfer.copiesStored(array);
    }

    @Override
    public void copyStored(String array, long first, int count, int[] directions, MemorySegment target) {
        requireOpen();
        transfer.copyStored(array, phase(), new StoredCopies.Nodes(first, count, directions), target);
    }

    @Override
    public Optional<HeldPopulations> hold(String array, int[] directions) {
        requireOpen();
        long bytes =
                plan.plan().fluidNodes() * directions.length * plan.precision().computedBytes();
        if (!copiesStored(array) || bytes > memory.accelerator().freeMemory().freeBytes() / PART_TO_HOLD) {
            return Optional.empty();
        }
        held.removeIf(copy -> !copy.isOpen());
        try {
            HeldNodes copy = transfer.hold(array, phase(), directions);
            held.add(copy);
            return Optional.of(copy);
        } catch (DeviceException tooLarge) {
            return Optional.empty(); // an error of the device shows at its next use
        }
    }

    @Override
    public int pasteFinite(String array, long first, int count, int[] directions, MemorySegment source) {
        requireOpen();
        return transfer.pasteFinite(array, phase(), new StoredCopies.Nodes(first, count, directions), source);
    }

    /// Repeats one chunk on the device.
    @Override
    public void fillState(String array, double[] same) {
        requireOpen();
        transfer.fillPopulations(array, phase(), same);
    }

    @Override
    public int fluidNodes() {
        return Math.toIntExact(plan.plan().fluidNodes());
    }

    @Override
    public void observe(List<String> quantities, double[][] observed) {
        requireOpen();
        requireObserved(quantities);
        refresh();
        int at = series.observed(done);
        for (GpuClass nodes : plan.classes()) {
            transfer.observe(nodes, nodes.observers().get(phase()), quantities, observed, this::parameter, at);
        }
    }

    private void requireObserved(List<String> quantities) {
        for (GpuClass nodes : plan.classes()) {
            List<String> offered = nodes.nodes().observe().fieldsOut();
            for (String quantity : quantities) {
                if (!offered.contains(quantity)) {
                    throw new IllegalArgumentException("class %s does not observe %s; it has %s"
                            .formatted(nodes.nodes().name(), quantity, offered));
                }
            }
        }
    }

    private String firstArray() {
        return plan.plan().populations().getFirst().name();
    }

    @Override
    public Reduced reduce(List<? extends Reduction<?>> wanted) {
        requireOpen();
        if (reductions == null) {
            reductions = new GpuReductions(plan, memory, kernels, transfer);
        }
        refresh();
        return reductions.reduce(wanted, phase(), this::parameter, series.observed(done));
    }

    private void releaseReductions() {
        if (reductions != null) {
            reductions.close();
            reductions = null;
        }
    }

    @Override
    public long memoryBytes() {
        return memory.bytes();
    }

    /// Writes the same populations to every chunk of fluid nodes: fast initialisation for measurements.
    /// @param populations `[chunk()][q]`
    public void repeatPopulations(double[] populations) {
        requireOpen();
        transfer.repeatPopulations(firstArray(), phase(), populations);
    }

    /// Nodes per transfer.
    public int chunk() {
        return plan.chunk();
    }

    public GpuPlan plan() {
        return plan;
    }

    /// The tuning of the bulk's kernels.
    public Tuning tuning() {
        return plan.tuning();
    }

    /// Properties of the bulk's compiled kernels, by phase.
    public List<FunctionFacts> bulkFacts() {
        return launches().bulk().stream()
                .flatMap(List::stream)
                .map(BoundKernel::facts)
                .toList();
    }

    /// The lowest occupancy of the bulk's kernels: resident threads per multiprocessor as a fraction of its
    /// maximum; NaN if the driver does not report it.
    public double bulkOccupancy() {
        return launches().bulk().stream()
                .flatMap(List::stream)
                .mapToDouble(BoundKernel::occupancy)
                .min()
                .orElse(Double.NaN);
    }

    /// Before all that is queued after exchanges with other parts.
    private void requireOpen() {
        requireAlive();
        parts.requireWhole();
        memory.accelerator().endExchange();
    }

    private void requireAlive() {
        if (!open) {
            throw new DeviceException("this execution is closed; prepare the plan again");
        }
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            held.forEach(HeldNodes::close);
            batches.release();
            kernels.close();
            memory.close();
        }
    }

    @Override
    public String toString() {
        Precision precision = plan.precision();
        return "%s in %s on %s, %.1f MB"
                .formatted(
                        plan.plan().storage(),
                        precision.key(),
                        memory.accelerator().key(),
                        memoryBytes() / 1e6);
    }
}
