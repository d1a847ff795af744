package dev.tessera.device.gpu;

import dev.tessera.device.gpu.BinaryCache.Loaded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Compiles the kernels of one device, or takes them from the cache; on other threads if that is requested early
/// enough. Not thread-safe.
final class KernelCompiler {
    private final GpuDriver driver;
    private final BinaryCache cache;
    private final Map<String, Future<byte[]>> begun = new LinkedHashMap<>(); // by text

    KernelCompiler(GpuDriver driver, BinaryCache cache) {
        this.driver = driver;
        this.cache = cache;
    }

    /// Begins to compile on another thread, so that [#load] of the same text has less to wait for. Nothing
    /// happens where the kernels are in the cache, and where the driver's compiler cannot work beside other
    /// calls. What fails here is reported by [#load].
    void begin(String text) {
        List<String> options = driver.standardOptions();
        if (driver.compilesBeside() && !cache.has(driver.language(), driver.compiler(), text, options)) {
            begun.computeIfAbsent(text, _ -> CompilerThread.begin(() -> driver.compile(text, options)));
        }
    }

    /// Forgets what was begun and not loaded; compilations that have not started yet never do.
    void forget() {
        begun.values().forEach(compilation -> compilation.cancel(false));
        begun.clear();
    }

    /// @param options in addition to the standard ones
    Loaded load(String text, List<String> options) {
        List<String> all = new ArrayList<>(driver.standardOptions());
        all.addAll(options);
        Future<byte[]> early = options.isEmpty() ? begun.remove(text) : null;
        return SignalHandlers.preserve(() -> cache.load(
                driver.language(), driver.compiler(), text, all, () -> compiled(early, text, all), driver::load));
    }

    private byte[] compiled(@Nullable Future<byte[]> early, String text, List<String> options) {
        return early == null ? CompilerThread.run(() -> driver.compile(text, options)) : CompilerThread.result(early);
    }
}
