package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.emit.jvm.JvmTarget;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compiles kernels to classes of this JVM. Nothing has to be installed. Kernels run with vectors where the
/// JVM was
/// started with the module `jdk.incubator.vector`, else one node at a time; the values are the same.
///
/// Same kernel, same compiled kernel: what was warmed up once stays warm for the life of this object.
/// Thread-safe.
public final class JvmKernels implements LaneCompiler {
    private static final Logger LOG = LoggerFactory.getLogger(JvmKernels.class);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int ATTEMPTS = 2;
    private static final long BUSY_NODES = 200_000;

    private final JvmClasses classes = JvmClasses.ofThisJvm();
    private final Executor warmer;
    private final long busyNodes;
    private final int vectorBits;
    private final AtomicBoolean ruled = new AtomicBoolean();
    private final Map<String, LaneKernel> known = new ConcurrentHashMap<>();

    private JvmKernels(Executor warmer, long busyNodes) {
        this.warmer = warmer;
        this.busyNodes = busyNodes;
        this.vectorBits = JvmVectors.preferredBits().orElse(0);
        if (vectorBits == 0) {
            LOG.warn("Java runs without its vector module, so kernels compute one node at a time, several times slower."
                    + " Start it with --add-modules jdk.incubator.vector (the launcher does).");
        }
    }

    /// Kernels that are warm when `compile` returns; it takes one to three seconds a kernel.
    public static JvmKernels warmAtOnce() {
        return new JvmKernels(Runnable::run, 0);
    }

    /// Kernels that run at once, and at full speed some seconds after they have become busy.
    ///
    /// @param warmer warms one kernel after the other, each some seconds of work; best in a thread of its own
    public static JvmKernels warmWhenBusy(Executor warmer) {
        return new JvmKernels(warmer, BUSY_NODES);
    }

    @Override
    public String key() {
        return "jvm";
    }

    @Override
    public int lanes(Precision precision) {
        return Math.max(1, vectorBits / (8 * precision.bytes()));
    }

    @Override
    public LaneKernel compile(Kernel kernel, Precision precision) {
        String hash;
        try {
            hash = new JvmTarget().print(kernel, precision).hash();
        } catch (IllegalArgumentException impossible) {
            throw new DeviceException(impossible.getMessage(), impossible);
        }
        return known.computeIfAbsent(hash, unknown -> make(kernel, precision));
    }

    private LaneKernel make(Kernel kernel, Precision precision) {
        LaneKernel scalar = classes.define(kernel, precision, Lanes.SCALAR);
        if (lanes(precision) == 1) {
            return scalar;
        }
        TieredKernel tiered = new TieredKernel(
                scalar, busyNodes, busy -> warmer.execute(() -> busy.become(warmed(kernel, precision, scalar))));
        if (busyNodes == 0) {
            tiered.ask();
        }
        return tiered;
    }

    private void applyRules() {
        if (ruled.compareAndSet(false, true)) {
            JvmCompilerRules.apply()
                    .ifPresent(why ->
                            LOG.debug("the JVM took no rules for its compilers ({}); warming takes longer", why));
        }
    }

    /// The kernel over vectors, warm; or `scalar`, with a sentence, where the JVM does not get it right.
    private LaneKernel warmed(Kernel kernel, Precision precision, LaneKernel scalar) {
        applyRules();
        JvmWarmUp.Outcome last = null;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            LaneKernel vectors = classes.define(kernel, precision, Lanes.VECTOR);
            last = new JvmWarmUp(PATIENCE).warm(vectors, kernel, precision, lanes(precision));
            if (last.warm()) {
                LOG.debug(
                        "kernel {} in {} is warm after {} ms, {} calls, attempt {}",
                        kernel.name(),
                        precision.key(),
                        last.time().toMillis(),
                        last.calls(),
                        attempt);
                return vectors;
            }
        }
        LOG.warn(
                "Java's compiler keeps the vectors of kernel {} on the heap ({} bytes a call after {} attempts), so it goes on one"
                        + " node at a time, slower but right. --device cpu:c does not have this problem.",
                kernel.name(),
                last.bytesPerCall(),
                ATTEMPTS);
        return scalar;
    }
}
