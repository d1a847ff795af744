package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.layout.NeighbourTable;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.Tiles;

/// Says how kernels find neighbours in a storage.
final class Locating {
    private Locating() {}

    /// @throws IllegalArgumentException where GPUs have no kernels for the addressing
    static Locator of(StorageLayout storage, Box box) {
        return switch (storage.addressing()) {
            case Dense d -> boxOrder(box);
            case Tiles t -> new Locator.Tiles(shape(storage, box));
            case CompactTiles t -> compact(shape(storage, box), box);
            case ConnectivityMatrix m -> new Locator.Listed(table(storage).first());
            case FluidIndex i -> new Locator.Indexed(boxOrder(box));
            default ->
                throw new IllegalArgumentException(
                        "GPUs have no kernels for addressing %s yet; use dense, tiles or compact-tiles"
                                .formatted(storage.addressing().key()));
        };
    }

    /// Tiles of one line keep nodes in the order of the box: neighbours along x then lie side by side.
    private static Locator compact(TileShape shape, Box box) {
        return shape.b() == 1 && shape.c() == 1
                ? new Locator.Segments(boxOrder(box), Math.ceilDiv(box.nx(), 32))
                : new Locator.Compact(shape);
    }

    private static Locator.Dense boxOrder(Box box) {
        return new Locator.Dense(box.nx(), box.ny(), box.nz(), box.periodicX(), box.periodicY(), box.periodicZ());
    }

    static NeighbourTable table(StorageLayout storage) {
        return storage.neighbours()
                .orElseThrow(() -> new IllegalArgumentException("a connectivity matrix without a table of neighbours"));
    }

    private static TileShape shape(StorageLayout storage, Box box) {
        return TileShape.of(((TiledPlacement) storage.placement()).tiling(), box);
    }
}
