package dev.tessera.solver;

import dev.tessera.layout.StorageLayout;

/// The storage of a simulation for the summary, by its keys in the case file.
///
/// @param tiles that contain fluid; 0 where the addressing has none
/// @param tileUtilisation fluid nodes per node of a stored tile (of the box, where there are no tiles)
public record StorageFacts(String addressing, String pattern, String precision, long tiles, double tileUtilisation) {
    static StorageFacts of(StorageLayout storage, Case theCase) {
        return new StorageFacts(
                storage.addressing().key(),
                storage.pattern().key(),
                theCase.model().precision().key(),
                storage.placement().tiles(),
                storage.placement().utilisation());
    }
}
