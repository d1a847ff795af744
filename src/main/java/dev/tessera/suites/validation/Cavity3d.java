package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.RegularizedBgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Case;
import dev.tessera.solver.FieldAt;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The lid-driven cubic cavity at Re 1000; with `--suite full` by four collisions in FP64 and FP32.
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
        List<ValidationCase> cases = new ArrayList<>();
        cases.add(new ValidationCase(
                "64 nodes", laboratory -> rows(laboratory, 64, new Mrt(), Precision.FP64, new Tolerance(0.015, 0.04))));
        for (Collision collision : List.of(new Mrt(), new Bgk(), new RegularizedBgk(), new Elbm())) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                if (full) {
                    cases.add(new ValidationCase(
                            "128 nodes, %s, %s".formatted(collision.key(), precision.key()),
                            laboratory -> rows(laboratory, 128, collision, precision, new Tolerance(0.005, 0.01))));
                }
            }
        }
        return cases;
    }

    /// Of errors over the lid's speed.
    private record Tolerance(double rms, double largest) {}

    private List<ValidationRow> rows(
            Laboratory laboratory, int nodes, Collision collision, Precision precision, Tolerance tolerance)
            throws IOException {
        String setup = "D3Q19 %s, %s, %d nodes per side".formatted(collision.key(), precision.key(), nodes);
        double[] errors = laboratory.solve(cube(nodes, collision, precision), solution -> {
            laboratory.plots().accept(plot(solution, nodes, setup));
            return errors(solution, nodes);
        });
        return List.of(
                ValidationRow.error(
                        key(), setup, "RMS error on both centrelines / U", errors[0], SOURCE, tolerance.rms),
                ValidationRow.error(
                        key(), setup, "largest error on both centrelines / U", errors[1], SOURCE, tolerance.largest));
    }

    static Case cube(int nodes, Collision collision, Precision precision) {
        Side wall = Side.wall("wall");
        Domain box = Domain.of(new Vec(1, 1, 1), wall, wall, wall, Side.wall("lid"), wall, wall);
        return Case.named("cavity-3d")
                .geometry(ShapeSource.in(box))
                .spacingM(1.0 / nodes)
                .fluid(1, 1e-3)
                .collision(collision)
                .equilibrium(collision instanceof Elbm ? new QuasiCompressible() : new Incompressible())
                .precision(precision)
                .boundary("lid", new MovingWall(List.of(Value.of(1), Value.ZERO, Value.ZERO)))
                .referenceLengthM(1)
                .latticeSpeed(0.1)
                .steady(1e-4)
                .atMostS(60)
                .build();
    }

    /// A point of the tables, in the coordinates of the case.
    ///
    /// @param isVertical whether it is on the vertical centreline, where u is tabled; else v on the horizontal one
    private record Point(boolean isVertical, double place, double velocity) {
        /// The paper's lid is at its x = -1/2 and moves along +y: x = y' + 1/2 and y = 1/2 - x' here.
        static Point of(String[] row) {
            double s = Double.parseDouble(row[1]);
            boolean vertical = row[0].startsWith("T5");
            return new Point(vertical, vertical ? 0.5 - s : s + 0.5, Double.parseDouble(row[2]) * (vertical ? 1 : -1));
        }
    }

    private static List<Point> points() {
        return ReferenceTable.rows("albensoeder_kuhlmann2005_cubic_cavity_Re1000.csv").stream()
                .map(Point::of)
                .toList();
    }

    private static double velocity(Laboratory.Solution solution, boolean isVertical, double place) {
        return FieldAt.place(
                solution.simulation().nodes(),
                solution.snapshot().velocityMPerS()[isVertical ? 0 : 1],
                isVertical ? 0.5 : place,
                isVertical ? place : 0.5,
                0.5);
    }

    private static ValidationPlot plot(Laboratory.Solution solution, int nodes, String setup) {
        var curves = new Curves(
                "Lid-driven cube at Re 1000: velocity on the centrelines",
                setup + "; table: " + SOURCE,
                new Axis("place on the centreline / edge", ""),
                new Axis("velocity / lid's velocity", ""));
        double[] place = Curves.upTo(1, nodes + 1);
        for (boolean isVertical : new boolean[] {true, false}) {
            String of = isVertical ? "u on the vertical centreline" : "v on the horizontal centreline";
            List<Point> table = points().stream()
                    .filter(point -> point.isVertical == isVertical)
                    .sorted(Comparator.comparingDouble(Point::place))
                    .toList();
            double[] computed = Arrays.stream(place)
                    .map(s -> isBetweenNodes(s, nodes) ? velocity(solution, isVertical, s) : Double.NaN)
                    .toArray();
            curves.add(of + ", computed", place, computed, Style.LINE)
                    .add(
                            of + ", table",
                            table.stream().mapToDouble(Point::place).toArray(),
                            table.stream().mapToDouble(Point::velocity).toArray(),
                            Style.MARKS);
        }
        return curves.named("cavity 3d " + setup);
    }

    private static boolean isBetweenNodes(double place, int nodes) {
        return place >= 0.5 / nodes && place <= 1 - 0.5 / nodes;
    }

    private static double[] errors(Laboratory.Solution solution, int nodes) {
        double square = 0;
        double largest = 0;
        int count = 0;
        for (Point point : points()) {
            if (isBetweenNodes(point.place, nodes)) {
                double error = Math.abs(velocity(solution, point.isVertical, point.place) - point.velocity);
                square += error * error;
                largest = Math.max(largest, error);
                count++;
            }
        }
        return new double[] {Math.sqrt(square / count), largest};
    }
}
