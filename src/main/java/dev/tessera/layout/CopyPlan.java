package dev.tessera.layout;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The values that the parts of a divided geometry exchange, as plain data. Immutable.
///
/// *Populations*, after as many steps as the parts have layers (or fewer), in phase p: each node n that a part A
/// updates receives those populations that no node of its own streamed into it. The part B that owns the source
/// `n - c_i` of direction i updated it last, and streamed into its copy of n: the value of `readSlot_B(p, n, i)` goes
/// to `readSlot_A(p, n, i)`. A node of the overlap receives its population at rest and those of cut links, which it
/// would have streamed to itself, from its owner. On a periodic axis a node can have several images, of the part itself
/// too; each receives from other sources. Parts can have different storages of the same lattice. Values are ordered by
/// direction, then by node: consecutive ones are then beside each other in memory.
///
/// *Nodes that were written* to the parts that own them: the owner sends all populations of a node to those that update
/// it in their overlap.
///
/// *Moments*, after a step, and *fields* that nodes read at their neighbours, after the stage that writes them: the
/// part that owns a node sends its values to every image of the node in other parts' layers.
///
/// A process that holds some of the parts knows the exchanges of these, at its own ends.
///
/// @param state populations or moments: at most one entry for each sender and receiver, ascending
/// @param written populations of nodes that were written: at most one entry for each sender and receiver, ascending;
///        empty without overlap, and for moments
/// @param fields at most one entry for each sender and receiver, ascending
public record CopyPlan(List<Slots> state, List<Slots> written, List<Nodes> fields) {
    public CopyPlan {
        state = List.copyOf(state);
        written = List.copyOf(written);
        fields = List.copyOf(fields);
    }

    /// Populations or moments that one part sends to another (or to itself): value k goes from slot k to slot
    /// k.
    ///
    /// @param fromSlots the sender's slots by its phase, that of the next step; none where another process has it
    /// @param toSlots the receiver's slots by its phase, that of the next step; none where another process has it
    public record Slots(int from, int to, List<long[]> fromSlots, List<long[]> toSlots) {
        public Slots {
            fromSlots = List.copyOf(fromSlots);
            toSlots = List.copyOf(toSlots);
        }

        /// The number of values.
        public int count() {
            return (fromSlots.isEmpty() ? toSlots : fromSlots).getFirst().length;
        }
    }

    /// Nodes whose field values one part sends to another (or to itself).
    ///
    /// @param fromNodes fluid numbers of nodes that the sender owns
    /// @param toNodes fluid numbers of the same nodes in the receiver's layers
    @SuppressWarnings("ArrayRecordComponent")
    public record Nodes(int from, int to, long[] fromNodes, long[] toNodes) {}

    /// The exchanges of all parts.
    /// @param storages of the parts, in their order
    /// @throws IllegalArgumentException as [#of(Parts, Map)], or if there are not as many storages as parts
    public static CopyPlan of(Parts parts, List<? extends NodeStorage> storages) {
        if (storages.size() != parts.count()) {
            throw new IllegalArgumentException("%d parts have %d storages".formatted(parts.count(), storages.size()));
        }
        Map<Integer, NodeStorage> byPart = new TreeMap<>();
        storages.forEach(storage -> byPart.put(byPart.size(), storage));
        return of(parts, byPart);
    }

    /// The exchanges of some parts, with each other and with all others.
    /// @param held storages of these parts; one lattice; all of populations, or all of the same moments
    /// @throws IllegalArgumentException if the storages are of other parts, or their lattices or formats differ
    public static CopyPlan of(Parts parts, Map<Integer, ? extends NodeStorage> held) {
        check(parts, held);
        return new Builder(parts, held).build();
    }

    private static void check(Parts parts, Map<Integer, ? extends NodeStorage> held) {
        int least = Collections.min(held.keySet());
        NodeStorage first = Objects.requireNonNull(held.get(least));
        held.forEach((part, storage) -> {
            if (storage.nodes() != parts.part(part).nodes()) {
                throw new IllegalArgumentException("the storage of part %d is of other nodes".formatted(part));
            }
            if (moments(storage) != moments(first)) {
                throw new IllegalArgumentException("part %d stores %d moments, but part %d %d (0: populations)"
                        .formatted(part, moments(storage), least, moments(first)));
            }
            if (storage.lattice() != first.lattice() || storage.bytesPerValue() != first.bytesPerValue()) {
                throw new IllegalArgumentException("part %d stores %s in %d bytes, but part %d %s in %d bytes"
                        .formatted(
                                part,
                                storage.lattice().name(),
                                storage.bytesPerValue(),
                                least,
                                first.lattice().name(),
                                first.bytesPerValue()));
            }
        });
    }

    /// The number of moments of a storage; 0 for populations.
    private static int moments(NodeStorage storage) {
        return switch (storage) {
            case StorageLayout populations -> 0;
            case MomentLayout moments -> moments.moments();
        };
    }

