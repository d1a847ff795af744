package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import org.jspecify.annotations.Nullable;

/// The flow at one time in SI units, on fluid nodes in canonical order. Immutable.
///
/// @param step steps since the start
/// @param timeS physical time
/// @param nodes the geometry
/// @param velocityMPerS `[axis 0..2][fluid node]` (2D: the third is zero)
/// @param pressurePa gauge, `[fluid node]`
/// @param shearStressPa deviatoric stress `[xx, yy, zz, xy, xz, yz][fluid node]`, or null where it was not requested
/// @param wallShearStress at boundary nodes, or null where it was not requested
public record Snapshot(
        long step,
        double timeS,
        NodeMap nodes,
        double[][] velocityMPerS,
        double[] pressurePa,
        double @Nullable [][] shearStressPa,
        @Nullable WallShearStress wallShearStress) {

    /// @param boundaryNodes indices into `nodes.links()` of the nodes that touch a wall, ascending
    /// @param vectorPa tangential traction of the fluid on the wall, `[axis][entry]`
    /// @param magnitudePa its length, `[entry]`
    /// @param counted whether statistics count it, `[entry]`: not in extensions, and not close to openings
    public record WallShearStress(int[] boundaryNodes, double[][] vectorPa, double[] magnitudePa, boolean[] counted) {}
}
