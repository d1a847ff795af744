package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Simulation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Cases with `intrinsics: fast`, on CPUs and on OpenCL.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class IntrinsicsCaseTest {
    private static final String CASE = """
            tessera: 1
            geometry: {box: [16 m, 12 m], spacing: 1 m}
            sides: {x: periodic%s}
            fluid: {%s}
            model: {precision: %s}
            %s
            reference: {velocity: 0.1 m/s, length: 12 m}
            time: {time-step: 1 s, stop: {steps: 200}, beyond-stability: true}
            storage: {pattern: pull, addressing: dense}
            """;

    /// The models that call exp, log or pow in every step.
    enum Model {
        /// Newton's method, whose steps compute logarithms: a grid Reynolds number of 500.
        ENTROPIC("", "density: 1 kg/m3, viscosity: 2e-4 m2/s", "fp32, collision: elbm", Model.LID, 2e-4),
        /// `psi = 1 - exp(-rho)`
        PSEUDOPOTENTIAL(
                ", y: periodic",
                "density: 1 kg/m3, viscosity: 0.2 m2/s, components: {oil: {density: {expression:"
                        + " \"0.7 + 0.1*sin(0.3926990816987241*x)*cos(0.5235987755982988*y)\", unit: kg/m3}}}",
                "fp32, collision: bgk, mixture: shan-chen, potential: classic, coupling: {oil-oil: -4.5}",
                "",
                1e-3),
        /// `pow` in four steps of Newton's method.
        CARREAU(
                "",
                "density: 1 kg/m3, viscosity: {law: carreau-yasuda, zero-shear: 0.16 m2/s, infinite-shear: 0.01 m2/s,"
                        + " relaxation: 200 s, n: 0.36, a: 2}",
                "fp32, collision: trt",
                Model.LID,
                1e-5),
        /// `pow`, also at the start of Newton's method.
        POWER_LAW(
                "",
                "density: 1 kg/m3, viscosity: {law: power, consistency: 0.02 m2/s, n: 0.7, minimum: 0.01 m2/s,"
                        + " maximum: 0.3 m2/s}",
                "fp32, collision: trt",
                Model.LID,
                1e-5),
        /// A force of the user's that depends on the flow.
        EXPRESSION(
                "",
                "density: 1 kg/m3, viscosity: 0.05 m2/s",
                "fp32-deviations, collision: bgk",
                Model.LID
                        + "\ndrive: {acceleration: [{expression: \"1e-4*exp(-10*u_x)*log(1 + rho)\", unit: m/s2}, 0 m/s2]}",
                1e-5);

        private static final String LID = "boundaries: {y-max: {scheme: moving, velocity: [0.1 m/s, 0 m/s]}}";

        private final String sides;
        private final String fluid;
        private final String model;
        private final String others;
        private final double allowed;

        /// @param allowed difference of velocities from those with exact functions, of the largest velocity
        Model(String sides, String fluid, String model, String others, double allowed) {
            this.sides = sides;
            this.fluid = fluid;
            this.model = model;
            this.others = others;
            this.allowed = allowed;
        }

        Case with(String intrinsics) {
            return IntrinsicsCaseTest.read(CASE.formatted(sides, fluid, model + intrinsics, others));
        }
    }

    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    private ForkJoinPool pool;
    private Devices devices;

    @BeforeAll
    void start() {
        pool = new ForkJoinPool(2);
        devices = Devices.on(pool);
    }

    @AfterAll
    void stop() {
        pool.close();
    }

    private static Case read(String text) {
        return CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of()).theCase();
    }

    private double[][] velocity(Case theCase, Device device) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            simulation.step(200);
            return simulation.snapshot().velocityMPerS();
        }
    }

    private static double largest(double[][] values) {
        return Arrays.stream(values)
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElseThrow();
    }

    private static double difference(double[][] one, double[][] other) {
        double largest = 0;
        for (int axis = 0; axis < one.length; axis++) {
            for (int node = 0; node < one[axis].length; node++) {
                double difference = Math.abs(one[axis][node] - other[axis][node]);
                largest = Double.isNaN(difference) ? Double.NaN : Math.max(largest, difference);
            }
        }
        return largest;
    }

    @ParameterizedTest
    @EnumSource
    void a_gpu_computes_nearly_the_same_flow_with_its_own_functions(Model model, TestReporter reporter) {
        double[][] exact = velocity(model.with(""), first.device());
        double[][] fast;
        try (Simulation simulation = Simulation.open(model.with(", intrinsics: fast"), first.device(), pool)) {
            assertThat(simulation.intrinsics()).isEqualTo(Intrinsics.FAST);
            assertThat(simulation.warnings()).noneMatch(warning -> warning.contains("intrinsics"));
            simulation.step(200);
            fast = simulation.snapshot().velocityMPerS();
        }
        assertThat(velocity(model.with(", intrinsics: exact"), devices.byKey("cpu:jvm")))
                .isDeepEqualTo(exact);
        double difference = difference(exact, fast) / largest(exact);
        reporter.publishEntry(model.name(), "relative difference %.2e".formatted(difference));
        assertThat(difference).isLessThan(model.allowed);
        if (model != Model.ENTROPIC) { // whose alpha has a limit where it would follow from logarithms
            assertThat(difference).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_cpu_computes_exact_functions_and_says_so(Model model) {
        Device cpu = devices.byKey("cpu:jvm");
        assertThat(velocity(model.with(", intrinsics: fast"), cpu)).isDeepEqualTo(velocity(model.with(""), cpu));
        try (Simulation simulation = Simulation.open(model.with(", intrinsics: fast"), cpu, pool)) {
            assertThat(simulation.intrinsics()).isEqualTo(Intrinsics.EXACT);
            assertThat(simulation.warnings())
                    .contains(
                            "model.intrinsics: fast has no effect on cpu:jvm: kernels that a CPU runs compute exp, log and pow as with exact. Use a GPU, or remove the key.");
        }
    }

    @Test
    void a_model_without_exp_and_log_is_told_that_the_key_does_nothing() {
        Case plain = read(CASE.formatted(
                "", "density: 1 kg/m3, viscosity: 0.05 m2/s", "fp32, collision: bgk, intrinsics: fast", Model.LID));
        try (Simulation simulation = Simulation.open(plain, first.device(), pool)) {
            assertThat(simulation.warnings())
                    .contains(
                            "model.intrinsics: fast has no effect on this case: none of its kernels computes exp, log or pow. Remove the key.");
        }
    }

    @Test
    void doubles_are_refused_where_the_key_is_written() {
        String text = CASE.formatted("", "density: 1 kg/m3, viscosity: 0.05 m2/s", "fp64, intrinsics: fast", Model.LID);
        assertThatThrownBy(() -> read(text))
                .hasMessage(
                        "case.yaml:5:38: model.intrinsics: fast functions need FP32, since GPUs have none for doubles, but precision fp64 computes in FP64. Use precision fp32, or intrinsics: exact");
        Case single = Model.ENTROPIC.with("");
        assertThatThrownBy(() -> velocity(
                        single.toBuilder()
                                .precision(Precision.FP64)
                                .intrinsics(Intrinsics.FAST)
                                .build(),
                        first.device()))
                .isInstanceOf(CaseException.class)
                .hasMessageStartingWith("model.intrinsics: fast functions need FP32");
    }

    @Test
    void the_key_is_written_and_read_back() {
        Case theCase = Model.ENTROPIC.with(", intrinsics: fast");
        assertThat(theCase.model().intrinsics()).isEqualTo(Intrinsics.FAST);
        assertThat(CaseText.of(theCase)).contains("intrinsics: fast");
        assertThat(CaseText.of(Model.ENTROPIC.with(""))).doesNotContain("intrinsics");
    }
}
