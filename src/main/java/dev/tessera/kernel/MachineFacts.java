package dev.tessera.kernel;

/// Properties of a device, as plain data.
///
/// @param name model name
/// @param cores cores or multiprocessors
/// @param vectorBits width of SIMD registers
/// @param memoryBytes that can be allocated
public record MachineFacts(String name, int cores, int vectorBits, long memoryBytes) {}
