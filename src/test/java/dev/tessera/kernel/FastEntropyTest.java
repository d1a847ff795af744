package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.Form;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.expr.Iteration;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// What the errors of fast logarithms do to the alpha of `elbm`, for logarithms with the largest errors that CUDA's
/// documentation allows.
final class FastEntropyTest {
    private static final double OMEGA = 1.96;
    private static final double LARGEST_NEAR_ONE = Math.pow(2, -21.41);
    /// Nodes for each disturbance; the property `tessera.batches` asks for more.
    private static final int COUNT = 10 * Integer.getInteger("tessera.batches", 10);

    private final Random random = new Random(5);

    /// FP32, with logarithms that are wrong by at most the documented error.
    private record Inexact(Random random) implements Arithmetic<Float> {
        @Override
        public Float call(Form.ElementaryFunction function, List<Float> arguments) {
            assertThat(function).isEqualTo(ElementaryFunction.LOG);
            double x = arguments.getFirst();
            double exact = StrictMath.log(x);
            double largest = x >= 0.5 && x <= 2 ? LARGEST_NEAR_ONE : 3 * Math.ulp((float) exact);
            return (float) (exact + largest * (2 * random.nextDouble() - 1));
        }

        @Override
        public Float constant(Rational value) {
            return FLOAT.constant(value);
        }

        @Override
        public Float add(Float left, Float right) {
            return FLOAT.add(left, right);
        }

        @Override
        public Float subtract(Float left, Float right) {
            return FLOAT.subtract(left, right);
        }

        @Override
        public Float multiply(Float left, Float right) {
            return FLOAT.multiply(left, right);
        }

        @Override
        public @Nullable Float divide(Float left, Float right) {
            return FLOAT.divide(left, right);
        }

        @Override
        public Float negate(Float operand) {
            return FLOAT.negate(operand);
        }

        @Override
        public @Nullable Float squareRoot(Float operand) {
            return FLOAT.squareRoot(operand);
        }

        @Override
        public Float absolute(Float operand) {
            return FLOAT.absolute(operand);
        }

        @Override
        public Float fma(Float factor, Float multiplicand, Float addend) {
            return FLOAT.fma(factor, multiplicand, addend);
        }

        @Override
        public Float minimum(Float left, Float right) {
            return FLOAT.minimum(left, right);
        }

        @Override
        public Float maximum(Float left, Float right) {
            return FLOAT.maximum(left, right);
        }

        @Override
        public boolean compare(Form.Comparison comparison, Float left, Float right) {
            return FLOAT.compare(comparison, left, right);
        }

        @Override
        public Float digits(Form.DigitFunction function, Float operand) {
            return FLOAT.digits(function, operand);
        }

        @Override
        public @Nullable Float iterate(Iteration iteration, int state, List<Float> operands) {
            throw new AssertionError("kernels of a plan iterate in statements");
        }
    }

    /// Alpha of a node, from the viscosity `(1/(alpha beta) - 1/2) / 3` of its observation.
    private static <T extends Number> double alpha(NodeEvaluator node, Arithmetic<T> arithmetic, Inputs<T> inputs) {
        Map<Sink, T> stored = node.run(arithmetic, inputs::of);
        double viscosity = Objects.requireNonNull(stored.get(new Sink.FieldOut("viscosity")))
                .doubleValue();
        return 2 / OMEGA / (3 * viscosity + 0.5);
    }

    private interface Inputs<T> {
        T of(Source source);
    }

    private static double value(Source source, double[] populations) {
        return source instanceof Source.PopulationIn(String array, int direction) ? populations[direction] : OMEGA;
    }

    /// Populations `w_i (1 + size x)`, x in (-1, 1).
    private double[] populations(VelocitySet lattice, double size) {
        double[] populations = new double[lattice.size()];
        for (int i = 0; i < populations.length; i++) {
            populations[i] = (float) (lattice.weight(i).toDouble() * (1 + size * (2 * random.nextDouble() - 1)));
        }
        return populations;
    }

    @Test
    void alpha_changes_by_less_than_errors_of_logarithms_over_the_squared_deviation(TestReporter reporter) {
        for (VelocitySet lattice : List.of(Lattices.D2Q9, Lattices.D3Q19)) {
            Kernel observe = StepKernels.bulk(
                            new FluidModel(lattice, new QuasiCompressible(), new Elbm(), FluidModel.BodyForce.NONE))
                    .observe()
                    .storingOnly(List.of("viscosity"));
            Kernel kernel = observe.computing(Real.FP32, Intrinsics.FAST);
            assertThat(kernel.callsDevice()).isTrue();
            NodeEvaluator node = NodeEvaluator.of(kernel);
            NodeEvaluator inDoubles = NodeEvaluator.of(observe.computing(Real.FP64));
            for (double size : new double[] {0.01, 0.03, 0.1, 0.3}) {
                double most = 0;
                double squares = 0;
                double ofRounding = 0;
                for (int k = 0; k < COUNT; k++) {
                    double[] populations = populations(lattice, size);
                    double exact = alpha(node, Arithmetic.FLOAT, source -> (float) value(source, populations));
                    double fast = alpha(node, new Inexact(random), source -> (float) value(source, populations));
                    double real = alpha(inDoubles, Arithmetic.DOUBLE, source -> value(source, populations));
                    most = Math.max(most, Math.abs(fast - exact));
                    squares += (fast - exact) * (fast - exact);
                    ofRounding = Math.max(ofRounding, Math.abs(exact - real));
                }
                assertThat(ofRounding).isLessThan(1e-4);
                if (size < 0.05) { // below a deviation of 0.1 alpha needs no logarithm
                    assertThat(most).isZero();
                }
                reporter.publishEntry(
                        "%s, disturbance %s".formatted(lattice.name(), size),
                        "largest difference of alpha %.1e, root mean square %.1e; FP32 from FP64 %.1e"
                                .formatted(most, Math.sqrt(squares / COUNT), ofRounding));
                assertThat(most).isLessThan(40 * LARGEST_NEAR_ONE / (size * size));
            }
        }
    }
}
