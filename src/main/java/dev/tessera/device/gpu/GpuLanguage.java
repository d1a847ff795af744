package dev.tessera.device.gpu;

/// What kernels are written in for an accelerator.
public enum GpuLanguage {
    CUDA,
    OPENCL
}
