package dev.tessera.cluster;

import dev.tessera.device.Execution;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.kernel.reduce.LinkTotals;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Reduction;
import dev.tessera.kernel.reduce.Totals;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reductions of a whole whose nodes are divided among parts: each part reduces its own nodes, and the results are
/// added. Sums are exact, so that the result does not depend on the cuts. What is prepared for a reduction is kept.
final class PartReductions {
    private final Parts parts;
    private final int directions;
    private final Set<Integer> held;
    private final IntFunction<NodeRuns> runs;
    private final Map<Reduction<?>, Map<Integer, Part>> prepared = new IdentityHashMap<>();
    private final Map<Integer, NodeList> ownNodes = new HashMap<>(); // [part], where it updates others too

    /// The nodes of one part among those of a reduction.
    ///
    /// @param reduction over them; null where there are none
    /// @param entries of the whole's list, one per entry of the part's list; empty without lists
    @SuppressWarnings("ArrayRecordComponent")
    private record Part(@Nullable Reduction<?> reduction, int[] entries) {}

    /// @param held the parts of this process
    /// @param directions of the lattice
    /// @param runs the nodes that a part owns
    PartReductions(Parts parts, Set<Integer> held, int directions, IntFunction<NodeRuns> runs) {
        this.parts = parts;
        this.held = Set.copyOf(held);
        this.directions = directions;
        this.runs = runs;
    }

    /// Of the parts of this process.
    /// @param executions of these parts, by the part's number
    Reduced reduce(List<? extends Reduction<?>> wanted, Map<Integer, Execution> executions) {
        Reduced found = new Reduced(wanted);
        executions.forEach((part, execution) -> {
            List<? extends Reduction<?>> ofPart = wanted.stream()
                    .map(reduction -> of(reduction, part).reduction())
                    .flatMap(Stream::ofNullable)
                    .toList();
            if (!ofPart.isEmpty()) {
                Reduced own = execution.reduce(ofPart);
                wanted.forEach(reduction -> add(reduction, part, own, found));
            }
        });
        return found;
    }

    private Part of(Reduction<?> reduction, int part) {
        return Objects.requireNonNull(partsOf(reduction).get(part));
    }

    private Map<Integer, Part> partsOf(Reduction<?> reduction) {
        return prepared.computeIfAbsent(reduction, unknown -> switch (unknown) {
            case Totals totals -> {
                NodeList nodes = totals.nodes();
                yield nodes == null
                        ? held.stream()
                                .collect(Collectors.toMap(
                                        part -> part, part -> new Part(ofAll(totals, part), new int[0])))
                        : divided(nodes, (own, entries) -> Totals.over(own, totals.sums(), totals.extremes()));
            }
            case NodeValues values ->
                divided(values.nodes(), (own, entries) -> new NodeValues(own, values.quantities()));
            case LinkTotals links ->
                divided(
                        links.nodes(),
                        (own, entries) -> new LinkTotals(
                                own,
                                Arrays.stream(entries).map(links::directions).toArray(),
                                directions));
        });
    }

    /// The totals of a part's own nodes: of all that it updates, if it has no overlap.
    private Totals ofAll(Totals totals, int part) {
        if (parts.layers() == 1) {
            return Totals.overAll(totals.sums(), totals.extremes());
        }
        return Totals.over(
                ownNodes.computeIfAbsent(
                        part, unknown -> NodeList.of(runs.apply(part).numbersInPart())),
                totals.sums(),
                totals.extremes());
    }

    private interface Divided {
        Reduction<?> of(NodeList own, int[] entries);
    }

    private Map<Integer, Part> divided(NodeList nodes, Divided make) {
        int[] owners = new int[nodes.size()];
        int[] sizes = new int[parts.count()];
        FluidNodes.Ascending ascending = parts.whole().fluid().ascending();
        for (int k = 0; k < owners.length; k++) {
            owners[k] = parts.owner(ascending.boxIndex(nodes.number(k)));
            sizes[owners[k]]++;
        }
        Map<Integer, Part> divided = new HashMap<>();
        for (int part : held) {
            int[] entries = new int[sizes[part]];
            int next = 0;
            for (int k = 0; k < owners.length; k++) {
                if (owners[k] == part) {
                    entries[next++] = k;
                }
            }
            Subdomain subdomain = parts.part(part);
            FluidNodes.Ascending ofWhole = parts.whole().fluid().ascending();
            NodeList own =
                    NodeList.of(entries.length, k -> subdomain.number(ofWhole.boxIndex(nodes.number(entries[k]))));
            divided.put(part, new Part(entries.length == 0 ? null : make.of(own, entries), entries));
        }
        return divided;
    }

    private void add(Reduction<?> wanted, int part, Reduced own, Reduced found) {
        Part of = of(wanted, part);
        switch (of.reduction()) {
            case null -> {}
            case Totals totals -> found.of((Totals) wanted).add(inWhole(own.of(totals), parts.part(part)));
            case NodeValues values -> {
                double[][] target = found.of((NodeValues) wanted);
                double[][] source = own.of(values);
                for (int q = 0; q < target.length; q++) {
                    for (int k = 0; k < of.entries().length; k++) {
                        target[q][of.entries()[k]] = source[q][k];
                    }
                }
            }
            case LinkTotals links -> {
                for (int i = 0; i < directions; i++) {
                    found.of((LinkTotals) wanted).get(i).add(own.of(links).get(i));
                }
            }
        }
    }

    /// The same totals with the whole's node numbers.
    private static Totals.Found inWhole(Totals.Found own, Subdomain subdomain) {
        List<Extremes> extremes = own.extremes().stream()
                .map(of -> of.isEmpty()
                        ? of
                        : Extremes.of(
                                of.smallest(),
                                subdomain.wholeNumbers(of.smallestNode(), 1)[0],
                                of.largest(),
                                subdomain.wholeNumbers(of.largestNode(), 1)[0]))
                .toList();
        return new Totals.Found(own.wanted(), own.sums(), extremes);
    }
}
