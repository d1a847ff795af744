package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Compression;
import java.util.concurrent.ForkJoinPool;

/// How files of fields are written.
///
/// @param workers that compute, compress and write blocks
public record FileWriting(Compression compression, ForkJoinPool workers) {}
