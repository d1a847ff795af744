package dev.tessera.device.gpu;

import dev.tessera.kernel.PopulationCodec;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.Totals;
import java.util.List;
import java.util.function.IntToLongFunction;

/// The results of the kernels of [dev.tessera.emit.gpu.ReductionSource].
///
/// @param words four for each operation: sums, then extremes
/// @param sums operations that are sums
/// @param real the type of the reduced values
@SuppressWarnings("ArrayRecordComponent")
record ReducedWords(long[] words, int sums, Real real, PopulationCodec codec) {
    private static final int WORDS = 4;
    private static final long NO_ENTRY = -1;

    private ExactSum sum(int operation) {
        int at = WORDS * operation;
        return ExactSum.of(words[at], words[at + 1], words[at + 2], words[at + 3]);
    }

    /// Adds the results over the nodes of one class.
    /// @param number the fluid number of an entry
    void add(Totals.Found found, int firstSum, int firstExtreme, IntToLongFunction number) {
        for (int s = 0; s < found.sums().size(); s++) {
            found.sums().get(s).add(sum(firstSum + s));
        }
        for (int e = 0; e < found.extremes().size(); e++) {
            int at = WORDS * (sums + firstExtreme + e);
            if (words[at + 1] != NO_ENTRY) {
                found.extremes()
                        .get(e)
                        .add(Extremes.of(
                                value(words[at]),
                                number.applyAsLong((int) words[at + 1]),
                                value(words[at + 2]),
                                number.applyAsLong((int) words[at + 3])));
            }
        }
    }

    /// Adds sums of stored quantities as sums of populations: a stored zero may be another population.
    void add(List<ExactSum> found, LinkTotals links, int firstSum) {
        for (int i = 0; i < found.size(); i++) {
            ExactSum sum = sum(firstSum + i);
            found.get(i).add(sum);
            found.get(i).add(links.count(i) - sum.notANumber() - sum.outOfRange(), codec.decode(i, 0));
        }
    }

    private double value(long image) {
        if (image == Long.MAX_VALUE || image == Long.MIN_VALUE) {
            return Double.NaN;
        }
        return switch (real) {
            case FP64 -> Double.longBitsToDouble(image < 0 ? -image | Long.MIN_VALUE : image);
            case FP32 -> Float.intBitsToFloat((int) (image < 0 ? -image | 1L << 31 : image));
        };
    }
}
