package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import java.util.concurrent.ForkJoinPool;

/// The surface of the fluid, from which pictures of any view are made.
///
/// @param of the geometry
/// @param cells crossed by it
/// @param planes openings and sides of the box
/// @param nodes distances and normals at the cells' corners
record FluidSurface(NodeMap of, SurfaceCells cells, SurfacePlanes planes, SurfaceNodes nodes) {
    static FluidSurface of(NodeMap of, ForkJoinPool workers) {
        SurfaceCells cells = new SurfaceCells(of.fluid(), workers);
        SurfacePlanes planes = new SurfacePlanes(of);
        return new FluidSurface(of, cells, planes, new SurfaceNodes(of, cells, planes, workers));
    }

    /// What a camera sees of it.
    SurfaceSamples seenBy(SurfaceCamera camera, ForkJoinPool workers) {
        return SurfaceSamples.cast(camera, () -> new SurfaceRay(cells, nodes, planes), workers);
    }
}
