package dev.tessera.layout;

/// The slot that a node accesses, relative to the node.
///
/// @param at the neighbour that owns the slot: the node at `x + velocity(at)`; 0 is the node itself
/// @param array which of the q arrays, 0 … q-1
/// @param copy which population array of the pattern, 0 … copies-1
public record Access(int at, int array, int copy) {}
