package dev.tessera.device.gpu;

/// The language of an accelerator's kernels.
public enum GpuLanguage {
    CUDA,
    OPENCL
}
