package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Cumulant;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Walls of Tamm and Mott-Smith in cases: a box of 12 x 8 x 8 nodes with a ball, periodic along x, driven by a force.
final class TammMottSmithWallsTest {
    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static CaseBuilder box(VelocitySet lattice, Boundary wall) {
        Side open = Side.periodic();
        Side side = Side.wall("side");
        Domain domain = new Domain(Vec.ZERO, new Vec(12, 8, 8), List.of(open, open, side, side, side, side));
        return Case.named("box")
                .geometry(ShapeSource.in(domain).obstacle("ball", new Sphere(new Vec(4, 4, 4), 2)))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(lattice)
                .collision(new Trt())
                .boundary("side", wall)
                .boundary("ball", wall)
                .accelerationMPerS2(1e-5, 0, 0)
                .timeStepS(1)
                .atMostSteps(1);
    }

    private static double[] populations(Simulation simulation) {
        var execution = simulation.execution();
        double[] all = new double
                [execution.fluidNodes() * simulation.theCase().model().lattice().size()];
        execution.readPopulations(0, execution.fluidNodes(), all);
        return all;
    }

    private static double[] after(Case theCase, Device device) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            simulation.step(9);
            return populations(simulation);
        }
    }

    static Stream<TammMottSmithWall> walls() {
        Value alongX = Value.varying(at -> at.number(0.01).times(at.sin(at.t())));
        return Stream.of(new TammMottSmithWall(), new TammMottSmithWall(List.of(alongX, Value.ZERO, Value.of(0.002))));
    }

    @ParameterizedTest
    @MethodSource("walls")
    void storages_devices_and_parts_give_the_same_populations(TammMottSmithWall wall) {
        CaseBuilder builder = box(Lattices.D3Q19, wall);
        double[] expected =
                after(builder.storage(new TwoBufferPull(), new Dense()).build(), devices.byKey("cpu:interpreter"));
        for (StreamingPattern pattern : Patterns.all()) {
            Case theCase = builder.storage(pattern, CompactTiles.forCpu()).build();
            assertThat(after(theCase, devices.byKey("cpu:jvm")))
                    .as(pattern.key())
                    .isEqualTo(expected);
        }
        Case inPlace = builder.storage(new EsotericPull(), new CompactTiles()).build();
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        assertThat(after(inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool)))
                .isEqualTo(expected);
        Needs.part("c", CCompiler.find().isPresent());
        Case onCpu = builder.storage(new AaPattern(), CompactTiles.forCpu()).build();
        assertThat(after(onCpu, devices.byKey("cpu:c"))).isEqualTo(expected);
        Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        assertThat(after(inPlace, devices.byKey("opencl:0"))).isEqualTo(expected);
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

    private static double value(List<Observable> observables, String name) {
        return observables.stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_checkpoint_continues_in_another_storage_and_in_parts(@TempDir Path folder) throws IOException {
        CaseBuilder builder = box(Lattices.D3Q19, new TammMottSmithWall());
        Case inPlace = builder.storage(new EsotericPull(), new CompactTiles()).build();
        Case theCase = builder.storage(new AaPattern(), new Tiles()).build();
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        try (Simulation one = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool);
                Simulation other = Simulation.open(
                        inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool), pool)) {
            one.step(7);
            Checkpoints checkpoints = new Checkpoints(folder, 1);
            checkpoints.write(one, List.of());
            one.step(8);
            other.restore(checkpoints.last().orElseThrow());
            other.step(8);
            assertThat(populations(other)).isEqualTo(populations(one));
        }
    }

    @Test
    void other_walls_at_their_distances_are_refused() {
        Case theCase = box(Lattices.D3Q19, new TammMottSmithWall())
                .walls(WallScheme.CURVED)
                .build();
        assertThatThrownBy(() ->
                        Simulation.open(theCase, devices.byKey("cpu:jvm"), pool).close())
                .isInstanceOf(CaseException.class)
                .hasMessage(
                        "boundaries.side.scheme: walls of Tamm and Mott-Smith are half-way between nodes, but model.walls is curved. Use model.walls: half-way, or scheme: bounce-back.");
    }
}
