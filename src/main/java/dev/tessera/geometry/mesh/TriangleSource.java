package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometrySource;

/// A geometry that is the inside of triangles.
public interface TriangleSource extends GeometrySource {
    /// The closed surface whose inside [#voxelise] fills; its patches are ids of
    /// [dev.tessera.geometry.NodeMap#surfaces].
    /// @throws dev.tessera.geometry.GeometryException as [#voxelise]
    TriangleMesh triangles();
}
