package dev.tessera.device.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.DeviceException;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One OpenCL device with one context, whose commands run in order.
public final class OpenClDriver implements GpuDriver {
    /// System property: further options of the compiler, separated by spaces.
    static final String OPTIONS = "tessera.opencl.options";

    private static final Logger LOG = LoggerFactory.getLogger(OpenClDriver.class);
    private static final int FREE_MEMORY_AMD = 0x4039; // kilobytes
    private static final int KERNEL_WORK_GROUP_SIZE = 0x11B0;
    private static final int KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1;
    private static final int KERNEL_LOCAL_MEM_SIZE = 0x11B2;
    private static final int KERNEL_PRIVATE_MEM_SIZE = 0x11B4;
    private static final int LINES_SHOWN = 12;
    private static final long SEED_BYTES = 1 << 20;

    private final OpenCl cl;
    private final ClDevice device;
    private final long context;
    private final ClQueues queues;
    private final Arena arena = Arena.ofShared(); // used by any thread
    private final MemorySegment globalSize = arena.allocate(JAVA_LONG, 3);
    private final MemorySegment localSize = arena.allocate(JAVA_LONG, 3);
    private final LaunchTrace launches = new LaunchTrace();
    private final KernelArguments kernelArguments;
    private final OneAtATime oneAtATime;

    private OpenClDriver(OpenCl cl, ClDevice device) {
        this.cl = cl;
        this.device = device;
        this.kernelArguments = new KernelArguments(cl, device.key(), arena);
        this.context = attempt("opening the device", () -> cl.createContext(device.id()));
        this.queues = attempt("opening the device", () -> new ClQueues(cl, context, device.id()));
        this.oneAtATime = OneAtATime.of(device.facts().driver());
    }

    static OpenClDriver open(OpenCl cl, ClDevice device) {
        return new OpenClDriver(cl, device);
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
        return GpuLanguage.OPENCL;
    }

    /// Runs some work of the driver; a failure becomes a message that states what was being done.
    private <T> T attempt(String doing, Supplier<T> work) {
        return attempt(() -> doing, work);
    }

    /// As above; the description is formatted only after a failure.
    private <T> T attempt(Supplier<String> doing, Supplier<T> work) {
        try {
            return work.get();
        } catch (ClFailure failure) {
            throw LaunchTrace.failed(this, doing.get(), failure, launches.last(), failure.remedy());
        }
    }

    private void run(String doing, Runnable work) {
        run(() -> doing, work);
    }

    private void run(Supplier<String> doing, Runnable work) {
        this.<Optional<Void>>attempt(doing, () -> {
            work.run();
            return Optional.empty();
        });
    }

    @Override
    public OptionalLong freeBytes() {
        return cl.deviceNumberIfKnown(device.id(), FREE_MEMORY_AMD)
                .map(kilobytes -> OptionalLong.of(kilobytes << 10))
                .orElse(OptionalLong.empty());
    }

    @Override
    public long allocate(long bytes) {
        try {
            long buffer = cl.createBuffer(context, bytes);
            try {
                cl.allocateNow(queues.current(), buffer);
                queues.finish();
                return buffer;
            } catch (ClFailure failure) {
                cl.releaseBuffer(buffer);
                throw failure;
            }
        } catch (ClFailure failure) {
            switch (failure.status()) {
                case ClStatus.INVALID_BUFFER_SIZE,
                        ClStatus.MEM_OBJECT_ALLOCATION_FAILURE,
                        ClStatus.OUT_OF_RESOURCES,
                        ClStatus.OUT_OF_HOST_MEMORY ->
                    throw new OutOfDeviceMemory(String.valueOf(failure.getMessage()));
                default -> {
                    return attempt("allocating %d bytes".formatted(bytes), () -> {
                        throw failure;
                    });
                }
            }
        }
    }

    @Override
    public void release(long buffer) {
        quietly(() -> cl.releaseBuffer(buffer));
    }

