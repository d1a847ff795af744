package dev.tessera.coupling;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.DeferredSlots;
import dev.tessera.device.Device;
import dev.tessera.device.SlotCopy;
import dev.tessera.device.SlotExchange;
import dev.tessera.kernel.Kernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Copies of populations between domains of one device, without the caller's memory: what the domains' envelopes get
/// from each other. Not thread-safe.
final class DomainExchange implements AutoCloseable {
    private final List<Domain> targets;
    private final SlotExchange exchange;

    /// Nodes of a domain whose populations nodes of another one get; both boxes have the same number of nodes
    /// along each axis.
    ///
    /// @param fromHandle of `from`, for messages
    /// @param toHandle of `to`, for messages
    record Overlap(int fromHandle, Domain from, NodeBox source, int toHandle, Domain to, NodeBox target) {
        /// @throws CouplingException if boxes leave their domains or differ in shape, or if the domains store different
        ///         populations
        Overlap {
            source.in(from.size());
            target.in(to.size());
            if (!source.hasShapeOf(target)) {
                throw CouplingException.badArgument(
                        "box %s of domain %d and box %s of domain %d have different numbers of nodes along an axis"
                                .formatted(source, fromHandle, target, toHandle));
            }
            if (!from.model().lattice().equals(to.model().lattice())
                    || from.model().valueBytes() != to.model().valueBytes()) {
                throw CouplingException.badArgument(
                        "domain %d (%s) and domain %d (%s) have different lattices or precisions, so that they cannot exchange populations. Use tessera_read and tessera_write between them"
                                .formatted(fromHandle, from.model(), toHandle, to.model()));
            }
        }

        /// The places of the fluid nodes of both boxes in their domains, `[source, target][node]`.
        /// @throws CouplingException if a node is solid in one of the domains only
        private long[][] nodes() {
            long[] given = source.indices(from.size());
            long[] taken = target.indices(to.size());
            int kept = 0;
            for (int k = 0; k < given.length; k++) {
                boolean gives = from.isStored(given[k]);
                if (gives != to.isStored(taken[k])) {
                    throw CouplingException.badArgument(
                            "node %d of domain %d is %s, but node %d of domain %d is %s; nodes that overlap need the same type"
                                    .formatted(
                                            given[k],
                                            fromHandle,
                                            gives ? "fluid" : "solid",
                                            taken[k],
                                            toHandle,
                                            gives ? "solid" : "fluid"));
                }
                if (gives) {
                    given[kept] = given[k];
                    taken[kept++] = taken[k];
                }
            }
            return new long[][] {Arrays.copyOf(given, kept), Arrays.copyOf(taken, kept)};
        }
    }

    private DomainExchange(List<Domain> targets, SlotExchange exchange) {
        this.targets = targets;
        this.exchange = exchange;
    }

    /// @throws CouplingException if a node would get two values, or is solid in one of two domains only
    static DomainExchange of(List<Overlap> overlaps, Device device) {
        Map<Domain, BitSet> taken = new IdentityHashMap<>();
        List<Domain> targets = new ArrayList<>();
        List<SlotCopy> copies = new ArrayList<>();
        for (Overlap overlap : overlaps) {
            long[][] nodes = overlap.nodes();
            BitSet known = taken.computeIfAbsent(overlap.to(), unknown -> {
                targets.add(overlap.to());
                return new BitSet();
            });
            for (long node : nodes[1]) {
                if (known.get((int) node)) {
                    throw CouplingException.badArgument(
                            "node %d of domain %d would get the populations of two nodes; overlaps must not share target nodes"
                                    .formatted(node, overlap.toHandle()));
                }
                known.set((int) node);
            }
            if (nodes[0].length > 0) {
                copies.add(new SlotCopy(
                        overlap.from().execution(),
                        slots(overlap.from(), nodes[0]),
                        overlap.to().execution(),
                        slots(overlap.to(), nodes[1])));
            }
        }
        return new DomainExchange(targets, device.exchange(copies));
    }

    private static DeferredSlots slots(Domain domain, long[] nodes) {
        int count = Math.multiplyExact(nodes.length, domain.model().lattice().size());
        return new DeferredSlots(
                Kernel.FLUID,
                count,
                () -> new ArraySlots(
                        Kernel.FLUID,
                        IntStream.range(0, domain.plan().phases())
                                .mapToObj(phase -> domain.slots(phase, nodes))
                                .toList()));
    }

    /// Copies the present populations: all are read before any is written.
    void run() {
        exchange.run();
        targets.forEach(Domain::written);
    }

    @Override
    public void close() {
        exchange.close();
    }
}
