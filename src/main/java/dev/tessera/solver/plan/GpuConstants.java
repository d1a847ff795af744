package dev.tessera.solver.plan;

/// The fitted constants of the speed model of GPUs. All other inputs are counted ([GpuCounts]), measured in the
/// same run (the bandwidth of a copy) or reported by the device. `DeveloperTool fit` fits them anew.
///
/// Unless a line says otherwise, "time" is in nanoseconds of one multiprocessor.
///
/// @param reach bandwidth of a step that reads and writes everything once, as a multiple of a copy's bandwidth
/// @param completed sectors read from memory per sector that is never written whole, into a buffer that was not
///     read before
/// @param gap cost of a sector that is skipped between transferred ones, as a fraction of a transferred sector's
/// @param merge time in which L2 merges a sector that warps write in parts
/// @param holeMerge the same for a sector that is never written whole, in half precision, or where neighbours write
///     it
/// @param wide fraction of the bandwidth where a thread looks up the neighbours of several nodes, whose populations
///     and addresses take more than four registers per direction
/// @param halved additional memory time, as a fraction, where accesses to a direction come in several of 16 bytes
///     and the loads of all threads are twice the L1 capacity available to the next of these
/// @param access issue slots per access to a population, for all nodes of a thread: address, and load or store
/// @param tileSearch additional issue slots for a neighbour that is found by counting bits in the masks of tiles
/// @param listSearch additional issue slots for a neighbour found in the masks of segments, or in an index array
/// @param choice additional issue slots where a node selects between two slots, for an open and a cut link
/// @param lookup additional issue slots for a neighbour found in indices that the block copied to shared memory
/// @param ghostValue additional issue slots for a value that a thread transfers from or to ghost buffers
/// @param idleWait time of a thread without a node
/// @param privateWarp time of a warp that finds private slots by rank, if it were alone; other warps hide it in
///     proportion to the root of their number
/// @param spillWait time per byte that a thread's registers spill beyond the capacity of the nearest cache
/// @param barrierWait time of a block at a barrier, where no other block works meanwhile; divided by the square of
///     the number of blocks, and times the root of the fraction of threads that have work
/// @param held size of a step's data, as a multiple of L2's size, above which no data stays in L2 from step to step
/// @param turned part of L2's size that a sweep in the reverse direction finds from the sweep before
/// @param cacheBytes bytes per clock that a multiprocessor exchanges with L2 at most, loads and stores together
/// @param turn nanoseconds until a warp gets its next issue slot at best, while other warps issue
/// @param overlap how limits overlap: times to this power add; 1: not at all, large: completely
/// @param launch nanoseconds of a step that is launched by itself: begin and end of its launch, filling and
///     draining the device
/// @param batched the same for each of several steps that are launched in one batch
/// @param round additional nanoseconds for each look-up that depends on another before the first population is
///        loaded
public record GpuConstants(
        double reach,
        double completed,
        double gap,
        double merge,
        double holeMerge,
        double wide,
        double halved,
        double access,
        double tileSearch,
        double listSearch,
        double choice,
        double lookup,
        double ghostValue,
        double idleWait,
        double privateWarp,
        double spillWait,
        double barrierWait,
        double held,
        double turned,
        double cacheBytes,
        double turn,
        double overlap,
        double launch,
        double batched,
        double round) {
    /// Fitted to the rows of [GpuSpeed].
    static final GpuConstants FITTED = new GpuConstants(
            1.119, 1.404, 0.4758, 1.118, 1.902, 0.7881, 0.3107, 8.946, 26.30, 5.714, 5.369, 10.38, 62.53, 0.1680, 1654,
            0.04687, 2073, 1.115, 0.4047, 27.82, 2.550, 2.935, 4444, 660.5, 549.8);
}
