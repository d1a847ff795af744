package dev.tessera.geometry;

import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// Something that can be turned into nodes: shapes, a surface mesh, an image stack, spheres.
public interface GeometrySource {
    /// One line for people: what it is and from which file.
    String description();

    /// Layers of nodes without solid that it adds before and behind itself along x, y, z, `[3]`.
    default int[] bufferNodes() {
        return new int[3];
    }

    /// Voxelises.
    /// @param spacingM distance between nodes, m
    /// @param workers where parallel parts run
    /// @throws GeometryException where the geometry has defects that cannot be repaired
    ///        safely; says what and where
    NodeMap voxelise(double spacingM, ForkJoinPool workers);

    /// Likewise, for somebody who can do nothing with too many nodes.
    /// @param counted hears how many fluid nodes there will be at the least, before what takes long is done (links,
    ///        distances, thin places); what it throws ends the voxelising. Sources that do not know say nothing. A
    ///        [GeometryListener] also hears what is being done.
    default NodeMap voxelise(double spacingM, ForkJoinPool workers, LongConsumer counted) {
        return voxelise(spacingM, workers);
    }
}
