package dev.tessera.device.cpu;

import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;

/// Kernels as classes that are not warmed up: the JVM interprets them, which keeps tests fast.
record ColdJvm(JvmClasses classes, Lanes lanes) implements LaneCompiler {
    @Override
    public String key() {
        return "jvm";
    }

    @Override
    public int lanes(Precision precision) {
        return lanes == Lanes.SCALAR ? 1 : JvmVectors.preferredBits().orElseThrow() / (8 * precision.computedBytes());
    }

    @Override
    public LaneKernel compile(Kernel kernel, Precision precision) {
        return classes.define(kernel, precision, lanes);
    }
}
