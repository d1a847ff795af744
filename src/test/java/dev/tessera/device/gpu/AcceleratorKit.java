package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// Tests for every accelerator, of memory and kernels, on the first device of a platform.
abstract class AcceleratorKit extends AcceleratorMemoryKit {
    private static final int BLOCK = 64;
    private static final int OPERATIONS = 5;
    private static final int SAMPLES = 4096;
    private static final List<Long> HANDLERS = SignalHandlers.addresses(); // before any driver is loaded

    @Test
    void its_facts_are_plausible() {
        assertThat(gpu().facts().name()).isNotBlank();
        assertThat(gpu().facts().memoryBytes()).isGreaterThan(1L << 24);
        assertThat(gpu().facts().largestBufferBytes())
                .isBetween(1L << 20, gpu().facts().memoryBytes());
        assertThat(gpu().facts().multiprocessors()).isPositive();
        assertThat(gpu().facts().maxThreadsPerBlock()).isGreaterThanOrEqualTo(BLOCK);
        assertThat(gpu().facts().sharedBytesPerBlock()).isGreaterThanOrEqualTo(16 << 10);
        assertThat(gpu().key()).isEqualTo(platform().name() + ":0");
    }

    @Test
    void signal_handlers_of_the_jvm_are_preserved() {
        gpu().compile(SampleText.of(gpu().language()), List.of());
        assertThat(SignalHandlers.addresses()).isEqualTo(HANDLERS);
    }

    @Test
    void vectors_are_added() {
        int n = 10_007;
        float[] a = new float[n];
        float[] b = new float[n];
        Random random = new Random(1);
        for (int i = 0; i < n; i++) {
            a[i] = random.nextFloat();
            b[i] = random.nextFloat();
        }
        GpuFunction add = samples().function("add");
        DeviceBuffer sum = gpu().allocate("sum", 4L * n);
        gpu().launch(
                        add,
                        LaunchShape.covering(n, BLOCK),
                        uploaded("a", MemorySegment.ofArray(a)),
                        uploaded("b", MemorySegment.ofArray(b)),
                        sum,
                        (long) n);
        float[] result = new float[n];
        gpu().download(sum, 0, MemorySegment.ofArray(result));
        for (int i = 0; i < n; i++) {
            assertThat(result[i]).isEqualTo(a[i] + b[i]);
        }
    }

    /// Each round doubles a value in six branches, and adds the results of three after all.
    @Test
    void what_is_launched_after_branches_waits_for_all_of_them() {
        int n = 100_003;
        float[] ones = new float[n];
        Arrays.fill(ones, 1);
        GpuFunction add = samples().function("add");
        LaunchShape shape = LaunchShape.covering(n, BLOCK);
        DeviceBuffer value = uploaded("value", MemorySegment.ofArray(ones));
        List<DeviceBuffer> doubled = Stream.generate(() -> gpu().allocate("doubled", 4L * n))
                .limit(6)
                .toList();
        Runnable round = () -> {
            gpu().launchTogether(doubled.stream()
                    .<Runnable>map(target -> () -> gpu().launch(add, shape, value, value, target, (long) n))
                    .toList());
            gpu().launch(add, shape, doubled.get(0), doubled.get(4), value, (long) n);
            gpu().launch(add, shape, value, doubled.get(5), value, (long) n);
        };
        int rounds = 4;
        Runnable all = () -> IntStream.range(0, rounds).forEach(k -> round.run());
        gpu().capture(all).ifPresentOrElse(GpuSequence::repeat, all);
        float[] result = new float[n];
        gpu().download(value, 0, MemorySegment.ofArray(result));
        for (float each : result) {
            assertThat(each).isEqualTo((float) Math.pow(6, rounds));
        }
    }

    @Test
    void scalars_are_passed_unchanged() {
        DeviceBuffer out = gpu().allocate("out", 32);
        gpu().launch(samples().function("scalars"), LaunchShape.of(1, BLOCK), out, -7, -(1L << 40), 0.1f, 0.1);
        double[] result = new double[4];
        gpu().download(out, 0, MemorySegment.ofArray(result));
        assertThat(result).containsExactly(-7, -(double) (1L << 40), 0.1f, 0.1);
    }

    @Test
    void a_launch_may_have_three_dimensions() {
        int width = 8;
        int height = 6;
        int depth = 4;
        DeviceBuffer out = gpu().allocate("out", 4L * width * height * depth);
        gpu().launch(samples().function("places"), new LaunchShape(2, 3, 4, 4, 2, 1, 0), out, width, height);
        int[] result = new int[width * height * depth];
        gpu().download(out, 0, MemorySegment.ofArray(result));
        for (int i = 0; i < result.length; i++) {
            int x = i % width;
            int y = i / width % height;
            int z = i / width / height;
            assertThat(result[i]).isEqualTo(x + 100 * y + 10000 * z);
        }
    }

