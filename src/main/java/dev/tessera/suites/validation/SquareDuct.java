package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Bgk;
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
        return List.of(new ValidationCase("D3Q19 bgk", this::rows));
    }

    private List<ValidationRow> rows(Laboratory laboratory) throws IOException {
        double coarse = error(laboratory, 16);
        double fine = error(laboratory, 32);
        String setup = "D3Q19 bgk, 32 x 32 nodes";
        return List.of(
                ValidationRow.error(key(), setup, "RMS error of velocity / maximum", fine, SOURCE, 5e-3),
                ValidationRow.atLeast(
                        key(),
                        "16 to 32 nodes",
                        "order of convergence",
                        Math.log(coarse / fine) / Math.log(2),
                        1.8,
                        SOURCE));
    }

    /// Side 1 m, viscosity 1 m²/s, acceleration 10 m/s²: velocities are 10 times the table's.
    private static double error(Laboratory laboratory, int nodes) throws IOException {
        double dx = 1.0 / nodes;
        Side wall = Side.wall("wall");
        Domain duct = Domain.of(new Vec(4 * dx, 1, 1), Side.periodic(), Side.periodic(), wall, wall, wall, wall);
        Case theCase = Case.named("square-duct")
                .geometry(ShapeSource.in(duct))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Bgk())
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
