package dev.tessera.layout.addressing;

/// Equally long arrays, one after the other in one allocation: `copies * arrays` of them, `stride` slots apart.
///
/// The stride is the least number of slots that holds `positions` and whose bytes are 27 lines of 64 bytes
/// beyond a multiple of 4 KiB. Odd, so that the first 64 arrays start on 64 different sets of an L1 cache (4
/// KiB a way), in FP64 as in FP32; with 27 of 64 the first 19 starts are also three lines apart, so that
/// loads which lie a node off do not meet either. Costs under 4 KiB an array. Source of the trap: streams at
/// multiples of 4 KiB fall on the same sets (measured: 87 instead of 116 MLUPS with AVX2).
///
/// @param stride slots from array to array
record SlotArrays(long positions, long stride, int arrays, int copies) {
    private static final int PERIOD_BYTES = 4096;
    private static final int SKEW_BYTES = 27 * 64;

    static SlotArrays of(long positions, int arrays, int copies, int bytesPerValue) {
        if (bytesPerValue < 1 || SKEW_BYTES % bytesPerValue != 0 || PERIOD_BYTES % bytesPerValue != 0) {
            throw new IllegalArgumentException(
                    "values of %d bytes do not fill lines of 64 bytes; use 2, 4 or 8".formatted(bytesPerValue));
        }
        long bytes = Math.multiplyExact(positions, bytesPerValue);
        long periods = Math.ceilDiv(Math.max(0, bytes - SKEW_BYTES), PERIOD_BYTES);
        long stride = (periods * PERIOD_BYTES + SKEW_BYTES) / bytesPerValue;
        Math.multiplyExact(stride, (long) arrays * copies);
        return new SlotArrays(positions, stride, arrays, copies);
    }

    long start(int array, int copy) {
        return ((long) copy * arrays + array) * stride;
    }

    long slots() {
        return (long) copies * arrays * stride;
    }
}
