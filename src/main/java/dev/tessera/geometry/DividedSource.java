package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// A geometry that several processes can voxelise together, each a slab of its box. All find what one process would:
/// isolated and dropped parts, openings and findings are those of the whole.
public interface DividedSource extends GeometrySource {
    /// Voxelises the slab of this process. Collective.
    /// @param counted as in [GeometrySource#voxelise(double, ForkJoinPool, LongConsumer)]; all slabs'
    ///        fluid nodes
    /// @throws GeometryException also where the box has too few planes for so many processes
    SlabNodes voxelise(double spacingM, SlabExchange exchange, ForkJoinPool workers, LongConsumer counted);

    @Override
    default NodeMap voxelise(double spacingM, ForkJoinPool workers) {
        return voxelise(spacingM, workers, counted -> {});
    }

    @Override
    default NodeMap voxelise(double spacingM, ForkJoinPool workers, LongConsumer counted) {
        return voxelise(spacingM, SlabExchange.ALONE, workers, counted).nodes();
    }
}
