package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.kernel.NodeClass;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Cases whose walls are interpolated at their distances.
final class CurvedWallsTest {
    /// Of a simple cubic array with the solid fraction 0.216, over the square of the cell's edge (Zick & Homsy,
    /// J. Fluid Mech. 115, 13, 1982).
    private static final double PERMEABILITY = 0.019152295;

    private static final int NODES = 16; // along the edge of a cell
    private static final double DIAMETER = 1;
    private static final double LENGTH = 2.4;
    private static final StorageChoice DENSE_PULL = new StorageChoice(new TwoBufferPull(), new Dense());

    private static ForkJoinPool pool;
    private static Devices devices;
    private static Device cpu; // kernels are compiled once

    @TempDir
    private Path temp;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
        cpu = devices.byKey("cpu");
    }

    @AfterAll
    static void stop() {
        devices.close();
        pool.close();
    }

    /// On a channel with link-wise openings, and a disc at rest that almost touches a moving one: links of all
    /// kinds meet.
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HALF_WAY")
    void every_storage_computes_the_same_bits(WallScheme scheme) {
        Device interpreter = devices.byKey("cpu:interpreter");
        Case theCase = discs(scheme);
        double[][] expected = after(theCase, interpreter, DENSE_PULL, pool);
        for (StorageChoice choice : choices()) {
            assertThat(after(theCase, interpreter, choice, pool))
                    .as(choice.toString())
                    .isDeepEqualTo(expected);
        }
        assertThat(after(theCase, devices.byKey("cpu:jvm"), DENSE_PULL, pool)).isDeepEqualTo(expected);
    }

    /// Every addressing with pull, and every pattern with compact tiles.
    private static List<StorageChoice> choices() {
        List<StorageChoice> choices = new ArrayList<>();
        var pull = new TwoBufferPull();
        Addressings.fitting(pull).forEach(addressing -> choices.add(new StorageChoice(pull, addressing)));
        Patterns.all().forEach(pattern -> choices.add(new StorageChoice(pattern, Addressings.byKey("compact-tiles"))));
        return choices;
    }

    @ParameterizedTest
    @EnumSource(names = {"CURVED", "BOUZIDI_QUADRATIC"})
    void kernels_in_c_compute_the_same_bits(WallScheme scheme) {
        Needs.part("c", CCompiler.find().isPresent());
        Case theCase = discs(scheme);
        double[][] expected = after(theCase, devices.byKey("cpu:interpreter"), DENSE_PULL, pool);
        assertThat(after(theCase, devices.byKey("cpu:c"), DENSE_PULL, pool)).isDeepEqualTo(expected);
    }

    /// There the sweep of the bulk also updates the nodes beside curved walls, with values for cut links only.
    /// Each addressing once: drivers compile slowly.
    @Test
    void every_addressing_computes_the_same_bits_on_a_gpu() {
        Device gpu = gpu();
        Case theCase = discs(WallScheme.CURVED);
        double[][] expected = after(theCase, devices.byKey("cpu:interpreter"), DENSE_PULL, pool);
        for (StorageChoice choice : choices()) {
            boolean isCompact = choice.addressing() instanceof CompactTiles;
            if (isCompact ? choice.pattern() instanceof AaPattern : choice.pattern() instanceof TwoBufferPull) {
                assertThat(after(theCase, gpu, choice, pool))
                        .as(choice.toString())
                        .isDeepEqualTo(expected);
            }
        }
    }

    /// In three stages, in place.
    @Test
    void walls_of_three_nodes_compute_the_same_bits_on_a_gpu() {
        Device gpu = gpu();
        Case theCase = discs(WallScheme.BOUZIDI_QUADRATIC);
        double[][] expected = after(theCase, devices.byKey("cpu:interpreter"), DENSE_PULL, pool);
        StorageChoice inPlace = new StorageChoice(new AaPattern(), Addressings.byKey("compact-tiles"));
        assertThat(after(theCase, gpu, inPlace, pool)).isDeepEqualTo(expected);
    }

    private static Device gpu() {
        Optional<String> key =
                devices.keys().stream().filter(k -> k.contains("opencl")).findFirst();
        Needs.part("opencl", key.isPresent());
        return devices.byKey(key.orElseThrow());
    }

    /// Two layers of nodes behind walls store what the walls read, also across the faces of parts.
    @Test
    void walls_of_three_nodes_continue_from_a_checkpoint_in_place_and_in_parts() throws IOException {
        Case theCase = discs(WallScheme.BOUZIDI_QUADRATIC);
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool, counted -> {});
        Device jvm = devices.byKey("cpu:jvm");
        Device parts = new PartedDevice(Collections.nCopies(3, jvm), PartedDevice.Division.balanced(), pool);
        StorageChoice inPlace = new StorageChoice(new AaPattern(), Addressings.byKey("compact-tiles"));
        try (Simulation one = Simulation.open(theCase, nodes, jvm, DENSE_PULL, pool);
                Simulation other = Simulation.open(theCase, nodes, parts, inPlace, pool)) {
            one.step(5);
            Checkpoints checkpoints = new Checkpoints(temp, 1);
            checkpoints.write(one, List.of());
            other.restore(checkpoints.last().orElseThrow());
            one.step(6);
            other.step(6);
            assertThat(other.snapshot().velocityMPerS())
                    .isDeepEqualTo(one.snapshot().velocityMPerS());
        }
    }

    @Test
    void walls_of_three_nodes_beside_an_outflow_that_reads_nodes_behind_it_are_refused() {
        Case theCase = tube(WallScheme.BOUZIDI_QUADRATIC, 6, Scheme.LINK_WISE)
                .boundary("outlet", new YuOutflow())
                .build();
        assertThatThrownBy(() -> Simulation.open(theCase, cpu, pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("model.walls: bouzidi-quadratic")
                .hasMessageContaining("schemes yu");
    }

    @ParameterizedTest
    @EnumSource(names = {"CURVED", "BOUZIDI"})
    void a_gpu_returns_the_values_of_cut_links_and_refuses_those_of_open_ones(WallScheme scheme) {
        Device gpu = gpu();
        Case theCase = discs(scheme);
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool, counted -> {});
        NodeClass walls = CaseKernels.of(theCase, nodes).stream()
                .filter(nodeClass -> !nodeClass.cutLinkFields().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(walls.cutLinkFields().keySet()).containsExactlyInAnyOrderElementsOf(walls.fields());
        try (Simulation expected = Simulation.open(theCase, nodes, devices.byKey("cpu:interpreter"), DENSE_PULL, pool);
                Simulation simulation = Simulation.open(theCase, nodes, gpu, DENSE_PULL, pool)) {
            for (String field : walls.fields()) {
                double[] values = expected.execution().readField(walls.name(), field);
                assertThat(simulation.execution().readField(walls.name(), field))
                        .isEqualTo(values);
                double[] everywhere = new double[values.length];
                Arrays.fill(everywhere, 0.25);
                assertThatThrownBy(() -> simulation.execution().writeField(walls.name(), field, everywhere))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("whose link is not cut");
            }
        }
    }

    private static Case discs(WallScheme scheme) {
        Side wall = Side.wall("side");
        Domain channel = Domain.of2d(1, 0.8, Side.opening("inlet"), Side.opening("outlet"), wall, wall);
        return Case.named("discs")
                .geometry(ShapeSource.in(channel)
                        .obstacle("resting", Cylinder.disc(0.13, 0.41, 0.21))
                        .obstacle("moving", Cylinder.disc(0.57, 0.38, 0.2)))
                .spacingM(0.06)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .walls(scheme)
                .boundary("inlet", Boundaries.meanVelocity("1 m/s").by(Scheme.LINK_WISE))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(Scheme.LINK_WISE))
                .boundary("moving", Boundaries.movingWall("0.5 m/s", "1 m/s", "0 m/s"))
                .relaxationTime(0.8)
                .atMostSteps(100)
                .build();
    }

    private static double[][] after(Case theCase, Device device, StorageChoice choice, ForkJoinPool pool) {
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool, counted -> {});
        try (Simulation simulation = Simulation.open(theCase, nodes, device, choice, pool)) {
            simulation.step(7);
            return simulation.snapshot().velocityMPerS();
        }
    }

    /// The pressure drives the flow here, so that no scheme is exact; half-way walls differ by 6 %.
    @ParameterizedTest
    @CsvSource({"CURVED, LINK_WISE", "CURVED, ZOU_HE", "BOUZIDI, LINK_WISE", "BOUZIDI_QUADRATIC, ZOU_HE"})
    void a_developed_flow_stays_a_paraboloid_between_openings(WallScheme walls, Scheme scheme) {
        try (Simulation simulation = Simulation.open(tube(walls, 12, scheme).build(), cpu, pool)) {
            simulation.step(600); // a disturbance of the profile decays by 1/e in 62 steps
            assertThat(difference(simulation)).isLessThan(0.03);
        }
    }

    /// Along x, with a mean velocity of 1.
    private static CaseBuilder tube(WallScheme walls, int across, Scheme scheme) {
        Vec size = new Vec(LENGTH, 1.3 * DIAMETER, 1.3 * DIAMETER);
        Vec centre = size.times(0.5);
        Side wall = Side.wall("wall");
        boolean wet = scheme == Scheme.ZOU_HE;
        return Case.named("tube")
                .geometry(ShapeSource.in(new Domain(
                                Vec.ZERO,
                                size,
                                List.of(
                                        wet ? Side.opening("inlet").wet() : Side.opening("inlet"),
                                        wet ? Side.opening("outlet").wet() : Side.opening("outlet"),
                                        wall,
                                        wall,
                                        wall,
                                        wall)))
                        .fluid(new Cylinder(centre, new Vec(1, 0, 0), DIAMETER / 2)))
                .spacingM(DIAMETER / across)
                .fluid(1, 0.4)
                .collision(new Trt())
                .walls(walls)
                .boundary(
                        "inlet", new VelocityOpening(new Flow.MeanVelocity(Value.of(1)), Profile.PARABOLIC, scheme, 0))
                .boundary("outlet", new PressureOpening(Value.ZERO, scheme, 0, false, null))
                .relaxationTime(0.8)
                .atMostSteps(2000);
    }

    /// From the paraboloid in the middle cross-section: root mean square, relative to its own.
    private static double difference(Simulation simulation) {
        NodeMap nodes = simulation.nodes();
        double[] velocity = simulation.snapshot().velocityMPerS()[0];
        double difference = 0;
        double whole = 0;
        for (int n = 0; n < velocity.length; n++) {
            long at = nodes.fluid().boxIndex(n);
            if (nodes.box().x(at) != nodes.box().nx() / 2) {
                continue;
            }
            double y = nodes.originM()[1] + nodes.box().y(at) * nodes.spacingM() - 0.65 * DIAMETER;
            double z = nodes.originM()[2] + nodes.box().z(at) * nodes.spacingM() - 0.65 * DIAMETER;
            double exact = 2 * (1 - 4 * (y * y + z * z) / (DIAMETER * DIAMETER));
            difference += (velocity[n] - exact) * (velocity[n] - exact);
            whole += exact * exact;
        }
        return Math.sqrt(difference / whole);
    }

    /// Whatever passes through the surface: each link passes on the population that left and the one that came
    /// in. In 2D, where kernels are smaller, for the schemes at distances.
    @ParameterizedTest
    @CsvSource({"HALF_WAY, 3", "CURVED, 2", "CURVED, 3", "BOUZIDI, 2", "BOUZIDI_QUADRATIC, 2", "CENTRAL_LINEAR, 2"})
    void the_force_on_a_sphere_is_the_drive_on_the_fluid(WallScheme walls, int dimensions) {
        Vec shift = new Vec(0.31, 0.17, 0.43);
        Case theCase = dimensions == 2 ? discs(walls, shift, 1.0 / 6) : spheres(walls, shift, 1.0 / 6);
        try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
            simulation.step(3000);
            double acceleration = PlaceAndTime.of(
                            theCase.drive().accelerationMPerS2().getFirst())
                    .at(new double[3], 0);
            double volume = simulation.nodes().fluid().count()
                    * Math.pow(simulation.nodes().spacingM(), dimensions);
            assertThat(value(simulation, "sphere.force_x")).isCloseTo(acceleration * volume, withinPercentage(1e-3));
        }
    }

    /// A resting wall below, a moving one above, both half-way between nodes.
    @ParameterizedTest
    @EnumSource
    void a_moving_wall_drags_the_fluid_with_its_shear_stress(WallScheme walls) {
        Side open = Side.periodic();
        Case theCase = Case.named("shear")
                .geometry(ShapeSource.in(Domain.of2d(0.25, 1, open, open, Side.wall("below"), Side.wall("above"))))
                .spacingM(0.125)
                .fluid(1, 0.5)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .walls(walls)
                .boundary("above", Boundaries.movingWall("3 m/s", "0 m/s", "0 m/s"))
                .relaxationTime(0.9)
                .atMostSteps(1500)
                .build();
        try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
            simulation.step(1500); // disturbances decay by 1/e in 49 steps
            double force = 0.5 * 3 * 0.25; // viscosity × velocity / height × length
            assertThat(value(simulation, "below.force_x")).isCloseTo(force, withinPercentage(1e-6));
            assertThat(value(simulation, "above.force_x")).isCloseTo(-force, withinPercentage(1e-6));
        }
    }

    private static double value(Simulation simulation, String name) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_collision_that_ties_the_place_of_walls_to_the_viscosity_is_named() {
        for (var collision : List.of(new Bgk(), new Trt())) {
            Case theCase = tube(WallScheme.CURVED, 6, Scheme.LINK_WISE)
                    .collision(collision)
                    .build();
            try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
                boolean tied = collision instanceof Bgk; // 0.3 squared
                assertThat(simulation.warnings().stream()
                                .anyMatch(warning -> warning.contains("its magic parameter is 0.09 here")))
                        .isEqualTo(tied);
            }
        }
    }

    /// At two positions of the sphere in the cell, and two viscosities.
    @Test
    void permeability_of_a_sphere_array_is_accurate_and_independent_of_the_viscosity() {
        double thick = permeability(new Vec(0, 0, 0), 1.0 / 6);
        assertThat(thick).isCloseTo(PERMEABILITY, within(0.01 * PERMEABILITY));
        assertThat(permeability(new Vec(0.31, 0.17, 0.43), 1.0 / 6))
                .isCloseTo(PERMEABILITY, within(0.01 * PERMEABILITY));
        assertThat(permeability(new Vec(0, 0, 0), 1.0 / 20)).isCloseTo(thick, within(1e-4 * thick));
    }

    /// Of a cell with an edge of 1 m and 16 spacings, m².
    private static double permeability(Vec shift, double viscosityLattice) {
        Case theCase = spheres(WallScheme.CURVED, shift, viscosityLattice);
        try (Simulation simulation = Simulation.open(theCase, cpu, pool)) {
            simulation.step((int) (0.3 / viscosityLattice * NODES * NODES));
            return Observation.ofLog(simulation).permeabilityM2();
        }
    }

    private static Case discs(WallScheme walls, Vec shift, double viscosityLattice) {
        Side open = Side.periodic();
        Vec centre = centre(shift);
        ShapeSource geometry = ShapeSource.in(Domain.of2d(1, 1, open, open, open, open))
                .obstacle("sphere", Cylinder.disc(centre.x(), centre.y(), 0.3));
        return array(geometry, walls, viscosityLattice).lattice(Lattices.D2Q9).build();
    }

    private static Case spheres(WallScheme walls, Vec shift, double viscosityLattice) {
        double radius = Math.cbrt(3 * 0.216 / (4 * Math.PI));
        ShapeSource geometry = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                .obstacle("sphere", new Sphere(centre(shift), radius));
        return array(geometry, walls, viscosityLattice).build();
    }

    private static Vec centre(Vec shift) {
        return new Vec(0.5, 0.5, 0.5).plus(shift.times(1.0 / NODES));
    }

    private static CaseBuilder array(ShapeSource geometry, WallScheme walls, double viscosityLattice) {
        double dx = 1.0 / NODES;
        double dt = viscosityLattice * dx * dx;
        return Case.named("sphere-array")
                .geometry(geometry)
                .spacingM(dx)
                .fluid(1, 1)
                .collision(new Trt())
                .walls(walls)
                .accelerationMPerS2(1e-3 * viscosityLattice / (NODES * NODES) * dx / (dt * dt) / NODES, 0, 0)
                .timeStepS(dt)
                .atMostS(2);
    }
}
