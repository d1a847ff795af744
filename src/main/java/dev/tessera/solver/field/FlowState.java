package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.LatticeUnits;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/// A flow that was observed on the device, for fields that are computed from it.
public interface FlowState {
    int fluidNodes();

    VelocitySet lattice();

    LatticeUnits units();

    /// The height of shallow water that is 1 in lattice units, m.
    /// @throws IllegalStateException where the fluid is another one
    double heightUnitM();

    /// An observed quantity in another unit, by fluid node. Memory is used again where no other field needs the
    /// quantity.
    /// @param quantity one of the caller's [ResultField#quantities], which it converts once
    /// @param toSi from lattice units
    double[] converted(String quantity, DoubleUnaryOperator toSi);

    /// Deviatoric stress, `[xx, yy, zz, xy, xz, yz][fluid node]`, Pa; shared by several fields.
    double[][] stressPa();

    /// Differences between neighbours.
    VelocityGradient gradient();

    /// The tangential traction of the fluid on walls.
    WallTraction wallTraction();

    /// New values for all fluid nodes, computed by several threads.
    double[] byNode(IntToDoubleFunction value);
}
