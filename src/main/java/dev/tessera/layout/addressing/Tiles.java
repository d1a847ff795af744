package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Stores whole tiles that contain fluid; a map of the box's tiles (4 bytes each, -1 = empty) holds their numbers.
/// Source: Tomczak & Szafran, arXiv:1703.08015 (2018) and 1611.02445 (2019); the storage of their T2C.
///
/// @param layout order of a tile's nodes in each array
public record Tiles(TilingRule tiling, TileLayout layout) implements Addressing {
    /// Tiles of 4³ nodes in 3D, 16² in 2D.
    public Tiles() {
        this(TilingRule.usual());
    }

    /// Nodes of a tile in the order x, y, z.
    public Tiles(TilingRule tiling) {
        this(tiling, new TileLayout.Plain());
    }

    @Override
    public String key() {
        return "tiles";
    }

    /// Why the layout does not fit a lattice, or tiles of this size; null if it does.
    public @Nullable String unfitFor(VelocitySet lattice) {
        if (layout instanceof TileLayout.Assigned assigned
                && !assigned.unknownDirections(lattice).isEmpty()) {
            return "%s has no direction %s; it has %s"
                    .formatted(
                            lattice.name(),
                            String.join(", ", assigned.unknownDirections(lattice)),
                            String.join(" ", TileLayout.Assigned.lettersOf(lattice)));
        }
        if (!(tiling instanceof TilingRule.Blocks(int a, int b, int c, boolean best))) {
            return null;
        }
        Tiling tile = Tiling.of(a, b, lattice.dimensions() == 2 ? 1 : c);
        for (int i = 0; i < lattice.size(); i++) {
            InTileLayout inTile = layout.of(lattice.velocity(i));
            if (inTile.unfitFor(tile) instanceof String reason) {
                return "layout %s does not fit tiles of %d×%d×%d nodes: %s"
                        .formatted(inTile.key(), tile.a(), tile.b(), tile.c(), reason);
            }
        }
        return null;
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        Tiling tiles = tiling.over(fluid);
        TileMap map = TileMap.of(fluid, tiles);
        long positions = (long) map.kept() * tiles.nodesPerTile();
        TilePlacement plain = new TilePlacement(fluid, map, SlotArrays.of(positions, lattice.size(), copies, spacing));
        return layout instanceof TileLayout.Plain ? plain : ReorderedTilePlacement.of(plain, tiles, layout, lattice);
    }

    @Override
    public String toString() {
        return layout instanceof TileLayout.Plain
                ? "tiles (%s)".formatted(tiling)
                : "tiles (%s, layout %s)".formatted(tiling, layout.key());
    }
}
