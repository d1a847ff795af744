package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.model.VelocitySet;
import java.util.List;

/// Populations that are products of one factor per axis, by the component of the velocity along it.
///
/// @param byAxis of the components -1, 0 and 1, shape `[axis][3]`
record AxisFactors(VelocitySet lattice, List<Expr[]> byAxis) {
    /// The product of a direction's factors.
    /// @param first is multiplied by them, in the order of the axes
    Expr product(Expr first, int direction) {
        Expr product = first;
        for (int axis = 0; axis < byAxis.size(); axis++) {
            product = product.times(byAxis.get(axis)[lattice.velocity(direction).along(axis) + 1]);
        }
        return product;
    }
}
