package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelArray;
import dev.tessera.kernel.Precision;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kernels convert halves to floats exactly, and round floats to halves as Java does.
final class HalvesTest {
    private static final int ALL = 1 << 16;
    private static final int ODD = 77; // not a multiple of vector or block

    @TempDir
    Path folder;

    @Test
    void kernels_of_the_jvm_convert_as_java_does() {
        check(JvmKernels.warmWhenBusy((delay, work) -> {}));
    }

    @Test
    void kernels_of_a_c_compiler_convert_as_java_does() {
        Optional<CCompiler> compiler = CCompiler.find();
        Needs.part("c", compiler.isPresent());
        check(CKernels.of(compiler.orElseThrow(), folder));
    }

    private static void check(LaneCompiler compiler) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment halves = arena.allocate(2L * ALL + 2, 2);
            MemorySegment floats = arena.allocate(4L * ALL + 4, 4);
            for (int k = 0; k < ALL; k++) {
                halves.setAtIndex(ValueLayout.JAVA_SHORT, k, (short) k);
            }
            LaneKernel load = compiler.compile(kernel(true), Precision.FP32_FP16);
            LaneKernel store = compiler.compile(kernel(false), Precision.FP32_FP16);
            for (int count : new int[] {ALL, ODD, 1}) {
                floats.fill((byte) 0);
                run(load, halves, floats, count);
                for (int k = 0; k < count; k++) {
                    assertThat(Float.floatToIntBits(floats.getAtIndex(ValueLayout.JAVA_FLOAT, k)))
                            .isEqualTo(Float.floatToIntBits(Float.float16ToFloat((short) k)));
                }
                assertThat(floats.getAtIndex(ValueLayout.JAVA_FLOAT, count)).isZero();
            }
            float[] values = floats();
            for (int count : new int[] {ALL, ODD, 1}) {
                MemorySegment.copy(values, 0, floats, ValueLayout.JAVA_FLOAT, 0, ALL);
                halves.fill((byte) 0);
                run(store, floats, halves, count);
                for (int k = 0; k < count; k++) {
                    short expected = Float.floatToFloat16(values[k]);
                    short actual = halves.getAtIndex(ValueLayout.JAVA_SHORT, k);
                    assertThat(Float.floatToIntBits(Float.float16ToFloat(actual)))
                            .as("%a", values[k])
                            .isEqualTo(Float.floatToIntBits(Float.float16ToFloat(expected)));
                }
                assertThat(halves.getAtIndex(ValueLayout.JAVA_SHORT, count)).isZero();
            }
        }
    }

    /// Halves, floats half-way between two halves and next to that, large floats, and random bits.
    private static float[] floats() {
        Random random = new Random(7);
        float[] values = new float[ALL];
        for (int k = 0; k < ALL; k++) {
            float half = Float.float16ToFloat((short) random.nextInt(ALL));
            float between = (half + Float.float16ToFloat((short) (Float.floatToFloat16(half) + 1))) / 2;
            values[k] = switch (k % 6) {
                case 0 -> half;
                case 1 -> between;
                case 2 -> Math.nextUp(between);
                case 3 -> Math.nextDown(between);
                case 4 -> 65000 + 1000 * random.nextFloat();
                default -> Float.intBitsToFloat(random.nextInt());
            };
        }
        return values;
    }

    private static void run(LaneKernel kernel, MemorySegment from, MemorySegment to, int count) {
        int q = Lattices.D2Q9.size();
        long[] in = new long[q + 1];
        long[] out = new long[q + 1];
        in[0] = from.address();
        in[q] = from.address();
        out[0] = to.address();
        out[q] = to.address();
        kernel.run(in, out, new double[0], count);
    }

    /// Copies a slot to a field, or the reverse.
    private static Kernel kernel(boolean isLoad) {
        ExprGraph graph = new ExprGraph();
        var value = graph.symbol("v");
        return new Kernel(
                isLoad ? "load" : "store",
                List.of(KernelArray.populations(Kernel.FLUID, Lattices.D2Q9)),
                graph,
                true,
                List.of(),
                List.of(
                        new Statement.Load(value, isLoad ? new Source.PopulationIn(0) : new Source.FieldIn("seen")),
                        new Statement.Store(isLoad ? new Sink.FieldOut("seen") : new Sink.PopulationOut(0), value)));
    }
}
