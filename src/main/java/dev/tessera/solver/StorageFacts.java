package dev.tessera.solver;

import dev.tessera.layout.StorageLayout;

/// What a summary says of a simulation's storage, by the keys that users know.
///
/// @param tiles that hold fluid; 0 where the addressing has none
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
