package dev.tessera.emit.cuda;

import dev.tessera.emit.gpu.Dialect;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// CUDA C++. If the text is compiled with `--fmad=false`, operations are evaluated in the kernel's order.
public record CudaDialect() implements Dialect {
    @Override
    public String key() {
        return "cuda";
    }

    @Override
    public String head(GpuKernel kernel) {
        return """
                typedef long long index_t;
                typedef %s slot_t;
                typedef unsigned int bits_t;
                typedef unsigned long long mask_t;
                typedef ulonglong2 record_t;
                typedef uint2 pair_t;
                typedef unsigned short part_t;
                """.formatted(kernel.isNarrow() ? "int" : "long long");
    }

    @Override
    public String integerTypes() {
        return """
                typedef long long index_t;
                typedef unsigned int bits_t;
                typedef unsigned long long mask_t;
                """;
    }

    @Override
    public String exactDoubles() {
        return "";
    }

    @Override
    public String kernelQualifiers(Tuning tuning) {
        return "extern \"C\" __global__ void __launch_bounds__(%d%s) "
                .formatted(tuning.threads(), tuning.blocks() == 0 ? "" : ", " + tuning.blocks());
    }

    @Override
    public String functionQualifiers() {
        return "static __device__ __forceinline__ ";
    }

    @Override
    public String globalQualifier() {
        return "";
    }

    @Override
    public String parameter(Argument argument, Precision precision) {
        String element = element(argument.type(), precision);
        if (!argument.isBuffer()) {
            return "const %s ".formatted(element);
        }
        return argument.isWritten() ? element + " *" : "const %s *__restrict__ ".formatted(element);
    }

    @Override
    public String block() {
        return "(int) blockIdx.x";
    }

    @Override
    public String blocks() {
        return "(int) gridDim.x";
    }

    @Override
    public String lane() {
        return "(int) threadIdx.x";
    }

    @Override
    public String sharedQualifier() {
        return "__shared__ ";
    }

    @Override
    public String barrier() {
        return "__syncthreads();";
    }

    @Override
    public String warpBarrier() {
        return "__syncwarp();";
    }

    @Override
    public String loadFence() {
        return "asm volatile(\"\" ::: \"memory\"); // loads are not moved past this point";
    }

    @Override
    public String nan(Real real) {
        return switch (real) {
            case FP64 -> "__longlong_as_double(-1LL)";
            case FP32 -> "__int_as_float(-1)";
        };
    }

    @Override
    public String withBits(Real real, String bits) {
        return switch (real) {
            case FP64 -> "__longlong_as_double((long long) (%s))".formatted(bits);
            case FP32 -> "__uint_as_float(%s)".formatted(bits);
        };
    }

    @Override
    public String bitCount(String mask) {
        return "__popcll(%s)".formatted(mask);
    }

    @Override
    public String bitCount32(String bits) {
        return "__popc(%s)".formatted(bits);
    }

    @Override
    public String half() {
        return "half_t";
    }

    @Override
    public String halfFunctions() {
        return """
                // IEEE 754 half (binary16), rounded to nearest even.
                typedef unsigned short half_t;
                static __device__ __forceinline__ float from_half(half_t half) {
                    float value;
                    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half));
                    return value;
                }
                static __device__ __forceinline__ half_t to_half(float value) {
                    half_t half;
                    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(value));
                    return half;
                }
                static __device__ __forceinline__ void from_halves(unsigned int pair, float *v) {
                    v[0] = from_half((half_t) pair);
                    v[1] = from_half((half_t) (pair >> 16));
                }
                static __device__ __forceinline__ unsigned int to_halves(float low, float high) {
                #if __CUDA_ARCH__ >= 800
                    unsigned int pair;
                    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
                    return pair;
                #else
                    return (unsigned int) to_half(low) | (unsigned int) to_half(high) << 16;
                #endif
                }
                """;
    }

    @Override
    public String loadHalf(String buffer, String index) {
        return "from_half(%s[%s])".formatted(buffer, index);
    }

    @Override
    public String storeHalf(String buffer, String index, String value) {
        return "%s[%s] = to_half(%s);".formatted(buffer, index, value);
    }

    @Override
    public List<String> loadHalves(int count) {
        List<String> lines = new ArrayList<>();
        lines.add("const %1$s pairs = *(const %1$s *) at;".formatted(pairs(count)));
        for (int pair = 0; pair < count / 2; pair++) {
            lines.add("from_halves(pairs%s, v + %d);".formatted(part(pair, count), 2 * pair));
        }
        return lines;
    }

    @Override
    public List<String> storeHalves(int count) {
        List<String> lines = new ArrayList<>();
        lines.add("%s pairs;".formatted(pairs(count)));
        for (int pair = 0; pair < count / 2; pair++) {
            lines.add("pairs%s = to_halves(v[%d], v[%d]);".formatted(part(pair, count), 2 * pair, 2 * pair + 1));
        }
        lines.add("*(%s *) at = pairs;".formatted(pairs(count)));
        return lines;
    }

    private static String pairs(int count) {
        return count == 2 ? "unsigned int" : "uint" + count / 2;
    }

    private static String part(int pair, int count) {
        return count == 2 ? "" : "." + "xyzw".charAt(pair);
    }

    @Override
    public String digitConversions(Real real) {
        return switch (real) {
            case FP64 -> """
                {Q}{W} digits_of(double x) { return ({W}) __double_as_longlong(x); }
                {Q}double number_of({W} digits) { return __longlong_as_double((long long) digits); }
                """;
            case FP32 -> """
                {Q}{W} digits_of(float x) { return __float_as_uint(x); }
                {Q}float number_of({W} digits) { return __uint_as_float(digits); }
                """;
        };
    }

    @Override
    public String word(Real real) {
        return switch (real) {
            case FP64 -> "unsigned long long";
            case FP32 -> "unsigned int";
        };
    }

    /// Largest errors: of `__expf` 2 + |1.173 x| units in the last place; of `__logf` 2^-21.41 between 0.5 and
    /// 2, and 3 units elsewhere.
    ///
    /// Source: CUDA C++ Programming Guide, Mathematical Functions, Intrinsic Functions.
    @Override
    public Optional<String> fast(ElementaryFunction function) {
        return switch (function) {
            case EXP -> Optional.of("__expf");
            case LOG -> Optional.of("__logf");
            case SIN, COS, TAN, POW, TANH, ATAN2, FLOOR -> Optional.empty();
        };
    }

    @Override
    public String after(String value, String earlier) {
        return "after(%s, %s)".formatted(value, earlier);
    }

    /// An instruction that changes nothing, but the compiler does not know that.
    @Override
    public String afterFunction(Real real) {
        return """
                // A value that is not computed before an earlier one: what follows from it needs no register until then.
                {Q}{R} after({R} value, {R} earlier) {
                    asm volatile("" : "+{K}"(value) : "{K}"(earlier));
                    return value;
                }
                """.replace("{Q}", functionQualifiers())
                .replace("{R}", real == Real.FP64 ? "double" : "float")
                .replace("{K}", real == Real.FP64 ? "d" : "f");
    }

    @Override
    public String function(String name, Precision precision) {
        return switch (precision.computed()) {
            case FP64 -> name;
            case FP32 -> name + "f";
        };
    }
}
