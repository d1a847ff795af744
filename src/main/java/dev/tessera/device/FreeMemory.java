package dev.tessera.device;

/// The free memory of a device.
///
/// @param freeBytes unallocated memory; if a driver does not report it, the total less what this process has allocated;
///       `Long.MAX_VALUE`: unknown
/// @param largestBlockBytes limit of one allocation; `Long.MAX_VALUE`: none
public record FreeMemory(long freeBytes, long largestBlockBytes) {
    /// For a device that does not report its memory.
    public static final FreeMemory UNKNOWN = new FreeMemory(Long.MAX_VALUE, Long.MAX_VALUE);

    /// Whether this number of equal blocks fits.
    public boolean holds(int blocks, long bytesEach) {
        return bytesEach <= largestBlockBytes && bytesEach <= freeBytes / blocks;
    }
}
