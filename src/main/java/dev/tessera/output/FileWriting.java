package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Compression;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// How files of fields are written.
///
/// @param workers that compute, compress and write blocks
/// @param region in the names of files; empty: they have all nodes
public record FileWriting(Compression compression, ForkJoinPool workers, Optional<String> region) {
    /// Of all nodes.
    public FileWriting(Compression compression, ForkJoinPool workers) {
        this(compression, workers, Optional.empty());
    }

    /// The name of files without step and ending.
    /// @param name of files with all nodes
    String named(String name) {
        return region.map(its -> name + "-" + its).orElse(name);
    }
}
