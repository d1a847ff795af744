package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.kernel.Precision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Simulation;
import dev.tessera.testkit.Needs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases with `collision: elbm`.
final class EntropicCaseTest {
    private static final String CAVITY = """
            tessera: 1
            geometry: {box: [8 m, 8 m], spacing: 1 m}
            sides: {y-max: lid}
            fluid: {density: 1 kg/m3, viscosity: %s m2/s}
            model: {%s}
            boundaries: {lid: {scheme: moving, velocity: [0.1 m/s, 0 m/s]}}
            reference: {velocity: 0.1 m/s, length: 8 m}
            time: {time-step: 1 s, stop: {steps: 1}}
            storage: {%s}
            """;
    private static final String PLAIN = "pattern: pull, addressing: dense";
    private static final String TURBULENT = "2e-4"; // a grid Reynolds number of 500

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

    private static Case cavity(String viscosity, String model, String storage) {
        return CaseFile.parse("case.yaml", CAVITY.formatted(viscosity, model, storage), Path.of("/cases"), List.of())
                .theCase();
    }

    private static Case entropic(String model) {
        return cavity(TURBULENT, "collision: elbm" + model, PLAIN);
    }

    private static double[][] velocity(Case theCase, String device, int steps) {
        try (Simulation simulation = Simulation.open(theCase, devices.byKey(device), pool)) {
            simulation.step(steps);
            return simulation.snapshot().velocityMPerS();
        }
    }

