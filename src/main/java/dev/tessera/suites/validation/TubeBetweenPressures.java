package dev.tessera.suites.validation;

import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.Value;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import java.util.Arrays;
import java.util.List;

/// A tube of three diameters between two openings with an equilibrium density, whose pressures oscillate in antiphase.
/// It has a diameter of 1 m and a viscosity of 1 m²/s; nodes of both openings are on its end planes.
///
/// Flow, wall shear stress and pressure gradient are those of its middle third: the fluid is compressible, so that
/// the gradient inside differs from the imposed difference of pressures over the length, and populations at
/// equilibrium have no viscous stress at the ends. Longitudinal waves change all three along the tube, but not their
/// ratio, as long as the tube is thin beside their length.
///
/// @param viscosity in lattice units; the smaller, the longer the waves: `2 pi c_s / omega`
record TubeBetweenPressures(int alpha, int nodes, double viscosity, Vec shift) {
    private static final double RADIUS = 0.5;
    private static final double SOUND_SQUARED = 1.0 / 3;
    private static final int DIAMETERS = 3; // length
    private static final int SAMPLES = Womersley.SAMPLES;
    private static final double LATTICE_SPEED = 0.02;
    private static final double LARGEST_TRANSIENT = 1e-3;
    private static final String MIDDLE = "middle"; // wall of the middle third

    /// Over a period, at the same times.
    /// @param flow m³/s, @param stress of the wall's force, Pa, @param gradient -dp/dx, Pa/m
    /// @param imposed difference of pressures at the openings over the length: its amplitude, of phase 0, Pa/m
    record Samples(double[] flow, double[] stress, double[] gradient, double imposed) {}

    private double frequency() {
        return alpha * alpha / (RADIUS * RADIUS);
    }

    Samples samples(Laboratory laboratory) {
        double dx = 1.0 / nodes;
        double period = 2 * Math.PI / frequency();
        int interval = (int) Math.round(period / SAMPLES / (viscosity * dx * dx));
        double dt = period / SAMPLES / interval;
        double gradient = frequency() * LATTICE_SPEED * dx / dt;
        Samples found = new Samples(new double[SAMPLES], new double[SAMPLES], new double[SAMPLES], gradient);
        try (Simulation tube = Simulation.open(theCase(gradient, dx, dt), laboratory.device(), laboratory.workers())) {
            long first = (long) Math.ceil(-Math.log(LARGEST_TRANSIENT) / Womersley.SLOWEST_DECAY / period) * SAMPLES;
            double surplus = area(tube.nodes()) * dx * dx - Math.PI * RADIUS * RADIUS;
            for (int sample = 0; sample < SAMPLES; sample++) {
                tube.step((first + sample) * interval - tube.steps());
                Snapshot now = tube.snapshot(List.of(new Velocity(), new Pressure()));
                double force = Observable.value(tube.observables(false), MIDDLE + ".force_x");
                found.flow[sample] = sum(now, now.velocityMPerS()[0], first(), last()) * dx * dx / nodes;
                found.gradient[sample] = (atEnd(now, first()) - atEnd(now, last())) / (nodes * dx);
                found.stress[sample] =
                        (force / (nodes * dx) - found.gradient[sample] * surplus) / (2 * Math.PI * RADIUS);
            }
        }
        return found;
    }

    /// Planes of the middle third: from this one on, below [#last].
    private int first() {
        return nodes + 1;
    }

    private int last() {
        return 2 * nodes + 1;
    }

    /// Over planes from `from` until before `until`.
    private static double sum(Snapshot now, double[] values, int from, int until) {
        NodeMap nodes = now.nodes();
        double sum = 0;
        for (int n = 0; n < values.length; n++) {
            int x = nodes.box().x(nodes.fluid().boxIndex(n));
            sum += x >= from && x < until ? values[n] : 0;
        }
        return sum;
    }

    /// The mean pressure half-way between a plane and the one before it.
    private static double atEnd(Snapshot now, int plane) {
        double[] ones = new double[now.pressurePa().length];
        Arrays.fill(ones, 1);
        return sum(now, now.pressurePa(), plane - 1, plane + 1) / sum(now, ones, plane - 1, plane + 1);
    }

    /// On which the pressure acts, in nodes: the populations that cross from a plane to the next carry it, the nodes of
    /// a plane without the links that the wall cuts.
    private double area(NodeMap nodeMap) {
        VelocitySet lattice = Lattices.D3Q19;
        CutLinks links = nodeMap.links();
        double area = nodeMap.fluid().count() / (double) nodeMap.box().nx();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            boolean isThere = nodeMap.box().x(nodeMap.fluid().boxIndex(links.node(b))) == nodes;
            for (int link = links.firstLink(b); isThere && link < links.endLink(b); link++) {
                var along = dev.tessera.model.Velocity.ofCode(links.code(link));
                int direction = lattice.velocities().indexOf(along);
                if (direction >= 0 && along.x() == 1) {
                    area -= 2 * lattice.weight(direction).toDouble() / SOUND_SQUARED;
                }
            }
        }
        return area;
    }

    private Case theCase(double gradient, double dx, double dt) {
        double length = DIAMETERS * nodes * dx;
        double width = 1 + 6 * dx;
        Vec centre = new Vec(0, width / 2, width / 2).plus(shift.times(dx));
        Side wall = Side.wall("box");
        Domain box = Domain.of(
                new Vec(length, width, width),
                Side.opening("inlet").wet(),
                Side.opening("outlet").wet(),
                wall,
                wall,
                wall,
                wall);
        return Case.named("womersley")
                .geometry(ShapeSource.in(box).fluid(tube(centre, length, dx)))
                .spacingM(dx)
                .fluid(1, 1)
                .lattice(Lattices.D3Q19)
                .collision(new Trt())
                .walls(WallScheme.CURVED)
                .boundary("inlet", pressure(gradient * length / 2))
                .boundary("outlet", pressure(-gradient * length / 2))
                .referenceVelocityMPerS(LATTICE_SPEED * dx / dt)
                .referenceLengthM(1)
                .timeStepS(dt)
                .atMostSteps(1)
                .build();
    }

    private Boundary pressure(double amplitudePa) {
        return Boundaries.pressure(Value.varying(at -> at.number(amplitudePa)
                        .times(at.graph()
                                .call(
                                        ElementaryFunction.COS,
                                        List.of(at.number(frequency()).times(at.t()))))))
                .by(Scheme.EQUILIBRIUM);
    }

    /// The wall of its middle third has its own name.
    private Shape tube(Vec centre, double length, double dx) {
        double from = (first() - 0.5) * dx;
        double to = (last() - 0.5) * dx;
        double overlap = 1e-3 * dx;
        return part(centre, from, to)
                .named(MIDDLE)
                .or(part(centre, -length, from + overlap))
                .or(part(centre, to - overlap, 2 * length));
    }

    private static Shape part(Vec centre, double from, double to) {
        return Cylinder.between(centre.plus(new Vec(from, 0, 0)), centre.plus(new Vec(to, 0, 0)), RADIUS);
    }
}
