package dev.tessera.device.cuda;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.ExchangeQueue;
import dev.tessera.device.gpu.FunctionFacts;
import dev.tessera.device.gpu.GpuDriver;
import dev.tessera.device.gpu.GpuFunction;
import dev.tessera.device.gpu.GpuLanguage;
import dev.tessera.device.gpu.LaunchTrace;
import dev.tessera.device.gpu.OutOfDeviceMemory;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.kernel.LaunchShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One CUDA device with its primary context and one stream.
public final class CudaDriver implements GpuDriver {
    private static final Logger LOG = LoggerFactory.getLogger(CudaDriver.class);
    private static final int FUNCTION_MAX_THREADS = 0;
    private static final int FUNCTION_SHARED_BYTES = 1;
    private static final int FUNCTION_LOCAL_BYTES = 3;
    private static final int FUNCTION_REGISTERS = 4;
    private static final int FUNCTION_MAX_DYNAMIC_SHARED_BYTES = 8;
    private static final int SHARED_WITHOUT_ASKING = 48 << 10;
    private static final int MAX_GRID_YZ = 65535;

    private final Cuda cuda;
    private final CudaDevice device;
    private final long context;
    private final long stream;
    private final Arena arena = Arena.ofShared(); // used by any thread
    private final LaunchArguments launchArguments = new LaunchArguments(arena);
    private final Map<Long, List<Long>> parameterBytes = new LinkedHashMap<>();
    private long launching; // the stream of launches
    private final Map<Long, CudaBranches> branches = new LinkedHashMap<>(); // by the stream that they leave
    private @Nullable CudaExchanges exchanges;
    private @Nullable PinnedStaging staging;
    private @Nullable SecondStream beside; // of downloads beside the queue
    private final PinnedMemory pinned = new PinnedMemory();
    private @Nullable Nvrtc compiler;
    private final LaunchTrace launches = new LaunchTrace();

    private CudaDriver(Cuda cuda, CudaDevice device) {
        this.cuda = cuda;
        this.device = device;
        this.context = attempt("opening the device", () -> cuda.retainContext(device.device()));
        this.stream = attempt("opening the device", () -> {
            cuda.use(context);
            return cuda.createStream();
        });
        this.launching = stream;
    }

    static CudaDriver open(Cuda cuda, CudaDevice device) {
        return new CudaDriver(cuda, device);
    }

    @Override
    public String key() {
        return device.key();
    }

    @Override
    public GpuFacts facts() {
        return device.facts();
    }

    @Override
    public GpuLanguage language() {
        return GpuLanguage.CUDA;
    }

    /// Runs some work of the driver; a failure becomes a message that states what was being done.
    private <T> T attempt(String doing, Supplier<T> work) {
        try {
            return work.get();
        } catch (CudaFailure failure) {
            throw LaunchTrace.failed(this, doing, failure, launches.lastTwo(), failure.remedy());
        }
    }

    /// As [#attempt], with this device's context current.
    <T> T inContext(String doing, Supplier<T> work) {
        return attempt(doing, () -> {
            cuda.use(context);
            return work.get();
        });
    }

    void run(String doing, Runnable work) {
        this.<Optional<Void>>inContext(doing, () -> {
            work.run();
            return Optional.empty();
        });
    }

    @Override
    public OptionalLong freeBytes() {
        return inContext("querying free memory", () -> OptionalLong.of(cuda.freeBytes()));
    }

    @Override
    public long allocate(long bytes) {
        return inContext("allocating", () -> {
            try {
                return cuda.allocate(bytes);
            } catch (CudaFailure failure) {
                if (failure.status() == CudaFailure.OUT_OF_MEMORY) {
                    throw new OutOfDeviceMemory(String.valueOf(failure.getMessage()));
                }
                throw failure;
            }
        });
    }

    @Override
    public void release(long buffer) {
        quietly(() -> cuda.free(buffer));
    }

    @Override
    public void fill(long buffer, long offset, long bytes, byte value) {
        run("filling %d bytes".formatted(bytes), () -> cuda.fill(buffer + offset, value, bytes, stream));
    }

    @Override
    public void upload(long buffer, long offset, MemorySegment source) {
        run("uploading %d bytes".formatted(source.byteSize()), () -> {
            if (isStaged(source)) {
                staging().upload(buffer + offset, source);
            } else {
                cuda.upload(buffer + offset, source, stream);
                cuda.synchronize(stream);
            }
        });
    }

    @Override
    public void download(long buffer, long offset, MemorySegment target) {
        run("downloading %d bytes".formatted(target.byteSize()), () -> {
            if (isStaged(target)) {
                staging().download(buffer + offset, target);
            } else {
                cuda.download(target, buffer + offset, stream);
                cuda.synchronize(stream);
            }
        });
    }

