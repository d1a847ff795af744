package dev.tessera.solver;

import dev.tessera.kernel.Intrinsics;
import dev.tessera.layout.MomentLayout;
import dev.tessera.layout.NodeStorage;
import dev.tessera.layout.StorageLayout;
import java.util.Optional;

/// The storage of a simulation for the summary, by its keys in the case file.
///
/// @param pattern empty where moments are stored
/// @param intrinsics how kernels compute exp and log
/// @param tiles that contain fluid; 0 where the addressing has none
/// @param tileUtilisation fluid nodes per node of a stored tile (of the box, where there are no tiles)
public record StorageFacts(
        String state,
        String addressing,
        Optional<String> pattern,
        String precision,
        String intrinsics,
        long tiles,
        double tileUtilisation) {
    static StorageFacts of(NodeStorage storage, Case theCase, Intrinsics intrinsics) {
        Optional<String> pattern = switch (storage) {
            case StorageLayout populations -> Optional.of(populations.pattern().key());
            case MomentLayout moments -> Optional.empty();
        };
        return new StorageFacts(
                theCase.storage().state().key(),
                storage.addressing().key(),
                pattern,
                theCase.model().precision().key(),
                intrinsics.key(),
                storage.placement().tiles(),
                storage.placement().utilisation());
    }
}
