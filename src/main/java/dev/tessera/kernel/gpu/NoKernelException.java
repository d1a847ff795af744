package dev.tessera.kernel.gpu;

/// A storage on a geometry without GPU kernels. The message states why, and what to use instead.
public final class NoKernelException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    NoKernelException(String message) {
        super(message);
    }
}
