package dev.tessera.solver.plan;

/// What a GPU's speeds were fitted with. Only these numbers are; everything else is counted ([GpuCounts]), measured in
/// the same run (a copy's bandwidth) or said by the device. `DeveloperTool fit` fits them anew.
///
/// @param reach of a copy's bandwidth what a sweep reaches that goes over both copies, or one, side by side
/// @param completed sectors read from memory for each that is never written whole, into a buffer that was not read
///     before
/// @param gap of the time that memory takes for a sector, what a sector costs that lies between those moved
/// @param merge nanoseconds of one multiprocessor in which L2 merges a sector that warps write in parts
/// @param holeMerge likewise a sector that is never written whole, of halves, or where neighbours write it
/// @param wide part of the bandwidth that is reached where a thread looks for several nodes' neighbours, whose
///     populations and addresses take more than four registers a direction
/// @param halved of memory's time, what it takes longer where accesses to a direction come in several of 16 bytes, and
///     what all threads load is twice what L1 keeps for the next of these
/// @param access slots of issue of an access to a population, for all nodes of a thread: its address, and the load
///     or store
/// @param tileSearch more of them for a neighbour that is found by counting bits in the masks of tiles
/// @param listSearch likewise in the masks of segments, or in an index array
/// @param choice likewise for one between whose two slots a node has to choose, as the link is open or cut
/// @param lookup likewise for one that is found in what a block brings to shared memory first
/// @param ghostValue likewise for a value that a thread brings from ghost buffers, or to them
/// @param idleWait nanoseconds of one multiprocessor for a thread that finds nothing to do
/// @param privateWarp likewise for a warp that has to find private slots by rank, if it were alone: others hide of that
///     as the root of their number
/// @param spillWait likewise for each byte that a thread's registers spill past what the nearest cache holds
/// @param barrierWait likewise for a block of threads that wait for each other, where no other block works meanwhile;
///     of several blocks the square of their number less, and where part of the threads have work, its root
/// @param held of L2's size, what a step has to go over so that nothing of it stays there from step to step
/// @param turned of L2's size, what a sweep that goes backwards finds of the one before
/// @param cacheBytes a clock that a multiprocessor exchanges with L2 at most, loads and stores together
/// @param turn nanoseconds until a warp gets its next slot of issue at best, while others get theirs
/// @param overlap how ceilings overlap: times to this power add; 1: not at all, large: wholly
/// @param launch nanoseconds of a step that is asked for by itself: begin and end of its launch, fill and drain of
///     the device
/// @param together likewise where steps go to the device together
/// @param round likewise more for each look-up that has to wait for another before the first population is loaded
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
        double together,
        double round) {
    /// Fitted to the rows of [GpuSpeed].
    static final GpuConstants FITTED = new GpuConstants(
            1.119, 1.404, 0.4758, 1.118, 1.902, 0.7881, 0.3107, 8.946, 26.30, 5.714, 5.369, 10.38, 62.53, 0.1680, 1654,
            0.04687, 2073, 1.115, 0.4047, 27.82, 2.550, 2.935, 4444, 660.5, 549.8);
}
