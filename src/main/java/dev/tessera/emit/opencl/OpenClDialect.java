package dev.tessera.emit.opencl;

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

/// OpenCL C. In FP32 divisions and square roots are correctly rounded if the text is compiled with
/// `-cl-fp32-correctly-rounded-divide-sqrt`.
public record OpenClDialect() implements Dialect {
    private static final String IN_ORDER = "#pragma OPENCL FP_CONTRACT OFF\n";

    @Override
    public String key() {
        return "opencl";
    }

    @Override
    public String exactDoubles() {
        return IN_ORDER + "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
    }

    @Override
    public String head(GpuKernel kernel) {
        String arithmetic = switch (kernel.precision().computed()) {
            case FP64 -> exactDoubles();
            case FP32 -> IN_ORDER;
        };
        return arithmetic + """
                typedef long index_t;
                typedef %s slot_t;
                typedef uint bits_t;
                typedef ulong mask_t;
                typedef ulong2 record_t;
                typedef uint2 pair_t;
                typedef ushort part_t;
                #ifdef __NV_CL_C_VERSION
                #define LOADS_END asm volatile("" ::: "memory"); // loads are not moved past this point
                #else
                #define LOADS_END
                #endif
                """.formatted(kernel.isNarrow() ? "int" : "long");
    }

    @Override
    public String integerTypes() {
        return """
                typedef long index_t;
                typedef uint bits_t;
                typedef ulong mask_t;
                """;
    }

    @Override
    public String kernelQualifiers(Tuning tuning) {
        return "__kernel __attribute__((reqd_work_group_size(%d, 1, 1))) void ".formatted(tuning.threads());
    }

    @Override
    public String functionQualifiers() {
        return "static inline ";
    }

    @Override
    public String globalQualifier() {
        return "__global ";
    }

    @Override
    public String parameter(Argument argument, Precision precision) {
        String element = element(argument.type(), precision);
        if (!argument.isBuffer()) {
            return "const %s ".formatted(element);
        }
        return argument.isWritten()
                ? "__global %s *".formatted(element)
                : "__global const %s *restrict ".formatted(element);
    }

    @Override
    public String block() {
        return "(int) get_group_id(0)";
    }

    @Override
    public String blocks() {
        return "(int) get_num_groups(0)";
    }

    @Override
    public String lane() {
        return "(int) get_local_id(0)";
    }

    @Override
    public String sharedQualifier() {
        return "__local ";
    }

    @Override
    public String barrier() {
        return "barrier(CLK_LOCAL_MEM_FENCE);";
    }

    @Override
    public String warpBarrier() {
        return "";
    }

    @Override
    public String loadFence() {
        return "LOADS_END";
    }

    @Override
    public String nan(Real real) {
        return switch (real) {
            case FP64 -> "as_double(-1L)";
            case FP32 -> "as_float(-1)";
        };
    }

    @Override
    public String withBits(Real real, String bits) {
        return switch (real) {
            case FP64 -> "as_double(%s)".formatted(bits);
            case FP32 -> "as_float(%s)".formatted(bits);
        };
    }

    @Override
    public String bitCount(String mask) {
        return "(int) popcount(%s)".formatted(mask);
    }

    @Override
    public String bitCount32(String bits) {
        return "(int) popcount(%s)".formatted(bits);
    }

    @Override
    public String half() {
        return "half";
    }

    /// Halves in memory are part of core OpenCL; only arithmetic on them is an extension.
    @Override
    public String halfFunctions() {
        return "";
    }

    @Override
    public String loadHalf(String buffer, String index) {
        return "vload_half(%s, %s)".formatted(index, buffer);
    }

    @Override
    public String storeHalf(String buffer, String index, String value) {
        return "vstore_half_rte(%s, %s, %s);".formatted(value, index, buffer);
    }

    /// One memory access, followed by conversions of a private copy in registers. NVIDIA's compiler (580)
    /// compiles `vloada_half4` to four accesses of 2 bytes, at 40 to 75 % of the speed.
    @Override
    public List<String> loadHalves(int count) {
        List<String> lines = new ArrayList<>();
        lines.add("const ushort%1$d bits = as_ushort%1$d(*(__global const %2$s *) at);".formatted(count, raw(count)));
        for (int j = 0; j < count; j++) {
            lines.add("v[%1$d] = vload_half(%1$d, (const half *) &bits);".formatted(j));
        }
        return lines;
    }

    @Override
    public List<String> storeHalves(int count) {
        List<String> lines = new ArrayList<>();
        lines.add("ushort%d bits;".formatted(count));
        for (int j = 0; j < count; j++) {
            lines.add("vstore_half_rte(v[%1$d], %1$d, (half *) &bits);".formatted(j));
        }
        lines.add("*(__global %1$s *) at = as_%1$s(bits);".formatted(raw(count)));
        return lines;
    }

    /// The type that loads 2, 4 or 8 halves in one access.
    private static String raw(int halves) {
        return halves == 2 ? "uint" : "uint" + halves / 2;
    }

    @Override
    public String digitConversions(Real real) {
        return """
                {Q}{W} digits_of({R} x) { return as_{W}(x); }
                {Q}{R} number_of({W} digits) { return as_{R}(digits); }
                """;
    }

    @Override
    public String word(Real real) {
        return switch (real) {
            case FP64 -> "ulong";
            case FP32 -> "uint";
        };
    }

    /// Their errors are those of the implementation.
    @Override
    public Optional<String> fast(ElementaryFunction function) {
        return switch (function) {
            case EXP -> Optional.of("native_exp");
            case LOG -> Optional.of("native_log");
            case SIN, COS, TAN, POW, TANH, ATAN2, FLOOR -> Optional.empty();
        };
    }

    @Override
    public String after(String value, String earlier) {
        return value;
    }

    @Override
    public String afterFunction(Real real) {
        return "";
    }

    @Override
    public String function(String name, Precision precision) {
        return name;
    }
}
