package dev.tessera.device.gpu;

import dev.tessera.kernel.LaunchShape;
import java.util.OptionalInt;

/// A compiled kernel, ready to be launched by its [Accelerator].
public final class GpuFunction {
    private final GpuModule module;
    private final String name;
    private final long handle;
    private final FunctionFacts facts;

    GpuFunction(GpuModule module, String name, long handle, FunctionFacts facts) {
        this.module = module;
        this.name = name;
        this.handle = handle;
        this.facts = facts;
    }

    public String name() {
        return name;
    }

    public FunctionFacts facts() {
        return facts;
    }

    /// Resident blocks of this shape per multiprocessor, if the driver reports it.
    public OptionalInt residentBlocks(LaunchShape shape) {
        return module.owner().residentBlocks(this, shape);
    }

    /// Resident threads per multiprocessor as a fraction of its maximum; NaN if the driver does not report it.
    public double occupancy(LaunchShape shape) {
        int most = module.owner().facts().maxThreadsPerMultiprocessor();
        OptionalInt blocks = residentBlocks(shape);
        return blocks.isPresent() && most > 0
                ? (double) blocks.getAsInt() * shape.threadsPerBlock() / most
                : Double.NaN;
    }

    /// The driver's handle.
    /// @throws IllegalStateException if the module is closed
    public long handle() {
        module.requireOpen();
        return handle;
    }

    Accelerator owner() {
        return module.owner();
    }

    @Override
    public String toString() {
        return "%s on %s: %s".formatted(name, owner().key(), facts);
    }
}
