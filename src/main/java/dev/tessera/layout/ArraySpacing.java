package dev.tessera.layout;

/// How far apart arrays start that a kernel streams through together: the least distance that holds an array and whose
/// bytes are `skewBytes` beyond a multiple of [#PERIOD_BYTES], which costs under 4 KiB an array. Or arrays are cut into
/// bundles: of so many positions first the values of all arrays, one after the other, then those of the next positions.
///
/// @param bytesPerValue of a stored population: 8, 4 or 2
/// @param skewBytes a multiple of 64 below 4096
/// @param bundle positions whose values of all arrays lie together, a power of 2; 0 where arrays are whole
public record ArraySpacing(int bytesPerValue, int skewBytes, int bundle) {
    public static final int PERIOD_BYTES = 4096;

    /// Of an array in a bundle.
    public static final int BUNDLE_BYTES = 1 << 14;

    private static final int LINE_BYTES = 64;
    private static final int LINES_OF_SKEW = 27;

    public ArraySpacing {
        if (bytesPerValue < 1 || LINE_BYTES % bytesPerValue != 0) {
            throw new IllegalArgumentException(
                    "values of %d bytes do not fill lines of 64 bytes; use 2, 4 or 8".formatted(bytesPerValue));
        }
        if (skewBytes < 0 || skewBytes >= PERIOD_BYTES || skewBytes % LINE_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a skew of %d bytes is no multiple of 64 from 0 to 4032".formatted(skewBytes));
        }
        if (bundle < 0 || (long) bundle * bytesPerValue % LINE_BYTES != 0 || Integer.bitCount(bundle) > 1) {
            throw new IllegalArgumentException(
                    "bundles of %d positions are no power of 2 that fills lines of 64 bytes".formatted(bundle));
        }
    }

    /// Arrays that are whole.
    public ArraySpacing(int bytesPerValue, int skewBytes) {
        this(bytesPerValue, skewBytes, 0);
    }

    /// What is fast on a GPU, or on a CPU.
    public static ArraySpacing of(int bytesPerValue, boolean isGpu) {
        return isGpu ? onPages(bytesPerValue) : acrossCacheSets(bytesPerValue);
    }

    /// For caches of 4 KiB a way, where streams at multiples of 4 KiB fall on the same sets (measured: 87
    /// instead of 116 MLUPS with AVX2). Odd, so that the first 64 arrays start on 64 different sets; with 27
    /// of 64 lines the first 19 starts are also three lines apart, so that loads which lie a node off do
    /// not meet either.
    public static ArraySpacing acrossCacheSets(int bytesPerValue) {
        return new ArraySpacing(bytesPerValue, LINES_OF_SKEW * LINE_BYTES);
    }

    /// For GPUs: bundles of four pages (docs/decisions/0027; measured on an H200: 2 to 13 % more than whole
    /// arrays). Every array starts on a page, so that a warp's access takes no line more than it must
    /// (read/write-only 13.5 instead of 12.1 GLUPS; 128-byte lines alone 12.9).
    public static ArraySpacing onPages(int bytesPerValue) {
        return new ArraySpacing(bytesPerValue, 0, BUNDLE_BYTES / bytesPerValue);
    }

    /// Slots from array to array, where arrays are whole.
    public long stride(long positions) {
        long bytes = Math.multiplyExact(positions, bytesPerValue);
        long periods = Math.ceilDiv(Math.max(0, bytes - skewBytes), PERIOD_BYTES);
        return (periods * PERIOD_BYTES + skewBytes) / bytesPerValue;
    }
}
