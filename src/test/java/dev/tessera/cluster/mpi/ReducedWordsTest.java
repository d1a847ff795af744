package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sums of the words of several ranks, without MPI.
final class ReducedWordsTest {
    private static final int RANKS = 3;

    private final Totals totals = Totals.overAll(List.of("rho"), List.of("rho"));
    private final NodeList nodes = NodeList.of(new long[] {0, 1, 2, 3, 4});
    private final NodeValues values = new NodeValues(nodes, List.of("rho"));
    private final LinkTotals links = new LinkTotals(nodes, new int[] {1, 2, 3, 1, 2}, 2);
    private final List<Reduction<?>> wanted = List.of(totals, values, links);

    @Test
    void words_of_ranks_add_up_to_the_results_over_all_nodes() {
        double[] rho = {1e-20, -127.5, 0.1, -0.1, 3e-17};
        Reduced whole = new Reduced(wanted);
        Reduced[] parts = {new Reduced(wanted), new Reduced(wanted), new Reduced(wanted)};
        for (int node = 0; node < rho.length; node++) {
            add(whole, node, rho[node]);
            add(parts[node % 2], node, rho[node]); // the last rank has none
        }
        Reduced found = summed(parts);
        assertThat(found.of(totals).sums()).isEqualTo(whole.of(totals).sums());
        assertThat(found.of(totals).extremes("rho"))
                .hasToString(whole.of(totals).extremes("rho").toString());
        assertThat(found.of(values)[0]).containsExactly(rho);
        assertThat(found.of(links)).isEqualTo(whole.of(links));
    }

    @Test
    void carries_between_the_words_of_a_sum_are_kept() {
        Reduced[] parts = {new Reduced(wanted), new Reduced(wanted), new Reduced(wanted)};
        ExactSum whole = new ExactSum();
        for (Reduced part : parts) {
            ExactSum lowWordIsFull = ExactSum.of(7, -1L, 0, 0);
            part.of(totals).sums().getFirst().add(lowWordIsFull);
            whole.add(lowWordIsFull);
        }
        assertThat(summed(parts).of(totals).sums().getFirst()).isEqualTo(whole);
    }

    @Test
    void terms_that_are_no_numbers_are_counted_and_are_extremes() {
        Reduced[] parts = {new Reduced(wanted), new Reduced(wanted), new Reduced(wanted)};
        add(parts[0], 0, 1);
        add(parts[2], 3, Double.NaN);
        Reduced found = summed(parts);
        assertThat(found.of(totals).sum("rho")).isNaN();
        assertThat(found.of(totals).extremes("rho").largestNode()).isEqualTo(3);
    }

    private Reduced summed(Reduced... parts) {
        long[] sums = null;
        for (int rank = 0; rank < RANKS; rank++) {
            long[] words = new ReducedWords(wanted, rank, RANKS).of(parts[rank]);
            sums = sums == null ? new long[words.length] : sums;
            for (int k = 0; k < words.length; k++) {
                sums[k] += words[k];
            }
        }
        return new ReducedWords(wanted, 0, RANKS).reduced(java.util.Objects.requireNonNull(sums));
    }

    private void add(Reduced target, int node, double value) {
        target.of(totals).sums().getFirst().add(value);
        target.of(totals).extremes().getFirst().add(value, node);
        target.of(values)[0][node] = value;
        target.of(links).get(node % 2).add(value);
    }
}
