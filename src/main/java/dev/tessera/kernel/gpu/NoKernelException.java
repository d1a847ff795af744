package dev.tessera.kernel.gpu;

/// A storage on a geometry that GPUs have no kernels for. The message says why, and what to use.
public final class NoKernelException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NoKernelException(String message) {
        super(message);
    }
}
