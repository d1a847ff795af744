package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Tiling;
import dev.tessera.layout.TiledPlacement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The order in which a sweep visits tiles, independent of their storage order: it affects cache hits on neighbours'
/// values, not results.
public enum TileOrder {
    /// Storage order: row by row along x, then y, then z.
    ROWS("rows"),
    /// Morton order (z-order): the bits of the tile's coordinates interleaved.
    MORTON("morton"),
    /// Cubes (squares) with an edge of 4 tiles, one after the other; rows within each.
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
    /// @throws IllegalArgumentException for an unknown key; lists the known ones
    public static TileOrder byKey(String key) {
        return Arrays.stream(values())
                .filter(order -> order.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown order of tiles '%s'; known are %s"
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

    /// Tiles are visited by ascending rank; tiles of equal rank row by row.
    private long rank(int x, int y, int z) {
        return switch (this) {
            case ROWS -> 0;
            case MORTON -> spread(x) | spread(y) << 1 | spread(z) << 2;
            case BLOCKS -> (long) (z / EDGE) << 42 | (long) (y / EDGE) << 21 | x / EDGE;
        };
    }

    /// The 21 low bits, each followed by two zero bits.
    private static long spread(int value) {
        long bits = value & 0x1fffff;
        bits = (bits | bits << 32) & 0x1f00000000ffffL;
        bits = (bits | bits << 16) & 0x1f0000ff0000ffL;
        bits = (bits | bits << 8) & 0x100f00f00f00f00fL;
        bits = (bits | bits << 4) & 0x10c30c30c30c30c3L;
        return (bits | bits << 2) & 0x1249249249249249L;
    }
}
