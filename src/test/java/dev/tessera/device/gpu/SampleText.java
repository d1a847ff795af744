package dev.tessera.device.gpu;

/// Small kernels in both languages.
final class SampleText {
    private SampleText() {}

    /// Kernels that compute in single precision and integers.
    static String of(GpuLanguage language) {
        return head(language) + """
            KERNEL void add(GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *sum, long n) {
                long i = THREAD;
                if (i < n) sum[i] = a[i] + b[i];
            }
            KERNEL void scalars(GLOBAL double *out, int i, long l, float f, double d) {
                if (THREAD == 0) { out[0] = i; out[1] = (double) l; out[2] = f; out[3] = d; }
            }
            KERNEL void places(GLOBAL int *out, int width, int height) {
                int x = THREAD_X, y = THREAD_Y, z = THREAD_Z;
                out[(z * height + y) * width + x] = x + 100 * y + 10000 * z;
            }
            """ + (language == GpuLanguage.CUDA ? """
            KERNEL void reverse(GLOBAL int *values) {
                extern __shared__ int copy[];
                int i = threadIdx.x, n = blockDim.x;
                copy[i] = values[blockIdx.x * n + i];
                __syncthreads();
                values[blockIdx.x * n + i] = copy[n - 1 - i];
            }
            """ : """
            KERNEL void reverse(GLOBAL int *values, __local int *copy) {
                int i = get_local_id(0), n = get_local_size(0);
                copy[i] = values[get_group_id(0) * n + i];
                barrier(CLK_LOCAL_MEM_FENCE);
                values[get_group_id(0) * n + i] = copy[n - 1 - i];
            }
            """);
    }

    /// Operations that reveal contraction, approximate division and root, and flush of subnormals.
    static String arithmetic(GpuLanguage language) {
        return head(language) + """
            KERNEL void doubles(GLOBAL const double *in, GLOBAL double *out, int n) {
                int i = (int) THREAD;
                if (i < n) {
                    double a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
                    out[5 * i] = a * b + c; out[5 * i + 1] = a / b; out[5 * i + 2] = sqrt(a);
                    out[5 * i + 3] = fma(a, b, c); out[5 * i + 4] = a * b * c;
                }
            }
            KERNEL void floats(GLOBAL const float *in, GLOBAL float *out, int n) {
                int i = (int) THREAD;
                if (i < n) {
                    float a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
                    out[5 * i] = a * b + c; out[5 * i + 1] = a / b; out[5 * i + 2] = sqrt(a);
                    out[5 * i + 3] = fma(a, b, c); out[5 * i + 4] = a * b * c;
                }
            }
            """;
    }

    private static String head(GpuLanguage language) {
        return language == GpuLanguage.CUDA ? """
                #define KERNEL extern "C" __global__
                #define GLOBAL
                #define THREAD_X (blockIdx.x * blockDim.x + threadIdx.x)
                #define THREAD_Y (blockIdx.y * blockDim.y + threadIdx.y)
                #define THREAD_Z (blockIdx.z * blockDim.z + threadIdx.z)
                #define THREAD ((long) blockIdx.x * blockDim.x + threadIdx.x)
                """ : """
                #pragma OPENCL EXTENSION cl_khr_fp64 : enable
                #pragma OPENCL FP_CONTRACT OFF
                #define KERNEL __kernel
                #define GLOBAL __global
                #define THREAD_X get_global_id(0)
                #define THREAD_Y get_global_id(1)
                #define THREAD_Z get_global_id(2)
                #define THREAD ((long) get_global_id(0))
                """;
    }
}
