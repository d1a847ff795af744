package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Mrt;
import dev.tessera.solver.Case;
import dev.tessera.solver.FieldAt;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.List;

/// The lid-driven cubic cavity at Re 1000.
final class Cavity3d implements ValidationSuite {
    private static final String SOURCE = "Albensoeder & Kuhlmann 2005, tables 5 and 6";

    @Override
    public String key() {
        return "cavity-3d";
    }

    @Override
    public String title() {
        return "lid-driven cubic cavity at Re 1000, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        var usual = new ValidationCase("64 nodes", laboratory -> rows(laboratory, 64, 0.015, 0.04));
        var fine = new ValidationCase("128 nodes", laboratory -> rows(laboratory, 128, 0.005, 0.015));
        return full ? List.of(usual, fine) : List.of(usual);
    }

    private List<ValidationRow> rows(Laboratory laboratory, int nodes, double rms, double max) throws IOException {
        double[] errors = laboratory.solve(cube(nodes), solution -> errors(solution, nodes));
        String setup = "D3Q19 mrt, %d nodes per side".formatted(nodes);
        return List.of(
                ValidationRow.error(key(), setup, "RMS error on both centrelines / U", errors[0], SOURCE, rms),
                ValidationRow.error(key(), setup, "largest error on both centrelines / U", errors[1], SOURCE, max));
    }

    private static Case cube(int nodes) {
        Side wall = Side.wall("wall");
        Domain box = Domain.of(new Vec(1, 1, 1), wall, wall, wall, Side.wall("lid"), wall, wall);
        return Case.named("cavity-3d")
                .geometry(ShapeSource.in(box))
                .spacingM(1.0 / nodes)
                .fluid(1, 1e-3)
                .collision(new Mrt())
                .boundary("lid", new MovingWall(List.of(Value.of(1), Value.ZERO, Value.ZERO)))
                .referenceLengthM(1)
                .latticeSpeed(0.1)
                .steady(1e-4)
                .atMostS(60)
                .build();
    }

    private static double[] errors(Laboratory.Solution solution, int nodes) throws IOException {
        double square = 0;
        double largest = 0;
        int count = 0;
        for (String[] row : ReferenceTable.rows("albensoeder_kuhlmann2005_cubic_cavity_Re1000.csv")) {
            // The paper's lid is at its x = -1/2 and moves along +y: x = y' + 1/2 and y = 1/2 - x' here.
            double s = Double.parseDouble(row[1]);
            boolean vertical = row[0].startsWith("T5");
            double place = vertical ? 0.5 - s : s + 0.5;
            if (place < 0.5 / nodes || place > 1 - 0.5 / nodes) {
                continue;
            }
            double reference = Double.parseDouble(row[2]) * (vertical ? 1 : -1);
            double computed = FieldAt.place(
                    solution.simulation().nodes(),
                    solution.snapshot().velocityMPerS()[vertical ? 0 : 1],
                    vertical ? 0.5 : place,
                    vertical ? place : 0.5,
                    0.5);
            double error = Math.abs(computed - reference);
            square += error * error;
            largest = Math.max(largest, error);
            count++;
        }
        return new double[] {Math.sqrt(square / count), largest};
    }
}
