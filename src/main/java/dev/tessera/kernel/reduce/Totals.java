package dev.tessera.kernel.reduce;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sums and extremes of observed quantities over nodes. The result depends only on the values: not on storage,
/// device, threads or parts.
public final class Totals implements Reduction<Totals.Found> {
    private final @Nullable NodeList nodes;
    private final List<String> sums;
    private final List<String> extremes;

    private Totals(@Nullable NodeList nodes, List<String> sums, List<String> extremes) {
        this.nodes = nodes;
        this.sums = List.copyOf(sums);
        this.extremes = List.copyOf(extremes);
    }

    /// Over all fluid nodes.
    /// @param sums quantities to be summed
    /// @param extremes quantities whose smallest and largest value is wanted
    public static Totals overAll(List<String> sums, List<String> extremes) {
        return new Totals(null, sums, extremes);
    }

    /// Over listed nodes.
    public static Totals over(NodeList nodes, List<String> sums, List<String> extremes) {
        return new Totals(nodes, sums, extremes);
    }

    /// The nodes; null for all fluid nodes.
    public @Nullable NodeList nodes() {
        return nodes;
    }

    public List<String> sums() {
        return sums;
    }

    public List<String> extremes() {
        return extremes;
    }

    @Override
    public List<String> quantities() {
        return Stream.concat(sums.stream(), extremes.stream()).distinct().toList();
    }

    @Override
    public Found empty() {
        return new Found(
                this,
                sums.stream().map(quantity -> new ExactSum()).toList(),
                extremes.stream().map(quantity -> new Extremes()).toList());
    }

    /// Sums in the order of [Totals#sums], extremes in that of [Totals#extremes].
    public record Found(Totals wanted, List<ExactSum> sums, List<Extremes> extremes) {
        public Found {
            sums = List.copyOf(sums);
            extremes = List.copyOf(extremes);
        }

        /// @throws IllegalArgumentException where it was not requested
        public double sum(String quantity) {
            return sums.get(index(wanted.sums, quantity)).value();
        }

        /// @throws IllegalArgumentException where they were not requested
        public Extremes extremes(String quantity) {
            return extremes.get(index(wanted.extremes, quantity));
        }

        private static int index(List<String> known, String quantity) {
            int index = known.indexOf(quantity);
            if (index < 0) {
                throw new IllegalArgumentException("%s was not requested, only %s".formatted(quantity, known));
            }
            return index;
        }

        /// Adds the result over other nodes.
        public void add(Found other) {
            for (int k = 0; k < sums.size(); k++) {
                sums.get(k).add(other.sums.get(k));
            }
            for (int k = 0; k < extremes.size(); k++) {
                extremes.get(k).add(other.extremes.get(k));
            }
        }
    }
}
