package dev.tessera.emit.opencl;

import dev.tessera.emit.gpu.Dialect;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Tuning;

/// OpenCL C. In FP32 divisions and square roots are correctly rounded if the text is compiled with
/// `-cl-fp32-correctly-rounded-divide-sqrt`.
public record OpenClDialect() implements Dialect {
    @Override
    public String key() {
        return "opencl";
    }

    @Override
    public String head(GpuKernel kernel) {
        return "#pragma OPENCL FP_CONTRACT OFF\n"
                + switch (kernel.precision()) {
                    case FP64 -> "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
                    case FP32 -> "";
                }
                + """
                typedef long index_t;
                typedef uint bits_t;
                typedef ulong mask_t;
                typedef ulong2 record_t;
                typedef uint2 pair_t;
                """;
    }

    @Override
    public String launched(Tuning tuning) {
        return "__kernel __attribute__((reqd_work_group_size(%d, 1, 1))) void ".formatted(tuning.threads());
    }

    @Override
    public String called() {
        return "static inline ";
    }

    @Override
    public String global() {
        return "__global ";
    }

    @Override
    public String parameter(Argument argument, Precision precision) {
        String element = Dialect.element(argument.type(), precision);
        if (!argument.isBuffer()) {
            return "const %s ".formatted(element);
        }
        return argument.isWritten()
                ? "__global %s *".formatted(element)
                : "__global const %s *restrict ".formatted(element);
    }

    @Override
    public String thread(int threads) {
        return "(int) get_global_id(0)";
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
    public String function(String name, Precision precision) {
        return name;
    }
}
