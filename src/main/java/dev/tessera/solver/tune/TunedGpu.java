package dev.tessera.solver.tune;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.UserCache;
import dev.tessera.device.gpu.FunctionFacts;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.device.gpu.GpuLanguage;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.solver.Ledger;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.plan.GpuDemand;
import dev.tessera.solver.plan.GpuSpeed;
import dev.tessera.solver.tune.LaunchSearch.Axis;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A GPU with tuned kernel launches (docs/decisions/0018). It does not own the GPU: closing is left to the GPU's
/// owner.
public final class TunedGpu implements Device {
    /// Time limit of measuring, checked before each candidate; longer for a long run. It is at most a twentieth of the
    /// time that the steps take: the default is within some percent of the fastest launch.
    public static final long LIMIT_NANOS = 1_500_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(TunedGpu.class);

    /// Names the launches that are measured: those remembered from another search are not compared with them.
    private static final String SPACE = "one node with more blocks beside swept classes";

    private static final double SECONDS_A_CANDIDATE = 0.02;
    private static final long MOST_SPILL_BYTES = 64;
    private static final double LEAST_PROMISE = 0.9;
    private static final double PART_OF_A_RUN = 0.05;
    private static final int MOST_LIMITS = 6; // the estimated length of a run may be far off

    private final GpuDevice gpu;
    private final LaunchChoice choice;
    private final OptionalLong steps;
    private final TuningMemory memory;
    private final LaunchSearch search;
    private final Ledger ledger;

    /// @param steps expected maximum, where known
    public TunedGpu(GpuDevice gpu, LaunchChoice choice, OptionalLong steps, TuningMemory memory, LaunchSearch search) {
        this(gpu, choice, steps, memory, search, new Ledger(gpu::nanoTime));
    }

    private TunedGpu(
            GpuDevice gpu,
            LaunchChoice choice,
            OptionalLong steps,
            TuningMemory memory,
            LaunchSearch search,
            Ledger ledger) {
        this.gpu = gpu;
        this.choice = choice;
        this.steps = steps;
        this.memory = memory;
        this.search = search;
        this.ledger = ledger;
    }

    /// The device itself where it is no GPU; of parts, each GPU is tuned for its part.
    /// @param steps expected maximum; called only for a GPU
    /// @param ledger notes the time of tuning
    public static Device around(Device device, LaunchChoice choice, Supplier<OptionalLong> steps, Ledger ledger) {
        if (device instanceof PartedDevice parted) {
            return parted.onEach(part -> around(part, choice, steps, ledger));
        }
        return device instanceof GpuDevice gpu
                ? new TunedGpu(
                        gpu,
                        choice,
                        steps.get(),
                        TuningMemory.ofUser(),
                        new LaunchSearch(gpu::nanoTime, LIMIT_NANOS),
                        ledger)
                : device;
    }

    @Override
    public String key() {
        return gpu.key();
    }

    @Override
    public MachineFacts facts() {
        return gpu.facts();
    }

    @Override
    public boolean isGpu() {
        return true;
    }

    @Override
    public Object resource() {
        return gpu.resource();
    }

    @Override
    public FreeMemory freeMemory() {
        return gpu.freeMemory();
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        return gpu.memoryBytes(plan);
    }

    @Override
    public GpuExecution prepare(StepPlan plan) {
        GpuPlan usual = gpu.planned(plan);
        if (plan.needsBarriers()) { // ghost buffers are not initialised before the first step
            return gpu.prepareRun(usual);
        }
        GpuPlan unmeasured = retuned(usual, choice.unmeasured(usual));
        boolean isMeasured = choice.tuning() instanceof TuningChoice.Measured
                && unmeasured.bulkPositions() > 0; // else there is nothing to time
        Optional<Tuning> remembered = isMeasured ? memory.recall(key(unmeasured)) : Optional.empty();
        if (remembered.isPresent()) {
            return remembered(unmeasured, remembered.get());
        }
        GpuExecution execution = gpu.prepareRun(unmeasured);
        try (var _ = ledger.begin(Ledger.Phase.TUNE)) {
            if (isMeasured) {
                tune(execution);
            }
        } catch (RuntimeException failed) {
            execution.close();
            throw failed;
        }
        return execution;
    }