    /// Writes a block from the host, and doubles it by copies: `clEnqueueFillBuffer` takes minutes for some
    /// gigabytes of single bytes (NVIDIA's driver 580, which fills on the host).
    @Override
    public void fill(long buffer, long offset, long bytes, byte value) {
        run("filling %d bytes".formatted(bytes), () -> {
            long done = Math.min(bytes, SEED_BYTES);
            try (Arena arena = Arena.ofConfined()) {
                cl.write(queues.current(), buffer, offset, arena.allocate(done).fill(value));
            }
            while (done < bytes) {
                long next = Math.min(done, bytes - done);
                cl.copy(queues.current(), buffer, buffer, offset, offset + done, next);
                done += next;
            }
        });
    }

    @Override
    public void upload(long buffer, long offset, MemorySegment source) {
        run(
                "uploading %d bytes".formatted(source.byteSize()),
                () -> cl.write(queues.current(), buffer, offset, source));
    }

    @Override
    public void download(long buffer, long offset, MemorySegment target) {
        run(
                "downloading %d bytes".formatted(target.byteSize()),
                () -> cl.read(queues.current(), buffer, offset, target));
    }

    @Override
    public void downloadBeside(long buffer, long offset, MemorySegment target) {
        run(
                "downloading %d bytes".formatted(target.byteSize()),
                () -> cl.read(queues.beside(), buffer, offset, target));
    }

    @Override
    public MemorySegment hostMemory(long bytes) {
        return arena.allocate(bytes, Long.BYTES);
    }

    @Override
    public void copy(long from, long fromOffset, long to, long toOffset, long bytes) {
        run(
                "copying %d bytes".formatted(bytes),
                () -> cl.copy(queues.current(), from, to, fromOffset, toOffset, bytes));
    }

    @Override
    public String compiler() {
        return "%s on %s".formatted(facts().driver(), facts().name());
    }

    /// Every device supports OpenCL C 1.2. No option relaxes arithmetic; the source switches contraction off. The
    /// system property [#OPTIONS] adds others: tests switch optimisations off, which take most of their time.
    @Override
    public List<String> standardOptions() {
        List<String> options = new ArrayList<>(List.of("-cl-std=CL1.2"));
        if (facts().roundsFp32()) {
            options.add("-cl-fp32-correctly-rounded-divide-sqrt");
        }
        Stream.of(System.getProperty(OPTIONS, "").split(" "))
                .filter(option -> !option.isEmpty())
                .forEach(options::add);
        return options;
    }

    @Override
    public byte[] compile(String text, List<String> options) {
        long program = attempt("reading the source", () -> cl.programOfText(context, text));
        try {
            return oneAtATime.compile(() -> {
                cl.build(program, device.id(), String.join(" ", options));
                return cl.binary(program);
            });
        } catch (ClFailure failure) {
            throw new DeviceException(
                    "%s (%s) failed to compile these kernels (%s, options %s)%s; its log:%n%s"
                            .formatted(
                                    key(),
                                    facts().driver(),
                                    failure.getMessage(),
                                    String.join(" ", options),
                                    text.contains("double") && !facts().fp64()
                                            ? "; they compute in double precision, which this device does not support: use precision fp32"
                                            : "",
                                    logOf(program)),
                    failure);
        } finally {
            quietly(() -> cl.releaseProgram(program));
        }
    }

    private String logOf(long program) {
        String log = cl.buildLog(program, device.id());
        return log.isEmpty() ? "(empty)" : log.lines().limit(LINES_SHOWN).collect(Collectors.joining("\n"));
    }

    @Override
    public long load(byte[] binary) {
        long program = attempt("loading a binary", () -> cl.programOfBinary(context, device.id(), binary));
        try {
            return oneAtATime.compile(() -> {
                run("loading a binary", () -> cl.build(program, device.id(), ""));
                return program;
            });
        } catch (DeviceException refused) {
            quietly(() -> cl.releaseProgram(program));
            throw refused;
        }
    }

    @Override
    public void unload(long module) {
        quietly(() -> cl.releaseProgram(module));
    }

