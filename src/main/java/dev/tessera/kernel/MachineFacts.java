package dev.tessera.kernel;

/// What is known of a device, as plain data.
///
/// @param name as the machine calls itself
/// @param cores or multiprocessors that compute
/// @param vectorBits of a core's SIMD registers
/// @param memoryBytes that can be allocated
public record MachineFacts(String name, int cores, int vectorBits, long memoryBytes) {}
