package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import org.jspecify.annotations.Nullable;

/// The shape of tiles, for kernels.
///
/// @param a nodes of a tile along x; `b`, `c` along y, z
/// @param isFlat one node thick: a tile has 9 neighbours including itself, otherwise 27
/// @param seamX if the x axis is periodic and not a multiple of the tile; otherwise null
public record TileShape(
        int a,
        int b,
        int c,
        boolean isFlat,
        @Nullable Seam seamX,
        @Nullable Seam seamY,
        @Nullable Seam seamZ) {
    /// The ends of a periodic axis that is not a multiple of the tile.
    ///
    /// @param first place within the first tile of the axis' first node
    /// @param last place within the last tile of the axis' last node
    public record Seam(int first, int last) {}

    static TileShape of(Tiling tiling, Box box) {
        return new TileShape(
                tiling.a(),
                tiling.b(),
                tiling.c(),
                box.is2d() && tiling.c() == 1,
                seam(tiling.a(), tiling.offsetX(), box.nx(), box.periodicX()),
                seam(tiling.b(), tiling.offsetY(), box.ny(), box.periodicY()),
                seam(tiling.c(), tiling.offsetZ(), box.nz(), box.periodicZ()));
    }

    private static @Nullable Seam seam(int edge, int offset, int nodes, boolean isPeriodic) {
        return !isPeriodic || offset == 0 && nodes % edge == 0
                ? null
                : new Seam(offset, Math.floorMod(nodes - 1 + offset, edge));
    }

    public int nodes() {
        return a * b * c;
    }

    /// 64-bit words of a mask with one bit per node.
    public int words() {
        return Math.ceilDiv(nodes(), 64);
    }

    public int neighbours() {
        return isFlat ? 9 : 27;
    }

    public boolean hasSeams() {
        return seamX != null || seamY != null || seamZ != null;
    }
}