    @Test
    void its_equilibrium_is_the_quasi_compressible_one_by_default_and_is_written() {
        Case theCase = entropic("");
        assertThat(theCase.model().equilibrium()).isEqualTo(new QuasiCompressible());
        assertThat(CaseText.of(theCase)).contains("collision: elbm").contains("equilibrium: quasi-compressible");
        assertThat(cavity("0.1", "collision: trt", PLAIN).model().equilibrium()).isEqualTo(new Incompressible());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ", equilibrium: incompressible | case.yaml:5:39: model.equilibrium: collision elbm has an equilibrium of"
                        + " largest entropy, in which the density multiplies the velocity, but the equilibrium is"
                        + " incompressible. Use equilibrium quasi-compressible, or another collision",
                ", precision: fp32-deviations | case.yaml:5:37: model.precision: collision elbm needs logarithms of whole"
                        + " populations, but with precision fp32-deviations kernels have their deviations from rest. Use"
                        + " precision fp32, or another collision",
                ", precision: fp64-deviations | case.yaml:5:37: model.precision: collision elbm needs logarithms of whole"
                        + " populations, but with precision fp64-deviations kernels have their deviations from rest. Use"
                        + " precision fp64, or another collision",
                ", lattice: D3Q13 | case.yaml:5:35: model.lattice: D3Q13 is for 3D, but the geometry is 2D; use D2Q9",
            })
    void what_it_cannot_be_used_with_is_refused_where_it_is_written(String model, String message) {
        assertThatThrownBy(() -> entropic(model)).hasMessage(message);
    }

    @Test
    void a_case_that_was_not_read_is_refused_too() {
        Case theCase = entropic("");
        Case.Model model = theCase.model();
        assertThatThrownBy(() -> open(theCase, new Incompressible(), Precision.FP64))
                .isInstanceOf(CaseException.class)
                .hasMessageStartingWith("model.equilibrium: collision elbm has an equilibrium of largest entropy");
        assertThatThrownBy(() -> open(theCase, model.equilibrium(), Precision.FP64_DEVIATIONS))
                .isInstanceOf(CaseException.class)
                .hasMessageStartingWith("model.precision: collision elbm needs logarithms of whole populations");
    }

    private static void open(Case theCase, Equilibrium equilibrium, Precision precision) {
        Case.Model own = theCase.model();
        var model = new Case.Model(own.lattice(), equilibrium, own.collision(), precision, own.walls(), own.mixture());
        Case changed = new Case(
                theCase.name(),
                theCase.title(),
                theCase.geometry(),
                theCase.spacingM(),
                theCase.fluid(),
                model,
                theCase.boundaries(),
                theCase.drive(),
                theCase.initial(),
                theCase.time(),
                theCase.storage(),
                theCase.output(),
                theCase.reference());
        Simulation.open(changed, devices.byKey("cpu:jvm"), pool).close();
    }

    /// At a grid Reynolds number of 500, where Newton's method is needed.
    @ParameterizedTest
    @ValueSource(strings = {"pattern: push, addressing: dense", "pattern: aa, addressing: compact-tiles"})
    void every_storage_gives_the_same_bits(String storage) {
        assertThat(velocity(cavity(TURBULENT, "collision: elbm", storage), "cpu:jvm", 60))
                .isDeepEqualTo(velocity(entropic(""), "cpu:jvm", 60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:c", "cpu:interpreter"})
    void every_target_gives_the_same_bits(String device) {
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        for (String precision : List.of("fp64", "fp32", "fp32/fp16")) {
            Case theCase = entropic(", precision: " + precision);
            assertThat(velocity(theCase, device, 60)).isDeepEqualTo(velocity(theCase, "cpu:jvm", 60));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:c", "cpu:interpreter"})
    void with_large_eddies_every_target_gives_the_same_bits(String device) {
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        }
        Case theCase = entropic(", smagorinsky: 0.15");
        assertThat(CaseText.of(theCase)).contains("collision: elbm").contains("smagorinsky: 3/20");
        assertThat(velocity(theCase, device, 60))
                .isDeepEqualTo(velocity(theCase, "cpu:jvm", 60))
                .satisfies(u -> assertThat(u[0]).isNotEqualTo(velocity(entropic(""), "cpu:jvm", 60)[0]));
    }

    /// At a grid Reynolds number of 25. With the root alone the largest speed is 1.2 times the lid's, and the mean 1.3
    /// times that of MRT.
    @Test
    void a_coarse_cavity_is_too_viscous_but_no_wall_makes_it_faster_than_the_lid() {
        double[] ofMrt = coarse("mrt");
        double[] speed = coarse("elbm");
        assertThat(Arrays.stream(speed).max().orElseThrow()).isLessThan(0.1);
        assertThat(Arrays.stream(speed).sum() / Arrays.stream(ofMrt).sum()).isBetween(1.0, 1.25);
    }

    /// Speeds of all nodes.
    private static double[] coarse(String collision) {
        String model = "collision: %s, equilibrium: quasi-compressible".formatted(collision);
        double[][] u = velocity(cavity("0.004", model, PLAIN), "cpu:jvm", 800);
        return IntStream.range(0, u[0].length)
                .mapToDouble(n -> Math.hypot(u[0][n], u[1][n]))
                .toArray();
    }

    /// At relaxation times of 0.5003 and 0.500003, grid Reynolds numbers of 1000 and 100 000.
    @ParameterizedTest
    @CsvSource({"1e-4, ''", "1e-6, ''", "1e-4, ', smagorinsky: 0.1'", "1e-6, ', smagorinsky: 0.2'"})
    void a_relaxation_time_very_close_to_one_half_is_stable(String viscosity, String eddies) {
        for (String precision : List.of("fp64", "fp32")) {
            Case theCase = cavity(viscosity, "collision: elbm, precision: " + precision + eddies, PLAIN);
            double[][] u = velocity(theCase, "cpu:jvm", 1600);
            double fastest = IntStream.range(0, u[0].length)
                    .mapToDouble(n -> Math.hypot(u[0][n], u[1][n]))
                    .max()
                    .orElseThrow();
            assertThat(fastest).isBetween(0.01, 0.1);
        }
    }

    /// Of a cavity with the collision `bgk`, which is stable up to a grid Reynolds number of 10.
    @ParameterizedTest
    @CsvSource({
        "'equilibrium: quasi-compressible', elbm",
        "'equilibrium: quasi-compressible, precision: fp32/fp16', elbm",
        "'equilibrium: incompressible', elbm with equilibrium quasi-compressible",
        "'equilibrium: quasi-compressible, precision: fp64-deviations',",
        "'precision: fp64-deviations',",
        "'equilibrium: quasi-compressible, smagorinsky: 0.01', elbm",
        "'smagorinsky: 0.01', elbm with equilibrium quasi-compressible"
    })
    void a_refusal_for_the_grid_reynolds_number_names_it_where_the_case_can_use_it(
            String model, @Nullable String named) {
        Case theCase = cavity(TURBULENT, "collision: bgk, " + model, PLAIN);
        assertRefusal(theCase, named);
    }

    @Test
    void a_refusal_of_a_case_with_large_eddies_names_it() {
        assertThatThrownBy(() -> velocity(cavity("2e-5", "collision: trt, smagorinsky: 0.1", PLAIN), "cpu:jvm", 1))
                .hasMessageContaining("up to which trt with smagorinsky on D2Q9 is known to be stable")
                .hasMessageContaining("or use collision elbm with equilibrium quasi-compressible");
    }

    @Test
    void a_refusal_of_a_case_with_a_viscosity_of_place_does_not_name_it() {
        String viscosity = "{expression: \"2e-4*(1 + x/8)\", unit: m2/s}";
        String text = CAVITY.formatted("", "collision: bgk, equilibrium: quasi-compressible", PLAIN)
                .replace("viscosity:  m2/s", "reference-viscosity: 2e-4 m2/s, viscosity: " + viscosity);
        assertRefusal(
                CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of()).theCase(), null);
    }

    private static void assertRefusal(Case theCase, @Nullable String named) {
        var refusal = assertThatThrownBy(() -> velocity(theCase, "cpu:jvm", 1))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("up to which bgk on D2Q9 is known to be stable. Use a spacing below");
        if (named != null) {
            refusal.hasMessageContaining(", or collision " + named + " (no limit, but accurate up to about 10 only).");
        } else {
            refusal.hasMessageContaining("; no other collision or lattice is known to be stable.");
        }
    }

    /// Near equilibrium alpha is 2; beside the ends of the lid it is not.
    @ParameterizedTest
    @ValueSource(strings = {"fp64", "fp32", "fp32/fp16"})
    void a_viscous_flow_is_close_to_that_of_bgk(String precision) {
        assertThat(difference(viscous("elbm", precision), viscous("bgk", precision)))
                .isBetween(1e-4, 1e-2);
    }

    @Test
    void half_precision_costs_not_more_than_with_bgk() {
        double ofBgk = difference(viscous("bgk", "fp32/fp16"), viscous("bgk", "fp64"));
        assertThat(difference(viscous("elbm", "fp32/fp16"), viscous("elbm", "fp64")))
                .isLessThan(2 * ofBgk);
    }

    private static double[] viscous(String collision, String precision) {
        String model = "collision: %s, equilibrium: quasi-compressible, precision: %s".formatted(collision, precision);
        return velocity(cavity("0.1", model, PLAIN), "cpu:jvm", 400)[0];
    }

    /// The largest, relative to the largest value.
    private static double difference(double[] values, double[] expected) {
        double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        return IntStream.range(0, values.length)
                        .mapToDouble(n -> Math.abs(values[n] - expected[n]))
                        .max()
                        .orElseThrow()
                / largest;
    }
}
