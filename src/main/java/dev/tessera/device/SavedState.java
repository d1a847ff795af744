package dev.tessera.device;

/// A copy of an execution's populations, fields and step number in the memory of its device. Closing releases it.
public interface SavedState extends AutoCloseable {
    /// Copies the present state over the one that was saved, within the same memory.
    /// @throws DeviceException if this copy or the execution is closed
    void update();

    /// Sets the execution back to the state that was saved. Parameters are not changed.
    /// @throws DeviceException if this copy or the execution is closed
    void restore();

    @Override
    void close();
}
