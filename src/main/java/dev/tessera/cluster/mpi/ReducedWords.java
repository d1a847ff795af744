package dev.tessera.cluster.mpi;

import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.List;

/// Results of reductions as 64-bit integers whose sums over all ranks are the results over all nodes. So one reduction
/// of
/// MPI serves all, and is exact:
///
/// * the 128-bit integer of an exact sum in three words, of which the lower two have 32 bits and room for carries;
/// * values at nodes by their bits, which are zero on all ranks but the one that updates the node;
/// * extremes in a place for each rank.
final class ReducedWords {
    private static final int LOW_BITS = 32;
    private static final long LOW = (1L << LOW_BITS) - 1;
    private static final int WORDS_OF_SUM = 5;
    private static final int WORDS_OF_EXTREMES = 4;

    private final List<? extends Reduction<?>> wanted;
    private final int rank;
    private final int ranks;

    ReducedWords(List<? extends Reduction<?>> wanted, int rank, int ranks) {
        this.wanted = wanted;
        this.rank = rank;
        this.ranks = ranks;
    }

    /// The words of this rank.
    long[] of(Reduced own) {
        long[] words = new long[size()];
        int at = 0;
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> {
                    for (ExactSum sum : own.of(totals).sums()) {
                        put(sum, words, at);
                        at += WORDS_OF_SUM;
                    }
                    for (Extremes extremes : own.of(totals).extremes()) {
                        put(extremes, words, at + rank * WORDS_OF_EXTREMES);
                        at += ranks * WORDS_OF_EXTREMES;
                    }
                }
                case LinkTotals links -> {
                    for (ExactSum sum : own.of(links)) {
                        put(sum, words, at);
                        at += WORDS_OF_SUM;
                    }
                }
                case NodeValues values -> {
                    for (double[] quantity : own.of(values)) {
                        for (double value : quantity) {
                            words[at++] = Double.doubleToRawLongBits(value);
                        }
                    }
                }
            }
        }
        return words;
    }

    private int size() {
        long size = 0;
        for (Reduction<?> reduction : wanted) {
            size += switch (reduction) {
                case Totals totals ->
                    (long) totals.sums().size() * WORDS_OF_SUM
                            + (long) totals.extremes().size() * ranks * WORDS_OF_EXTREMES;
                case LinkTotals links -> (long) links.empty().size() * WORDS_OF_SUM;
                case NodeValues values ->
                    (long) values.quantities().size() * values.nodes().size();
            };
        }
        return Math.toIntExact(size);
    }

    /// The results of the words' sums.
    Reduced reduced(long[] sums) {
        Reduced found = new Reduced(wanted);
        int at = 0;
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> {
                    for (ExactSum sum : found.of(totals).sums()) {
                        sum.add(sum(sums, at));
                        at += WORDS_OF_SUM;
                    }
                    for (Extremes extremes : found.of(totals).extremes()) {
                        for (int r = 0; r < ranks; r++) {
                            extremes.add(extremes(sums, at));
                            at += WORDS_OF_EXTREMES;
                        }
                    }
                }
                case LinkTotals links -> {
                    for (ExactSum sum : found.of(links)) {
                        sum.add(sum(sums, at));
                        at += WORDS_OF_SUM;
                    }
                }
                case NodeValues values -> {
                    for (double[] quantity : found.of(values)) {
                        for (int k = 0; k < quantity.length; k++) {
                            quantity[k] = Double.longBitsToDouble(sums[at++]);
                        }
                    }
                }
            }
        }
        return found;
    }

    private static void put(ExactSum sum, long[] words, int at) {
        long[] parts = sum.parts();
        words[at] = parts[0];
        words[at + 1] = parts[1] >>> LOW_BITS;
        words[at + 2] = parts[1] & LOW;
        words[at + 3] = parts[2];
        words[at + 4] = parts[3];
    }

    private static ExactSum sum(long[] words, int at) {
        long middle = words[at + 1] + (words[at + 2] >>> LOW_BITS);
        return ExactSum.of(
                words[at] + (middle >>> LOW_BITS),
                middle << LOW_BITS | words[at + 2] & LOW,
                words[at + 3],
                words[at + 4]);
    }

    /// Nodes are one larger here, so that zeros mean no value.
    private static void put(Extremes extremes, long[] words, int at) {
        if (!extremes.isEmpty()) {
            words[at] = Double.doubleToRawLongBits(extremes.smallest());
            words[at + 1] = extremes.smallestNode() + 1;
            words[at + 2] = Double.doubleToRawLongBits(extremes.largest());
            words[at + 3] = extremes.largestNode() + 1;
        }
    }

    private static Extremes extremes(long[] words, int at) {
        return words[at + 1] == 0
                ? new Extremes()
                : Extremes.of(
                        Double.longBitsToDouble(words[at]),
                        words[at + 1] - 1,
                        Double.longBitsToDouble(words[at + 2]),
                        words[at + 3] - 1);
    }
}
