package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.testkit.SomeGpu;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A driver that computes nothing: it records its calls, and has a given amount of memory.
public final class FakeDriver implements GpuDriver {
    private final GpuFacts facts;
    private final Map<Long, Long> buffers = new LinkedHashMap<>();
    private final Map<Long, String> functions = new LinkedHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private String key = "cuda:0";
    private final List<String> launched = new ArrayList<>();
    private final List<Launch> shapes = new ArrayList<>();
    private final Map<Long, List<Captured>> sequences = new LinkedHashMap<>();
    private boolean canCapture = true;
    private boolean failsCapture;
    private boolean recordsRows;
    private boolean compilesBeside;
    private int mostThreads = 1024;
    private GpuLanguage language = GpuLanguage.CUDA;
    private int coldEvents;
    private @Nullable String failure;
    private @Nullable FakeExchanges exchanges;
    private @Nullable List<Captured> capturing;
    private final List<FakeDriver> beside = new ArrayList<>();
    private long next = 1;

    /// @param driver which runs it
    private record Captured(FakeDriver driver, String launch) {}

    /// A GPU.
    /// @param memoryBytes of the device, all free at first
    public FakeDriver(long memoryBytes, long largestBufferBytes) {
        this(memoryBytes, largestBufferBytes, 32);
    }

    /// A GPU with given facts; all of its memory is free at first.
    public FakeDriver(GpuFacts facts) {
        this.facts = facts;
    }

    /// @param warpSize 1: a CPU, which benchmarks measure with small geometries
    public FakeDriver(long memoryBytes, long largestBufferBytes, int warpSize) {
        this(new SomeGpu()
                .named("Fake GPU")
                .withMemory(memoryBytes, largestBufferBytes)
                .withWarpsOf(warpSize)
                .withSheet(4800)
                .facts());
    }

    /// The calls, in order: `allocate`, `upload`, `launch step_0`, …
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public void forget() {
        calls.clear();
    }

    /// The kernels that ran, with their arguments, in order; including those of repeated sequences.
    public List<String> launched() {
        return List.copyOf(launched);
    }

    /// A kernel, and how it was launched.
    public record Launch(String function, LaunchShape shape) {}

    /// The single launches, in order.
    public List<Launch> launches() {
        return List.copyOf(shapes);
    }

    public FakeDriver withoutSequences() {
        canCapture = false;
        return this;
    }

    /// Also records, between the launches, the rows of series that are uploaded: `row 3`.
    FakeDriver recordingRows() {
        recordsRows = true;
        return this;
    }

    /// With a second queue, which learns of all launches.
    public FakeDriver withExchanges(FakeExchanges queue) {
        exchanges = queue;
        return this;
    }

    /// With a compiler that works beside other calls.
    FakeDriver compilingBeside() {
        compilesBeside = true;
        return this;
    }

    /// Of the same host: what it captures, includes the launches of the other meanwhile.
    public FakeDriver capturingWith(FakeDriver other) {
        beside.add(other);
        return this;
    }

    public FakeDriver named(String other) {
        key = other;
        return this;
    }

    public FakeDriver refusingSequences() {
        failsCapture = true;
        return this;
    }

    /// @param threads maximum per block
    public FakeDriver withBlocksOf(int threads) {
        mostThreads = threads;
        return this;
    }

    /// Makes the driver fail from the next synchronisation on.
    public void failingWith(String why) {
        failure = why;
    }

    /// @param number of first intervals between events that are longer, each a little shorter than the one
    ///        before
    public FakeDriver warmingUpOver(int intervals) {
        coldEvents = intervals;
        return this;
    }

    public FakeDriver withLanguage(GpuLanguage other) {
        language = other;
        return this;
    }

    public long count(String call) {
        return calls.stream().filter(made -> made.startsWith(call)).count();
    }

