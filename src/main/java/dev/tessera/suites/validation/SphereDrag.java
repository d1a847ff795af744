package dev.tessera.suites.validation;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Scale;
import dev.tessera.output.LinePlot.Style;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.suites.ReferenceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The drag of a sphere: at Re 1 in a periodic cube, at Re 10 to 200 in a steady stream between symmetry sides (a
/// quarter of it), at Re 300 and 400 the mean over the shedding of vortices; at Re 100 also with a full-way sphere on
/// several lattices.
///
/// Sources: Zick & Homsy, J. Fluid Mech. 115, 13 (1982); Schiller & Naumann, Z.
/// Ver. Dtsch. Ing. 77, 318 (1935).
final class SphereDrag implements ValidationSuite {
    private static final String SCHILLER_NAUMANN = "Schiller & Naumann 1935";
    private static final String SPHERE = "sphere";
    private static final double LEAST_OF_TRT = 0.015; // lattice viscosity below which it diverges beside the inlet
    private static final double LARGEST_REYNOLDS = 500; // of a plot
    private static final double STREAM = 1; // m/s, diameter 1 m, density 1 kg/m3
    private static final double STEADY_TOLERANCE = 0.05;
    private static final double COARSE_TOLERANCE = 0.15; // of few nodes in a narrow stream
    private static final double FULL_WAY_TOLERANCE = 0.1; // of a sphere of whole spacings, whose sides repeat
    private static final double SHEDDING_TOLERANCE = 0.07;

    /// A velocity along y within a diameter behind the sphere. A uniform one would be a standing sound wave between the
    /// sides, which outlasts the run.
    private static final Value BESIDE = Value.varying(at -> {
        Expr behind = at.x().minus(at.number(1));
        Expr squared =
                behind.times(behind).plus(at.y().times(at.y())).plus(at.z().times(at.z()));
        return at.number(0.2).times(at.number(1).minus(at.tanh(squared)));
    });

    private final Series inCubes = new Series();
    private final Series inStreams = new Series();

    @Override
    public String key() {
        return "sphere-drag";
    }

    @Override
    public String title() {
        return "drag of a sphere, Re 1 to 400 (Zick & Homsy 1982; Schiller & Naumann 1935)";
    }

    @Override
    public boolean onlyWhenAsked() {
        return true;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (int nodes : full ? List.of(20, 40) : List.of(20)) {
            for (String concentration : List.of("0.125", "0.064", "0.027")) {
                var cube = Cube.of(concentration, nodes);
                if (full || !concentration.equals("0.027")) {
                    cases.add(new ValidationCase(cube.words(), laboratory -> List.of(inCube(laboratory, cube))));
                }
            }
        }
        if (!full) {
            for (int reynolds : new int[] {50, 100}) {
                add(cases, new Stream(reynolds, 8, 8, 4, 12, 0.1, COARSE_TOLERANCE));
            }
            return cases;
        }
        for (int nodes : new int[] {20, 30}) {
            for (int reynolds : new int[] {10, 50, 100, 200}) {
                add(cases, Stream.steady(reynolds, nodes));
            }
        }
        for (int nodes : new int[] {20, 24}) {
            for (int reynolds : new int[] {300, 400}) {
                var stream = Stream.shedding(reynolds, nodes);
                cases.add(new ValidationCase(stream.words(), laboratory -> shedding(laboratory, stream)));
            }
        }
        for (VelocitySet lattice : List.of(Lattices.D3Q13, Lattices.D3Q15, Lattices.D3Q19)) {
            var stream = new Stream(100, 20, 10, 5, 10, 0.05, FULL_WAY_TOLERANCE);
            addFullWay(cases, lattice, stream);
        }
        for (int reynolds : new int[] {10, 50, 200}) {
            var stream = new Stream(reynolds, 20, reynolds < 50 ? 16 : 10, 5, 10, 0.05, FULL_WAY_TOLERANCE);
            addFullWay(cases, Lattices.D3Q19, stream);
        }
        return cases;
    }

    private void add(List<ValidationCase> cases, Stream stream) {
        cases.add(new ValidationCase(stream.words(), laboratory -> List.of(steady(laboratory, stream))));
    }

    private void addFullWay(List<ValidationCase> cases, VelocitySet lattice, Stream stream) {
        cases.add(new ValidationCase(
                fullWayWords(lattice, stream), laboratory -> List.of(fullWay(laboratory, lattice, stream))));
    }

    private static String fullWayWords(VelocitySet lattice, Stream stream) {
        return "%s, full-way sphere, %s".formatted(lattice.name(), stream.words());
    }

    /// A simple cubic array of spheres.
    ///
    /// @param concentration volume of the sphere per volume
    /// @param nodes per diameter, about
    /// @param drag force on the sphere over that in an unbounded fluid, `6 pi mu a U`, U the superficial velocity
    record Cube(double concentration, int nodes, double drag) {
        private static final double REYNOLDS = 1;
        private static final double VISCOSITY_LATTICE = 0.3;

        /// Of the table.
        static Cube of(String concentration, int nodes) {
            String[] row = ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv").stream()
                    .filter(one -> one[0].equals(concentration))
                    .findFirst()
                    .orElseThrow();
            return new Cube(Double.parseDouble(concentration), nodes, Double.parseDouble(row[1]));
        }

        /// Of the diameter, per edge.
        double diameter() {
            return Math.cbrt(6 * concentration / Math.PI);
        }

        int nodesPerEdge() {
            return (int) Math.ceil(nodes / diameter());
        }

        String words() {
            return "Re 1 in a periodic cube, c = %s, %d nodes per diameter".formatted(concentration, nodes);
        }
    }

    /// Driven such that the force of the table belongs to the Reynolds number; a cell of 1 m, viscosity 1 m²/s.
    ValidationRow inCube(Laboratory laboratory, Cube cube) throws IOException {
        double dx = 1.0 / cube.nodesPerEdge();
        double superficial = Cube.REYNOLDS / cube.diameter();
        double acceleration = 3 * Math.PI * cube.diameter() * superficial * cube.drag;
        Case theCase = Case.named("sphere-drag")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                        .obstacle(SPHERE, new Sphere(new Vec(0.5, 0.5, 0.5), cube.diameter() / 2)))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Trt())
                .walls(WallScheme.CURVED)
                .accelerationMPerS2(acceleration, 0, 0)
                .timeStepS(Cube.VISCOSITY_LATTICE * dx * dx)
                .steady(2e-5)
                .atMostS(3)
                .build();
        double permeability = laboratory.solve(theCase, solution -> solution.observable("permeability"));
        double drag = 1 / (3 * Math.PI * cube.diameter() * permeability);
        inCubes.add("computed, %d nodes per diameter".formatted(cube.nodes), cube.concentration, drag);
        laboratory.plots().accept(cubePlot());
        return ValidationRow.relative(
                key(), cube.words(), "force / (6 pi mu a U)", drag, cube.drag, SphereArray.SOURCE, 0.02);
    }

    /// A sphere in a stream; lengths in diameters.
    ///
    /// @param nodes per diameter
    /// @param width between the symmetry sides
    /// @param tolerance of the drag
    record Stream(
            double reynolds,
            int nodes,
            double width,
            double upstream,
            double downstream,
            double latticeSpeed,
            double tolerance) {
        /// Slow streams reach far.
        static Stream steady(double reynolds, int nodes) {
            return reynolds < 50
                    ? new Stream(reynolds, nodes, 16, 8, 10, 0.05, STEADY_TOLERANCE)
                    : new Stream(reynolds, nodes, 10, 5, 15, 0.05, STEADY_TOLERANCE);
        }

        static Stream shedding(double reynolds, int nodes) {
            return new Stream(reynolds, nodes, 10, 5, 15, 0.08, SHEDDING_TOLERANCE);
        }

        String words() {
            return "Re %.0f, %d nodes per diameter, width %.0f".formatted(reynolds, nodes, width);
        }

        double viscosityLattice() {
            return latticeSpeed * nodes / reynolds;
        }

        /// The period of the standing sound wave between the symmetry sides, diameters over the velocity.
        double soundPeriod() {
            return 2 * width * latticeSpeed * Math.sqrt(3);
        }
    }

    private static double schillerNaumann(double reynolds) {
        return 24 / reynolds * (1 + 0.15 * Math.pow(reynolds, 0.687));
    }

    ValidationRow steady(Laboratory laboratory, Stream stream) throws IOException {
        Vec size = new Vec(stream.upstream + stream.downstream, stream.width / 2, stream.width / 2);
        Case theCase = theCase(stream, size, new Vec(0, 0, 0), Value.ZERO)
                .steady(1e-4)
                .atMostS(60)
                .build();
        double quarter = laboratory.solve(theCase, solution -> solution.observable(SPHERE + ".force_x"));
        draw(laboratory, stream, coefficient(4 * quarter));
        return ValidationRow.relative(
                key(),
                stream.words(),
                "drag coefficient",
                coefficient(4 * quarter),
                schillerNaumann(stream.reynolds),
                SCHILLER_NAUMANN,
                stream.tolerance);
    }

    /// A sphere of whole spacings by full-way bounce-back in a stream that repeats across, from an inlet along links to
    /// an outflow: what all lattices have, D3Q13 too.
    ValidationRow fullWay(Laboratory laboratory, VelocitySet lattice, Stream stream) throws IOException {
        Vec size = new Vec(stream.upstream + stream.downstream, stream.width, stream.width);
        Side side = Side.periodic();
        Domain box = Domain.of(size, Side.opening("inlet"), Side.opening("outlet"), side, side, side, side)
                .at(new Vec(-stream.upstream, -stream.width / 2, -stream.width / 2));
        List<Value> velocity = List.of(Value.of(STREAM), Value.ZERO, Value.ZERO);
        Case theCase = Case.named("sphere-drag")
                .geometry(ShapeSource.in(box).obstacle(SPHERE, new Sphere(Vec.ZERO, 0.5)))
                .spacingM(1.0 / stream.nodes)
                .fluid(1, STREAM / stream.reynolds)
                .lattice(lattice)
                .collision(new Mrt())
                .walls(WallScheme.HALF_WAY)
                .boundary(SPHERE, new FullWayWall())
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.VelocityField(velocity), Profile.PLUG, Scheme.LINK_WISE, 0))
                .boundary("outlet", new DoNothingOutflow())
                .initial(new Case.Initial(velocity, Value.ZERO))
                .referenceVelocityMPerS(STREAM)
                .referenceLengthM(1)
                .latticeSpeed(stream.latticeSpeed)
                .steady(1e-4)
                .atMostS(60)
                .build();
        double force = laboratory.solve(theCase, solution -> solution.observable(SPHERE + ".force_x"));
        return ValidationRow.relative(
                key(),
                fullWayWords(lattice, stream),
                "drag coefficient",
                coefficient(force),
                schillerNaumann(stream.reynolds),
                SCHILLER_NAUMANN,
                stream.tolerance);
    }

    private ValidationPlot cubePlot() {
        List<String[]> table = ReferenceTable.rows("sphere_arrays_zick_homsy1982_SC.csv");
        return inCubes.onto(
                        new Curves(
                                "Drag of a sphere in a periodic cube at Re 1",
                                "D3Q19 trt, curved walls",
                                new Axis("volume of the sphere / volume of the cube", ""),
                                new Axis("force / (6π µ a U)", "", Scale.DECADES)),
                        Style.MARKS)
                .reference(
                        SphereArray.SOURCE,
                        table.stream()
                                .mapToDouble(row -> Double.parseDouble(row[0]))
                                .toArray(),
                        table.stream()
                                .mapToDouble(row -> Double.parseDouble(row[1]))
                                .toArray())
                .named("sphere-drag in a cube");
    }

    /// The coefficient of a stream beside those found before.
    private void draw(Laboratory laboratory, Stream stream, double coefficient) {
        inStreams.add(
                "computed, %d nodes per diameter, width %.0f".formatted(stream.nodes, stream.width),
                stream.reynolds,
                coefficient);
        double[] reynolds = Arrays.stream(Curves.upTo(3, 61))
                .map(power -> Math.pow(10, power))
                .filter(re -> re <= LARGEST_REYNOLDS)
                .toArray();
        double[] known =
                Arrays.stream(reynolds).map(SphereDrag::schillerNaumann).toArray();
        var curves = new Curves(
                "Drag coefficient of a sphere in a stream",
                "D3Q19, curved walls, lengths in diameters",
                new Axis("Reynolds number", "", Scale.DECADES),
                new Axis("drag coefficient", "", Scale.DECADES));
        inStreams.onto(curves, Style.MARKS).reference(SCHILLER_NAUMANN, reynolds, known);
        laboratory.plots().accept(curves.named("sphere-drag in a stream"));
    }

    private static double coefficient(double force) {
        return force / (0.5 * STREAM * STREAM * Math.PI / 4);
    }

    /// The stream begins oblique behind the sphere, which soon leaves no symmetry; after 100 diameters over
    /// the velocity the sphere sheds vortices, at Re 300 regularly. At Re 400 periods differ: the mean needs
    /// three times as long.
    List<ValidationRow> shedding(Laboratory laboratory, Stream stream) {
        return shedding(laboratory, stream, 100, stream.reynolds > 300 ? 340 : 180);
    }

    List<ValidationRow> shedding(Laboratory laboratory, Stream stream, int from, int to) {
        int perTime = 20;
        double[] drag = new double[(to - from) * perTime];
        double[] lift = new double[drag.length];
        Vec size = new Vec(stream.upstream + stream.downstream, stream.width, stream.width);
        Case theCase = theCase(stream, size, new Vec(0, -stream.width / 2, -stream.width / 2), BESIDE)
                .atMostSteps(1)
                .build();
        try (Simulation flow = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            for (int sample = 0; sample < drag.length; sample++) {
                double time = from + (double) sample / perTime;
                flow.step(Math.round(time / flow.units().timeStepS()) - flow.steps());
                List<Observable> now = flow.observables(false);
                drag[sample] = coefficient(Observable.value(now, SPHERE + ".force_x"));
                lift[sample] = coefficient(Observable.value(now, SPHERE + ".force_y"));
            }
        }
        Shedding found = Shedding.of(lift, 1.0 / perTime, stream.soundPeriod());
        draw(laboratory, stream, found.mean(drag));
        return List.of(
                ValidationRow.relative(
                        key(),
                        stream.words(),
                        "mean drag coefficient",
                        found.mean(drag),
                        schillerNaumann(stream.reynolds),
                        SCHILLER_NAUMANN,
                        stream.tolerance),
                ValidationRow.atLeast(key(), stream.words(), "periods of the mean", found.periods, 5, "at least"),
                ValidationRow.reported(
                        key(),
                        stream.words(),
                        "Strouhal number",
                        found.frequency(),
                        0.137,
                        "Johnson & Patel 1999, Re 300"));
    }

    /// Whole periods between the first and the last time at which the lift rises through its mean, without sound: the
    /// lift is averaged over the period of a standing wave.
    ///
    /// @param first sample, @param last the sample after the last one, @param interval between samples, d/U
    record Shedding(int first, int last, int periods, double interval) {
        /// @param soundPeriod d/U
        /// @throws IllegalStateException if the lift does not rise through its mean twice
        static Shedding of(double[] measured, double interval, double soundPeriod) {
            double[] lift = averaged(measured, (int) Math.max(1, Math.round(soundPeriod / interval)));
            double mean = Arrays.stream(lift).average().orElseThrow();
            List<Integer> rises = new ArrayList<>();
            for (int sample = 1; sample < lift.length; sample++) {
                if (lift[sample - 1] < mean && lift[sample] >= mean) {
                    rises.add(sample);
                }
            }
            if (rises.size() < 2) {
                throw new IllegalStateException(
                        "the lift rises through its mean %d times in %d samples: the sphere sheds no vortices"
                                .formatted(rises.size(), lift.length));
            }
            return new Shedding(rises.getFirst(), rises.getLast(), rises.size() - 1, interval);
        }

        private static double[] averaged(double[] values, int samples) {
            double[] averages = new double[values.length - samples + 1];
            for (int first = 0; first < averages.length; first++) {
                averages[first] =
                        Arrays.stream(values, first, first + samples).average().orElseThrow();
            }
            return averages;
        }

        double frequency() {
            return periods / ((last - first) * interval);
        }

        double mean(double[] values) {
            double sum = 0;
            for (int sample = first; sample < last; sample++) {
                sum += values[sample];
            }
            return sum / (last - first);
        }
    }

    /// @param side velocity along y of the initial state
    private static CaseBuilder theCase(Stream stream, Vec size, Vec corner, Value side) {
        Side slip = Side.symmetry("slip");
        Domain box = Domain.of(
                        size,
                        Side.opening("inlet").wet(),
                        Side.opening("outlet").wet(),
                        slip,
                        slip,
                        slip,
                        slip)
                .at(corner.plus(new Vec(-stream.upstream, 0, 0)));
        return Case.named("sphere-drag")
                .geometry(ShapeSource.in(box).obstacle(SPHERE, new Sphere(Vec.ZERO, 0.5)))
                .spacingM(1.0 / stream.nodes)
                .fluid(1, STREAM / stream.reynolds)
                .collision(stream.viscosityLattice() < LEAST_OF_TRT ? new Regularized() : new Trt())
                .equilibrium(new QuasiCompressible())
                .walls(WallScheme.CURVED)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.VelocityField(List.of(Value.of(STREAM), Value.ZERO, Value.ZERO)),
                                Profile.PLUG,
                                Scheme.REGULARIZED,
                                0))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.REGULARIZED, 0, false, null))
                .initial(new Case.Initial(List.of(Value.of(STREAM), side, Value.ZERO), Value.ZERO))
                .referenceVelocityMPerS(STREAM)
                .referenceLengthM(1)
                .latticeSpeed(stream.latticeSpeed);
    }
}