    private static final class Builder {
        private final Parts parts;
        private final Map<Integer, ? extends NodeStorage> held;
        private final int[] receivers; // the parts that are held and their neighbours, ascending
        private final VelocitySet lattice;
        private final boolean areMoments;

        Builder(Parts parts, Map<Integer, ? extends NodeStorage> held) {
            this.parts = parts;
            this.held = held;
            BitSet involved = new BitSet();
            for (int part : held.keySet()) {
                involved.set(part);
                for (int neighbour : parts.neighbours(part)) {
                    involved.set(neighbour);
                }
            }
            this.receivers = involved.stream().toArray();
            NodeStorage first = held.values().iterator().next();
            this.lattice = first.lattice();
            this.areMoments = CopyPlan.moments(first) != 0;
        }

        CopyPlan build() {
            Arrays.stream(receivers)
                    .forEach(parts::part); // makes them; not in the loop, as they have loops of their own
            Receiver[] found = new Receiver[receivers.length];
            ParallelLoop.over(
                    ParallelLoop.workers(), found.length, k -> found[k] = new Receiver(receivers[k]).filled());
            SortedMap<Integer, List<Slots>> populations = new TreeMap<>(); // by sender
            SortedMap<Integer, List<Slots>> written = new TreeMap<>();
            SortedMap<Integer, List<Nodes>> fields = new TreeMap<>();
            for (Receiver receiver : found) {
                int to = receiver.number;
                receiver.bySender.forEach((from, received) -> {
                    if (received.populations.count() > 0) {
                        populations
                                .computeIfAbsent(from, unknown -> new ArrayList<>())
                                .add(slots(from, to, received.populations));
                    }
                    if (received.written.count() > 0) {
                        written.computeIfAbsent(from, unknown -> new ArrayList<>())
                                .add(slots(from, to, received.written));
                    }
                    if (received.nodes.size > 0) {
                        fields.computeIfAbsent(from, unknown -> new ArrayList<>())
                                .add(new Nodes(from, to, received.ownNumbers.all(), received.nodes.all()));
                    }
                });
            }
            List<Nodes> nodes = fields.values().stream().flatMap(List::stream).toList();
            return new CopyPlan(
                    areMoments
                            ? nodes.stream().map(this::moments).toList()
                            : populations.values().stream()
                                    .flatMap(List::stream)
                                    .toList(),
                    written.values().stream().flatMap(List::stream).toList(),
                    nodes);
        }

        /// Finds what a part receives.
        private final class Receiver {
            private final int number;
            private final Subdomain part;
            private final FluidNodes fluid;
            private final Box box;
            private final BitSet others; // by fluid number
            private final BitSet halo;
            private final Map<Integer, Received> bySender = new TreeMap<>();

            Receiver(int number) {
                this.number = number;
                this.part = parts.part(number);
                this.fluid = part.fluid();
                this.box = fluid.box();
                this.others = bits(part.others());
                this.halo = bits(part.halo());
            }

            private BitSet bits(long[] numbers) {
                BitSet bits = new BitSet(Math.toIntExact(fluid.count()));
                Arrays.stream(numbers).forEach(each -> bits.set((int) each));
                return bits;
            }

            /// With what it receives, where it or the sender is held.
            Receiver filled() {
                FluidNodes.Ascending ascending = fluid.ascending();
                for (long number : part.others()) {
                    addNode(number, ascending.boxIndex(number));
                }
                if (!areMoments) {
                    BitSet receiving = receiving();
                    FluidNodes.Ascending again = fluid.ascending();
                    for (int n = receiving.nextSetBit(0); n >= 0; n = receiving.nextSetBit(n + 1)) {
                        addPopulations(again.boxIndex(n), others.get(n));
                    }
                }
                return this;
            }

            /// The nodes that it updates in its overlap, and beside nodes of others.
            private BitSet receiving() {
                BitSet receiving = (BitSet) others.clone();
                FluidNodes.Ascending ascending = fluid.ascending();
                for (long number : part.others()) {
                    long index = ascending.boxIndex(number);
                    for (int i = 1; i < lattice.size(); i++) {
                        long next = fluid.number(neighbour(box, index, lattice.velocity(i), 1));
                        if (next >= 0) {
                            receiving.set((int) next);
                        }
                    }
                }
                receiving.andNot(halo);
                return receiving;
            }

            private @Nullable Received from(int sender) {
                return held.containsKey(number) || held.containsKey(sender)
                        ? bySender.computeIfAbsent(sender, unknown -> new Received(lattice.size()))
                        : null;
            }

            private long wholeIndex(long index) {
                return part.wholeIndex(box.x(index), box.y(index), box.z(index));
            }

            private void addNode(long fluidNumber, long index) {
                long inWhole = wholeIndex(index);
                int owner = parts.owner(inWhole);
                Received received = from(owner);
                if (received != null) {
                    Subdomain sender = parts.part(owner);
                    received.nodes.add(fluidNumber);
                    received.ownNumbers.add(sender.number(inWhole));
                    for (int i = 0; i < lattice.size() && !areMoments && !halo.get((int) fluidNumber); i++) {
                        received.written.add(i, sender.ownIndex(inWhole), index);
                    }
                }
            }

