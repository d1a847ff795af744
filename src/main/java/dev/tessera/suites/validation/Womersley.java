package dev.tessera.suites.validation;

import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.solver.Case;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.suites.ReferenceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Oscillating flow through a round tube, driven by the force `A cos(w t)` along it: amplitude and phase of the flow
/// and of the mean wall shear stress at Womersley numbers `alpha = R sqrt(w / nu)`. The worse of two positions of the
/// tube relative to the nodes is judged. Driven by densities at equilibrium at both ends, flow and stress are those
/// of the pressure gradient inside ([TubeBetweenPressures]).
///
/// Source: Womersley, J. Physiol. 127, 553 (1955).
final class Womersley implements ValidationSuite {
    private static final String SOURCE = "Womersley 1955";
    private static final double RADIUS = 0.5;
    private static final int LENGTH = 4; // of the tube, nodes
    static final int SAMPLES = 24; // of a period
    static final double SLOWEST_DECAY = 2.404825557695773 * 2.404825557695773 / (RADIUS * RADIUS); // 1/s
    private static final double LARGEST_TRANSIENT = 1e-4;
    private static final double LATTICE_SPEED = 0.02;
    private static final double VISCOSITY_LATTICE = 1.0 / 30;
    /// The Stokes layer `sqrt(2 nu / w)` in spacings, from which on the stress of nodes is judged: it is extrapolated
    /// linearly to the wall, over which it must not turn.
    private static final double RESOLVED_LAYER = 5;

    @Override
    public String key() {
        return "womersley";
    }

    @Override
    public String title() {
        return "oscillating flow through a tube, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        List<ValidationCase> cases = new ArrayList<>();
        for (int nodes : full ? List.of(32, 64, 128) : List.of(32)) {
            for (int alpha : new int[] {4, 8, 16}) {
                String setup = "alpha %d, D3Q19 trt, %d nodes per diameter".formatted(alpha, nodes);
                cases.add(new ValidationCase(setup, laboratory -> rows(laboratory, setup, alpha, nodes)));
            }
        }
        addBetweenPressures(cases, 4, full ? 32 : 20, 1.0 / 30);
        if (full) {
            addBetweenPressures(cases, 8, 32, 0.01);
            addBetweenPressures(cases, 16, 32, 0.005);
            addBetweenPressures(cases, 16, 64, 0.01);
        }
        return cases;
    }

    private void addBetweenPressures(List<ValidationCase> cases, int alpha, int nodes, double viscosity) {
        String setup = "alpha %d between equilibrium densities, D3Q19 trt, %d nodes per diameter, viscosity %.3g"
                .formatted(alpha, nodes, viscosity);
        cases.add(
                new ValidationCase(setup, laboratory -> betweenPressures(laboratory, setup, alpha, nodes, viscosity)));
    }

    /// Amplitudes and phases beside the pressure gradient that is measured in the same part of the tube.
    List<ValidationRow> betweenPressures(Laboratory laboratory, String setup, int alpha, int nodes, double viscosity) {
        Oscillation flow = Oscillation.ofTable(alpha, 1);
        Oscillation stress = Oscillation.ofTable(alpha, 3);
        double frequency = alpha * alpha / (RADIUS * RADIUS);
        double[] ofFlow = new double[2];
        double[] ofForce = new double[2];
        double[] ofGradient = new double[2];
        for (Vec shift : WalledFlow.Setting.SHIFTS) {
            var found = new TubeBetweenPressures(alpha, nodes, viscosity, shift).samples(laboratory);
            Oscillation drive = Oscillation.of(found.gradient(), 1);
            Oscillation ofTube = Oscillation.of(found.flow(), Math.PI * RADIUS * RADIUS / frequency)
                    .over(drive);
            Oscillation ofWall = Oscillation.of(found.stress(), RADIUS).over(drive);
            ofTube.off(flow, ofFlow);
            ofWall.off(stress, ofForce);
            drive.over(new Oscillation(found.imposed(), 0)).off(new Oscillation(1, 0), ofGradient);
            if (shift.equals(Vec.ZERO)) {
                laboratory.plots().accept(plotBetweenPressures(ofTube, ofWall, flow, stress, setup));
            }
        }
        double all = Double.POSITIVE_INFINITY;
        List<ValidationRow> rows = new ArrayList<>();
        add(rows, setup, "flow", ofFlow, 0.01, 1);
        add(rows, setup, "wall shear stress of the wall's force", ofForce, 0.02, 2);
        add(rows, setup, "pressure gradient inside, beside the imposed one", ofGradient, all, all);
        return rows;
    }

