package dev.tessera.device.cpu;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/// Converts halves (IEEE 754 binary16) to floats and back, one vector at a time, with the results of
/// `Float.float16ToFloat` and `Float.floatToFloat16`. JDK 25 does not vectorise those over native memory, which makes
/// them three times slower. The Vector API has no such conversion; integer operations do it.
///
/// As with [VectorRest], all kernels share these methods, and [JvmCompilerRules] excludes them from C1.
final class HalfVectors {
    private static final VectorSpecies<Integer> FLOATS = IntVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Short> HALVES =
            VectorSpecies.of(short.class, VectorShape.forBitSize(FLOATS.vectorBitSize() / 2));
    private static final MemorySegment ALL = AllMemory.SEGMENT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final int MANTISSA_SHIFT = 13; // difference in mantissa bits
    private static final int HALF_INFINITY = 0x7c00;
    private static final int HALF_NAN = 0x7e00;
    private static final int FLOAT_INFINITY = 0x7f800000;
    private static final int LEAST_NORMAL = 0x38800000; // 2^-14, the smallest normal half, as a float
    private static final int OVERFLOW = 0x477ff000; // 65520, the smallest float that rounds to infinity
    private static final float REBIAS = 0x1p112f; // exponents: 127 of a float, 15 of a half

    private HalfVectors() {}

    static void toFloats(long halves, long floats, int count) {
        for (int k = 0; k < count; k += FLOATS.length()) {
            IntVector half = (IntVector) ShortVector.fromMemorySegment(HALVES, ALL, halves + 2L * k, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_S2I, FLOATS, 0);
            IntVector magnitude = half.and(0x7fff).lanewise(VectorOperators.LSHL, MANTISSA_SHIFT);
            IntVector sign = half.and(0x8000).lanewise(VectorOperators.LSHL, 16);
            FloatVector scaled = magnitude.reinterpretAsFloats().mul(REBIAS);
            scaled.reinterpretAsInts()
                    .or(sign)
                    .lanewise(
                            VectorOperators.OR,
                            FLOAT_INFINITY,
                            magnitude.compare(VectorOperators.GE, HALF_INFINITY << MANTISSA_SHIFT))
                    .intoMemorySegment(ALL, floats + 4L * k, ORDER);
        }
    }

    /// Rounds to nearest even.
    static void toHalves(long floats, long halves, int count) {
        for (int k = 0; k < count; k += FLOATS.length()) {
            IntVector bits = IntVector.fromMemorySegment(FLOATS, ALL, floats + 4L * k, ORDER);
            IntVector sign = bits.lanewise(VectorOperators.LSHR, 16).and(0x8000);
            IntVector magnitude = bits.and(0x7fffffff);
            IntVector isOdd =
                    magnitude.lanewise(VectorOperators.LSHR, MANTISSA_SHIFT).and(1);
            IntVector normal =
                    magnitude.add(0x0fff - (112 << 23)).add(isOdd).lanewise(VectorOperators.LSHR, MANTISSA_SHIFT);
            // the last bit of 0.5 + x is the last bit of a subnormal half: the addition rounds it
            IntVector small = magnitude
                    .reinterpretAsFloats()
                    .add(0.5f)
                    .reinterpretAsInts()
                    .sub(0x3f000000);
            IntVector half = normal.blend(small, magnitude.compare(VectorOperators.LT, LEAST_NORMAL))
                    .blend(HALF_INFINITY, magnitude.compare(VectorOperators.GE, OVERFLOW))
                    .blend(HALF_NAN, magnitude.compare(VectorOperators.GT, FLOAT_INFINITY));
            ((ShortVector) half.or(sign).convertShape(VectorOperators.I2S, HALVES, 0))
                    .intoMemorySegment(ALL, halves + 2L * k, ORDER);
        }
    }
}
