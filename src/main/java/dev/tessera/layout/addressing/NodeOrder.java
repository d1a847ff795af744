package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.UniformPlacement;

/// The order of fluid nodes in a list.
public sealed interface NodeOrder {
    /// @param arrays with a position for each fluid node
    /// @param name of the storage, for display
    UniformPlacement place(FluidNodes fluid, SlotArrays arrays, String name);

    /// As in the box, x fastest: positions are fluid numbers.
    static NodeOrder ofBox() {
        return new OfBox();
    }

    /// Tile after tile, x fastest within a tile: neighbours are closer in memory.
    static NodeOrder by(TilingRule tiling) {
        return new ByTiles(tiling);
    }

    record OfBox() implements NodeOrder {
        @Override
        public UniformPlacement place(FluidNodes fluid, SlotArrays arrays, String name) {
            return new ListPlacement(fluid, arrays, name);
        }

        @Override
        public String toString() {
            return "in the order of the box";
        }
    }

    record ByTiles(TilingRule tiling) implements NodeOrder {
        @Override
        public UniformPlacement place(FluidNodes fluid, SlotArrays arrays, String name) {
            return CompactPlacement.of(fluid, tiling.over(fluid), arrays, name + " by");
        }

        @Override
        public String toString() {
            return "by tiles (%s)".formatted(tiling);
        }
    }
}
