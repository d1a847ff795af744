package dev.tessera.device;

/// The memory that a device has left.
///
/// @param freeBytes that nobody holds; where a driver does not say it, all that the device has less what this
///     process holds there; `Long.MAX_VALUE`: unknown
/// @param largestBlockBytes that one allocation may have; `Long.MAX_VALUE`: as much as is free
public record FreeMemory(long freeBytes, long largestBlockBytes) {
    /// Of a device that says nothing.
    public static final FreeMemory UNKNOWN = new FreeMemory(Long.MAX_VALUE, Long.MAX_VALUE);

    /// Whether so many blocks of the same size have room.
    public boolean holds(int blocks, long bytesEach) {
        return bytesEach <= largestBlockBytes && bytesEach <= freeBytes / blocks;
    }
}