    /// With the launch that an earlier run found.
    private GpuExecution remembered(GpuPlan unmeasured, Tuning found) {
        try {
            GpuExecution execution = gpu.prepareRun(retuned(unmeasured, found));
            LOG.info("launch: {}; remembered from an earlier run", found);
            return execution;
        } catch (DeviceException refused) {
            LOG.warn("the remembered launch ({}) is refused; the default is used: {}", found, refused.getMessage());
            return gpu.prepareRun(unmeasured);
        }
    }

    /// The launch of a run on a GPU without measuring: fixed or remembered, else the default.
    public static Tuning known(GpuDevice gpu, LaunchChoice choice, GpuPlan usual) {
        return new TunedGpu(
                        gpu,
                        choice,
                        OptionalLong.empty(),
                        TuningMemory.ofUser(),
                        new LaunchSearch(() -> 0, LIMIT_NANOS))
                .known(usual);
    }

    /// The launch of a run without measuring: fixed or remembered, else the default.
    Tuning known(GpuPlan usual) {
        Tuning unmeasured = choice.unmeasured(usual);
        return choice.tuning() instanceof TuningChoice.Measured
                ? memory.recall(key(usual.retuned(unmeasured))).orElse(unmeasured)
                : unmeasured;
    }

    private String key(GpuPlan usual) {
        List<String> parts = new ArrayList<>(List.of(
                gpu.sourceOf(usual),
                gpu.accelerator().compiler(),
                gpu.accelerator().facts().name(),
                SPACE));
        choice.lookup().ifPresent(said -> parts.add("lookup " + said.key()));
        return UserCache.keyOf(parts.toArray(String[]::new));
    }

    private void tune(GpuExecution execution) {
        GpuPlan usual = execution.plan();
        double promised = mlups(usual);
        double seconds = steps.isPresent()
                ? steps.getAsLong() * (double) usual.plan().fluidNodes() / promised * 1e-6
                : Double.POSITIVE_INFINITY;
        double spared = seconds * PART_OF_A_RUN * 1e9;
        if (spared < search.limitNanos()) {
            LOG.info(
                    "launches are not measured, as {} steps take {} s only; the default launch ({}) is used",
                    steps.getAsLong(),
                    "%.2g".formatted(seconds),
                    usual.tuning());
            return;
        }
        long limit = (long) Math.min(spared, (double) MOST_LIMITS * search.limitNanos());
        Subject subject = new Subject(execution, promised);
        List<Axis> axes = axes(usual);
        LaunchSearch.variations(usual.tuning(), axes, subject).stream()
                .filter(other -> other.order() == usual.tuning().order()
                        && other.lookup() == usual.tuning().lookup()) // others compute tables first
                .forEach(other -> gpu.compileAhead(usual.retuned(other)));
        LaunchSearch.Found found = search.atLeast(limit).from(usual.tuning(), axes, subject);
        gpu.accelerator().forgetAhead();
        execution.retune(found.tuning());
        execution.clear();
        boolean hasCompared = found.isComplete() || found.measured() > 1;
        if (hasCompared) {
            memory.keep(key(usual), found.tuning());
        }
        LOG.info(
                "launch: {}, {} times as fast as the default ({} measured{}); {}",
                found.tuning(),
                "%.2f".formatted(found.usualSeconds() / found.seconds()),
                found.measured(),
                found.isComplete() ? "" : ", stopped at the time limit",
                hasCompared ? "remembered" : "measured again next time");
    }

    private static GpuPlan retuned(GpuPlan plan, Tuning tuning) {
        return tuning.equals(plan.tuning()) ? plan : plan.retuned(tuning);
    }

    private static void retune(GpuExecution execution, Tuning tuning) {
        if (!tuning.equals(execution.tuning())) {
            execution.retune(tuning);
        }
    }

    private double mlups(GpuPlan plan) {
        var facts = gpu.accelerator().facts();
        GpuSpeed speed =
                facts.sheetGbPerS().isPresent() ? GpuSpeed.ofSheet(facts) : GpuSpeed.measured(facts, gpu.copyGbPerS());
        return speed.mlups(
                GpuDemand.of(plan), plan.kernelsOfBulk().size(), plan.plan().fluidNodes());
    }

