package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The tiles of a box that contain fluid, numbered in the order of the box (x fastest). Where they are few, as in a
/// large box around a vessel, only pages of 256 tiles with fluid are stored.
final class TileMap {
    private static final int PAGE_BITS = 8;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int FEW = 8; // pages of the box for each stored one, at least
    private static final int LARGE = 1 << 20; // tiles of a box that is stored in pages, at least

    private final TileGrid grid;
    private final int @Nullable [] places; // [page] its number among the stored ones; null where all tiles are stored
    private final int[] stored; // [stored tile] its number among those that contain fluid, or -1; page 0 has no fluid
    private final int kept;

    private TileMap(TileGrid grid, int @Nullable [] places, int[] withFluid, int storedTiles) {
        this.grid = grid;
        this.places = places;
        this.kept = withFluid.length;
        this.stored = new int[storedTiles];
        Arrays.fill(stored, -1);
        for (int number = 0; number < kept; number++) {
            stored[index(withFluid[number])] = number;
        }
    }

    static TileMap of(FluidNodes fluid, Tiling tiling) {
        TileGrid grid = new TileGrid(tiling, fluid.box());
        int[] withFluid = tiling.placesWithFluid(fluid);
        return grid.tiles() < LARGE ? whole(grid, withFluid) : inPages(grid, withFluid);
    }

    private static TileMap whole(TileGrid grid, int[] withFluid) {
        return new TileMap(grid, null, withFluid, grid.tiles());
    }

    private static TileMap inPages(TileGrid grid, int[] withFluid) {
        int[] places = new int[Math.ceilDiv(grid.tiles(), PAGE)];
        int pages = 1;
        for (int tile : withFluid) {
            int page = tile >>> PAGE_BITS;
            places[page] = places[page] == 0 ? pages++ : places[page];
        }
        return pages > places.length / FEW
                ? whole(grid, withFluid)
                : new TileMap(grid, places, withFluid, Math.multiplyExact(pages, PAGE));
    }

    private int index(int tile) {
        return places == null ? tile : places[tile >>> PAGE_BITS] << PAGE_BITS | tile & PAGE - 1;
    }

    TileGrid grid() {
        return grid;
    }

    /// The number of tiles that contain fluid.
    int kept() {
        return kept;
    }

    /// The number of a tile of the box among those that contain fluid, or -1.
    int number(int tile) {
        return stored[index(tile)];
    }

    /// The numbers of all tiles of the box, as devices have them; not to be changed.
    int[] numbers() {
        if (places == null) {
            return stored;
        }
        int[] numbers = new int[grid.tiles()];
        Arrays.setAll(numbers, this::number);
        return numbers;
    }

    /// The number of the tile of node (x, y, z), or -1.
    int at(int x, int y, int z) {
        return number(grid.tile(x, y, z));
    }

    /// Bytes of the tables that devices have.
    long bytes() {
        return grid.bytes() + 4L * grid.tiles();
    }
}
