package dev.tessera.layout.addressing;

import dev.tessera.geometry.Tiling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order of the nodes of a tile in one array.
public interface InTileLayout {
    String key();

    /// All layouts with a name, in display order.
    static List<InTileLayout> all() {
        return List.of(new Xyz(), new Yxz(), new ZigzagNe(), new ZigzagNw());
    }

    /// The place of node (x, y, z) of a tile, 0 … nodesPerTile-1, unique to the node.
    /// @param tile shape of the tile; its offsets are not used
    int place(Tiling tile, int x, int y, int z);

    /// Why a tile cannot have this layout; null if it can.
    default @Nullable String unfitFor(Tiling tile) {
        return null;
    }

    /// Places of all nodes, `[node]`, nodes counted x fastest.
    /// @throws IllegalArgumentException if the tile cannot have this layout; states why
    default int[] places(Tiling tile) {
        if (unfitFor(tile) instanceof String reason) {
            throw new IllegalArgumentException("layout %s does not fit tiles of %d×%d×%d nodes: %s; use xyz"
                    .formatted(key(), tile.a(), tile.b(), tile.c(), reason));
        }
        int[] places = new int[tile.nodesPerTile()];
        for (int node = 0; node < places.length; node++) {
            places[node] = place(tile, node % tile.a(), node / tile.a() % tile.b(), node / (tile.a() * tile.b()));
        }
        return places;
    }

    /// x fastest, then y, then z.
    record Xyz() implements InTileLayout {
        @Override
        public String key() {
            return "xyz";
        }

        @Override
        public int place(Tiling tile, int x, int y, int z) {
            return x + tile.a() * (y + tile.b() * z);
        }
    }

    /// y fastest, then x, then z: the two faces perpendicular to x are contiguous per plane.
    record Yxz() implements InTileLayout {
        @Override
        public String key() {
            return "yxz";
        }

        @Override
        public int place(Tiling tile, int x, int y, int z) {
            return y + tile.b() * (x + tile.a() * z);
        }
    }

    /// Pairs of planes in z; in each all columns except that of greatest x row by row, then that one in reverse: values
    /// that leave to the north, to the east, and over the edge between are in few contiguous ranges.
    /// Source: Tomczak & Szafran 2019, eq. 13, for tiles of 4³ nodes:
    /// `2 (x + 3y + ((x + 1) & 4) (3 - y)) + (z & 1) + 16 (z & 2)`; here for every size.
    record ZigzagNe() implements InTileLayout {
        @Override
        public String key() {
            return "zigzag-ne";
        }

        @Override
        public @Nullable String unfitFor(Tiling tile) {
            return tile.c() == 1 || tile.c() % 2 == 0 ? null : "it needs pairs of planes, but %d is odd".formatted(tile.c());
        }

        @Override
        public int place(Tiling tile, int x, int y, int z) {
            int a = tile.a();
            int b = tile.b();
            int inPlane = x < a - 1 ? x + (a - 1) * y : (a - 1) * b + b - 1 - y;
            return tile.c() == 1 ? inPlane : 2 * inPlane + (z & 1) + 2 * a * b * (z >> 1);
        }
    }

    /// The mirror image, for values that leave to the west. New in Tessera: the papers used one "similar to zigzagNE"
    /// for these directions, without details.
    record ZigzagNw() implements InTileLayout {
        @Override
        public String key() {
            return "zigzag-nw";
        }

        @Override
        public @Nullable String unfitFor(Tiling tile) {
            return new ZigzagNe().unfitFor(tile);
        }

        @Override
        public int place(Tiling tile, int x, int y, int z) {
            return new ZigzagNe().place(tile, tile.a() - 1 - x, y, z);
        }
    }
}
