package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Case;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A simple cubic array of spheres, as [SphereArray], with walls at their distances.
///
/// @param concentration volume of the solid per volume
/// @param permeability over the square of the cell's edge
/// @param nodes along the edge
record CreepingSpheres(double concentration, double permeability, int nodes, Collision collision)
        implements WalledFlow {
    private static final double TOUCHING = 0.52;

    /// All concentrations of the table.
    static List<CreepingSpheres> all(int nodes) throws IOException {
        List<CreepingSpheres> all = new ArrayList<>();
        for (String[] row : ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv")) {
            all.add(new CreepingSpheres(Double.parseDouble(row[0]), Double.parseDouble(row[2]), nodes, new Trt()));
        }
        return all;
    }

    @Override
    public String setup() {
        return "spheres, c = %s, %d nodes, %s".formatted(concentration, nodes, collision.key());
    }

    @Override
    public String source() {
        return SphereArray.SOURCE;
    }

    @Override
    public List<Quantity> quantities() {
        double tolerance = concentration <= 0.216 ? 0.003 : concentration < TOUCHING ? 0.006 : 0.01;
        return List.of(new Quantity("permeability", tolerance));
    }

    /// A cell of 1 m, viscosity 1 m²/s. The flow develops with the time constant `permeability / viscosity`.
    @Override
    public double[] errors(Laboratory laboratory, Setting setting) throws IOException {
        double radius = Math.cbrt(3 * concentration / (4 * Math.PI));
        double dx = 1.0 / nodes;
        double dt = setting.viscosityLattice() * dx * dx;
        Case theCase = Case.named("spheres")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                        .obstacle("sphere", SphereArray.spheres(setting.shift().times(dx), radius)))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(collision)
                .walls(setting.walls())
                .accelerationMPerS2(1e-3 * dx * dx / dt, 0, 0) // lattice speeds below 1e-4
                .timeStepS(dt)
                .atMostS(0.3 + 14 * permeability)
                .build();
        double k = laboratory.solve(theCase, solution -> solution.observable("permeability"));
        return new double[] {k / permeability - 1};
    }
}
