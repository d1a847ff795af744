package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.EmitterKit;
import dev.tessera.emit.LaneMemory;
import dev.tessera.emit.SampleKernels;
import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.emit.jvm.KernelClasses.Longest;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import dev.tessera.testkit.TwiceDigits;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The error of elementary functions in kernels, measured against functions of about 106 digits (FP64) or against
/// StrictMath (FP32), in units in the last place. Other devices give the same bits
/// ([dev.tessera.device.DeviceKit]).
final class FunctionAccuracyTest {
    /// Batches of arguments for each function; the property `tessera.batches` asks for more.
    private static final int BATCHES = Integer.getInteger("tessera.batches", 16);

    private static final int BATCH = 1 << 13;

    private final Random random = new Random(7);

    @ParameterizedTest
    @EnumSource(
            value = ElementaryFunction.class,
            names = {"EXP", "LOG", "SIN", "COS", "TANH", "POW"})
    void doubles_are_within_their_bound(ElementaryFunction function) {
        var lanes = new Function(function, Precision.FP64);
        Worst worst = new Worst();
        for (int batch = 0; batch < BATCHES; batch++) {
            double[][] arguments = new double[2][BATCH];
            for (int k = 0; k < BATCH; k++) {
                argument(function, arguments, k);
            }
            double[] values = lanes.values(arguments);
            for (int k = 0; k < BATCH; k++) {
                double x = arguments[0][k];
                double y = arguments[1][k];
                worst.note(x, y, errorOfDouble(function, x, y, values[k]));
            }
        }
        worst.check(function, Precision.FP64);
    }

    @ParameterizedTest
    @EnumSource(
            value = ElementaryFunction.class,
            names = {"EXP", "LOG", "SIN", "COS", "TANH", "POW"})
    void floats_are_within_their_bound(ElementaryFunction function) {
        var lanes = new Function(function, Precision.FP32);
        Worst worst = new Worst();
        long total = (long) BATCHES * BATCH;
        for (int batch = 0; batch < BATCHES; batch++) {
            double[][] arguments = new double[2][BATCH];
            for (int k = 0; k < BATCH; k++) {
                long number = (long) batch * BATCH + k;
                arguments[0][k] = Float.intBitsToFloat((int) (number * (1L << 32) / total + random.nextInt(3)));
                arguments[1][k] = (float) ((random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(-5, 9)));
            }
            double[] values = lanes.values(arguments);
            for (int k = 0; k < BATCH; k++) {
                double x = arguments[0][k];
                double y = arguments[1][k];
                worst.note(x, y, errorOfFloat(function, x, y, values[k]));
            }
        }
        worst.check(function, Precision.FP32);
    }

