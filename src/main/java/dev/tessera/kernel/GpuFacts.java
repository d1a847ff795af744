package dev.tessera.kernel;

import java.util.OptionalDouble;

/// Properties of a GPU as its driver reports them, as plain data; also used for CPUs through OpenCL.
///
/// @param name model name
/// @param driver name and version of the driver
/// @param memoryBytes total memory
/// @param largestBufferBytes maximum of one allocation
/// @param multiprocessors compute units in OpenCL
/// @param warpSize threads that run in lockstep; 1 if unknown
/// @param maxThreadsPerBlock maximum threads per block
/// @param sharedBytesPerBlock maximum shared memory per block
/// @param maxThreadsPerMultiprocessor maximum resident threads; 0: unknown
/// @param registersPerMultiprocessor of 32 bits; 0: unknown
/// @param cacheBytes of the last cache before memory (L2)
/// @param fp64 whether it computes in double precision
/// @param fp16 whether it converts to and from half precision and computes in it
/// @param roundsFp32 whether division and square root in single precision are correctly rounded
/// @param clockHz maximum clock of the multiprocessors; 0: unknown
/// @param fp64PerClock double-precision operations per clock and multiprocessor; 0: unknown
/// @param sheetGbPerS bandwidth from memory clock and bus width, 10⁹ bytes per second, if the driver reports them
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

    /// Whether it is a processor that is programmed like a GPU: its threads do not run in lockstep.
    public boolean isProcessor() {
        return warpSize <= 1;
    }

    /// The facts common to all devices; a GPU's warp counts as its vector.
    public MachineFacts machine() {
        return new MachineFacts(name, multiprocessors, 32 * warpSize, memoryBytes);
    }

    /// The same with another driver's hardware facts: caches, clocks, bus width. Memory, block limits and
    /// precisions remain those of this driver.
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