    private long heldBytes() {
        return buffers.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public GpuFacts facts() {
        return facts;
    }

    @Override
    public GpuLanguage language() {
        return language;
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.of(facts.memoryBytes() - heldBytes());
    }

    @Override
    public long allocate(long bytes) {
        calls.add("allocate");
        if (bytes > facts.largestBufferBytes() || bytes > facts.memoryBytes() - heldBytes()) {
            throw new OutOfDeviceMemory("full");
        }
        buffers.put(next, bytes);
        return next++;
    }

    @Override
    public void release(long buffer) {
        buffers.remove(buffer);
    }

    @Override
    public void fill(long buffer, long offset, long bytes, byte value) {
        calls.add("fill");
    }

    @Override
    public void upload(long buffer, long offset, MemorySegment source) {
        calls.add("upload");
        if (recordsRows && source.byteSize() == Integer.BYTES) {
            launched.add("row " + source.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
        }
    }

    @Override
    public void download(long buffer, long offset, MemorySegment target) {
        calls.add("download");
    }

    @Override
    public void downloadBeside(long buffer, long offset, MemorySegment target) {
        calls.add("download beside");
    }

    @Override
    public MemorySegment hostMemory(long bytes) {
        return Arena.ofAuto().allocate(bytes);
    }

    @Override
    public void copy(long from, long fromOffset, long to, long toOffset, long bytes) {
        calls.add("copy");
    }

    @Override
    public String compiler() {
        return "fake compiler";
    }

    @Override
    public List<String> standardOptions() {
        return List.of();
    }

    @Override
    public boolean compilesBeside() {
        return compilesBeside;
    }

    /// Its compiler fails on texts that begin with `bad`.
    @Override
    public byte[] compile(String text, List<String> options) {
        synchronized (calls) {
            calls.add("compile");
        }
        if (text.startsWith("bad")) {
            throw new DeviceException("%s does not compile".formatted(text));
        }
        return new byte[] {1};
    }

    @Override
    public long load(byte[] binary) {
        return next++;
    }

    @Override
    public void unload(long module) {}

    @Override
    public long function(long module, String name) {
        functions.put(next, name);
        return next++;
    }

    @Override
    public void releaseFunction(long function) {
        functions.remove(function);
    }

    @Override
    public FunctionFacts factsOf(long function) {
        return new FunctionFacts(OptionalInt.empty(), OptionalInt.empty(), 0, 0, mostThreads);
    }

    @Override
    public OptionalInt residentBlocks(long function, LaunchShape shape) {
        return OptionalInt.of(facts.maxThreadsPerMultiprocessor() / (2 * shape.threadsPerBlock()));
    }

    @Override
    public void launch(GpuFunction function, LaunchShape shape, Object[] arguments) {
        List<Object> given = new ArrayList<>();
        for (Object argument : arguments) {
            given.add(argument instanceof DeviceBuffer buffer ? buffer.what() + buffer.handle() : argument);
        }
        calls.add("launch " + function.name());
        if (exchanges != null) {
            exchanges.launched(key + " " + function.name());
        }
        if (capturing == null) {
            shapes.add(new Launch(function.name(), shape));
        }
        if (capturing == null) {
            launched.add(function.name() + given);
        } else {
            capturing.add(new Captured(this, function.name() + given));
        }
    }

    @Override
    public Optional<ExchangeQueue> exchangeQueue() {
        return Optional.ofNullable(exchanges);
    }

    @Override
    public void launchTogether(List<Runnable> branches) {
        calls.add("together " + branches.size());
        GpuDriver.super.launchTogether(branches);
    }

    @Override
    public boolean captures() {
        return canCapture;
    }

    @Override
    public OptionalLong capture(Runnable launches) {
        if (!canCapture) {
            return OptionalLong.empty();
        }
        calls.add("capture");
        List<Captured> taken = new ArrayList<>();
        taking(taken);
        try {
            launches.run();
        } finally {
            taking(null);
        }
        if (failsCapture) {
            throw new DeviceException("the fake GPU failed to capture launches");
        }
        sequences.put(next, taken);
        return OptionalLong.of(next++);
    }

    private void taking(@Nullable List<Captured> taken) {
        capturing = taken;
        beside.forEach(other -> other.capturing = taken);
        if (exchanges != null) {
            exchanges.capture(taken != null);
        }
    }

    @Override
    public void repeat(long sequence) {
        calls.add("repeat");
        Objects.requireNonNull(sequences.get(sequence))
                .forEach(captured -> captured.driver.launched.add(captured.launch));
    }

    @Override
    public void releaseSequence(long sequence) {
        sequences.remove(sequence);
    }

    @Override
    public long record() {
        return next++;
    }

    @Override
    public void releaseEvent(long event) {}

    @Override
    public double elapsedSeconds(long earlier, long later) {
        double slower = Math.pow(1.05, coldEvents);
        coldEvents = Math.max(0, coldEvents - 1);
        return 1e-6 * (later - earlier) * slower;
    }

    @Override
    public void synchronize() {
        calls.add("synchronize");
        if (failure != null) {
            throw new DeviceException(failure);
        }
    }

    @Override
    public void close() {}
}