    /// Signed zeros, infinities, NaN, overflow, subnormal numbers.
    @ParameterizedTest
    @EnumSource(
            value = ElementaryFunction.class,
            names = {"EXP", "LOG", "SIN", "COS", "TANH", "POW", "FLOOR"})
    void special_values_are_those_of_strict_math(ElementaryFunction function) {
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            List<Double> values = EmitterKit.specialValues(precision);
            double[][] arguments = new double[2][values.size() * values.size()];
            for (int k = 0; k < arguments[0].length; k++) {
                arguments[0][k] = values.get(k % values.size());
                arguments[1][k] = values.get(k / values.size());
            }
            double[] actual = new Function(function, precision).values(arguments);
            for (int k = 0; k < actual.length; k++) {
                double x = arguments[0][k];
                double y = arguments[1][k];
                double expected = strict(function, x, y);
                if ((function == ElementaryFunction.SIN || function == ElementaryFunction.COS)
                        && Math.abs(x) > 0x1p20) {
                    expected = Double.NaN;
                }
                double rounded = precision == Precision.FP64 ? expected : (float) expected;
                boolean isSpecial = rounded == 0 || Double.isInfinite(rounded) || Double.isNaN(rounded);
                double error = precision == Precision.FP64
                        ? Math.abs(actual[k] - rounded) / Math.ulp(rounded)
                        : Math.abs(actual[k] - rounded) / Math.ulp((float) rounded);
                assertThat(isSpecial ? Double.compare(actual[k], rounded) == 0 : error <= 2)
                        .as("%s of %s and %s is %s, not %s", function, x, y, actual[k], rounded)
                        .isTrue();
            }
        }
    }

    private void argument(ElementaryFunction function, double[][] arguments, int k) {
        boolean isHard = random.nextInt(4) == 0;
        double unit = random.nextDouble();
        double sized = (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(-40, 12));
        arguments[0][k] = switch (function) {
            case EXP -> isHard ? -708 - 38 * unit : Math.max(-745, Math.min(sized, 709.7));
            case LOG ->
                isHard
                        ? 1 + (unit - 0.5) * Math.scalb(1.0, -random.nextInt(50))
                        : Math.scalb(1 + unit, random.nextInt(-1022, 1024));
            case SIN, COS -> isHard ? nearMultiple(unit) : (2 * unit - 1) * Math.scalb(1.0, random.nextInt(-10, 21));
            case TANH -> isHard ? 50 * (unit - 0.5) : (unit - 0.5) * Math.scalb(1.0, -random.nextInt(30));
            case POW ->
                isHard
                        ? 1 + (unit - 0.5) * Math.scalb(1.0, -random.nextInt(40))
                        : Math.scalb(1 + unit, random.nextInt(-20, 20));
            case TAN, ATAN2, FLOOR -> throw new AssertionError(function);
        };
        if (function == ElementaryFunction.POW) {
            double largest = 700 / Math.abs(StrictMath.log(arguments[0][k]));
            arguments[1][k] = (2 * random.nextDouble() - 1) * Math.min(1e300, largest);
        }
    }

    /// A double next to a multiple of pi / 4.
    private static double nearMultiple(double unit) {
        return Math.rint(unit * 0x1p20 * 4 / Math.PI - 1) * (Math.PI / 4);
    }

    private static double errorOfDouble(ElementaryFunction function, double x, double y, double value) {
        return switch (function) {
            case EXP -> TwiceDigits.of(x).exp().ulps(value);
            case LOG -> TwiceDigits.log(x).ulps(value);
            case SIN -> TwiceDigits.wave(x, true).ulps(value);
            case COS -> TwiceDigits.wave(x, false).ulps(value);
            case TANH -> TwiceDigits.tanh(x).ulps(value);
            case POW -> TwiceDigits.pow(x, y).ulps(value);
            case TAN, ATAN2, FLOOR -> throw new AssertionError(function);
        };
    }

    private static double errorOfFloat(ElementaryFunction function, double x, double y, double value) {
        double exact = strict(function, x, y);
        boolean isWave = function == ElementaryFunction.SIN || function == ElementaryFunction.COS;
        if (isWave && Math.abs(x) > 0x1p20) {
            return Double.isNaN(value) ? 0 : Double.POSITIVE_INFINITY;
        }
        boolean overflows = Double.isNaN(exact) || Double.isInfinite((float) exact);
        if (overflows) {
            return Double.compare(value, (float) exact) == 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        return Math.abs(value - exact) / Math.ulp((float) exact);
    }

    private static double strict(ElementaryFunction function, double x, double y) {
        return switch (function) {
            case EXP -> StrictMath.exp(x);
            case LOG -> StrictMath.log(x);
            case SIN -> StrictMath.sin(x);
            case COS -> StrictMath.cos(x);
            case TANH -> StrictMath.tanh(x);
            case POW -> StrictMath.pow(x, y);
            case FLOOR -> StrictMath.floor(x);
            case TAN, ATAN2 -> throw new AssertionError(function);
        };
    }

    /// A kernel of one function.
    private static final class Function {
        private final Kernel kernel;
        private final Precision precision;
        private final LaneKernel compiled;

        Function(ElementaryFunction function, Precision precision) {
            this.kernel = SampleKernels.elementaryFunctions(List.of(function)).computing(precision.computed());
            this.precision = precision;
            this.compiled =
                    new ColdJvm(JvmClasses.withMethodsUpTo(Longest.huge()), Lanes.SCALAR).compile(kernel, precision);
        }

        double[] values(double[][] arguments) {
            Streams streams = Streams.of(kernel);
            int count = arguments[0].length;
            double[][] in = new double[streams.in()][count];
            in[streams.fieldIn("x")] = arguments[0];
            in[streams.fieldIn("y")] = arguments[1];
            double[][] out = LaneMemory.run(compiled, kernel, precision, count, in, false);
            return out[streams.fieldOut(kernel.fieldsOut().getFirst())];
        }
    }

    /// The largest error, and where it is.
    private static final class Worst {
        private double error;
        private double x;
        private double y;

        void note(double atX, double atY, double ulps) {
            if (!(ulps <= error)) {
                error = ulps;
                x = atX;
                y = atY;
            }
        }

        void check(ElementaryFunction function, Precision precision) {
            if (Boolean.getBoolean("tessera.show")) {
                System.err.printf("%s %s: %.4f at %s %s%n", precision, function, error, x, y);
            }
            assertThat(error)
                    .as("units in the last place of %s in %s at %s, %s", function, precision.key(), x, y)
                    .isLessThanOrEqualTo(function == ElementaryFunction.POW ? 2 : 1);
        }
    }
}
