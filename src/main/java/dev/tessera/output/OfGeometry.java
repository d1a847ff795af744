package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What follows from a geometry alone, kept for the latest one. Thread-safe: a thread that asks for what another one
/// computes waits for it.
final class OfGeometry<T> {
    private final Function<NodeMap, T> compute;
    private @Nullable Kept<T> latest; // guarded by this

    private record Kept<T>(NodeMap of, T value) {}

    OfGeometry(Function<NodeMap, T> compute) {
        this.compute = compute;
    }

    /// The value of a geometry.
    synchronized T of(NodeMap nodes) {
        Kept<T> kept = latest;
        if (kept == null || kept.of() != nodes) {
            latest = null; // not two at a time
            kept = new Kept<>(nodes, compute.apply(nodes));
            latest = kept;
        }
        return kept.value();
    }
}
