package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The order in which a sweep visits tiles, wherever they are stored: it decides whether a neighbour's values
/// are still in a cache. It changes no value.
public enum TileOrder {
    /// As they are stored: row after row along x, then y, then z.
    ROWS("rows"),
    /// Along the curve of Morton (z-order): the bits of the tile's coordinates interleaved.
    MORTON("morton"),
    /// Cubes (squares) of 4 tiles' edge one after the other, and so within each: rows.
    BLOCKS("blocks");

    private static final int EDGE = 4;

    private final String key;

    TileOrder(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    /// @param key `rows`, `morton`, `blocks`
    /// @throws IllegalArgumentException for a key that is not known; lists the known ones
    public static TileOrder byKey(String key) {
        return Arrays.stream(values())
                .filter(order -> order.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no order of tiles '%s'; the known ones are %s"
                        .formatted(
                                key, Arrays.stream(values()).map(TileOrder::key).collect(Collectors.joining(", ")))));
    }

    /// The numbers of all stored tiles in this order.
    int[] visit(TiledPlacement placement, Box box) {
        Tiling tiling = placement.tiling();
        int alongX = tiling.tilesX(box);
        int alongY = tiling.tilesY(box);
        int[] numbers = placement.tileNumbers();
        return IntStream.range(0, numbers.length)
                .filter(place -> numbers[place] >= 0)
                .boxed()
                .sorted(Comparator.comparingLong(
                        place -> rank(place % alongX, place / alongX % alongY, place / (alongX * alongY))))
                .mapToInt(place -> numbers[place])
                .toArray();
    }

    /// Tiles are visited from low to high; tiles of one rank row by row.
    private long rank(int x, int y, int z) {
        return switch (this) {
            case ROWS -> 0;
            case MORTON -> spread(x) | spread(y) << 1 | spread(z) << 2;
            case BLOCKS -> (long) (z / EDGE) << 42 | (long) (y / EDGE) << 21 | x / EDGE;
        };
    }

    /// The 21 low bits, each followed by two of 0.
    private static long spread(int value) {
        long bits = value & 0x1fffff;
        bits = (bits | bits << 32) & 0x1f00000000ffffL;
        bits = (bits | bits << 16) & 0x1f0000ff0000ffL;
        bits = (bits | bits << 8) & 0x100f00f00f00f00fL;
        bits = (bits | bits << 4) & 0x10c30c30c30c30c3L;
        return (bits | bits << 2) & 0x1249249249249249L;
    }
}
