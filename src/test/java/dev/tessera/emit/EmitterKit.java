package dev.tessera.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.LaneCompiler;
import dev.tessera.device.cpu.LaneKernel;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests for every CPU target: bit-identical values of all forms and statements, in both precisions, for any number
/// of nodes, without accesses beyond them. A new target is one subclass.
public abstract class EmitterKit {
    private static final List<Double> DOUBLES = List.of(
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            -2.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            1e-300,
            1.0 + 0x1p-52);
    private static final List<Double> FLOATS = Stream.of(
                    0f,
                    -0f,
                    1f,
                    -1f,
                    0.1f,
                    -2.5f,
                    Float.NaN,
                    Float.POSITIVE_INFINITY,
                    Float.NEGATIVE_INFINITY,
                    Float.MIN_VALUE,
                    Float.MAX_VALUE,
                    1e-37f,
                    1f + 0x1p-23f)
            .map(Float::doubleValue)
            .toList();

    /// The compiler of the target under test.
    protected abstract LaneCompiler compiler();

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void every_form_has_its_value_bit_for_bit(Precision precision) {
        int lanes = compiler().lanes(precision);
        int allPairs = DOUBLES.size() * DOUBLES.size();
        Kernel kernel = SampleKernels.allForms();
        LaneKernel compiled = compiler().compile(kernel, precision);
        for (int count : List.of(1, lanes + 1, 3 * lanes + lanes / 2, allPairs)) {
            LaneMemory.check(
                    compiled,
                    kernel,
                    precision,
                    special(precision, Streams.of(kernel).in(), count),
                    count,
                    false);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void iterations_have_their_values_bit_for_bit(Precision precision) {
        Kernel kernel = SampleKernels.iterations().computing(precision.computed());
        LaneKernel compiled = compiler().compile(kernel, precision);
        int count = 5 * compiler().lanes(precision) + 1;
        LaneMemory.check(compiled, kernel, precision, ordinary(precision, kernel, count), count, false);
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void exactly_the_given_number_of_nodes_is_updated(Precision precision) {
        Kernel kernel = SampleKernels.relaxation();
        LaneKernel compiled = compiler().compile(kernel, precision);
        for (int count = 0; count <= 3 * compiler().lanes(precision) + 1; count++) {
            LaneMemory.check(compiled, kernel, precision, ordinary(precision, kernel, count), count, false);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void in_place_steps_may_swap_streams(Precision precision) {
        Kernel kernel = SampleKernels.relaxation();
        LaneKernel compiled = compiler().compile(kernel, precision);
        LaneMemory.check(compiled, kernel, precision, ordinary(precision, kernel, 37), 37, true);
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void random_kernels_have_their_values_bit_for_bit(Precision precision) {
        for (int seed = 1; seed <= 4; seed++) {
            Kernel kernel = SampleKernels.random(seed, 200);
            LaneMemory.check(
                    compiler().compile(kernel, precision),
                    kernel,
                    precision,
                    ordinary(precision, kernel, 29),
                    29,
                    false);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    void long_kernels_have_their_values_bit_for_bit(Precision precision) {
        Kernel kernel = SampleKernels.random(7, 2000);
        LaneMemory.check(
                compiler().compile(kernel, precision), kernel, precision, ordinary(precision, kernel, 21), 21, false);
    }

    @Test
    void one_kernel_runs_in_several_threads_at_once() throws InterruptedException {
        Kernel kernel = SampleKernels.random(3, 300);
        LaneKernel compiled = compiler().compile(kernel, Precision.FP64);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(t -> Thread.ofPlatform()
                        .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                        .start(() -> runRepeatedly(compiled, kernel, 40 + t)))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private static void runRepeatedly(LaneKernel compiled, Kernel kernel, int count) {
        double[][] in = ordinary(Precision.FP64, kernel, count);
        double[][] expected = LaneMemory.expected(kernel, Precision.FP64, count, in);
        for (int round = 0; round < 20; round++) {
            assertThat(LaneMemory.run(compiled, kernel, Precision.FP64, count, in, false))
                    .isDeepEqualTo(expected);
        }
    }

    /// Signed zeros and ones, infinities, NaN, the smallest and the largest number.
    public static List<Double> specialValues(Precision precision) {
        return precision == Precision.FP64 ? DOUBLES : FLOATS;
    }

    /// Every pair of special values occurs in some node, in every two neighbouring streams.
    private static double[][] special(Precision precision, int streams, int count) {
        List<Double> values = specialValues(precision);
        int n = values.size();
        double[][] in = new double[streams][count];
        for (int stream = 0; stream < streams; stream++) {
            for (int node = 0; node < count; node++) {
                in[stream][node] = values.get((stream % 2 == 0 ? node + stream : node / n + stream) % n);
            }
        }
        return in;
    }

    private static double[][] ordinary(Precision precision, Kernel kernel, int count) {
        Random random = new Random(42);
        double[][] in = new double[Streams.of(kernel).in()][count];
        for (double[] stream : in) {
            for (int node = 0; node < count; node++) {
                double value = random.nextDouble() * 2 - 0.5;
                stream[node] = precision == Precision.FP32 ? (float) value : value;
            }
        }
        return in;
    }
}
