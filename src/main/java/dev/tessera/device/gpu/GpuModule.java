package dev.tessera.device.gpu;

import java.util.LinkedHashMap;
import java.util.Map;

/// Compiled kernels on a device (a module in CUDA, a program in OpenCL).
public final class GpuModule implements AutoCloseable {
    private final Accelerator owner;
    private final GpuDriver driver;
    private final long handle;
    private final boolean fromCache;
    private final Map<String, GpuFunction> functions = new LinkedHashMap<>();
    private boolean open = true;

    GpuModule(Accelerator owner, GpuDriver driver, long handle, boolean fromCache) {
        this.owner = owner;
        this.driver = driver;
        this.handle = handle;
        this.fromCache = fromCache;
    }

    /// The kernel of this name; the same object every time.
    /// @throws dev.tessera.device.DeviceException if the source has no kernel of this name
    public GpuFunction function(String name) {
        requireOpen();
        return functions.computeIfAbsent(name, wanted -> {
            long function = driver.function(handle, wanted);
            return new GpuFunction(this, wanted, function, driver.factsOf(function));
        });
    }

    /// Whether the binary was in the cache, so that nothing was compiled.
    public boolean fromCache() {
        return fromCache;
    }

    Accelerator owner() {
        return owner;
    }

    void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this module of %s is closed".formatted(owner.key()));
        }
    }

    @Override
    public void close() {
        if (open) {
            functions.values().forEach(function -> driver.releaseFunction(function.handle()));
            functions.clear();
            open = false;
            owner.unloaded(this, handle);
        }
    }
}
