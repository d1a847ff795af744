package dev.tessera.layout;

/// The distance between the directions' arrays: the smallest one that holds an array and whose bytes are
/// `skewBytes` more than a multiple of [#PERIOD_BYTES], which costs less than 4 KiB per array. Alternatively arrays
/// are divided into bundles (AoSoA): the values of all arrays for a number of positions, then those of the next
/// positions.
///
/// @param bytesPerValue of a stored population: 8, 4 or 2
/// @param skewBytes a multiple of 64 below 4096
/// @param bundle positions per bundle, a power of 2; 0 for plain arrays, 1 for an array of structures: all values of a
///        position, then those of the next one
public record ArraySpacing(int bytesPerValue, int skewBytes, int bundle) {
    public static final int PERIOD_BYTES = 4096;

    /// Bytes of one array in a bundle.
    public static final int BUNDLE_BYTES = 1 << 14;

    private static final int LINE_BYTES = 64;
    private static final int LINES_OF_SKEW = 27;

    public ArraySpacing {
        if (bytesPerValue < 1 || LINE_BYTES % bytesPerValue != 0) {
            throw new IllegalArgumentException(
                    "64 bytes are not a multiple of values of %d bytes; use 2, 4 or 8".formatted(bytesPerValue));
        }
        if (skewBytes < 0 || skewBytes >= PERIOD_BYTES || skewBytes % LINE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a skew of %d bytes is not a multiple of 64 from 0 to 4032".formatted(skewBytes));
        }
        boolean fillsLines = bundle == 1 || (long) bundle * bytesPerValue % LINE_BYTES == 0;
        if (bundle < 0 || !fillsLines || Integer.bitCount(bundle) > 1) {
            throw new IllegalArgumentException(
                    "bundles of %d positions are neither one position nor a power of 2 that fills cache lines of 64 bytes"
                            .formatted(bundle));
        }
    }

    /// Plain arrays, without bundles.
    public ArraySpacing(int bytesPerValue, int skewBytes) {
        this(bytesPerValue, skewBytes, 0);
    }

    /// The fastest spacing on a GPU, or on a CPU.
    public static ArraySpacing of(int bytesPerValue, boolean isGpu) {
        return isGpu ? onPages(bytesPerValue) : acrossCacheSets(bytesPerValue);
    }

    /// For caches with 4 KiB per way, where streams at multiples of 4 KiB map to the same sets (measured: 87
    /// instead of 116 MLUPS with AVX2). An odd number of lines, so that the first 64 arrays start in 64
    /// different sets; with 27 of 64 lines the first 19 arrays start at least three lines apart, so that loads
    /// shifted by one node do not conflict either.
    public static ArraySpacing acrossCacheSets(int bytesPerValue) {
        return new ArraySpacing(bytesPerValue, LINES_OF_SKEW * LINE_BYTES);
    }

    /// For GPUs: bundles of four pages (docs/decisions/0027; measured on an H200: 2 to 13 % faster than plain
    /// arrays). Every array starts on a page, so that a warp's access touches as few cache lines as possible
    /// (read/write-only 13.5 instead of 12.1 GLUPS; 128-byte lines alone 12.9).
    public static ArraySpacing onPages(int bytesPerValue) {
        return new ArraySpacing(bytesPerValue, 0, BUNDLE_BYTES / bytesPerValue);
    }

    /// Slots from array to array, for plain arrays.
    public long stride(long positions) {
        long bytes = Math.multiplyExact(positions, bytesPerValue);
        long periods = Math.ceilDiv(Math.max(0, bytes - skewBytes), PERIOD_BYTES);
        return (periods * PERIOD_BYTES + skewBytes) / bytesPerValue;
    }
}
