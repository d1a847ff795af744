package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import dev.tessera.solver.FieldAt;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.List;

/// Developed flow in a square duct, against the series solution.
final class SquareDuct implements ValidationSuite {
    private static final String SOURCE = "White, Viscous Fluid Flow, eq. 3-48";

    @Override
    public String key() {
        return "square-duct";
    }

    @Override
    public String title() {
        return "developed flow in a square duct, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        return List.of(
                new ValidationCase(
                        "D3Q19 bgk", laboratory -> rows(laboratory, Lattices.D3Q19, new Bgk(), "16 to 32 nodes")),
                new ValidationCase(
                        "D3Q13 mrt",
                        laboratory -> rows(laboratory, Lattices.D3Q13, new Mrt(), "D3Q13 mrt, 16 to 32 nodes")));
    }

    private List<ValidationRow> rows(Laboratory laboratory, VelocitySet lattice, Collision collision, String both)
            throws IOException {
        double coarse = error(laboratory, lattice, collision, 16);
        double fine = error(laboratory, lattice, collision, 32);
        String setup = "%s %s, 32 x 32 nodes".formatted(lattice.name(), collision.key());
        return List.of(
                ValidationRow.error(key(), setup, "RMS error of velocity / maximum", fine, SOURCE, 5e-3),
                ValidationRow.atLeast(
                        key(), both, "order of convergence", Math.log(coarse / fine) / Math.log(2), 1.8, SOURCE));
    }

    /// Side 1 m, viscosity 1 m²/s, acceleration 10 m/s²: velocities are 10 times the table's.
    private static double error(Laboratory laboratory, VelocitySet lattice, Collision collision, int nodes)
            throws IOException {
        double dx = 1.0 / nodes;
        Side wall = Side.wall("wall");
        Domain duct = Domain.of(new Vec(4 * dx, 1, 1), Side.periodic(), Side.periodic(), wall, wall, wall, wall);
        Case theCase = Case.named("square-duct")
                .geometry(ShapeSource.in(duct))
                .spacingM(dx)
                .fluid(1, 1)
                .lattice(lattice)
                .collision(collision)
                .accelerationMPerS2(10, 0, 0)
                .relaxationTime(0.9)
                .atMostS(1)
                .build();
        return laboratory.solve(theCase, solution -> {
            double[] u = solution.snapshot().velocityMPerS()[0];
            var map = solution.simulation().nodes();
            double square = 0;
            double largest = 0;
            int count = 0;
            for (String[] row : ReferenceTable.rows("analytic_square_duct.csv")) {
                double y = 0.5 + Double.parseDouble(row[0]);
                double z = 0.5 + Double.parseDouble(row[1]);
                double exact = 10 * Double.parseDouble(row[2]);
                if (y > 1 - dx || z > 1 - dx) {
                    continue;
                }
                double computed = FieldAt.place(map, u, 0, y, z);
                square += (computed - exact) * (computed - exact);
                largest = Math.max(largest, exact);
                count++;
            }
            return Math.sqrt(square / count) / largest;
        });
    }
}
