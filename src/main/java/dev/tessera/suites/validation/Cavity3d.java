package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.RegularizedBgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.FieldAt;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The lid-driven cubic cavity at Re 1000; with `--suite full` by four collisions in FP64 and FP32, between half-way
/// walls with a lid that moves, and between full-way walls with a lid of nodes with a given velocity; and on D3Q13.
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
                "64 nodes",
                laboratory -> rows(
                        laboratory, new Cube(Lattices.D3Q19, 64, new Mrt(), Precision.FP64, false), tolerance(64))));
        if (full) {
            Cube onD3q13 = new Cube(Lattices.D3Q13, 64, new Mrt(), Precision.FP64, false); // diverges with 32
            cases.add(new ValidationCase("D3Q13, 64 nodes", laboratory -> rows(laboratory, onD3q13, tolerance(64))));
            for (boolean isFullWay : new boolean[] {false, true}) {
                for (int nodes : isFullWay ? new int[] {32, 64, 128} : new int[] {128}) {
                    addCollisions(cases, nodes, isFullWay);
                }
            }
        }
        return cases;
    }

    private void addCollisions(List<ValidationCase> cases, int nodes, boolean isFullWay) {
        for (Collision collision : List.of(new Mrt(), new Bgk(), new RegularizedBgk(), new Elbm())) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                Cube cube = new Cube(Lattices.D3Q19, nodes, collision, precision, isFullWay);
                String name = "%s%d nodes, %s, %s"
                        .formatted(isFullWay ? "full-way, " : "", nodes, collision.key(), precision.key());
                cases.add(new ValidationCase(name, laboratory -> rows(laboratory, cube, tolerance(nodes))));
            }
        }
    }

    private static Tolerance tolerance(int nodes) {
        return nodes < 64
                ? new Tolerance(0.05, 0.15)
                : nodes < 128 ? new Tolerance(0.015, 0.04) : new Tolerance(0.005, 0.01);
    }

    /// Of errors over the lid's speed.
    private record Tolerance(double rms, double largest) {}

    /// @param nodes per side
    /// @param isFullWay whether walls are full-way and the lid is a plane of nodes with the velocity of the lid
    ///        (`regularized`), as in the paper of Sailfish; else walls are half-way and the lid moves. Nodes are
    ///        on that lid and half a spacing from all walls: the cavity is half a spacing lower than it is wide
    record Cube(VelocitySet lattice, int nodes, Collision collision, Precision precision, boolean isFullWay) {
        String words() {
            return "%s %s, %s, %d nodes per side%s"
                    .formatted(
                            lattice.name(),
                            collision.key(),
                            precision.key(),
                            nodes,
                            isFullWay ? ", full-way walls, regularized lid" : "");
        }

        double height() {
            return isFullWay ? 1 - 0.5 / nodes : 1;
        }

        Case theCase() {
            Side wall = Side.wall("wall");
            Side lid = isFullWay ? Side.opening("lid").wet() : Side.wall("lid");
            List<Value> velocity = List.of(Value.of(1), Value.ZERO, Value.ZERO);
            CaseBuilder builder = Case.named("cavity-3d")
                    .geometry(ShapeSource.in(Domain.of(new Vec(1, height(), 1), wall, wall, wall, lid, wall, wall)))
                    .spacingM(1.0 / nodes)
                    .fluid(1, 1e-3)
                    .lattice(lattice)
                    .collision(collision)
                    .equilibrium(collision instanceof Elbm ? new QuasiCompressible() : new Incompressible())
                    .precision(precision)
                    .boundary("lid", isFullWay ? lid(velocity) : new MovingWall(velocity))
                    .referenceVelocityMPerS(1)
                    .referenceLengthM(1)
                    .latticeSpeed(0.1)
                    .steady(1e-4)
                    .atMostS(60);
            if (isFullWay) {
                builder.boundary("wall", new FullWayWall());
            }
            return (isFullWay || nodes < 64 ? builder.beyondStability() : builder).build();
        }

        private static Boundary lid(List<Value> velocity) {
            return new VelocityOpening(new Flow.VelocityField(velocity), Profile.PLUG, Scheme.REGULARIZED, 0);
        }
    }

    private List<ValidationRow> rows(Laboratory laboratory, Cube cube, Tolerance tolerance) throws IOException {
        String setup = cube.words();
        double[] errors = laboratory.solve(cube.theCase(), solution -> {
            laboratory.plots().accept(plot(solution, cube, setup));
            return errors(solution, cube);
        });
        return List.of(
                ValidationRow.error(
                        key(), setup, "RMS error on both centrelines / U", errors[0], SOURCE, tolerance.rms),
                ValidationRow.error(
                        key(), setup, "largest error on both centrelines / U", errors[1], SOURCE, tolerance.largest));
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

    private static double velocity(Laboratory.Solution solution, Cube cube, boolean isVertical, double place) {
        return FieldAt.place(
                solution.simulation().nodes(),
                solution.snapshot().velocityMPerS()[isVertical ? 0 : 1],
                isVertical ? 0.5 : place,
                cube.height() * (isVertical ? place : 0.5),
                0.5);
    }

    private static ValidationPlot plot(Laboratory.Solution solution, Cube cube, String setup) {
        var curves = new Curves(
                "Lid-driven cube at Re 1000: velocity on the centrelines",
                setup + "; table: " + SOURCE,
                new Axis("place on the centreline / edge", ""),
                new Axis("velocity / lid's velocity", ""));
        double[] place = Curves.upTo(1, cube.nodes + 1);
        for (boolean isVertical : new boolean[] {true, false}) {
            String of = isVertical ? "u on the vertical centreline" : "v on the horizontal centreline";
            List<Point> table = points().stream()
                    .filter(point -> point.isVertical == isVertical)
                    .sorted(Comparator.comparingDouble(Point::place))
                    .toList();
            double[] computed = Arrays.stream(place)
                    .map(s -> isBetweenNodes(s, cube.nodes) ? velocity(solution, cube, isVertical, s) : Double.NaN)
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

    private static double[] errors(Laboratory.Solution solution, Cube cube) {
        double square = 0;
        double largest = 0;
        int count = 0;
        for (Point point : points()) {
            if (isBetweenNodes(point.place, cube.nodes)) {
                double error = Math.abs(velocity(solution, cube, point.isVertical, point.place) - point.velocity);
                square += error * error;
                largest = Math.max(largest, error);
                count++;
            }
        }
        return new double[] {Math.sqrt(square / count), largest};
    }
}
