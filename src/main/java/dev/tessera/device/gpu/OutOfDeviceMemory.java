package dev.tessera.device.gpu;

/// Raised by a driver that cannot allocate; [Accelerator] makes a sentence of it.
public final class OutOfDeviceMemory extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param reason as the driver names it
    public OutOfDeviceMemory(String reason) {
        super(reason);
    }
}
