package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.RestingWall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Full-way walls in cases: a box of 12 x 8 x 8 nodes with a ball, periodic along x, driven by a force.
final class FullWayWallsTest extends WallKit {
    @Override
    FullWayWall wall(Value... velocity) {
        return velocity.length == 0 ? new FullWayWall() : new FullWayWall(List.of(velocity));
    }

    @Override
    String name() {
        return "full-way walls";
    }

    /// Also the forces, which full-way walls sum link by link. On D3Q13 even and odd nodes alternate, and the flow does
    /// not become steady exactly.
    @Test
    void steady_flow_and_forces_are_those_of_half_way_walls() {
        for (VelocitySet lattice : Lattices.all().stream()
                .filter(lattice -> lattice.dimensions() == 3)
                .toList()) {
            CaseBuilder half = box(lattice, new RestingWall());
            CaseBuilder full = box(lattice, new FullWayWall());
            boolean alternates = lattice.isotropy() < 4;
            if (alternates) {
                half.collision(new Mrt());
                full.collision(new Mrt());
            }
            try (Simulation one = Simulation.open(half.build(), devices.byKey("cpu:jvm"), pool);
                    Simulation other = Simulation.open(full.build(), devices.byKey("cpu:jvm"), pool)) {
                one.step(2500);
                other.step(2500);
                double[] u = one.velocityLattice()[0];
                double[] v = other.velocityLattice()[0];
                double largest = Arrays.stream(u).max().orElseThrow();
                for (int n = 0; n < u.length; n++) {
                    assertThat(v[n]).as(lattice.name()).isCloseTo(u[n], within((alternates ? 0.02 : 1e-9) * largest));
                }
                for (String wall : List.of("ball.force_x", "side.force_x")) {
                    double force = value(one.observables(false), wall);
                    assertThat(value(other.observables(false), wall))
                            .as("%s, %s", wall, lattice.name())
                            .isCloseTo(force, within((alternates ? 0.02 : 1e-8) * force));
                }
            }
        }
    }

    /// Couette flow below a lid: exact, with the force on the walls, and the flow of half-way walls.
    @Test
    void flow_under_a_lid_is_that_of_half_way_walls() {
        Value lid = Value.of(0.01);
        List<Boundary> moving = List.of(
                new MovingWall(List.of(lid, Value.ZERO, Value.ZERO)),
                new FullWayWall(List.of(lid, Value.ZERO, Value.ZERO)));
        double[][] velocities = new double[2][];
        double[] forces = new double[2];
        for (int full = 0; full < 2; full++) {
            Side open = Side.periodic();
            Case theCase = Case.named("couette")
                    .geometry(ShapeSource.in(Domain.of2d(4, 8, open, open, Side.wall("floor"), Side.wall("lid"))))
                    .spacingM(1)
                    .fluid(1, 0.1)
                    .lattice(Lattices.D2Q9)
                    .collision(new Trt())
                    .boundary("floor", full == 0 ? new RestingWall() : new FullWayWall())
                    .boundary("lid", moving.get(full))
                    .timeStepS(1)
                    .atMostSteps(1)
                    .build();
            try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
                flow.step(6000);
                velocities[full] = flow.velocityLattice()[0];
                forces[full] = value(flow.observables(false), "lid.force_x");
            }
        }
        for (int n = 0; n < velocities[1].length; n++) {
            int y = n / 4;
            assertThat(velocities[1][n]).isCloseTo(0.01 * (y + 0.5) / 8, within(1e-12));
            assertThat(velocities[1][n]).isCloseTo(velocities[0][n], within(1e-12));
        }
        assertThat(forces[1]).isCloseTo(-0.1 * 0.01 / 8 * 4, within(1e-12));
        assertThat(forces[1]).isCloseTo(forces[0], within(1e-12));
    }

    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "GUO", "LINK_WISE"})
    void they_meet_openings_as_half_way_walls_do(Scheme scheme) {
        Side inlet = Side.opening("inlet");
        Side outlet = Side.opening("outlet");
        Side wall = Side.wall("wall");
        boolean wet = scheme.isOnNodes();
        Domain domain = Domain.of2d(14, 6, wet ? inlet.wet() : inlet, wet ? outlet.wet() : outlet, wall, wall);
        double[][] velocities = Stream.of(new RestingWall(), new FullWayWall())
                .map(boundary -> Case.named("channel")
                        .geometry(ShapeSource.in(domain))
                        .spacingM(1)
                        .fluid(1, 0.1)
                        .lattice(Lattices.D2Q9)
                        .collision(new Trt())
                        .boundary(
                                "inlet",
                                Boundaries.meanVelocity("0.01 m/s").parabolic().by(scheme))
                        .boundary("outlet", Boundaries.pressure("0 Pa").by(scheme))
                        .boundary("wall", boundary)
                        .timeStepS(1)
                        .atMostSteps(1)
                        .build())
                .map(theCase -> {
                    try (Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
                        simulation.step(12_000);
                        return simulation.velocityLattice()[0];
                    }
                })
                .toArray(double[][]::new);
        for (int n = 0; n < velocities[0].length; n++) {
            assertThat(velocities[1][n]).isCloseTo(velocities[0][n], within(1e-8));
        }
    }

    /// Mass is that of the fluid and of what walls keep: remembered populations, less their values at rest.
    @Test
    void the_mass_of_fluid_and_walls_is_constant() {
        Case theCase = box(Lattices.D3Q19, new FullWayWall())
                .initial(new Case.Initial(List.of(Value.ZERO, Value.ZERO, Value.ZERO), Value.of(0.001)))
                .build();
        try (Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            double mass = mass(simulation);
            double fluid = Arrays.stream(populations(simulation)).sum();
            simulation.step(1000);
            assertThat(mass(simulation)).isCloseTo(mass, within(1e-13 * mass));
            assertThat(Arrays.stream(populations(simulation)).sum()).isNotCloseTo(fluid, within(1e-9));
        }
    }

    private static double mass(Simulation simulation) {
        VelocitySet lattice = simulation.theCase().model().lattice();
        DirectionCodes codes = DirectionCodes.of(lattice);
        CutLinks links = simulation.nodes().links();
        double mass = Arrays.stream(populations(simulation)).sum();
        for (BoundaryPlan.Group group : simulation.boundaries().groups()) {
            double[][] kept = new double[lattice.size()][];
            for (int i = 1; i < kept.length; i++) {
                kept[i] = simulation
                        .execution()
                        .readField(
                                group.name(), "in-wall-" + lattice.velocity(i).letters());
            }
            for (int k = 0; k < group.members().size(); k++) {
                int b = group.members().get(k).boundaryNode();
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int incoming = codes.incoming(links.code(link));
                    if (incoming >= 0) {
                        mass += kept[incoming][k] + lattice.weight(incoming).toDouble();
                    }
                }
            }
        }
        return mass;
    }
}
