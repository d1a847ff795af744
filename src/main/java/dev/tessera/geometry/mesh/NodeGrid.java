package dev.tessera.geometry.mesh;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.GeometryException;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// Nodes in the bounding box of a mesh, centred in it.
///
/// @param originM position of node (0, 0, 0), `[3]`
record NodeGrid(Box box, double[] originM, double spacingM) {
    static NodeGrid around(TriangleMesh mesh, double spacingM) {
        double[] b = mesh.bounds();
        int[] n = new int[3];
        double[] origin = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            double size = b[3 + axis] - b[axis];
            double count = Math.floor(size / spacingM) + 1;
            if (count > 1 << 20) {
                throw new GeometryException(("a spacing of %s makes %.3g nodes along %c, where the surface is %s long;"
                                + " is stl-unit right?")
                        .formatted(
                                QuantityText.about(spacingM, QuantityKind.LENGTH),
                                count,
                                "xyz".charAt(axis),
                                QuantityText.about(size, QuantityKind.LENGTH)));
            }
            n[axis] = (int) count;
            origin[axis] = (b[axis] + b[3 + axis]) / 2 - (n[axis] - 1) * spacingM / 2;
        }
        return new NodeGrid(new Box(n[0], n[1], n[2], false, false, false), origin, spacingM);
    }

    /// A position along an axis in spacings from node 0.
    double inNodes(double positionM, int axis) {
        return (positionM - originM[axis]) / spacingM;
    }
}
