package dev.tessera.kernel;

import java.util.OptionalDouble;

/// What a GPU's driver says of it, as plain data. OpenCL devices that are processors are described in
/// the same words.
///
/// @param name as the device calls itself
/// @param driver whose driver it is, and its version
/// @param memoryBytes of the device, in all
/// @param largestBufferBytes that one allocation may have
/// @param multiprocessors compute units, in OpenCL's words
/// @param warpSize threads that run in lockstep; 1 where the driver does not say
/// @param maxThreadsPerBlock of a launch
/// @param sharedBytesPerBlock that a block may use
/// @param maxThreadsPerMultiprocessor resident at once; 0: unknown
/// @param registersPerMultiprocessor of 32 bits; 0: unknown
/// @param cacheBytes of the last cache before memory (L2)
/// @param fp64 whether it computes in double precision
/// @param fp16 whether it converts to and from half precision and computes in it
/// @param roundsFp32 whether division and square root in single precision are correctly rounded
/// @param clockHz of the multiprocessors at most; 0: unknown
/// @param fp64PerClock operations in double precision that a multiprocessor does in a clock; 0: unknown
/// @param sheetGbPerS bandwidth by the memory's clock and the bus's width, 10⁹ bytes a second, where
///        the driver says it
public record GpuFacts(
        String name,
        String driver,
        long memoryBytes,
        long largestBufferBytes,
        int multiprocessors,
        int warpSize,
        int maxThreadsPerBlock,
        int sharedBytesPerBlock,
        int maxThreadsPerMultiprocessor,
        int registersPerMultiprocessor,
        long cacheBytes,
        boolean fp64,
        boolean fp16,
        boolean roundsFp32,
        double clockHz,
        int fp64PerClock,
        OptionalDouble sheetGbPerS) {

    /// The same in the words that hold for every device; the vector of a GPU is its warp.
    public MachineFacts machine() {
        return new MachineFacts(name, multiprocessors, 32 * warpSize, memoryBytes);
    }

    /// The same with what another driver knows of the device itself: caches, clocks, widths. What this driver offers
    /// of it (its memory, blocks, precisions) stays.
    public GpuFacts withHardwareOf(GpuFacts other) {
        return new GpuFacts(
                name,
                driver,
                memoryBytes,
                largestBufferBytes,
                multiprocessors,
                warpSize,
                maxThreadsPerBlock,
                sharedBytesPerBlock,
                other.maxThreadsPerMultiprocessor,
                other.registersPerMultiprocessor,
                other.cacheBytes,
                fp64,
                fp16,
                roundsFp32,
                other.clockHz,
                other.fp64PerClock,
                other.sheetGbPerS);
    }

    @Override
    public String toString() {
        return "%s, %.1f GiB, %d multiprocessors, L2 %.1f MiB, %s%s"
                .formatted(
                        name,
                        memoryBytes / (double) (1L << 30),
                        multiprocessors,
                        cacheBytes / (double) (1L << 20),
                        fp64 ? "FP64" : "no FP64",
                        sheetGbPerS.isPresent()
                                ? ", %.0f GB/s by data sheet".formatted(sheetGbPerS.getAsDouble())
                                : "");
    }
}
