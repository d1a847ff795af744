package dev.tessera.device.cpu;

import dev.tessera.device.DeviceException;
import dev.tessera.emit.jvm.JvmTarget;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SlotFormat;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compiles kernels to classes of this JVM. Needs no other compiler. Kernels use vectors if the JVM was started
/// with the module `jdk.incubator.vector`, otherwise they compute one node at a time; the values are identical.
///
/// Equal kernels share one compiled kernel, which stays warm for the lifetime of this object. Thread-safe.
public final class JvmKernels implements LaneCompiler {
    private static final Logger LOG = LoggerFactory.getLogger(JvmKernels.class);
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(60);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);
    private static final int ATTEMPTS_BEFORE_A_WARNING = 2;
    private static final long BUSY_NODES = 200_000;

    /// System property: node updates after which a kernel is busy, in place of 200,000. Tests run many kernels for
    /// few steps and set it higher, since warming one costs seconds of processor time. No value depends on it.
    static final String BUSY_NODES_PROPERTY = "tessera.jvm.busy-nodes";

    private final JvmClasses classes = JvmClasses.ofThisJvm();
    private final Warmer warmer;
    private final long busyNodes;
    private final int vectorBits;
    private final WarmUp warmUp;
    private final AtomicBoolean hasRules = new AtomicBoolean();
    private final Map<String, LaneKernel> kernels = new ConcurrentHashMap<>();

    /// Warms a kernel over vectors; see [JvmWarmUp#warm].
    @FunctionalInterface
    interface WarmUp {
        JvmWarmUp.Outcome warm(LaneKernel vectors, Kernel kernel, Precision precision, int lanes);
    }

    private JvmKernels(Warmer warmer, WarmUp warmUp, long busyNodes) {
        this.warmer = warmer;
        this.warmUp = warmUp;
        this.busyNodes = busyNodes;
        this.vectorBits = JvmVectors.preferredBits().orElse(0);
        if (vectorBits == 0) {
            LOG.warn("Java runs without its vector module, so kernels compute one node at a time, several times slower."
                    + " Start it with --add-modules jdk.incubator.vector (the launcher does).");
        }
        if (!JvmClasses.compilesLongKernels()) {
            LOG.warn(
                    "Java's compiler has too small a stack for long kernels and may end this process without a message."
                            + " Start Java with -XX:CompilerThreadStackSize=16384 (the launcher does).");
        }
    }

    /// Kernels that are warm when `compile` returns; it takes one to three seconds per kernel. A kernel that
    /// the JVM does not vectorise after some attempts stays scalar.
    public static JvmKernels warmAtOnce() {
        return new JvmKernels(
                (delay, work) -> {
                    if (delay.compareTo(FIRST_PAUSE.multipliedBy(2)) <= 0) {
                        LockSupport.parkNanos(delay.toNanos());
                        work.run();
                    }
                },
                new JvmWarmUp(WARM_UP_LIMIT)::warm,
                0);
    }

    /// Kernels that run immediately, and reach full speed some seconds after they have switchTo busy. A kernel
    /// that the JVM does not vectorise (its compile queue may be full) stays scalar and is tried again, with
    /// growing pauses, as long as the program runs.
    ///
    /// @param warmer warms kernels one at a time, each for some seconds
    public static JvmKernels warmWhenBusy(Warmer warmer) {
        return warmWhenBusy(warmer, new JvmWarmUp(WARM_UP_LIMIT)::warm);
    }

    static JvmKernels warmWhenBusy(Warmer warmer, WarmUp warmUp) {
        return new JvmKernels(warmer, warmUp, Long.getLong(BUSY_NODES_PROPERTY, BUSY_NODES));
    }

    @Override
    public String key() {
        return "jvm";
    }

    @Override
    public int lanes(Precision precision) {
        return Math.max(1, vectorBits / (8 * precision.computedBytes()));
    }

    @Override
    public LaneKernel compile(Kernel kernel, Precision precision) {
        return switch (precision.stored()) {
            case SlotFormat.Plain plain -> compiled(kernel, precision);
            case SlotFormat.HalfDeviations halves -> new HalfKernel(compiled(kernel, Precision.FP32), kernel);
        };
    }

    private LaneKernel compiled(Kernel kernel, Precision precision) {
        String hash;
        try {
            hash = new JvmTarget().print(kernel, precision).hash();
        } catch (IllegalArgumentException impossible) {
            throw new DeviceException(String.valueOf(impossible.getMessage()), impossible);
        }
        return kernels.computeIfAbsent(hash, unknown -> make(kernel, precision));
    }

    private LaneKernel make(Kernel kernel, Precision precision) {
        LaneKernel scalar = classes.define(kernel, precision, Lanes.SCALAR);
        if (lanes(precision) == 1) {
            return scalar;
        }
        TieredKernel tiered = new TieredKernel(
                scalar, busyNodes, busy -> warmer.later(Duration.ZERO, () -> warm(kernel, precision, busy, 1)));
        if (busyNodes == 0) {
            tiered.request();
        }
        return tiered;
    }

    private void applyRules() {
        if (hasRules.compareAndSet(false, true)) {
            JvmCompilerRules.apply()
                    .filter(_ -> !isClosed())
                    .ifPresent(why -> LOG.warn(
                            "This JVM rejects directives for its compilers ({}), so large kernels may stay at a tenth of their"
                                    + " speed. Run it with a whole JDK 25; a run-time image of jlink needs the modules"
                                    + " jdk.management and jdk.jfr. --device cpu:c does not have this problem.",
                            why));
        }
    }

    /// Switches the kernel to its vector class when that is warm; otherwise tries again later with a new class.
    private void warm(Kernel kernel, Precision precision, TieredKernel tiered, int attempt) {
        applyRules();
        LaneKernel vectors = classes.define(kernel, precision, Lanes.VECTOR);
        JvmWarmUp.Outcome outcome = warmUp.warm(vectors, kernel, precision, lanes(precision));
        if (outcome.warm()) {
            tiered.switchTo(vectors);
            LOG.debug(
                    "kernel {} in {} is warm after {} ms, {} calls, attempt {}",
                    kernel.name(),
                    precision.key(),
                    outcome.time().toMillis(),
                    outcome.calls(),
                    attempt);
            return;
        }
        if (isClosed()) {
            return;
        }
        if (attempt == ATTEMPTS_BEFORE_A_WARNING) {
            LOG.warn(
                    "Java's compiler still keeps the vectors of kernel {} on the heap ({} bytes a call), so it runs one"
                            + " node at a time: slower, with the same results. Tessera will try again periodically."
                            + " --device cpu:c does not have this problem.",
                    kernel.name(),
                    outcome.bytesPerCall());
        }
        warmer.later(pauseAfter(attempt), () -> warm(kernel, precision, tiered, attempt + 1));
    }

    /// Whether this thread's warmer was closed, which interrupts what it does.
    private static boolean isClosed() {
        return Thread.currentThread().isInterrupted();
    }

    /// 1, 2, 4 … seconds.
    private static Duration pauseAfter(int attempt) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempt - 1, 20));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
