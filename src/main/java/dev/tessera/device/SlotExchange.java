package dev.tessera.device;

/// Copies between slots of executions of one device that are repeated again and again ([Device#exchange]). Not
/// thread-safe.
public interface SlotExchange extends AutoCloseable {
    /// Copies the values as they are stored after all steps that have been requested: all are read before any is
    /// written. Some devices do this in the background; what is requested of its executions later waits.
    void run();

    /// Bytes of the values.
    long bytes();

    /// Releases its memory; before its executions are closed.
    @Override
    void close();
}
