package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Walls of Tamm and Mott-Smith in cases: a box of 12 x 8 x 8 nodes with a ball, periodic along x, driven by a force.
final class TammMottSmithWallsTest extends WallKit {
    @Override
    TammMottSmithWall wall(Value... velocity) {
        return velocity.length == 0 ? new TammMottSmithWall() : new TammMottSmithWall(List.of(velocity));
    }

    @Override
    String name() {
        return "walls of Tamm and Mott-Smith";
    }

    /// The momentum that a force gives the fluid leaves it through the walls, which lose no mass.
    @Test
    void forces_on_walls_balance_the_drive_and_mass_is_constant() {
        for (VelocitySet lattice : List.of(Lattices.D3Q15, Lattices.D3Q19, Lattices.D3Q27)) {
            Case theCase = box(lattice, new TammMottSmithWall()).build();
            try (Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
                double mass = Arrays.stream(populations(simulation)).sum();
                simulation.step(2500);
                List<Observable> now = simulation.observables(false);
                double forces = value(now, "ball.force_x") + value(now, "side.force_x");
                assertThat(forces).as(lattice.name()).isCloseTo(1e-5 * mass, within(1e-12 * mass));
                assertThat(Arrays.stream(populations(simulation)).sum()).isCloseTo(mass, within(1e-12 * mass));
            }
        }
    }

    /// Above a wall that rests, with the force on the walls: a linear profile between apparent walls.
    @Test
    void flow_under_a_lid_is_linear_and_its_force_that_of_the_shear() {
        Value lid = Value.of(0.01);
        Side open = Side.periodic();
        Case theCase = Case.named("couette")
                .geometry(ShapeSource.in(Domain.of2d(4, 8, open, open, Side.wall("floor"), Side.wall("lid"))))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .boundary("floor", new TammMottSmithWall())
                .boundary("lid", new TammMottSmithWall(List.of(lid, Value.ZERO, Value.ZERO)))
                .timeStepS(1)
                .atMostSteps(1)
                .build();
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            flow.step(6000);
            double[] u = flow.velocityLattice()[0];
            double gradient = 0.01 / (8 - 2 * 8.0 / 33);
            for (int y = 1; y < 7; y++) {
                assertThat(u[4 * y]).isCloseTo(0.005 + (y - 3.5) * gradient, within(1e-9));
            }
            double force = 0.1 * gradient * 4;
            assertThat(value(flow.observables(false), "lid.force_x")).isCloseTo(-force, within(1e-9 * force));
            assertThat(value(flow.observables(false), "floor.force_x")).isCloseTo(force, within(1e-9 * force));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "REGULARIZED", "GUO", "EQUILIBRIUM", "LINK_WISE"})
    void they_meet_openings(Scheme scheme) {
        Side inlet = Side.opening("inlet");
        Side outlet = Side.opening("outlet");
        Side wall = Side.wall("wall");
        boolean wet = scheme.isOnNodes();
        Domain domain = Domain.of2d(14, 6, wet ? inlet.wet() : inlet, wet ? outlet.wet() : outlet, wall, wall);
        double[][] flows = Stream.of(new RestingWall(), new TammMottSmithWall())
                .map(boundary -> {
                    Case theCase = Case.named("channel")
                            .geometry(ShapeSource.in(domain))
                            .spacingM(1)
                            .fluid(1, 1.0 / 6)
                            .lattice(Lattices.D2Q9)
                            .collision(new Bgk())
                            .boundary(
                                    "inlet",
                                    Boundaries.meanVelocity("0.01 m/s")
                                            .parabolic()
                                            .by(scheme))
                            .boundary("outlet", Boundaries.pressure("0 Pa").by(scheme))
                            .boundary("wall", boundary)
                            .timeStepS(1)
                            .atMostSteps(1)
                            .build();
                    try (Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
                        simulation.step(12_000);
                        return new double[] {
                            Arrays.stream(simulation.velocityLattice()[0]).max().orElseThrow(),
                            value(simulation.observables(false), "outlet.flow_rate")
                        };
                    }
                })
                .toArray(double[][]::new);
        for (int k = 0; k < 2; k++) { // half-way at relaxation time 1
            assertThat(flows[1][k]).isCloseTo(flows[0][k], within(0.02 * Math.abs(flows[0][k])));
        }
    }

    /// A duct between four walls, and its quarter between two walls and two mirrors.
    @Test
    void a_quarter_between_symmetry_sides_equals_the_whole() {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        double[][] velocities = new double[2][];
        double[] forces = new double[2];
        for (int part = 0; part < 2; part++) {
            Side mirror = part == 0 ? wall : Side.symmetry("mirror");
            double extent = part == 0 ? 9 : 4.5;
            var domain =
                    new Domain(Vec.ZERO, new Vec(2, extent, extent), List.of(open, open, wall, mirror, wall, mirror));
            Case theCase = Case.named("duct")
                    .geometry(ShapeSource.in(domain))
                    .spacingM(1)
                    .fluid(1, 0.02)
                    .lattice(Lattices.D3Q27)
                    .collision(new Cumulant())
                    .boundary("wall", new TammMottSmithWall(List.of(Value.of(0.01), Value.ZERO, Value.ZERO)))
                    .accelerationMPerS2(1e-4, 0, 0)
                    .timeStepS(1)
                    .atMostSteps(1)
                    .build();
            try (Simulation simulation = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
                simulation.step(300);
                velocities[part] = simulation.velocityLattice()[0];
                forces[part] = value(simulation.observables(false), "wall.force_x");
            }
        }
        for (int z = 0; z < 5; z++) {
            for (int y = 0; y < 5; y++) {
                assertThat(velocities[1][2 * (y + 5 * z)]).isCloseTo(velocities[0][2 * (y + 9 * z)], within(1e-14));
            }
        }
        assertThat(4 * forces[1]).isCloseTo(forces[0], within(1e-12 * Math.abs(forces[0])));
    }
}
