package dev.tessera.cluster;

/// What parts send in a step.
///
/// @param messages of all parts
/// @param bytes of all messages
/// @param mostMessages of one part
/// @param mostBytes of one part
public record Traffic(long messages, long bytes, long mostMessages, long mostBytes) {}
