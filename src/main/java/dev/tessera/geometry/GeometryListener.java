package dev.tessera.geometry;

import java.util.function.LongConsumer;

/// Receives the progress of voxelising, on the thread that voxelises.
public interface GeometryListener extends LongConsumer {
    /// Receives a lower bound of the number of fluid nodes; see [GeometrySource#voxelise].
    @Override
    void accept(long fluidNodes);

    /// Called many times per second.
    /// @param what the current work, such as `placing spheres`
    /// @param done completed fraction of it, 0 … 1; NaN where unknown
    void doing(String what, double done);

    /// `counted` itself if it is a listener; else one that forwards counts only.
    static GeometryListener of(LongConsumer counted) {
        return counted instanceof GeometryListener listener ? listener : of(counted, (what, done) -> {});
    }

    static GeometryListener of(LongConsumer counted, Doing doing) {
        return new GeometryListener() {
            @Override
            public void accept(long fluidNodes) {
                counted.accept(fluidNodes);
            }

            @Override
            public void doing(String what, double done) {
                doing.doing(what, done);
            }
        };
    }

    /// The second half of a listener.
    @FunctionalInterface
    interface Doing {
        void doing(String what, double done);
    }
}
