package dev.tessera.device;

/// Copies between slots of executions of one device that are repeated again and again ([Device#exchange]). Not
/// thread-safe; used when none of its executions runs.
public interface SlotExchange extends AutoCloseable {
    /// Copies the present values as they are stored: all are read before any is written. Some devices do this in the
    /// background; what is requested of its executions later waits.
    void run();

    /// Bytes of the values.
    long bytes();

    /// Releases its memory; before its executions are closed.
    @Override
    void close();
}