    private List<Axis> axes(GpuPlan plan) {
        int most = gpu.accelerator().facts().maxThreadsPerBlock();
        List<Axis> axes = new ArrayList<>();
        axes.add(axis(List.of(1, 2, 4, 8), (t, n) -> new Tuning(t.threads(), t.blocks(), n, t.order(), t.lookup())));
        if (gpu.accelerator().language() == GpuLanguage.CUDA) { // not available in OpenCL C
            if (sweepsClasses(plan)) { // their code needs registers: only both together gain
                axes.add(axis(List.of(4, 6, 8), (t, n) -> new Tuning(t.threads(), n, 1, t.order(), t.lookup())));
            }
            axes.add(axis(
                    List.of(0, 4, 6, 8),
                    (t, n) -> new Tuning(t.threads(), n, t.nodesPerThread(), t.order(), t.lookup())));
        }
        axes.add(axis(List.of(64, 128, 256), (t, n) -> withThreads(t, Math.min(n, Math.max(32, most)))));
        if (plan.plan().storage().addressing() instanceof Tiles) {
            axes.add(axis(List.of(TileOrder.values()), Tuning::with));
            if (choice.lookup().isEmpty()) {
                axes.add(axis(List.of(TileLookup.values()), Tuning::with));
            }
        }
        return axes;
    }

    private static boolean sweepsClasses(GpuPlan plan) {
        return plan.kernelsOfBulk().stream()
                .flatMap(List::stream)
                .anyMatch(kernel -> !kernel.swept().isEmpty());
    }

    /// Keeps the requested number of resident threads: larger blocks reduce the minimum number of blocks.
    private static Tuning withThreads(Tuning tuning, int threads) {
        int blocks = Math.min(32, tuning.blocks() * tuning.threads() / threads);
        return new Tuning(threads, blocks, tuning.nodesPerThread(), tuning.order(), tuning.lookup());
    }

    private static <T> Axis axis(List<T> values, BiFunction<Tuning, T, Tuning> change) {
        List<Function<Tuning, Tuning>> changes = new ArrayList<>();
        values.forEach(value -> changes.add(tuning -> change.apply(tuning, value)));
        return new Axis(changes);
    }

    /// The execution that candidates are timed on.
    private final class Subject implements LaunchSearch.Subject {
        private final GpuExecution execution;
        private final GpuPlan usual;
        private final double promised;
        private final long usualSpillBytes; // CPUs keep arrays there
        private final Set<List<Object>> timed = new LinkedHashSet<>(); // compiler results of measured launches

        Subject(GpuExecution execution, double promised) {
            this.execution = execution;
            this.usual = execution.plan();
            this.promised = promised;
            this.usualSpillBytes = spillBytes();
        }

        private long spillBytes() {
            return execution.bulkFacts().stream()
                    .mapToLong(FunctionFacts::spillBytes)
                    .max()
                    .orElse(0);
        }

        @Override
        public Tuning possible(Tuning wished) {
            return usual.possible(wished);
        }

        @Override
        public boolean isPromising(Tuning tuning) {
            return choice.allows(tuning)
                    && (tuning.nodesPerThread() == usual.tuning().nodesPerThread()
                            || mlups(usual.retuned(tuning)) > LEAST_PROMISE * promised);
        }

        @Override
        public OptionalDouble seconds(Tuning tuning) {
            try {
                retune(execution, tuning);
                FunctionFacts facts = execution.bulkFacts().getFirst();
                List<Object> twin = List.of(
                        tuning.threads(), tuning.nodesPerThread(), tuning.order(), tuning.lookup(), facts.registers());
                boolean isKnown = facts.registers().isPresent() && !timed.add(twin);
                boolean spills = spillBytes() > Math.max(MOST_SPILL_BYTES, usualSpillBytes);
                return isKnown || spills
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(execution.timeBulk(SECONDS_A_CANDIDATE));
            } catch (DeviceException refused) {
                LOG.debug("launch {} is refused: {}", tuning, refused.getMessage());
                return OptionalDouble.empty();
            }
        }
    }
}