    List<ValidationRow> rows(Laboratory laboratory, String setup, int alpha, int nodes) {
        Oscillation flow = Oscillation.ofTable(alpha, 1);
        Oscillation stress = Oscillation.ofTable(alpha, 3);
        double[] ofFlow = new double[2];
        double[] ofForce = new double[2];
        double[] ofNodes = new double[2];
        for (Vec shift : WalledFlow.Setting.SHIFTS) {
            Response found = response(laboratory, alpha, nodes, shift);
            found.flow.off(flow, ofFlow);
            found.stressOfForce.off(stress, ofForce);
            found.stressOfNodes.off(stress, ofNodes);
            if (shift.equals(Vec.ZERO)) {
                laboratory.plots().accept(plot(found, flow, stress, setup));
            }
        }
        boolean isThick = nodes * Math.sqrt(0.5) / alpha >= RESOLVED_LAYER;
        double all = Double.POSITIVE_INFINITY;
        List<ValidationRow> rows = new ArrayList<>();
        add(rows, setup, "flow", ofFlow, 0.01, 1);
        add(rows, setup, "wall shear stress of the wall's force", ofForce, 0.02, 2);
        add(rows, setup, "wall shear stress of the nodes", ofNodes, isThick ? 0.02 : all, isThick ? 2 : all);
        return rows;
    }

    /// Over a period, both divided by their exact amplitudes.
    private static ValidationPlot plot(Response found, Oscillation flow, Oscillation stress, String setup) {
        double[] samples = Curves.upTo(1, SAMPLES + 1);
        double[] line = Curves.upTo(1, 201);
        return new Curves(
                        "Oscillating flow through a tube",
                        setup,
                        new Axis("time / period", ""),
                        new Axis("value / exact amplitude", ""))
                .computed("flow", samples, found.flow.over(samples, flow.amplitude))
                .reference("flow, " + SOURCE, line, flow.over(line, flow.amplitude))
                .computed(
                        "wall shear stress of the wall's force",
                        samples,
                        found.stressOfForce.over(samples, stress.amplitude))
                .reference("wall shear stress, " + SOURCE, line, stress.over(line, stress.amplitude))
                .computed(
                        "wall shear stress of the nodes", samples, found.stressOfNodes.over(samples, stress.amplitude))
                .named(setup.replaceAll("^(alpha \\d+).*?(\\d+) nodes.*", "womersley $1 nodes $2"));
    }

    /// Over a period of the pressure gradient, divided by the exact amplitudes.
    private static ValidationPlot plotBetweenPressures(
            Oscillation ofTube, Oscillation ofWall, Oscillation flow, Oscillation stress, String setup) {
        double[] samples = Curves.upTo(1, SAMPLES + 1);
        double[] line = Curves.upTo(1, 201);
        return new Curves(
                        "Oscillating flow through a tube between equilibrium densities",
                        setup,
                        new Axis("time / period; the pressure gradient is largest at 0", ""),
                        new Axis("value / exact amplitude", ""))
                .computed("flow", samples, ofTube.over(samples, flow.amplitude))
                .reference("flow, " + SOURCE, line, flow.over(line, flow.amplitude))
                .computed("wall shear stress of the wall's force", samples, ofWall.over(samples, stress.amplitude))
                .reference("wall shear stress, " + SOURCE, line, stress.over(line, stress.amplitude))
                .named(setup.replaceAll("^(alpha \\d+).*?(\\d+) nodes.*", "womersley densities $1 nodes $2"));
    }

    private void add(
            List<ValidationRow> rows, String setup, String of, double[] off, double ofAmplitude, double ofPhase) {
        rows.add(ValidationRow.error(key(), setup, of + ", error of the amplitude", off[0], SOURCE, ofAmplitude));
        rows.add(ValidationRow.error(key(), setup, of + ", error of the phase, degrees", off[1], SOURCE, ofPhase));
    }

    /// `amplitude cos(w t + phase)`. The flow is in units of `pi R² A / w`, the stress in those of `rho A R`.
    private record Oscillation(double amplitude, double phaseDegrees) {
        /// @param column of the amplitude; the phase is in the next one
        static Oscillation ofTable(int alpha, int column) {
            String[] row = ReferenceTable.rows("womersley_tube_flow_and_wss.csv").stream()
                    .filter(one -> Double.parseDouble(one[0]) == alpha)
                    .findFirst()
                    .orElseThrow();
            return new Oscillation(Double.parseDouble(row[column]), Double.parseDouble(row[column + 1]));
        }

        /// Of values at equal intervals of a period.
        static Oscillation of(double[] values, double unit) {
            double cosine = 0;
            double sine = 0;
            for (int k = 0; k < values.length; k++) {
                double angle = 2 * Math.PI * k / values.length;
                cosine += values[k] * Math.cos(angle);
                sine += values[k] * Math.sin(angle);
            }
            return new Oscillation(
                    2 * Math.hypot(cosine, sine) / values.length / unit, Math.toDegrees(Math.atan2(-sine, cosine)));
        }