    @Override
    public synchronized void downloadBeside(long buffer, long offset, MemorySegment target) {
        run("downloading %d bytes".formatted(target.byteSize()), () -> {
            SecondStream there = beside;
            if (there == null) {
                there = new SecondStream(cuda);
                beside = there;
            }
            there.staging().download(buffer + offset, target);
        });
    }

    @Override
    public MemorySegment hostMemory(long bytes) {
        return inContext("allocating %d bytes of the host's memory".formatted(bytes), () -> {
            MemorySegment memory = cuda.allocateHost(bytes);
            pinned.add(memory);
            return memory;
        });
    }

    @Override
    public MemorySegment hostMemory(long bytes, Arena lifetime) {
        MemorySegment memory = hostMemory(bytes);
        return memory.reinterpret(bytes, lifetime, _ -> {
            if (pinned.remove(memory)) { // else it has been released with the driver
                quietly(() -> cuda.freeHost(memory));
            }
        });
    }

    /// Whether it is copied through [PinnedStaging]: not all of it is memory of [#hostMemory].
    boolean isStaged(MemorySegment host) {
        return PinnedStaging.isWorthwhile(host.byteSize()) && !pinned.contains(host);
    }

    private PinnedStaging staging() {
        PinnedStaging there = staging;
        if (there == null) {
            there = new PinnedStaging(cuda, stream);
            staging = there;
        }
        return there;
    }

    @Override
    public void copy(long from, long fromOffset, long to, long toOffset, long bytes) {
        run("copying %d bytes".formatted(bytes), () -> cuda.copy(to + toOffset, from + fromOffset, bytes, stream));
    }

    @Override
    public String compiler() {
        return "NVRTC %s for %s on %s".formatted(nvrtc().version(), facts().driver(), facts().name());
    }

    private Nvrtc nvrtc() {
        Nvrtc there = compiler;
        if (there == null) {
            int major = cuda.driverVersion() / 1000;
            there = Nvrtc.find(major)
                    .orElseThrow(
                            () -> new DeviceException("%s cannot compile kernels: %s".formatted(key(), Nvrtc.MISSING)));
            compiler = there;
        }
        return there;
    }

    @Override
    public Optional<String> optionForLoadsPastL1() {
        return Optional.of(CudaTarget.LOADS_PAST_L1);
    }

    @Override
    public List<String> standardOptions() {
        return CudaTarget.of(device.capability(), nvrtc().targets(), nvrtc().toString())
                .options();
    }

    /// NVRTC knows no device.
    @Override
    public boolean compilesBeside() {
        return true;
    }

    @Override
    public byte[] compile(String text, List<String> options) {
        return nvrtc().compile(text, options);
    }

    @Override
    public long load(byte[] binary) {
        return inContext("loading kernels", () -> cuda.load(binary));
    }

    @Override
    public void unload(long module) {
        quietly(() -> cuda.unload(module));
    }

    @Override
    public long function(long module, String name) {
        return inContext("getting kernel " + name, () -> {
            try {
                long function = cuda.function(module, name);
                cuda.parameterBytes(function).ifPresent(sizes -> parameterBytes.put(function, sizes));
                return function;
            } catch (CudaFailure failure) {
                if (failure.status() == CudaFailure.NOT_FOUND) {
                    throw new DeviceException(
                            "no kernel %s in this module of %s; is it declared extern \"C\" __global__?"
                                    .formatted(name, key()),
                            failure);
                }
                throw failure;
            }
        });
    }

    /// A kernel is released with its module.
    @Override
    public void releaseFunction(long function) {
        parameterBytes.remove(function);
    }

    @Override
    public FunctionFacts factsOf(long function) {
        return inContext(
                "describing a kernel",
                () -> new FunctionFacts(
                        parameterBytes.containsKey(function)
                                ? OptionalInt.of(parameterBytes.get(function).size())
                                : OptionalInt.empty(),
                        OptionalInt.of(cuda.functionAttribute(function, FUNCTION_REGISTERS)),
                        cuda.functionAttribute(function, FUNCTION_LOCAL_BYTES),
                        cuda.functionAttribute(function, FUNCTION_SHARED_BYTES),
                        cuda.functionAttribute(function, FUNCTION_MAX_THREADS)));
    }

    @Override
    public OptionalInt residentBlocks(long function, LaunchShape shape) {
        return inContext("querying occupancy", () -> {
            allowShared(function, shape);
            return OptionalInt.of(cuda.residentBlocks(function, shape.threadsPerBlock(), shape.sharedBytes()));
        });
    }

    private void allowShared(long function, LaunchShape shape) {
        if (shape.sharedBytes() > SHARED_WITHOUT_ASKING) {
            cuda.setFunctionAttribute(function, FUNCTION_MAX_DYNAMIC_SHARED_BYTES, shape.sharedBytes());
        }
    }

