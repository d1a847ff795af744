package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests for every kind of wall that is a boundary between the nodes: the same populations on all storages and devices
/// and in parts, checkpoints, and what it refuses. A kind is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WallKit {
    static ForkJoinPool pool;
    static Devices devices;

    /// @param velocity of the wall, one component for each axis; at rest without
    abstract Boundary wall(Value... velocity);

    /// What messages call it.
    abstract String name();

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// A box of 12 x 8 x 8 nodes with a ball, periodic along x, driven by a force.
    static CaseBuilder box(VelocitySet lattice, Boundary wall) {
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

    static double[] populations(Simulation simulation) {
        var execution = simulation.execution();
        double[] all = new double
                [execution.fluidNodes() * simulation.theCase().model().lattice().size()];
        execution.readPopulations(0, execution.fluidNodes(), all);
        return all;
    }

    static double[] after(Case theCase, Device device) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            simulation.step(9);
            return populations(simulation);
        }
    }

    Stream<Boundary> walls() {
        Value alongX = Value.varying(at -> at.number(0.01).times(at.sin(at.t())));
        return Stream.of(wall(), wall(alongX, Value.ZERO, Value.of(0.002)));
    }

    @ParameterizedTest
    @MethodSource("walls")
    void storages_devices_and_parts_give_the_same_populations(Boundary wall) {
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

    static double value(List<Observable> observables, String name) {
        return observables.stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_checkpoint_continues_in_another_storage_and_in_parts(@TempDir Path folder) throws IOException {
        CaseBuilder builder = box(Lattices.D3Q19, wall());
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
        Case theCase = box(Lattices.D3Q19, wall()).walls(WallScheme.CURVED).build();
        assertThatThrownBy(() ->
                        Simulation.open(theCase, devices.byKey("cpu:jvm"), pool).close())
                .isInstanceOf(CaseException.class)
                .hasMessage(
                        "boundaries.side.scheme: %s are half-way between nodes, but model.walls is curved. Use model.walls: half-way, or scheme: bounce-back."
                                .formatted(name()));
    }
}
