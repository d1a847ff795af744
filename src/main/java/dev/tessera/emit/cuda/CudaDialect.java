package dev.tessera.emit.cuda;

import dev.tessera.emit.gpu.Dialect;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.Tuning;

/// CUDA C++. Values are those of the kernel's operations in their order if the text is compiled with `--fmad=false`.
public record CudaDialect() implements Dialect {
    @Override
    public String key() {
        return "cuda";
    }

    @Override
    public String head(GpuKernel kernel) {
        return """
                typedef long long index_t;
                typedef unsigned int bits_t;
                typedef unsigned long long mask_t;
                typedef ulonglong2 record_t;
                typedef uint2 pair_t;
                """;
    }

    @Override
    public String launched(Tuning tuning) {
        return "extern \"C\" __global__ void __launch_bounds__(%d%s) "
                .formatted(tuning.threads(), tuning.blocks() == 0 ? "" : ", " + tuning.blocks());
    }

    @Override
    public String called() {
        return "static __device__ __forceinline__ ";
    }

    @Override
    public String global() {
        return "";
    }

    @Override
    public String parameter(Argument argument, Precision precision) {
        String element = Dialect.element(argument.type(), precision);
        if (!argument.isBuffer()) {
            return "const %s ".formatted(element);
        }
        return argument.isWritten() ? element + " *" : "const %s *__restrict__ ".formatted(element);
    }

    @Override
    public String thread(int threads) {
        return "(int) (blockIdx.x * %d + threadIdx.x)".formatted(threads);
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
    public String function(String name, Precision precision) {
        return switch (precision) {
            case FP64 -> name;
            case FP32 -> name + "f";
        };
    }
}
