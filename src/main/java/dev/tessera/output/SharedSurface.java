package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import java.lang.ref.SoftReference;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// The surface of the latest geometry, computed once for all pictures of a run. They need it for the first picture
/// only, so that it is given up where memory is short. Thread-safe.
final class SharedSurface {
    private final ForkJoinPool workers;
    private SoftReference<@Nullable FluidSurface> latest = new SoftReference<>(null); // guarded by this

    SharedSurface(ForkJoinPool workers) {
        this.workers = workers;
    }

    synchronized FluidSurface of(NodeMap nodes) {
        FluidSurface known = latest.get();
        if (known == null || known.of() != nodes) {
            latest.clear(); // not two at a time
            known = FluidSurface.of(nodes, workers);
            latest = new SoftReference<>(known);
        }
        return known;
    }
}