            private void addPopulations(long index, boolean isOfOther) {
                for (int i = 0; i < lattice.size(); i++) {
                    long source = i == 0 ? index : neighbour(box, index, lattice.velocity(i), -1);
                    long number = source == index ? -1 : fluid.number(source);
                    if (number >= 0 && others.get((int) number)) {
                        add(index, i, source, lattice.velocity(i));
                    } else if (number < 0 && isOfOther) {
                        add(index, i, index, lattice.velocity(0)); // at rest
                    }
                }
            }

            /// @param source the node whose owner streamed the value
            /// @param c from the source to the node
            private void add(long index, int direction, long source, Velocity c) {
                long inWhole = wholeIndex(source);
                int owner = parts.owner(inWhole);
                Received received = from(owner);
                if (received != null) {
                    Subdomain sender = parts.part(owner);
                    long own = sender.ownIndex(inWhole);
                    received.populations.add(direction, neighbour(sender.fluid().box(), own, c, 1), index);
                }
            }
        }

        private static long neighbour(Box box, long index, Velocity c, int sign) {
            return box.neighbour(box.x(index), box.y(index), box.z(index), sign * c.x(), sign * c.y(), sign * c.z());
        }

        private Slots moments(Nodes copy) {
            return new Slots(
                    copy.from(),
                    copy.to(),
                    momentSlots(held.get(copy.from()), copy.fromNodes()),
                    momentSlots(held.get(copy.to()), copy.toNodes()));
        }

        /// The slots of all moments of nodes, by phase.
        private static List<long[]> momentSlots(@Nullable NodeStorage of, long[] fluidNumbers) {
            if (of == null) {
                return List.of();
            }
            MomentLayout storage = (MomentLayout) of;
            int moments = storage.moments();
            Box box = storage.nodes().box();
            List<long[]> byPhase = new ArrayList<>();
            for (int phase = 0; phase < storage.phases(); phase++) {
                long[] slots = new long[fluidNumbers.length * moments];
                for (int k = 0; k < slots.length; k++) {
                    long index = storage.nodes().fluid().boxIndex(fluidNumbers[k / moments]);
                    long position = storage.placement().position(box.x(index), box.y(index), box.z(index));
                    slots[k] = storage.readSlot(phase, position, k % moments);
                }
                byPhase.add(slots);
            }
            return byPhase;
        }

        private Slots slots(int from, int to, Populations copied) {
            return new Slots(from, to, slots(held.get(from), copied.from), slots(held.get(to), copied.to));
        }

        /// @param boxIndices of the values' nodes, `[direction]`
        private static List<long[]> slots(@Nullable NodeStorage of, Numbers[] boxIndices) {
            if (of == null) {
                return List.of();
            }
            StorageLayout storage = (StorageLayout) of;
            Box box = storage.nodes().box();
            int[] first = new int[boxIndices.length + 1]; // value of a direction
            for (int i = 0; i < boxIndices.length; i++) {
                first[i + 1] = first[i] + boxIndices[i].size;
            }
            List<long[]> byPhase = new ArrayList<>();
            for (int p = 0; p < storage.pattern().phases(); p++) {
                int phase = p;
                long[] slots = new long[first[boxIndices.length]];
                ParallelLoop.over(ParallelLoop.workers(), boxIndices.length, i -> {
                    for (int k = 0; k < boxIndices[i].size; k++) {
                        long index = boxIndices[i].at(k);
                        slots[first[i] + k] = storage.readSlot(phase, box.x(index), box.y(index), box.z(index), i);
                    }
                });
                byPhase.add(slots);
            }
            return byPhase;
        }
    }

    /// What one part receives from another.
    private static final class Received {
        private final Numbers nodes = new Numbers(); // of its layers by fluid number
        private final Numbers ownNumbers = new Numbers(); // the same nodes in the part that owns them
        private final Populations populations;
        private final Populations written;

        Received(int directions) {
            populations = new Populations(directions);
            written = new Populations(directions);
        }
    }

    /// Populations of nodes in two parts.
    private static final class Populations {
        private final Numbers[] from; // box indices of the nodes in the sender, [direction]
        private final Numbers[] to; // the same in the receiver

        Populations(int directions) {
            from = new Numbers[directions];
            to = new Numbers[directions];
            Arrays.setAll(from, i -> new Numbers());
            Arrays.setAll(to, i -> new Numbers());
        }

        void add(int direction, long fromIndex, long toIndex) {
            from[direction].add(fromIndex);
            to[direction].add(toIndex);
        }

        int count() {
            return Arrays.stream(to).mapToInt(of -> of.size).sum();
        }
    }

    /// A list of numbers.
    private static final class Numbers {
        private long[] numbers = new long[16];
        private int size;

        void add(long number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * size);
            }
            numbers[size++] = number;
        }

        long at(int k) {
            return numbers[k];
        }

        long[] all() {
            return Arrays.copyOf(numbers, size);
        }
    }
}
