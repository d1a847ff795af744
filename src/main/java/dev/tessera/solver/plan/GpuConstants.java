package dev.tessera.solver.plan;

/// What a GPU's speeds were fitted with. Only these eighteen numbers are; everything else is counted ([GpuCounts]),
/// measured in the same run (a copy's bandwidth) or said by the device. `GpuFitTest` fits them anew.
///
/// @param reach of a copy's bandwidth what a sweep reaches that goes over both copies, or one, side by side
/// @param completed sectors read from memory for each that is never written whole, into a buffer that was not read
///     before
/// @param gap of the time that memory takes for a sector, what a sector costs that lies between those moved
/// @param merge nanoseconds of one multiprocessor in which L2 merges a sector that warps write in parts
/// @param wide part of the bandwidth that is reached where a thread moves more than 16 bytes a direction: too few
///     threads fit
/// @param access slots of issue of an access to a population, for all nodes of a thread: its address, and the load
///     or store
/// @param tileSearch more of them for an access to a neighbour that is found by counting bits in the masks of tiles
/// @param choice likewise for one that has to choose between two slots, as its link is open or cut
/// @param lookup likewise of a thread whose block brings look-ups of tiles to shared memory first
/// @param ghostValue likewise for a value that a thread brings from ghost buffers, or to them
/// @param idleWait nanoseconds of one multiprocessor for a thread that finds nothing to do
/// @param privateWait likewise for an access of a warp to private slots by rank
/// @param spillWait likewise for each byte that a thread's registers spill past what the nearest cache holds
/// @param held of L2's size, what populations have to exceed so that nothing of them stays there
/// @param cacheBytes a clock that a multiprocessor exchanges with L2 at most, loads and stores together
/// @param cached of a copy's bandwidth, how fast populations come that stay in L2
/// @param launch nanoseconds of a step that is asked for by itself: begin and end of its launch, fill and drain of
///     the device
/// @param together likewise where steps go to the device together
public record GpuConstants(
        double reach,
        double completed,
        double gap,
        double merge,
        double wide,
        double access,
        double tileSearch,
        double choice,
        double lookup,
        double ghostValue,
        double idleWait,
        double privateWait,
        double spillWait,
        double held,
        double cacheBytes,
        double cached,
        double launch,
        double together) {
    /// Fitted to the rows of [GpuSpeed].
    static final GpuConstants FITTED = new GpuConstants(
            1.2, 1.47, 0.53, 0.693, 0.846, 8.67, 19.5, 7.8, 279, 52.5, 0.166, 29.5, 0.0472, 1.64, 38.7, 1.88, 4960,
            1620);
}
