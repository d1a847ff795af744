package dev.tessera.kernel.gpu;

import dev.tessera.layout.addressing.InTileLayout;

/// How a kernel computes a node's place in an array of a tile: by arithmetic, or from a table.
public enum InTile {
    XYZ,
    YXZ,
    ZIGZAG_NE,
    ZIGZAG_NW,
    /// Table `places`: `[array][node]`.
    TABLE;

    static InTile of(InTileLayout layout) {
        return switch (layout) {
            case InTileLayout.Xyz l -> XYZ;
            case InTileLayout.Yxz l -> YXZ;
            case InTileLayout.ZigzagNe l -> ZIGZAG_NE;
            case InTileLayout.ZigzagNw l -> ZIGZAG_NW;
            default -> TABLE;
        };
    }
}
