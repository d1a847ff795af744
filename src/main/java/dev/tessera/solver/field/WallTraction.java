package dev.tessera.solver.field;

/// The tangential traction of the fluid on walls, at boundary nodes.
///
/// @param boundaryNodes indices into `nodes.links()` of the nodes that touch a wall, ascending
/// @param vectorPa `[axis][entry]`
/// @param magnitudePa its length, `[entry]`
/// @param counted whether statistics count it, `[entry]`: not in extensions, and not close to openings
public record WallTraction(int[] boundaryNodes, double[][] vectorPa, double[] magnitudePa, boolean[] counted) {
    /// Computes the length.
    public static WallTraction of(int[] boundaryNodes, double[][] vectorPa, boolean[] counted) {
        double[] magnitude = new double[boundaryNodes.length];
        for (int k = 0; k < magnitude.length; k++) {
            double x = vectorPa[0][k];
            double y = vectorPa[1][k];
            double z = vectorPa[2][k];
            magnitude[k] = Math.sqrt(x * x + y * y + z * z);
        }
        return new WallTraction(boundaryNodes, vectorPa, magnitude, counted);
    }
}
