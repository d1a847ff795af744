package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel;
import dev.tessera.solver.field.Pressure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The density that belongs to the velocity of Taylor and Green's vortices, whose pressure is known:
/// `-rho U² / 4 (cos 2kx + cos 2ky)`.
final class ConsistentDensityTest {
    private static final double K = 2 * Math.PI;

    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Case vortices(int nodes, String collision, String density, String sides, String... more) {
        return CaseFile.parse(
                        "vortices.yaml",
                        """
                        tessera: 1
                        constants: {k: 6.283185307179586 1/m, U: 1 m/s}
                        geometry: {box: [1 m, 1 m], spacing: 1000 mm}
                        sides: SIDES
                        fluid: {density: 2 kg/m3, viscosity: 0.02 m2/s}
                        model: {lattice: D2Q9, collision: COLLISION, equilibrium: quasi-compressible}
                        initial:
                          velocity:
                            - {expression: "-U*cos(k*x)*sin(k*y)", unit: m/s}
                            - {expression: "U*sin(k*x)*cos(k*y)", unit: m/s}
                          density: DENSITY
                        reference: {velocity: 1 m/s, length: 1 m}
                        time: {lattice-speed: 0.02, stop: {steps: 1}}
                        """.replace("1000 mm", 1000.0 / nodes + " mm")
                                .replace("SIDES", sides)
                                .replace("COLLISION", collision)
                                .replace("DENSITY", density),
                        Path.of("/"),
                        List.of(more))
                .theCase();
    }

    /// The largest error of the pressure over the largest pressure, `rho U² / 2`, decay included.
    private static double error(Simulation flow) {
        double[] pressure =
                flow.snapshot(List.of(new Pressure())).field(new Pressure()).values()[0];
        double decay = Math.exp(-4 * 0.02 * K * K * flow.timeS());
        double[] largest = new double[1];
        NodePositions.forEach(flow.nodes(), (n, point) -> {
            double exact = -0.5 * decay * (Math.cos(2 * K * point[0]) + Math.cos(2 * K * point[1]));
            largest[0] = Math.max(largest[0], Math.abs(pressure[n] - exact));
        });
        return largest[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"bgk", "trt", "mrt", "regularized"})
    void the_pressure_is_that_of_the_velocity(String collision) {
        try (Simulation given =
                        Simulation.open(vortices(32, collision, "given", "periodic"), devices.byKey("cpu:jvm"), pool);
                Simulation consistent = Simulation.open(
                        vortices(32, collision, "consistent", "periodic"), devices.byKey("cpu:jvm"), pool)) {
            assertThat(error(given)).isCloseTo(1, within(0.02)); // a uniform pressure
            assertThat(error(consistent)).isLessThan(0.02);
            given.step(60);
            consistent.step(60);
            assertThat(error(given)).as("sound goes on").isGreaterThan(0.2);
            assertThat(error(consistent)).as("no sound").isLessThan(0.03);
        }
    }

    @Test
    void the_error_falls_at_second_order() {
        double[] errors = new double[2];
        for (int fine = 0; fine < 2; fine++) {
            try (Simulation flow = Simulation.open(
                    vortices(16 << fine, "trt", "consistent", "periodic"), devices.byKey("cpu:jvm"), pool)) {
                errors[fine] = error(flow);
            }
        }
        assertThat(errors[0] / errors[1]).isGreaterThan(3.3);
    }

    /// Largest differences of the density from that of FP64, of a range of 1.2e-3.
    @ParameterizedTest
    @CsvSource({"fp32, 2.4e-5", "fp32-deviations, 1.2e-6", "fp32/fp16, 6e-5"})
    void precisions_find_the_density_of_fp64(String precision, double difference) {
        for (String equilibrium : List.of("incompressible", "quasi-compressible")) {
            for (String collision : List.of("bgk", "trt", "mrt", "cumulant", "kbc")) {
                double[] exact = density(collision, equilibrium, "fp64");
                double[] density = density(collision, equilibrium, precision);
                for (int n = 0; n < exact.length; n++) {
                    assertThat(density[n])
                            .as("%s, %s, node %d", collision, equilibrium, n)
                            .isCloseTo(exact[n], within(difference));
                }
            }
        }
    }

    private static double[] density(String collision, String equilibrium, String precision) {
        Case theCase = vortices(
                16,
                collision,
                "consistent",
                "periodic",
                "model.equilibrium=" + equilibrium,
                "model.precision=" + precision);
        try (Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            double[] pressure =
                    flow.snapshot(List.of(new Pressure())).field(new Pressure()).values()[0];
            return Arrays.stream(pressure).map(flow.units()::densityLattice).toArray();
        }
    }

    @Test
    void a_velocity_with_a_divergence_is_refused() {
        Case theCase = vortices(
                16,
                "bgk",
                "consistent",
                "periodic",
                "constants.U=10 m/s",
                "fluid.viscosity=0.008 m2/s",
                "initial.velocity=[{expression: \"U*sin(k*x)\", unit: m/s}, 0 m/s]");
        assertThatThrownBy(() -> Simulation.open(theCase, devices.byKey("cpu:jvm"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("differs by more than the reference density")
                .hasMessageContaining("The velocity has to be free of divergence, and zero across walls");
    }

    @Test
    void devices_and_parts_begin_with_the_same_bits() {
        Case theCase = vortices(16, "trt", "consistent", "periodic");
        double[] expected = start(theCase, devices.byKey("cpu:interpreter"));
        Device jvm = devices.byKey("cpu:jvm");
        assertThat(start(theCase, jvm)).isEqualTo(expected);
        assertThat(start(theCase, new PartedDevice(List.of(jvm, jvm), PartedDevice.Division.balanced(), pool)))
                .isEqualTo(expected);
    }

    private static double[] start(Case theCase, Device device) {
        try (Simulation flow = Simulation.open(theCase, device, pool)) {
            double[] populations = new double[16 * 16 * 9];
            flow.readPopulations(Kernel.FLUID, 0, 16 * 16, populations);
            return populations;
        }
    }

    @Test
    void a_simulation_that_continues_from_a_checkpoint_does_not_look_for_it_again(@TempDir Path folder)
            throws IOException {
        Case theCase = vortices(16, "trt", "consistent", "periodic");
        Device device = devices.byKey("cpu:jvm");
        NodeMap nodes = new SimulationPlanner(theCase, device, pool).voxelised();
        try (Simulation first = Simulation.open(theCase, nodes, device, pool);
                Simulation second = Simulation.openToContinue(theCase, nodes, device, pool, Ledger.withoutClock())) {
            assertThat(error(second)).as("a uniform pressure").isCloseTo(1, within(0.1));
            var checkpoints = new Checkpoints(folder, 1);
            checkpoints.write(first, List.of());
            second.restore(checkpoints.last().orElseThrow());
            assertThat(error(second)).isEqualTo(error(first)).isLessThan(0.1);
        }
    }

    @Test
    void openings_and_other_models_are_refused() {
        assertThatThrownBy(() ->
                        Simulation.open(vortices(16, "elbm", "consistent", "periodic"), devices.byKey("cpu:jvm"), pool))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("initial.density: consistent is for periodic boxes")
                .hasMessageContaining("collision elbm chooses its rates at each node");
    }
}
