package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.SlotAccesses;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.Interpretation;
import dev.tessera.layout.MemoryPlan;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.model.Collision;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.TammMottSmithWall;
import dev.tessera.solver.boundary.YuOutflow;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Flows whose state is stored as moments equal those of stored populations within rounding.
final class StoredMomentsTest {
    private static final int ACROSS = 16;
    private static final Device INTERPRETER = new Interpreter();

    @TempDir
    Path folder;

    /// A channel between half-way walls, periodic along x, with a body force: mean velocity about 0.02.
    private static CaseBuilder poiseuille(Value acceleration) {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        return Case.named("poiseuille")
                .geometry(ShapeSource.in(Domain.of2d(0.5, 1, open, open, wall, wall)))
                .spacingM(1.0 / ACROSS)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Regularized())
                .drive(new Case.Drive(List.of(acceleration, Value.ZERO, Value.ZERO)))
                .relaxationTime(0.8)
                .atMostSteps(1000);
    }

    private static CaseBuilder poiseuille() {
        return poiseuille(Value.of(0.3));
    }

    private static CaseBuilder duct() {
        return duct(Scheme.LINK_WISE);
    }

    private static CaseBuilder duct(Scheme scheme) {
        return Ducts.duct(0, false, scheme).collision(new Regularized()).spacingM(0.25);
    }

    private static Stream<Named<CaseBuilder>> flows() {
        return Stream.of(
                Named.of("Poiseuille", poiseuille()),
                Named.of("quasi-compressible", poiseuille().equilibrium(new QuasiCompressible())),
                Named.of(
                        "a force in time and space",
                        poiseuille(Value.varying(at -> at.x().plus(at.t().times(at.y()))))),
                Named.of(
                        "a force in time",
                        poiseuille(
                                Value.varying(at -> at.number(0.3).plus(at.t().squared())))),
                Named.of("link-wise openings", duct()),
                Named.of("large eddies", duct().collision(new Smagorinsky(new Regularized(), Smagorinsky.USUAL))),
                Named.of("nodes on the openings", duct(Scheme.ZOU_HE)),
                Named.of("walls of Tamm and Mott-Smith", poiseuille().boundary("wall", new TammMottSmithWall())),
                Named.of("D3Q27", duct().lattice(Lattices.D3Q27).equilibrium(new QuasiCompressible())));
    }

    private static Simulation open(CaseBuilder flow, UnaryOperator<CaseBuilder> change, Device device) {
        return Simulation.open(change.apply(flow).build(), device, ForkJoinPool.commonPool());
    }

    private static Simulation open(CaseBuilder flow, Device device) {
        return open(flow, builder -> builder.storage(Case.Storage.ofMoments()), device);
    }

    private static Device parts(int count) {
        return new PartedDevice(
                Collections.nCopies(count, INTERPRETER), PartedDevice.Division.balanced(), ForkJoinPool.commonPool());
    }

    private static double[][] velocity(Simulation simulation) {
        double[][] velocity = simulation.velocityLattice();
        return Arrays.stream(velocity).map(double[]::clone).toArray(double[][]::new);
    }

    private static double[] state(Simulation simulation) {
        int count = simulation.execution().fluidNodes();
        double[] state = new double[count * simulation.state().valuesPerNode()];
        simulation.execution().readState("fluid", 0, count, state);
        return state;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("flows")
    void moments_give_the_flow_of_populations(CaseBuilder flow) {
        try (Simulation populations = open(flow, builder -> builder.storage(Case.Storage.CHOSEN), INTERPRETER);
                Simulation moments = open(flow, INTERPRETER)) {
            for (int steps : List.of(1, 30)) {
                populations.step(steps);
                moments.step(steps);
                double[][] expected = velocity(populations);
                double[][] found = velocity(moments);
                double peak = largest(expected[0]);
                assertThat(peak).isPositive();
                for (int axis = 0; axis < expected.length; axis++) {
                    assertThat(largestDifference(found[axis], expected[axis]) / peak)
                            .as("velocity along axis %d after %d steps", axis, populations.steps())
                            .isLessThan(2e-13);
                }
            }
            int q = populations.theCase().model().lattice().size();
            int count = populations.execution().fluidNodes();
            double[] expected = new double[count * q];
            double[] found = new double[count * q];
            populations.execution().readPopulations(0, count, expected);
            moments.execution().readPopulations(0, count, found);
            assertThat(largestDifference(found, expected)).isLessThan(1e-14);
        }
    }

    private static double largestDifference(double[] values, double[] others) {
        double largest = 0;
        for (int k = 0; k < values.length; k++) {
            largest = Math.max(largest, Math.abs(values[k] - others[k]));
        }
        return largest;
    }

    @Test
    void the_profile_converges_to_a_parabola() {
        try (Simulation simulation = open(poiseuille(), INTERPRETER)) {
            simulation.step(4000);
            double[] along = velocity(simulation)[0];
            double force = simulation.units().accelerationLattice(0.3);
            double viscosity = (0.8 - 0.5) / 3;
            for (int n = 0; n < along.length; n++) {
                int y = n / (ACROSS / 2);
                double exact = force / (2 * viscosity) * (y + 0.5) * (ACROSS - y - 0.5);
                assertThat(along[n]).isCloseTo(exact, within(5e-3 * force / (8 * viscosity) * ACROSS * ACROSS));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void parts_give_the_bits_of_one(int count) throws IOException {
        for (CaseBuilder flow : List.of(poiseuille(), duct())) {
            try (Simulation one = open(flow, INTERPRETER);
                    Simulation divided = open(flow, parts(count));
                    Simulation resumed = open(flow, INTERPRETER);
                    Simulation again = open(flow, parts(count))) {
                one.step(7);
                divided.step(7);
                assertThat(state(divided)).isEqualTo(state(one));
                Path checkpoint = write(divided);
                resumed.restore(checkpoint);
                again.restore(write(one));
                one.step(6);
                divided.step(6);
                resumed.step(6);
                again.step(6);
                assertThat(state(divided)).isEqualTo(state(one));
                assertThat(state(resumed)).isEqualTo(state(one));
                assertThat(state(again)).isEqualTo(state(one));
                assertThat(velocity(divided)).isDeepEqualTo(velocity(one));
            }
        }
    }

    private Path write(Simulation simulation) throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder, 2);
        checkpoints.write(simulation, List.of());
        return checkpoints.last().orElseThrow();
    }

    @Test
    void addressing_does_not_change_a_bit() {
        double[] expected = null;
        for (var addressing : List.of(new Dense(), new CompactTiles())) {
            var storage = new Case.Storage(
                    StateChoice.MOMENTS,
                    Optional.of(addressing),
                    Optional.empty(),
                    new TuningChoice.Measured(),
                    Optional.empty());
            try (Simulation simulation = open(duct(), builder -> builder.storage(storage), INTERPRETER)) {
                simulation.step(5);
                expected = expected == null ? state(simulation) : expected;
                assertThat(state(simulation)).isEqualTo(expected);
            }
        }
    }

    @Test
    void memory_is_two_sets_of_the_list() {
        try (Simulation forced = open(poiseuille(), INTERPRETER);
                Simulation free = open(duct(), INTERPRETER);
                Simulation single = open(duct().precision(Precision.FP32), INTERPRETER)) {
            assertThat(bytes(forced))
                    .isEqualTo(2L * 8 * 8 * forced.nodes().fluid().count());
            assertThat(bytes(free)).isEqualTo(2L * 10 * 8 * free.nodes().fluid().count());
            assertThat(bytes(single))
                    .isEqualTo(2L * 10 * 4 * single.nodes().fluid().count());
            for (Simulation simulation : List.of(forced, free, single)) {
                StepPlan plan = plan(simulation);
                assertThat(Interpretation.bytesFor(plan)).isEqualTo(new Interpretation(plan).memoryBytes());
                SlotAccesses.verify(plan);
            }
        }
    }

    private static StepPlan plan(Simulation simulation) {
        var planner = new SimulationPlanner(simulation.theCase(), INTERPRETER, ForkJoinPool.commonPool());
        return planner.plan(simulation.nodes()).steps();
    }

    private static long bytes(Simulation simulation) {
        MemoryPlan memory = simulation.state().memory();
        return memory.items().stream()
                .filter(item -> item.what().equals("moments of fluid nodes"))
                .mapToLong(MemoryPlan.Item::bytes)
                .sum();
    }

    @Test
    void single_precision_stays_close() {
        try (Simulation populations = open(
                        poiseuille().precision(Precision.FP32),
                        builder -> builder.storage(Case.Storage.CHOSEN),
                        INTERPRETER);
                Simulation moments = open(poiseuille().precision(Precision.FP32), INTERPRETER)) {
            populations.step(200);
            moments.step(200);
            double[] expected = velocity(populations)[0];
            assertThat(largestDifference(velocity(moments)[0], expected)).isLessThan(1e-5 * largest(expected));
        }
    }

    @Test
    void collisions_that_keep_more_are_refused() {
        for (Collision collision :
                List.of(new Trt(), new Mrt(), new Bgk(), new Smagorinsky(new Bgk(), Smagorinsky.USUAL))) {
            assertThatThrownBy(() -> open(poiseuille().collision(collision), INTERPRETER))
                    .isInstanceOf(CaseException.class)
                    .hasMessage(
                            "model.collision: %s keeps more of the populations than density, velocity and stress. Use regularized, or storage.state: populations.",
                            collision.key());
        }
    }

    @Test
    void what_moments_do_not_determine_is_refused() {
        refused(duct().walls(WallScheme.BOUZIDI), "model.walls: bouzidi walls change populations");
        refused(duct().precision(Precision.FP32_FP16), "model.precision: fp32/fp16 stores deviations of populations");
        refused(
                duct().precision(Precision.FP64_DEVIATIONS),
                "model.precision: fp64-deviations stores deviations of populations");
        refused(duct().boundary("outlet", new YuOutflow()), "an opening reads populations of the nodes behind it");
        refused(
                duct().boundary("wall", new FullWayWall()),
                "boundaries.wall.scheme: full-way walls change populations after the collision. Use bounce-back");
        var ghosts = new Case.Storage(
                StateChoice.MOMENTS,
                Optional.of(new GhostTiles()),
                Optional.empty(),
                new TuningChoice.Measured(),
                Optional.empty());
        assertThatThrownBy(() -> open(duct(), builder -> builder.storage(ghosts), INTERPRETER))
                .hasMessageContaining("storage.addressing: tiles with buffers exchange populations");
        try (Simulation moments = open(duct(), INTERPRETER)) {
            double[] f = new double[19];
            assertThatThrownBy(() -> moments.execution().writePopulations(0, 1, f))
                    .hasMessage(
                            "fluid is stored as moments, which do not follow from incoming populations; write its moments");
        }
    }

    private static void refused(CaseBuilder flow, String message) {
        assertThatThrownBy(() -> open(flow, INTERPRETER))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("storage.state: populations");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c", "opencl:0"})
    void devices_that_compile_kernels_refuse(String key) {
        Devices devices = Devices.on(ForkJoinPool.commonPool());
        boolean isThere = key.equals("cpu:c")
                ? CCompiler.find().isPresent()
                : devices.keys().contains(key);
        Needs.part(key.replaceAll("cpu:|:0", ""), isThere);
        Device device = devices.byKey(key);
        assertThatThrownBy(() -> open(duct(), device))
                .isInstanceOf(CaseException.class)
                .hasMessage(
                        "storage.state: moments run on cpu:interpreter so far, and this run is on %s. Use that device, or storage.state: populations.",
                        key);
        try (Simulation simulation = open(duct(), INTERPRETER)) {
            StepPlan plan = plan(simulation);
            String reason =
                    "%s runs steps over stored populations, but this plan stores moments. Store populations, or use cpu:interpreter.";
            assertThatThrownBy(() -> device.prepare(plan))
                    .isInstanceOf(DeviceException.class)
                    .hasMessage(reason, key);
            assertThatThrownBy(() -> device.memoryBytes(plan))
                    .isInstanceOf(DeviceException.class)
                    .hasMessage(reason, key);
        }
    }

    @Test
    void checkpoints_of_moments_and_of_populations_are_not_mixed() throws IOException {
        try (Simulation populations = open(duct(), builder -> builder.storage(Case.Storage.CHOSEN), INTERPRETER);
                Simulation moments = open(duct(), INTERPRETER)) {
            populations.step(2);
            moments.step(3);
            Path ofPopulations = write(populations);
            Path ofMoments = write(moments);
            assertThatThrownBy(() -> moments.restore(ofPopulations))
                    .hasMessageContaining("storage.state: nothing in the checkpoint, moments in the case");
            assertThatThrownBy(() -> populations.restore(ofMoments))
                    .hasMessageContaining("storage.state: moments in the checkpoint, nothing in the case");
            assertThatThrownBy(() -> moments.startFrom(ofPopulations))
                    .hasMessageContaining("an initial state consists of populations, and the case stores moments");
            assertThatThrownBy(() -> populations.startFrom(ofMoments))
                    .hasMessageContaining(
                            "an initial state consists of populations, and the checkpoint contains moments");
        }
    }
}
