package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.FieldAt;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The lid-driven square cavity at Re 100, 400 and 1000.
final class Cavity2d implements ValidationSuite {
    static final String SOURCE = "Ghia, Ghia & Shin 1982";
    private static final int NODES = 128;

    @Override
    public String key() {
        return "cavity-2d";
    }

    @Override
    public String title() {
        return "lid-driven square cavity, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        int[] reynolds = {100, 400, 1000};
        for (int column = 0; column < reynolds.length; column++) {
            int re = reynolds[column];
            int values = column + 1;
            cases.add(new ValidationCase("Re " + re, laboratory -> rows(laboratory, re, values)));
        }
        return cases;
    }

    /// @param values the column of the tables
    private List<ValidationRow> rows(Laboratory laboratory, int re, int values) throws IOException {
        Case square = square(re, NODES).steady(1e-5).atMostS(100).build();
        double[] rms = laboratory.solve(square, solution -> {
            laboratory.plots().accept(plot(solution, values, re));
            return new double[] {rms(solution, 0, values, NODES), rms(solution, 1, values, NODES)};
        });
        String setup = "Re %d, D2Q9 mrt, %d x %d".formatted(re, NODES, NODES);
        return List.of(
                ValidationRow.error(key(), setup, "RMS of u on the vertical centreline / U", rms[0], SOURCE, 0.01),
                ValidationRow.error(key(), setup, "RMS of v on the horizontal centreline / U", rms[1], SOURCE, 0.01));
    }

    /// The table as marks, since it is a few points.
    private static ValidationPlot plot(Laboratory.Solution solution, int column, int re) {
        var curves = new Curves(
                "Lid-driven cavity: velocity on the centrelines",
                "Re %d, D2Q9 mrt, %d x %d; table: %s".formatted(re, NODES, NODES, SOURCE),
                new Axis("place on the centreline / edge", ""),
                new Axis("velocity / lid's velocity", ""));
        double[] place = Curves.upTo(1, NODES + 1);
        for (int axis = 0; axis < 2; axis++) {
            String of = axis == 0 ? "u on the vertical centreline" : "v on the horizontal centreline";
            List<double[]> points = table(axis, column);
            double[] computed = new double[place.length];
            for (int k = 0; k < place.length; k++) {
                boolean isBetweenNodes = place[k] >= 0.5 / NODES && place[k] <= 1 - 0.5 / NODES;
                computed[k] = isBetweenNodes ? velocity(solution, axis, place[k]) : Double.NaN;
            }
            curves.add(of + ", computed", place, computed, Style.LINE)
                    .add(
                            of + ", table",
                            points.stream().mapToDouble(point -> point[0]).toArray(),
                            points.stream().mapToDouble(point -> point[1]).toArray(),
                            Style.MARKS);
        }
        return curves.named("cavity 2d re " + re);
    }

    /// Places, ascending, and values.
    private static List<double[]> table(int axis, int column) {
        return ReferenceTable.rows(table(axis)).stream()
                .filter(row -> !isMisprint(axis, column, Double.parseDouble(row[0])))
                .map(row -> new double[] {Double.parseDouble(row[0]), Double.parseDouble(row[column])})
                .sorted(Comparator.comparingDouble(point -> point[0]))
                .toList();
    }

    /// As named in the table's first line.
    private static boolean isMisprint(int axis, int column, double place) {
        return axis == 1 && column == 2 && Math.abs(place - 0.9063) < 1e-6;
    }

    private static String table(int axis) {
        return axis == 0 ? "ghia1982_u_vertical_centreline.csv" : "ghia1982_v_horizontal_centreline.csv";
    }

    private static double velocity(Laboratory.Solution solution, int axis, double place) {
        return FieldAt.place(
                solution.simulation().nodes(),
                solution.snapshot().velocityMPerS()[axis],
                axis == 0 ? 0.5 : place,
                axis == 0 ? place : 0.5,
                0);
    }

    /// A cavity of 1 m under a lid of 1 m/s.
    static CaseBuilder square(int reynolds, int nodes) {
        Side wall = Side.wall("wall");
        Domain box = Domain.of(new Vec(1, 1, 0), wall, wall, wall, Side.wall("lid"), Side.periodic(), Side.periodic());
        return Case.named("cavity-2d")
                .geometry(ShapeSource.in(box))
                .spacingM(1.0 / nodes)
                .fluid(1, 1.0 / reynolds)
                .lattice(Lattices.D2Q9)
                .collision(new Mrt())
                .boundary("lid", new MovingWall(List.of(Value.of(1), Value.ZERO, Value.ZERO)))
                .referenceLengthM(1)
                .latticeSpeed(0.1);
    }

    /// RMS error of u on the vertical centreline (axis 0), or of v on the horizontal one (1), over the table's
    /// inner points, without the misprints named in the table's first line.
    static double rms(Laboratory.Solution solution, int axis, int column, int nodes) {
        double square = 0;
        int count = 0;
        for (String[] row : ReferenceTable.rows(table(axis))) {
            double s = Double.parseDouble(row[0]);
            if (s <= 0.5 / nodes || s >= 1 - 0.5 / nodes || isMisprint(axis, column, s)) {
                continue;
            }
            square += Math.pow(velocity(solution, axis, s) - Double.parseDouble(row[column]), 2);
            count++;
        }
        return Math.sqrt(square / count);
    }
}
