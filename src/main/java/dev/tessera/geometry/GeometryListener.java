package dev.tessera.geometry;

import java.util.function.LongConsumer;

/// Follows a geometry while its nodes are made. Called on the thread that makes them.
public interface GeometryListener extends LongConsumer {
    /// Hears how many fluid nodes there will be at the least; see [GeometrySource#voxelise].
    @Override
    void accept(long fluidNodes);

    /// Called many times a second.
    /// @param what is being done, such as `placing spheres`
    /// @param done the part of it that is done, 0 … 1; NaN where that is not known
    void doing(String what, double done);

    /// The listener itself where it is one; else one that passes on counts alone.
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