    @Test
    void blocks_share_memory() {
        int[] values = new int[4 * BLOCK];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        DeviceBuffer buffer = uploaded("values", MemorySegment.ofArray(values));
        gpu().launch(samples().function("reverse"), LaunchShape.of(4, BLOCK).withSharedBytes(4 * BLOCK), buffer);
        gpu().download(buffer, 0, MemorySegment.ofArray(values));
        for (int i = 0; i < values.length; i++) {
            assertThat(values[i]).isEqualTo(i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK);
        }
    }

    @Test
    void arithmetic_of_doubles_is_that_of_the_jvm_bit_for_bit() {
        Needs.part("FP64 on " + gpu().key(), gpu().facts().fp64());
        double[] in = new double[3 * SAMPLES];
        Random random = new Random(5);
        for (int i = 0; i < in.length; i++) {
            in[i] = Math.scalb(1 + random.nextDouble(), random.nextInt(-20, 20)) * (i % 3 == 2 ? -1 : 1);
        }
        double[] out = new double[OPERATIONS * SAMPLES];
        compute("doubles", MemorySegment.ofArray(in), MemorySegment.ofArray(out));
        for (int i = 0; i < SAMPLES; i++) {
            double a = in[3 * i];
            double b = in[3 * i + 1];
            double c = in[3 * i + 2];
            double[] expected = {a * b + c, a / b, Math.sqrt(a), Math.fma(a, b, c), a * b * c};
            assertThat(Arrays.copyOfRange(out, OPERATIONS * i, OPERATIONS * (i + 1)))
                    .isEqualTo(expected);
        }
    }

    /// Devices that do not round as IEEE 754 requires still have to run the kernel.
    @Test
    void arithmetic_of_floats_is_that_of_the_jvm_bit_for_bit() {
        float[] in = new float[3 * SAMPLES];
        Random random = new Random(5);
        for (int i = 0; i < in.length; i++) {
            in[i] = Math.scalb(1 + random.nextFloat(), random.nextInt(-60, 20)) * (i % 3 == 2 ? -1 : 1);
        }
        float[] out = new float[OPERATIONS * SAMPLES];
        compute("floats", MemorySegment.ofArray(in), MemorySegment.ofArray(out));
        for (int i = 0; i < SAMPLES; i++) {
            float a = in[3 * i];
            float b = in[3 * i + 1];
            float c = in[3 * i + 2];
            float[] expected = {a * b + c, a / b, (float) Math.sqrt(a), Math.fma(a, b, c), a * b * c};
            if (gpu().facts().roundsFp32()) {
                assertThat(Arrays.copyOfRange(out, OPERATIONS * i, OPERATIONS * (i + 1)))
                        .isEqualTo(expected);
            }
        }
    }

    private void compute(String kernel, MemorySegment in, MemorySegment out) {
        DeviceBuffer results = gpu().allocate("out", out.byteSize());
        gpu().launch(
                        gpu().compile(SampleText.arithmetic(gpu().language()), List.of())
                                .function(kernel),
                        LaunchShape.covering(SAMPLES, BLOCK),
                        uploaded("in", in),
                        results,
                        SAMPLES);
        gpu().download(results, 0, out);
    }

    @Test
    void events_measure_the_time_on_the_device() {
        DeviceBuffer buffer = gpu().allocate("filled", 32 << 20);
        try (GpuEvent start = gpu().record();
                GpuEvent middle = fillAndRecord(buffer);
                GpuEvent end = fillAndRecord(buffer)) {
            double first = gpu().elapsedSeconds(start, middle);
            double both = gpu().elapsedSeconds(start, end);
            assertThat(first).isPositive();
            assertThat(both).isGreaterThan(first);
            assertThat(gpu().elapsedSeconds(middle, end)).isCloseTo(both - first, Offset.offset(1e-5));
        }
    }

    private GpuEvent fillAndRecord(DeviceBuffer buffer) {
        gpu().fill(buffer, (byte) 1);
        return gpu().record();
    }

    @Test
    void compile_errors_quote_the_compilers_log() {
        String text = SampleText.of(gpu().language()).replace("sum[i] = a[i]", "sum[i] = missing_name[i]");
        assertThatThrownBy(() -> gpu().compile(text, List.of()))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("failed to compile")
                .hasMessageContaining("missing_name");
    }

    @Test
    void options_reach_the_compiler() {
        String text = SampleText.of(gpu().language()).replace("a[i] + b[i]", "a[i] + FACTOR * b[i]");
        GpuFunction add = gpu().compile(text, List.of("-DFACTOR=3")).function("add");
        DeviceBuffer values = uploaded("values", MemorySegment.ofArray(new float[] {1, 2}));
        gpu().launch(add, LaunchShape.of(1, BLOCK), values, values, values, 2L);
        float[] result = new float[2];
        gpu().download(values, 0, MemorySegment.ofArray(result));
        assertThat(result).containsExactly(4, 8);
    }

    @Test
    void a_missing_kernel_is_named() {
        GpuModule module = samples();
        assertThat(module.function("add")).isSameAs(module.function("add"));
        assertThatThrownBy(() -> module.function("subtract"))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("subtract");
    }

