package dev.tessera.kernel.lane;

import dev.tessera.layout.addressing.GhostFaces;
import java.util.List;

/// The values that a tile exchanges through one of its ghost buffers.
///
/// @param nodes their places in the tile, ascending. Not to be changed
/// @param places of their values in the buffer. Not to be changed
@SuppressWarnings("ArrayRecordComponent")
public record TileColumn(int direction, int[] nodes, int[] places) {
    static List<TileColumn> of(List<GhostFaces.Column> columns) {
        return columns.stream()
                .map(column -> new TileColumn(column.direction(), column.nodes(), column.places()))
                .toList();
    }
}
