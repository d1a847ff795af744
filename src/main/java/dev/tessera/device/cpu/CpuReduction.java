package dev.tessera.device.cpu;

import dev.tessera.kernel.lane.NodeBatch;
import dev.tessera.kernel.reduce.ExactSum;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Reductions of one flow: every worker adds batches of nodes to totals of its own.
final class CpuReduction {
    private final List<? extends Reduction<?>> wanted;
    private final List<String> quantities;
    private final Reduced found;
    private final List<Reduced> parts = new ArrayList<>(); // by worker

    CpuReduction(List<? extends Reduction<?>> wanted, int workers) {
        this.wanted = List.copyOf(wanted);
        this.quantities = wanted.stream()
                .flatMap(reduction -> reduction.quantities().stream())
                .distinct()
                .toList();
        this.found = new Reduced(wanted);
        for (int worker = 0; worker < workers; worker++) {
            parts.add(new Reduced(wanted));
        }
    }

    /// All observed quantities.
    List<String> quantities() {
        return quantities;
    }

    /// Whether nodes of a class have to be observed.
    /// @param hasNodeOf whether a list has nodes of the class
    boolean needs(Predicate<NodeList> hasNodeOf) {
        return wanted.stream().anyMatch(reduction -> switch (reduction) {
            case Totals totals -> totals.nodes() == null || hasNodeOf.test(totals.nodes());
            case NodeValues values -> hasNodeOf.test(values.nodes());
            case LinkTotals links -> hasNodeOf.test(links.nodes());
        });
    }

    /// Adds batches of observed values, [#quantities].
    Observation.Sink sink(int worker) {
        Reduced part = parts.get(worker);
        List<Observation.Sink> sinks = new ArrayList<>();
        for (Reduction<?> reduction : wanted) {
            switch (reduction) {
                case Totals totals -> sinks.add(sink(totals, part.of(totals)));
                case NodeValues values -> sinks.add(sink(values, found.of(values))); // each entry is set by one worker
                case LinkTotals links -> sinks.add(sink(links, part.of(links)));
            }
        }
        return (batch, values, populations) -> {
            for (Observation.Sink sink : sinks) {
                sink.take(batch, values, populations);
            }
        };
    }

    private int[] rows(List<String> names) {
        return names.stream().mapToInt(quantities::indexOf).toArray();
    }

    private Observation.Sink sink(Totals totals, Totals.Found sum) {
        int[] sums = rows(totals.sums());
        int[] extremes = rows(totals.extremes());
        NodeList nodes = totals.nodes();
        Observation.Sink all = (batch, values, populations) -> {
            for (int s = 0; s < sums.length; s++) {
                sum.sums().get(s).add(values[sums[s]], batch.lanes());
            }
            for (int e = 0; e < extremes.length; e++) {
                Extremes of = sum.extremes().get(e);
                for (int lane = 0; lane < batch.lanes(); lane++) {
                    of.add(values[extremes[e]][lane], batch.fluidNumber(lane));
                }
            }
        };
        if (nodes == null) {
            return all;
        }
        Observation.Sink some = (batch, values, populations) -> {
            int lanes = lanesOf(batch, nodes);
            for (int lane = 0; lane < lanes; lane++) {
                if (nodes.contains(batch.fluidNumber(lane))) {
                    for (int s = 0; s < sums.length; s++) {
                        sum.sums().get(s).add(values[sums[s]][lane]);
                    }
                    for (int e = 0; e < extremes.length; e++) {
                        sum.extremes().get(e).add(values[extremes[e]][lane], batch.fluidNumber(lane));
                    }
                }
            }
        };
        return (batch, values, populations) -> {
            boolean hasAll = nodes.containsAll(batch.leastFluidNumber(), batch.greatestFluidNumber());
            (hasAll ? all : some).take(batch, values, populations);
        };
    }

    private Observation.Sink sink(NodeValues wantedValues, double[][] target) {
        int[] rows = rows(wantedValues.quantities());
        NodeList nodes = wantedValues.nodes();
        return (batch, values, populations) -> {
            int lanes = lanesOf(batch, nodes);
            for (int lane = 0; lane < lanes; lane++) {
                int entry = nodes.entry(batch.fluidNumber(lane));
                if (entry >= 0) {
                    for (int q = 0; q < rows.length; q++) {
                        target[q][entry] = values[rows[q]][lane];
                    }
                }
            }
        };
    }

    private static Observation.Sink sink(LinkTotals links, List<ExactSum> sums) {
        NodeList nodes = links.nodes();
        double[][] terms = new double[sums.size()][NodeBatch.LANES];
        int[] counts = new int[sums.size()];
        return (batch, values, populations) -> {
            int lanes = lanesOf(batch, nodes);
            for (int lane = 0; lane < lanes; lane++) {
                int entry = nodes.entry(batch.fluidNumber(lane));
                for (int bits = entry < 0 ? 0 : links.directions(entry); bits != 0; bits &= bits - 1) {
                    int i = Integer.numberOfTrailingZeros(bits);
                    terms[i][counts[i]++] = populations.at(i, lane);
                }
            }
            for (int i = 0; i < counts.length; i++) {
                sums.get(i).add(terms[i], counts[i]);
                counts[i] = 0;
            }
        };
    }

    /// The lanes that may be in a list: none for most lists of nodes beside an opening.
    private static int lanesOf(NodeBatch batch, NodeList nodes) {
        return nodes.containsAny(batch.leastFluidNumber(), batch.greatestFluidNumber()) ? batch.lanes() : 0;
    }

    /// The results of all workers.
    Reduced found() {
        parts.forEach(found::add);
        return found;
    }
}
