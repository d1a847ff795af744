package dev.tessera.solver.plan;

import dev.tessera.geometry.NodeMap;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import dev.tessera.solver.Case;
import dev.tessera.solver.StorageChoice;

/// The storage of a run, with the tables that were made to plan it.
public record PlannedStorage(StorageChoice choice, StorageLayout layout) {
    /// Makes the tables.
    /// @param isGpu whether the device is a GPU
    public static PlannedStorage of(Case theCase, NodeMap nodes, StorageChoice choice, boolean isGpu) {
        var model = theCase.model();
        return new PlannedStorage(
                choice,
                StorageLayout.of(
                        model.lattice(),
                        choice.pattern(),
                        choice.addressing(),
                        nodes,
                        ArraySpacing.of(model.precision().storedBytes(), isGpu)));
    }
}
