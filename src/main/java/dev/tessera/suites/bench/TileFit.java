package dev.tessera.suites.bench;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.TilingStatistics;
import dev.tessera.layout.Placement;
import dev.tessera.layout.PlacementOverTiles;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.TiledPlacement;
import java.util.Map;

/// Adds tile statistics of a row's geometry: `tile_utilisation`, and in channels the faces and edges that tiles share.
final class TileFit {
    private TileFit() {}

    static void put(Map<String, Object> row, GpuTrial trial, StorageLayout storage) {
        FluidNodes fluid = storage.nodes().fluid();
        row.put("fluid_nodes", fluid.count());
        Placement placement =
                storage.placement() instanceof PlacementOverTiles over ? over.plainTiles() : storage.placement();
        if (trial.geometry().isChannel() && placement instanceof TiledPlacement tiles) {
            TilingStatistics shared = TilingStatistics.of(tiles.tiling(), fluid);
            row.put("common_faces", shared.commonFacesPerTile());
            row.put("common_edges", shared.commonEdgesPerTile());
        }
        row.put("tile_utilisation", storage.placement().utilisation());
    }
}