    @Test
    void wrong_arguments_are_rejected_before_the_kernel_runs() {
        GpuFunction add = samples().function("add");
        DeviceBuffer buffer = gpu().allocate("values", 64);
        LaunchShape shape = LaunchShape.of(1, BLOCK);
        assertThatThrownBy(() -> gpu().launch(add, shape, buffer, buffer, buffer))
                .hasMessageContaining("kernel add has 4 parameters, not 3");
        assertThatThrownBy(() -> gpu().launch(add, shape, buffer, buffer, buffer, 16))
                .hasMessageContaining("argument 3 of kernel add");
        assertThatThrownBy(() -> gpu().launch(add, shape, buffer, buffer, buffer, "16"))
                .hasMessageContaining("argument 3 of kernel add is a String");
        assertThatThrownBy(() -> gpu().launch(add, LaunchShape.of(1, 1 << 20), buffer, buffer, buffer, 16L))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("kernel add cannot run in 1 blocks of 1048576 threads on " + gpu().key())
                .hasMessageEndingWith("Use smaller blocks (`launch` in the case)");
        gpu().launch(add, shape, buffer, buffer, buffer, 16L);
        gpu().synchronize();
    }

    @Test
    void the_driver_reports_properties_of_a_kernel() {
        FunctionFacts facts = samples().function("add").facts();
        assertThat(facts.maxThreadsPerBlock()).isBetween(1, gpu().facts().maxThreadsPerBlock());
        assertThat(facts.parameters().orElse(4)).isEqualTo(4);
        assertThat(facts.sharedBytes()).isLessThan(1024);
        double occupancy = samples().function("add").occupancy(LaunchShape.of(1, 256));
        assertThat(Double.isNaN(occupancy) || occupancy > 0 && occupancy <= 1).isTrue();
    }

    @Test
    void compiled_kernels_are_loaded_from_the_cache() {
        assertThat(samples().fromCache()).isFalse();
        assertThat(samples().fromCache()).isTrue();
        assertThat(gpu().compile(SampleText.of(gpu().language()), List.of("-DOTHER=1"))
                        .fromCache())
                .isFalse();
        assertThat(gpu().compile(SampleText.of(gpu().language()) + "\n", List.of())
                        .fromCache())
                .isFalse();
    }

    @Test
    void a_damaged_binary_is_compiled_again() throws IOException {
        samples().close();
        for (int spoiled = 0; spoiled < 2; spoiled++) {
            try (Stream<Path> files = Files.list(folder)) {
                Path file = files.findFirst().orElseThrow();
                byte[] content = Files.readAllBytes(file);
                if (spoiled == 0) {
                    content[content.length / 2] ^= 1;
                }
                Files.write(file, spoiled == 0 ? content : Arrays.copyOf(content, 10));
            }
            assertThat(samples().fromCache()).isFalse();
            assertThat(samples().fromCache()).isTrue();
        }
        vectors_are_added();
    }

    @Test
    @SuppressWarnings("try") // closing twice is what is tested
    void closing_releases_everything() {
        long before = gpu().allocatedBytes();
        int resources = gpu().openResources();
        for (int i = 0; i < 1000; i++) {
            try (DeviceBuffer buffer = gpu().allocate("buffer", 1 << 20);
                    GpuEvent event = gpu().record()) {
                assertThat(gpu().allocatedBytes()).isEqualTo(before + (1 << 20));
                assertThat(gpu().openResources()).isEqualTo(resources + 2);
                buffer.close();
                assertThat(gpu().allocatedBytes()).isEqualTo(before);
            }
        }
        assertThat(gpu().openResources()).isEqualTo(resources);
    }

    @Test
    void a_closed_accelerator_has_closed_what_it_owned() {
        DeviceBuffer buffer = gpu().allocate("buffer", 100);
        GpuModule module = samples();
        GpuFunction add = module.function("add");
        gpu().close();
        assertThat(gpu().allocatedBytes()).isZero();
        assertThat(gpu().openResources()).isZero();
        assertThatThrownBy(buffer::handle).hasMessageContaining("closed");
        assertThatThrownBy(add::handle).hasMessageContaining("closed");
        assertThatThrownBy(() -> gpu().allocate("more", 1)).hasMessageContaining("closed");
        buffer.close();
        module.close();
        gpu().close();
        assertThat(gpu().allocatedBytes()).isZero();
    }

    @Test
    void two_accelerators_of_one_device_do_not_disturb_each_other() {
        try (Accelerator other = platform().list().offers().getFirst().open(new BinaryCache(folder))) {
            DeviceBuffer mine = gpu().allocate("mine", 4096);
            DeviceBuffer theirs = other.allocate("theirs", 4096);
            gpu().fill(mine, (byte) 1);
            other.fill(theirs, (byte) 2);
            assertThatThrownBy(() -> gpu().fill(theirs, (byte) 3)).hasMessageContaining("another context");
            byte[] result = new byte[4096];
            gpu().download(mine, 0, MemorySegment.ofArray(result));
            assertThat(result).containsOnly(1);
            other.download(theirs, 0, MemorySegment.ofArray(result));
            assertThat(result).containsOnly(2);
        }
        gpu().allocate("after", 100);
        gpu().synchronize();
    }

    private GpuModule samples() {
        return gpu().compile(SampleText.of(gpu().language()), List.of());
    }
}