    @Override
    public long function(long module, String name) {
        try {
            return cl.createKernel(module, name);
        } catch (ClFailure failure) {
            if (failure.status() == ClStatus.INVALID_KERNEL_NAME) {
                throw new DeviceException(
                        "no kernel %s in this module of %s; available: %s"
                                .formatted(name, key(), cl.kernelNames(module)),
                        failure);
            }
            return attempt("getting kernel " + name, () -> {
                throw failure;
            });
        }
    }

    @Override
    public void releaseFunction(long function) {
        kernelArguments.forget(function);
        quietly(() -> cl.releaseKernel(function));
    }

    @Override
    public FunctionFacts factsOf(long function) {
        return attempt(
                "describing a kernel",
                () -> new FunctionFacts(
                        OptionalInt.of(cl.parameters(function)),
                        OptionalInt.empty(),
                        cl.kernelNumberIfKnown(function, device.id(), KERNEL_PRIVATE_MEM_SIZE)
                                .orElse(0L),
                        cl.kernelNumberIfKnown(function, device.id(), KERNEL_LOCAL_MEM_SIZE)
                                .orElse(0L),
                        maxThreads(
                                cl.kernelNumber(function, device.id(), KERNEL_WORK_GROUP_SIZE),
                                cl.kernelSizes(function, device.id(), KERNEL_COMPILE_WORK_GROUP_SIZE))));
    }

    /// Maximum threads per block of a kernel. A block size declared in the source takes precedence: NVIDIA's
    /// driver 580 returns 256 for every kernel, but runs kernels that declare 1024.
    /// @param reported the driver's answer for the kernel
    /// @param declared block size in the kernel's source, along each axis; all 0 if there is none
    static int maxThreads(long reported, long[] declared) {
        long product = LongStream.of(declared).reduce(1, Math::multiplyExact);
        return Math.toIntExact(product > 0 ? product : reported);
    }

    @Override
    public OptionalInt residentBlocks(long function, LaunchShape shape) {
        return OptionalInt.empty();
    }

    @Override
    public void launch(GpuFunction function, LaunchShape shape, Object[] arguments) {
        launches.note(function, shape);
        long kernel = function.handle();
        run(() -> "launching " + launches.last(), () -> {
            kernelArguments.set(function, arguments);
            if (shape.sharedBytes() > 0) {
                cl.setArgument(kernel, arguments.length, shape.sharedBytes(), MemorySegment.NULL);
            }
            setSizes(
                    globalSize,
                    (long) shape.gridX() * shape.blockX(),
                    (long) shape.gridY() * shape.blockY(),
                    (long) shape.gridZ() * shape.blockZ());
            setSizes(localSize, shape.blockX(), shape.blockY(), shape.blockZ());
            oneAtATime.launch(() -> cl.launch(queues.current(), kernel, globalSize, localSize), queues::finish);
        });
    }

    private static void setSizes(MemorySegment sizes, long x, long y, long z) {
        sizes.setAtIndex(JAVA_LONG, 0, x);
        sizes.setAtIndex(JAVA_LONG, 1, y);
        sizes.setAtIndex(JAVA_LONG, 2, z);
    }

    @Override
    public long record() {
        return attempt("recording an event", queues::mark);
    }

    @Override
    public void releaseEvent(long event) {
        quietly(() -> queues.release(event));
    }

    @Override
    public double elapsedSeconds(long earlier, long later) {
        return attempt("waiting for an event", () -> {
            cl.await(later);
            return (cl.endNanoseconds(later) - cl.endNanoseconds(earlier)) * 1e-9;
        });
    }

    @Override
    public void synchronize() {
        run("waiting for the queue", queues::finish);
    }

    @Override
    public void close() {
        quietly(queues::finish);
        quietly(queues::release);
        quietly(() -> cl.releaseContext(context));
        arena.close();
    }

    private void quietly(Runnable release) {
        try {
            release.run();
        } catch (ClFailure lost) {
            LOG.debug("{}: {} while releasing", key(), lost.getMessage());
        }
    }
}
