package dev.tessera.device.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tessera.device.DeviceException;
import dev.tessera.emit.jvm.KernelClass;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.emit.jvm.KernelClasses;
import dev.tessera.emit.jvm.KernelClasses.Longest;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Defines kernels as hidden classes of this JVM. The JVM compiles them while they run.
final class JvmClasses {
    private static final String HUGE_METHODS = "DontCompileHugeMethods";
    private static final String COMPILER_STACK = "CompilerThreadStackSize";
    private static final int LEAST_COMPILER_STACK = 8192; // KiB

    private final Longest longest;

    private JvmClasses(Longest longest) {
        this.longest = longest;
    }

    /// Classes with methods up to the size that this JVM compiles.
    static JvmClasses ofThisJvm() {
        return new JvmClasses(compilesHugeMethods() ? Longest.huge() : Longest.byDefault());
    }

    static JvmClasses withMethodsUpTo(Longest longest) {
        return new JvmClasses(longest);
    }

    /// Defines the kernel's classes; every call defines new ones.
    ///
    /// @throws DeviceException if the kernel cannot be written as a class
    LaneKernel define(Kernel kernel, Precision precision, Lanes lanes) {
        KernelClasses classes;
        try {
            classes = KernelClasses.of(kernel, precision, lanes, LaneKernel.class, longest);
        } catch (IllegalArgumentException impossible) {
            throw new DeviceException(String.valueOf(impossible.getMessage()), impossible);
        }
        List<LaneKernel> stages = new ArrayList<>();
        for (KernelClass stage : classes.stages()) {
            stages.add(define(stage));
        }
        LaneKernel whole = stages.size() == 1
                ? stages.getFirst()
                : new StagedKernel(stages, Streams.of(kernel), classes.scratchStreams(), precision);
        return switch (lanes) {
            case VECTOR -> new PaddedKernel(whole, Streams.of(kernel), classes.reads(), classes.writes(), precision);
            case SCALAR -> whole;
        };
    }

    private static LaneKernel define(KernelClass made) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(made.bytes(), true);
            return (LaneKernel) hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable broken) {
            throw new DeviceException(
                    "the JVM rejects the class of kernel %s: %s; use --device cpu:c".formatted(made.name(), broken),
                    broken);
        }
    }

    /// Whether HotSpot compiles methods above 8000 bytes (`-XX:-DontCompileHugeMethods`).
    private static boolean compilesHugeMethods() {
        return flag(HUGE_METHODS).filter("false"::equals).isPresent();
    }

    /// Whether HotSpot's compiler has the stack that long kernels need (`-XX:CompilerThreadStackSize`). With
    /// its usual stack of 1 MiB it ends the process.
    static boolean compilesLongKernels() {
        return flag(COMPILER_STACK)
                .map(kibibytes -> Long.parseLong(kibibytes) >= LEAST_COMPILER_STACK)
                .orElse(true);
    }

    /// The value of a flag of this JVM; empty on JVMs other than HotSpot.
    private static Optional<String> flag(String name) {
        HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return Optional.ofNullable(hotSpot).map(it -> it.getVMOption(name).getValue());
    }
}
