package dev.tessera.device.cpu;

/// A compiled kernel: one lane a node, lanes side by side in memory. It knows nothing of where nodes lie:
/// every value that it reads or writes has a stream, and lane `k` of a stream lies at its address plus `k`
/// values (of a slot for populations, of the arithmetic for fields).
///
/// Thread-safe: one kernel runs in all worker threads at once. No call allocates, once it is warm.
@FunctionalInterface
public interface LaneKernel {
    /// Runs the kernel at lanes 0 … count-1.
    ///
    /// Streams of `in`: the q populations by direction, then the kernel's `fieldsIn()` in their order.
    /// Streams of `out`: the q populations by direction, then the kernel's `fieldsOut()`. The address of a
    /// stream that the kernel does not use is anything; an observation uses no population of `out`.
    ///
    /// An outgoing stream may be the very same as an incoming one (in-place patterns), never one that is some lanes
    /// off: a lane's values are all read before any of that lane is written, and no lane reads what another one
    /// writes. Nothing is read or written beyond lane count-1.
    ///
    /// @param in absolute addresses, aligned to a value's size and to nothing more
    /// @param out absolute addresses, aligned likewise
    /// @param parameters values of `Kernel.parameters()` in their order; a FP32 kernel rounds them to float
    ///        first
    /// @param count lanes, 0 or more
    void run(long[] in, long[] out, double[] parameters, int count);
}
