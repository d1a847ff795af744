package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import org.jspecify.annotations.Nullable;

/// Tiles as a kernel sees them.
///
/// @param a nodes of a tile along x; `b`, `c` likewise
/// @param isFlat one node thick: a tile has 9 neighbours, itself among them, else 27
/// @param seamX where the x axis is periodic and tiles do not fit it; null where nothing is special
public record TileShape(
        int a,
        int b,
        int c,
        boolean isFlat,
        @Nullable Seam seamX,
        @Nullable Seam seamY,
        @Nullable Seam seamZ) {
    /// Where a periodic axis closes.
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

    /// Words of 64 bits for a bit a node.
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
