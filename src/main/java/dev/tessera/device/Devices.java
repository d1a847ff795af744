package dev.tessera.device;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.cpu.CKernels;
import dev.tessera.device.cpu.ChosenKernels;
import dev.tessera.device.cpu.CpuDevice;
import dev.tessera.device.cpu.JvmKernels;
import dev.tessera.device.cpu.LaneCompiler;
import dev.tessera.device.cpu.Warmer;
import dev.tessera.device.cuda.CudaPlatform;
import dev.tessera.device.gpu.Accelerators;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.gpu.HostSettings;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.device.opencl.OpenClPlatforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The catalogue of devices.
///
/// `cpu` compiles kernels to classes of the JVM; kernels of more than 600 operations use a C compiler if one is
/// found. `auto` selects the first GPU that can run kernels, CUDA before OpenCL, and `cpu` if there is none. It
/// does not select CPUs that OpenCL offers, and logs why a GPU is skipped.
public final class Devices implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Devices.class);

    private final ForkJoinPool pool;
    private final boolean isBatching;
    private final List<Entry> entries;
    private final Accelerators accelerators = accelerators();
    private final List<GpuDevice> opened = new ArrayList<>();
    private @Nullable LaneCompiler jvm;
    private @Nullable Warmer warmer;

    private record Entry(String key, Supplier<Device> device) {}

    private Devices(ForkJoinPool pool, boolean isBatching) {
        this.pool = pool;
        this.isBatching = isBatching;
        this.entries = List.of(
                new Entry("auto", this::automatic),
                new Entry("cpu", this::cpu),
                new Entry("cpu:jvm", () -> new CpuDevice(jvm(), pool)),
                new Entry("cpu:c", this::c),
                new Entry("cpu:interpreter", Interpreter::new));
    }

    /// @param pool its threads run the kernels
    public static Devices on(ForkJoinPool pool) {
        return on(pool, true);
    }

    /// @param isBatching whether many steps of a small case are sent to a GPU as one launch
    public static Devices on(ForkJoinPool pool, boolean isBatching) {
        return new Devices(pool, isBatching);
    }

    /// The GPUs of this machine, CUDA before OpenCL; nothing is opened.
    public static Accelerators accelerators() {
        List<GpuPlatform> platforms = List.of(new CudaPlatform(), new OpenClPlatforms(CudaPlatform::factsOf));
        return new Accelerators(platforms, BinaryCache.ofUser());
    }

    /// All keys, in display order.
    public List<String> keys() {
        return Stream.concat(
                        entries.stream().map(Entry::key),
                        accelerators.offers().stream().map(GpuPlatform.Offer::key))
                .toList();
    }

    /// @throws DeviceException if the device is unknown, or this machine lacks something that it needs; the
    ///       message states a remedy
    public Device byKey(String key) {
        if (accelerators.isKey(key)) {
            return gpu(accelerators.offer(key));
        }
        return entries.stream()
                .filter(entry -> entry.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new DeviceException(
                        "unknown device %s; available: %s".formatted(key, String.join(", ", keys()))))
                .device()
                .get();
    }

    /// Whether a key is valid, whether or not its device is available. Loads no driver.
    public boolean isKey(String key) {
        return accelerators.isKey(key)
                || entries.stream().anyMatch(entry -> entry.key().equals(key));
    }

    private Device gpu(GpuPlatform.Offer offer) {
        GpuDevice device = new GpuDevice(accelerators.open(offer.key()), new HostSettings(pool, isBatching));
        opened.add(device);
        return device;
    }

    private Device automatic() {
        Accelerators.Choice choice = accelerators.fastest();
        choice.passedOver().forEach(why -> LOG.warn("{}", why));
        Optional<GpuPlatform.Offer> fastest = choice.gpu();
        if (fastest.isPresent()) {
            LOG.info(
                    "Running on {} ({}).",
                    fastest.get().key(),
                    fastest.get().facts().name());
            return gpu(fastest.get());
        }
        Host host = Host.probe();
        LOG.info(
                "Running on the CPU with {} and {}-bit vectors. `tessera devices` lists other devices.",
                pool.getParallelism() == 1 ? "1 thread" : pool.getParallelism() + " threads",
                host.vectorBits());
        return cpu();
    }

    private Device cpu() {
        Optional<CCompiler> compiler = CCompiler.find();
        LaneCompiler jvm = jvm();
        return new CpuDevice(compiler.isEmpty() ? jvm : new ChosenKernels(jvm, CKernels.of(compiler.get())), pool);
    }

    private Device c() {
        CCompiler compiler = CCompiler.find()
                .orElseThrow(() -> new DeviceException(
                        "cpu:c needs a C compiler, but no gcc, clang or cc is on the PATH; install one"
                                + " (Debian: apt-get install gcc), set TESSERA_CC to one, or use --device cpu:jvm"));
        return new CpuDevice(CKernels.of(compiler), pool);
    }

    /// One for all devices of this catalogue, which then share kernels that are compiled and warm.
    private synchronized LaneCompiler jvm() {
        if (jvm == null) {
            warmer = Warmer.inBackground();
            jvm = JvmKernels.warmWhenBusy(warmer);
        }
        return jvm;
    }

    /// Releases the GPUs that were opened, and stops warming kernels of the JVM: they keep their present speed.
    @Override
    public synchronized void close() {
        opened.forEach(GpuDevice::close);
        opened.clear();
        if (warmer != null) {
            warmer.close();
        }
        warmer = null;
        jvm = null;
    }
}
