package dev.tessera.device;

/// A device that is missing, too small, or failed. The message states what failed, why, and a remedy.
public final class DeviceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DeviceException(String message) {
        super(message);
    }

    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