        /// @param periods times, @param unit by which the values are divided
        double[] over(double[] periods, double unit) {
            return Arrays.stream(periods)
                    .map(time -> amplitude * Math.cos(2 * Math.PI * time + Math.toRadians(phaseDegrees)) / unit)
                    .toArray();
        }

        /// Its ratio to a drive.
        Oscillation over(Oscillation drive) {
            return new Oscillation(amplitude / drive.amplitude, phaseDegrees - drive.phaseDegrees);
        }

        /// @param largest relative error of the amplitude and error of the phase so far
        void off(Oscillation exact, double[] largest) {
            largest[0] = Math.max(largest[0], Math.abs(amplitude / exact.amplitude - 1));
            double turn = Math.IEEEremainder(phaseDegrees - exact.phaseDegrees, 360);
            largest[1] = Math.max(largest[1], Math.abs(turn));
        }
    }

    /// @param stressOfForce from the force on the wall, without the part of the driving force that acts on what the
    ///        volume of the nodes has more than that of the tube
    /// @param stressOfNodes the mean of the wall shear stress at the nodes beside the wall
    private record Response(Oscillation flow, Oscillation stressOfForce, Oscillation stressOfNodes) {}

    /// In the first period after the start has decayed. The tube has a diameter of 1 m and a viscosity of 1 m²/s.
    private static Response response(Laboratory laboratory, int alpha, int nodes, Vec shift) {
        double dx = 1.0 / nodes;
        double frequency = alpha * alpha / (RADIUS * RADIUS);
        double period = 2 * Math.PI / frequency;
        int interval = (int) Math.round(period / SAMPLES / (VISCOSITY_LATTICE * dx * dx));
        double dt = period / SAMPLES / interval;
        double acceleration = frequency * LATTICE_SPEED * dx / dt;
        double[] flow = new double[SAMPLES];
        double[] force = new double[SAMPLES];
        double[] stress = new double[SAMPLES];
        Case theCase = theCase(acceleration, frequency, dx, dt, shift);
        try (Simulation tube = Simulation.open(theCase, laboratory.device(), laboratory.workers())) {
            double section = Math.PI * RADIUS * RADIUS;
            double surplus = tube.nodes().fluid().count() * dx * dx / LENGTH - section;
            long first = (long) Math.ceil(-Math.log(LARGEST_TRANSIENT) / SLOWEST_DECAY / period) * SAMPLES;
            for (int sample = 0; sample < SAMPLES; sample++) {
                tube.step((first + sample) * interval - tube.steps());
                double drive = acceleration * Math.cos(frequency * tube.timeS());
                double ofWall = Observable.value(tube.observables(false), "wall.force_x") / (LENGTH * dx);
                Snapshot now = tube.snapshot(List.of(new Velocity(), new WallShearStress()));
                flow[sample] = Arrays.stream(now.velocityMPerS()[0]).sum() * dx * dx / LENGTH;
                force[sample] = (ofWall - drive * surplus) / (2 * Math.PI * RADIUS);
                stress[sample] = Arrays.stream(now.wallShearStress().vectorPa()[0])
                        .average()
                        .orElseThrow();
            }
            return new Response(
                    Oscillation.of(flow, section * acceleration / frequency),
                    Oscillation.of(force, acceleration * RADIUS),
                    Oscillation.of(stress, acceleration * RADIUS));
        }
    }

    private static Case theCase(double acceleration, double frequency, double dx, double dt, Vec shift) {
        double width = 1 + 6 * dx;
        Vec centre = new Vec(0, width / 2, width / 2).plus(shift.times(dx));
        Side wall = Side.wall("box");
        Domain box =
                Domain.of(new Vec(LENGTH * dx, width, width), Side.periodic(), Side.periodic(), wall, wall, wall, wall);
        return Case.named("womersley")
                .geometry(ShapeSource.in(box).fluid(new Cylinder(centre, new Vec(1, 0, 0), RADIUS)))
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Trt())
                .walls(WallScheme.CURVED)
                .drive(new Case.Drive(List.of(
                        Value.varying(at -> at.number(acceleration)
                                .times(at.graph()
                                        .call(
                                                ElementaryFunction.COS,
                                                List.of(at.number(frequency).times(at.t()))))),
                        Value.ZERO,
                        Value.ZERO)))
                .referenceVelocityMPerS(LATTICE_SPEED * dx / dt)
                .referenceLengthM(1)
                .timeStepS(dt)
                .atMostSteps(1)
                .build();
    }
}
