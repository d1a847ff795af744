package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.layout.NeighbourTable;
import dev.tessera.layout.PlacementOverTiles;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import dev.tessera.layout.UniformPlacement;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Selects how kernels find neighbours in a storage.
final class Locators {
    private Locators() {}

    /// @param tuning of the bulk's kernel; null for the default
    /// @param omitted part that a benchmark leaves out
    /// @throws IllegalArgumentException if there are no GPU kernels for the addressing
    static Locator of(StorageLayout storage, Box box, @Nullable Tuning tuning, Ablation omitted) {
        return switch (storage.addressing()) {
            case Dense d -> boxOrder(box);
            case Tiles(var tiling, var layout) -> tiles(storage, box, layout, tuning);
            case CompactTiles t -> compact(shape(storage, box), box);
            case ConnectivityMatrix m -> new Locator.Listed(table(storage).first());
            case FluidIndex i -> new Locator.Indexed(boxOrder(box));
            case GhostTiles g -> ghosts(storage, box, omitted);
            default ->
                throw new IllegalArgumentException(
                        "there are no GPU kernels for addressing %s; use dense, tiles or compact-tiles"
                                .formatted(storage.addressing().key()));
        };
    }

    private static Locator tiles(StorageLayout storage, Box box, TileLayout layout, @Nullable Tuning tuning) {
        VelocitySet lattice = storage.lattice();
        List<InTile> arrays = IntStream.range(0, lattice.size())
                .mapToObj(array -> InTile.of(layout.of(lattice.velocity(array))))
                .toList();
        TileShape shape = shape(storage, box);
        Locator.Tiles byWords = new Locator.Tiles(shape, arrays, Locator.NodeTypes.WORDS);
        return tuning != null && tuning.within(byWords).lookup() == TileLookup.SHARED
                ? new Locator.Tiles(shape, arrays, Locator.NodeTypes.MASKS)
                : byWords;
    }

    private static Locator ghosts(StorageLayout storage, Box box, Ablation omitted) {
        VelocitySet lattice = storage.lattice();
        List<Link> links = IntStream.range(0, lattice.size())
                .mapToObj(direction -> Link.of(lattice, direction))
                .toList();
        boolean isFull = storage.nodes().fluid().count() == positions(storage).positions();
        return new Locator.Ghosts(shape(storage, box), new GhostColumns(links), isFull, omitted);
    }

    /// The placement that defines positions.
    static UniformPlacement positions(StorageLayout storage) {
        return switch (storage.placement()) {
            case UniformPlacement uniform -> uniform;
            case PlacementOverTiles over -> over.plainTiles();
            default -> throw new IllegalArgumentException("GPUs have no kernels for %s".formatted(storage.placement()));
        };
    }

    /// Tiles of one line keep nodes in the order of the box: neighbours along x are then adjacent.
    private static Locator compact(TileShape shape, Box box) {
        return shape.b() == 1 && shape.c() == 1 ? new Locator.Segments(boxOrder(box)) : new Locator.Compact(shape);
    }

    private static Locator.Dense boxOrder(Box box) {
        return new Locator.Dense(box.nx(), box.ny(), box.nz(), box.periodicX(), box.periodicY(), box.periodicZ());
    }

    static NeighbourTable table(StorageLayout storage) {
        return storage.neighbours()
                .orElseThrow(() -> new IllegalArgumentException("a connectivity matrix without a table of neighbours"));
    }

    private static TileShape shape(StorageLayout storage, Box box) {
        return TileShape.of(((TiledPlacement) positions(storage)).tiling(), box);
    }
}
