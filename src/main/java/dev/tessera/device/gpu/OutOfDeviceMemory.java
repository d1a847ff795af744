package dev.tessera.device.gpu;

/// Raised by a driver that cannot allocate; [Accelerator] turns it into a [dev.tessera.device.DeviceException].
public final class OutOfDeviceMemory extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param reason from the driver
    public OutOfDeviceMemory(String reason) {
        super(reason);
    }
}
