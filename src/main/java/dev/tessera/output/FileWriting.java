package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.OutputRegion;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/// How files of fields are written.
///
/// @param workers that compute, compress and write blocks
/// @param pieces number of files for the nodes, in formats that have pieces
/// @param region in the names of files; empty: they have all nodes
public record FileWriting(Compression compression, ForkJoinPool workers, int pieces, Optional<String> region) {
    /// Of all nodes, in one piece.
    public FileWriting(Compression compression, ForkJoinPool workers) {
        this(compression, workers, 1, Optional.empty());
    }

    /// The same for a region.
    FileWriting of(OutputRegion its) {
        return new FileWriting(compression, workers, pieces, Optional.of(its.name()));
    }

    /// The name of files without step and ending.
    /// @param name of files with all nodes
    String named(String name) {
        return region.map(its -> name + "-" + its).orElse(name);
    }
}
