package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// Something that can be turned into nodes: shapes, a surface mesh, an image stack, spheres.
public interface GeometrySource {
    /// One-line description: the kind of geometry and its file.
    String description();

    /// Layers of nodes without solid that it adds before and behind itself along x, y, z, `[3]`.
    default int[] bufferNodes() {
        return new int[3];
    }

    /// Voxelises.
    /// @param spacingM distance between nodes, m
    /// @param workers threads of parallel work
    /// @throws GeometryException where the geometry has defects that cannot be repaired safely; names them and their
    ///        places
    NodeMap voxelise(double spacingM, ForkJoinPool workers);

    /// The same, with an early check of the number of nodes.
    /// @param counted receives a lower bound of the number of fluid nodes before the long work begins (links,
    ///        distances, thin places); an exception from it ends the voxelising. Sources that do not know the number do
    ///        not call it. A [GeometryListener] also receives the progress.
    default NodeMap voxelise(double spacingM, ForkJoinPool workers, LongConsumer counted) {
        return voxelise(spacingM, workers);
    }
}