    @Override
    public void launch(GpuFunction function, LaunchShape shape, Object[] arguments) {
        if (Math.max(shape.gridY(), shape.gridZ()) > MAX_GRID_YZ) {
            throw new IllegalArgumentException("kernel %s cannot run in %s: CUDA allows at most %d blocks along y and z"
                    .formatted(function.name(), shape, MAX_GRID_YZ));
        }
        if (arguments.length > LaunchArguments.MAX) {
            throw new IllegalArgumentException("kernel %s has %d arguments; the maximum is %d"
                    .formatted(function.name(), arguments.length, LaunchArguments.MAX));
        }
        List<Long> sizes = parameterBytes.get(function.handle());
        for (int i = 0; i < arguments.length; i++) {
            int bytes = launchArguments.set(i, arguments[i]);
            if (sizes != null && sizes.get(i) != bytes) {
                throw new DeviceException(
                        "argument %d of kernel %s on %s was launchArguments as %s of %d bytes, but has %d bytes"
                                .formatted(
                                        i,
                                        function.name(),
                                        key(),
                                        arguments[i].getClass().getSimpleName(),
                                        bytes,
                                        sizes.get(i)));
            }
        }
        launches.note(function, shape);
        run("launching " + function.name(), () -> {
            allowShared(function.handle(), shape);
            cuda.launch(function.handle(), shape, launching, launchArguments.pointers());
        });
    }

    @Override
    public boolean captures() {
        return cuda.graphs().isPresent();
    }

    /// Captures the launches as a CUDA graph.
    @Override
    public OptionalLong capture(Runnable launches) {
        if (cuda.graphs().isEmpty()) {
            return OptionalLong.empty();
        }
        CudaGraphs graphs = cuda.graphs().get();
        run("starting a graph capture", () -> graphs.beginCapture(stream));
        try {
            launches.run();
        } catch (RuntimeException failed) {
            quietly(() -> graphs.destroy(graphs.endCapture(stream)));
            throw failed;
        } finally {
            launching = stream;
        }
        return inContext("ending a graph capture", () -> {
            long graph = graphs.endCapture(stream);
            try {
                return OptionalLong.of(graphs.instantiate(graph));
            } finally {
                graphs.destroy(graph);
            }
        });
    }

    /// As branches of the graph while a capture runs; otherwise one after the other.
    @Override
    public void launchTogether(List<Runnable> together) {
        long main = launching;
        if (together.size() < 2 || !isCapturing(main)) {
            GpuDriver.super.launchTogether(together);
            return;
        }
        run(
                "capturing branches of a graph",
                () -> branches.computeIfAbsent(main, _ -> new CudaBranches(cuda, cuda.queues(), main))
                        .capture(together, side -> launching = side));
    }

    private boolean isCapturing(long queue) {
        return captures() && inContext("asking whether a graph is captured", () -> graphs().isCapturing(queue));
    }

    @Override
    public void repeat(long sequence) {
        run("launching a graph", () -> graphs().launch(sequence, stream));
    }

    @Override
    public void releaseSequence(long sequence) {
        quietly(() -> graphs().destroyExecutable(sequence));
    }

    private CudaGraphs graphs() {
        return cuda.graphs().orElseThrow();
    }

    /// A second stream, created at the first call.
    @Override
    public Optional<ExchangeQueue> exchangeQueue() {
        if (exchanges == null) {
            exchanges = new CudaExchanges(this, cuda, cuda.queues(), stream, side -> launching = side);
        }
        return Optional.of(exchanges);
    }

    /// The device's handle.
    int device() {
        return device.device();
    }

    long context() {
        return context;
    }

    @Override
    public long record() {
        return inContext("recording an event", () -> {
            long event = cuda.createEvent();
            cuda.record(event, stream);
            return event;
        });
    }

    @Override
    public void releaseEvent(long event) {
        quietly(() -> cuda.destroyEvent(event));
    }

    @Override
    public double elapsedSeconds(long earlier, long later) {
        return inContext("waiting for an event", () -> {
            cuda.await(later);
            return cuda.elapsedMilliseconds(earlier, later) * 1e-3;
        });
    }

    @Override
    public void synchronize() {
        run("waiting for the stream", () -> cuda.synchronize(stream));
    }

    @Override
    public void close() {
        if (staging != null) {
            quietly(staging::close);
        }
        if (beside != null) {
            quietly(beside::close);
        }
        pinned.release(memory -> quietly(() -> cuda.freeHost(memory)));
        branches.values().forEach(side -> quietly(side::close));
        if (exchanges != null) {
            quietly(exchanges::close);
        }
        quietly(() -> cuda.destroyStream(stream));
        quietly(() -> cuda.releaseContext(device.device()));
        arena.close();
    }

    void quietly(Runnable release) {
        try {
            cuda.use(context);
            release.run();
        } catch (CudaFailure lost) {
            LOG.debug("{}: {} while releasing", key(), lost.getMessage());
        }
    }
}
