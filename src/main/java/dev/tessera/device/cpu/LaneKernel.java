package dev.tessera.device.cpu;

/// A compiled kernel: one lane per node, consecutive lanes contiguous in memory. It does not depend on addressing:
/// every value that it reads or writes has a stream, and lane `k` of a stream is at the stream's address plus `k`
/// values (of the stored type for populations, of the arithmetic for fields).
///
/// Thread-safe: all worker threads run the same kernel concurrently. Calls allocate nothing once the kernel is
/// warm.
@FunctionalInterface
public interface LaneKernel {
    /// Runs the kernel at lanes 0 … count-1.
    ///
    /// Streams of `in` and `out` are numbered as in [dev.tessera.kernel.Streams]: the populations of all arrays
    /// by direction, values of stored fields, then fields of the class. The address of a stream that the kernel
    /// does not use is arbitrary; an observation uses no population of `out`.
    ///
    /// An output stream may be identical to an input stream (in-place patterns), but never shifted against it:
    /// all values of a lane are read before any of that lane is written, and no lane reads what another one
    /// writes. Nothing is read or written beyond lane count-1.
    ///
    /// @param in absolute addresses, aligned to the size of a value only
    /// @param out absolute addresses, with the same alignment
    /// @param parameters values of `Kernel.scalars()` in their order; a FP32 kernel rounds them to float
    ///        first
    /// @param count lanes, 0 or more
    void run(long[] in, long[] out, double[] parameters, int count);
}
