package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.device.Execution;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.emit.SampleKernels;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Errors of the fast functions of a GPU, reported and compared with what CUDA's documentation promises. OpenCL leaves
/// them to the implementation.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FastFunctionsKit {
    private static final int COUNT = 1 << 20;
    private static final double LARGEST_NEAR_ONE = Math.scalb(1.0, -21) * 0.7526; // 2^-21.41
    private static final List<ElementaryFunction> FUNCTIONS =
            List.of(ElementaryFunction.EXP, ElementaryFunction.LOG, ElementaryFunction.POW);

    @RegisterExtension
    final FirstGpu first;

    FastFunctionsKit(GpuPlatform platform) {
        this.first = new FirstGpu(platform);
    }

    private static StepPlan plan(Intrinsics intrinsics, Precision precision) {
        StepPlan plan = TestPlans.plainBulkAndDriven(
                Lattices.D2Q9,
                new TwoBufferPull(),
                new Dense(),
                Geometries.nodes(
                        FluidNodes.where(new Box(1 << 10, COUNT >> 10, 1, true, true, true), (x, y, z) -> true)),
                precision);
        Kernel step = SampleKernels.elementaryFunctions(FUNCTIONS);
        List<String> fields = new ArrayList<>(step.fieldsIn());
        fields.addAll(step.fieldsOut());
        NodeClass bulk = NodeClass.bulk(step, plan.classes().getFirst().observe(), fields);
        return new StepPlan(plan.nodes(), plan.arrays(), List.of(bulk), precision, intrinsics);
    }

    /// Of all functions: `[exp, log, pow][node]`.
    private double[][] values(double[] x, double[] y) {
        StepPlan plan = plan(Intrinsics.FAST, Precision.FP32);
        try (Execution run = first.device().prepare(plan)) {
            run.writeField("bulk", "x", x);
            run.writeField("bulk", "y", y);
            run.step(1);
            return FUNCTIONS.stream()
                    .map(function -> run.readField("bulk", function.name()))
                    .toArray(double[][]::new);
        }
    }

    private static double[] floats(IntToDoubleFunction value) {
        double[] all = new double[COUNT];
        for (int k = 0; k < COUNT; k++) {
            all[k] = (float) value.applyAsDouble(k);
        }
        return all;
    }

    /// The largest quotient of error and bound, reported with the error in units in the last place.
    private static double worst(String name, double[] x, double[] actual, Case of, TestReporter reporter) {
        double worst = 0;
        double ulps = 0;
        double relative = 0;
        for (int k = 0; k < COUNT; k++) {
            double exact = of.exact(k);
            double error = Math.abs(actual[k] - exact);
            ulps = Math.max(ulps, error / Math.ulp((float) exact));
            relative = Math.max(relative, error / Math.abs(exact));
            double quotient = error / of.bound(x[k], exact);
            worst = Double.isNaN(quotient) ? Double.POSITIVE_INFINITY : Math.max(worst, quotient);
        }
        reporter.publishEntry(
                name,
                "%.2f units in the last place, relative %.2e, %.2f of its bound".formatted(ulps, relative, worst));
        return worst;
    }

    private interface Case {
        double exact(int k);

        double bound(double x, double exact);

        static Case exp(double[] x) {
            return new Case() {
                @Override
                public double exact(int k) {
                    return StrictMath.exp(x[k]);
                }

                @Override
                public double bound(double at, double exact) {
                    return (2 + Math.floor(Math.abs(1.173 * at)) + 0.5) * Math.ulp((float) exact);
                }
            };
        }

        static Case log(double[] x) {
            return new Case() {
                @Override
                public double exact(int k) {
                    return StrictMath.log(x[k]);
                }

                @Override
                public double bound(double at, double exact) {
                    return at >= 0.5 && at <= 2 ? LARGEST_NEAR_ONE : 3.5 * Math.ulp((float) exact);
                }
            };
        }

        /// The errors of log and exp, times `|y|` and one: `x^y = e^(y ln x)`.
        static Case pow(double[] x, double[] y) {
            return new Case() {
                private int last;

                @Override
                public double exact(int k) {
                    last = k;
                    return StrictMath.pow(x[k], y[k]);
                }

                @Override
                public double bound(double at, double exact) {
                    double logarithm = StrictMath.log(at);
                    double ofLog = at >= 0.5 && at <= 2 ? LARGEST_NEAR_ONE : 4 * Math.ulp((float) logarithm);
                    double argument = y[last] * logarithm;
                    double ofExp = (3 + Math.abs(1.173 * argument)) * Math.ulp((float) exact);
                    return ofExp + exact * (Math.abs(y[last]) * ofLog + Math.ulp((float) argument));
                }
            };
        }
    }

    @Test
    void errors_are_within_the_bounds_of_cuda(TestReporter reporter) {
        double[] exponents = floats(k -> -87 + 175.0 * k / COUNT);
        double[] sizes = floats(k -> Math.scalb(1 + (k * 0x9E3779B9L & 0xFFFFF) / 0x1p20, k % 250 - 125));
        assertThat(worst("exp", exponents, values(exponents, exponents)[0], Case.exp(exponents), reporter))
                .isLessThanOrEqualTo(1);
        double[] near = floats(k -> -1 + 2.0 * k / COUNT);
        assertThat(worst("exp from -1 to 1", near, values(near, near)[0], Case.exp(near), reporter))
                .isLessThanOrEqualTo(1);
        assertThat(worst("log", sizes, values(sizes, sizes)[1], Case.log(sizes), reporter))
                .isLessThanOrEqualTo(1);
        double[] beside = floats(k -> 0.5 + 1.5 * k / COUNT);
        assertThat(worst("log from 0.5 to 2", beside, values(beside, beside)[1], Case.log(beside), reporter))
                .isLessThanOrEqualTo(1);
        double[] bases = floats(k -> Math.scalb(1.0 + (k & 0xFFF) / 4096.0, k % 60 - 30));
        double[] powers = floats(k -> -2 + 4.0 * (k % 1001) / 1000);
        assertThat(worst("pow", bases, values(bases, powers)[2], Case.pow(bases, powers), reporter))
                .isLessThanOrEqualTo(1);
    }

    /// Powers of zero, and of negative numbers.
    @Test
    void special_powers_are_those_of_strict_math() {
        double[] bases = {0, -2, -2, -2, 5, 0, 1, 4};
        double[] powers = {0.5, 3, 2, 0.5, 0, 0, 7, -0.5};
        double[] x = floats(k -> bases[k % bases.length]);
        double[] y = floats(k -> powers[k % powers.length]);
        double[] actual = values(x, y)[2];
        for (int k = 0; k < bases.length; k++) {
            double expected = StrictMath.pow(bases[k], powers[k]);
            assertThat(Double.isNaN(expected) ? Double.isNaN(actual[k]) : Math.abs(actual[k] - expected) <= 1e-5)
                    .as("%s to the power of %s is %s", bases[k], powers[k], actual[k])
                    .isTrue();
        }
    }

    @Test
    void devices_without_fast_functions_and_doubles_refuse_the_plan() {
        StepPlan fast = plan(Intrinsics.FAST, Precision.FP32);
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            assertThatThrownBy(() -> Devices.on(pool).byKey("cpu:jvm").prepare(fast))
                    .hasMessage(
                            "cpu:jvm has no fast exp and log, which this plan asks for (intrinsics: fast). Make the plan with exact intrinsics.");
        }
        assertThatThrownBy(() -> new Interpreter().prepare(fast)).hasMessageStartingWith("cpu:interpreter has no fast");
        assertThatThrownBy(() -> plan(Intrinsics.FAST, Precision.FP64))
                .hasMessage("fast functions need FP32, since GPUs have none for doubles, but precision fp64 computes in"
                        + " FP64. Use precision fp32, or intrinsics: exact");
    }
}
