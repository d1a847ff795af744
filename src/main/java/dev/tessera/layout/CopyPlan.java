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
/// *Populations*, after a step in phase p: a part sends what its nodes streamed into its halo. For each halo node n
/// of part A that part B updates, and each direction i whose source `n - c_i` is a node that A updates, the value
/// of `readSlot_A(p + 1, n, i)` goes to `readSlot_B(p + 1, n, i)`. On a periodic axis a node can have several halo
/// images, of the part itself too; each image receives from other sources. No part reads the populations of its
/// halo nodes otherwise, so that one layer suffices for one step; parts can have different storages of the same
/// lattice. Values are ordered by direction, then by node: consecutive ones are then beside each other in memory.
///
/// *Moments*, after a step, and *fields* that nodes read at their neighbours, after the stage that writes them: the
/// part that updates a node sends its values to every halo image of the node.
///
/// A process that holds some of the parts knows the exchanges of these, at its own ends.
///
/// @param state populations or moments: at most one entry for each sender and receiver, ascending
/// @param fields at most one entry for each sender and receiver, ascending
public record CopyPlan(List<Slots> state, List<Nodes> fields) {
    public CopyPlan {
        state = List.copyOf(state);
        fields = List.copyOf(fields);
    }

    /// The number of steps between two exchanges; halos are as many nodes deep.
    public static final int STEPS = 1;

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
    /// @param fromNodes fluid numbers of nodes that the sender updates
    /// @param toNodes fluid numbers of the receiver's halo nodes
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
        private final int[] senders; // the parts that are held and their neighbours, ascending
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
            this.senders = involved.stream().toArray();
            NodeStorage first = held.values().iterator().next();
            this.lattice = first.lattice();
            this.areMoments = CopyPlan.moments(first) != 0;
        }

        CopyPlan build() {
            Arrays.stream(senders).forEach(parts::part); // makes them; not in the loop, as they have loops of their own
            OfSender[] found = new OfSender[senders.length];
            ParallelLoop.over(ParallelLoop.workers(), found.length, k -> found[k] = ofSender(senders[k]));
            List<Slots> populations = new ArrayList<>();
            Map<Integer, List<Nodes>> fields = new TreeMap<>(); // by the part that sends them
            for (int k = 0; k < found.length; k++) {
                int sender = senders[k];
                populations.addAll(found[k].populations());
                found[k].halos()
                        .forEach((owner, halo) -> fields.computeIfAbsent(owner, unknown -> new ArrayList<>())
                                .add(new Nodes(owner, sender, halo.ownNumbers.all(), halo.nodes.all())));
            }
            List<Nodes> nodes = fields.values().stream().flatMap(List::stream).toList();
            return new CopyPlan(areMoments ? nodes.stream().map(this::moments).toList() : populations, nodes);
        }

        /// The halo nodes of a part, by the part that updates them, and the populations that it streamed into them.
        private record OfSender(SortedMap<Integer, Halo> halos, List<Slots> populations) {}

        private OfSender ofSender(int sender) {
            SortedMap<Integer, Halo> halos = halos(sender);
            List<Slots> populations = new ArrayList<>();
            halos.forEach((owner, halo) -> {
                if (halo.hasValues() && !areMoments) {
                    populations.add(populations(sender, owner, halo));
                }
            });
            return new OfSender(halos, populations);
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

        /// The halo nodes of a part, by the part that updates them, where one of the two is held.
        private SortedMap<Integer, Halo> halos(int part) {
            Subdomain subdomain = parts.part(part);
            FluidNodes fluid = subdomain.fluid();
            SortedMap<Integer, Halo> halos = new TreeMap<>();
            BitSet isHalo = new BitSet(Math.toIntExact(fluid.count())); // by fluid number
            for (long number : subdomain.halo()) {
                isHalo.set((int) number);
            }
            FluidNodes.Ascending ascending = fluid.ascending();
            Box box = fluid.box();
            for (long number : subdomain.halo()) {
                long index = ascending.boxIndex(number);
                long wholeIndex = subdomain.wholeIndex(box.x(index), box.y(index), box.z(index));
                int owner = parts.owner(wholeIndex);
                if (!held.containsKey(part) && !held.containsKey(owner)) {
                    continue;
                }
                Subdomain own = parts.part(owner);
                long ownNumber = own.number(wholeIndex);
                Halo halo = halos.computeIfAbsent(owner, unknown -> new Halo(lattice.size()));
                halo.nodes.add(number);
                halo.ownNumbers.add(ownNumber);
                long ownIndex = own.fluid().boxIndex(ownNumber);
                for (int i = 1; i < lattice.size(); i++) {
                    if (isSource(fluid, isHalo, index, lattice.velocity(i))) {
                        halo.add(index, ownIndex, i);
                    }
                }
            }
            return halos;
        }

        /// Whether a part updates the node at `- c` from its node.
        private static boolean isSource(FluidNodes fluid, BitSet isHalo, long index, Velocity c) {
            Box box = fluid.box();
            long source = box.neighbour(box.x(index), box.y(index), box.z(index), -c.x(), -c.y(), -c.z());
            long number = fluid.number(source);
            return number >= 0 && !isHalo.get((int) number);
        }

        private Slots populations(int sender, int receiver, Halo halo) {
            return new Slots(
                    sender, receiver, slots(held.get(sender), halo.values), slots(held.get(receiver), halo.ownValues));
        }

        /// @param boxIndices of the values' nodes, `[direction]`
        private static List<long[]> slots(@Nullable NodeStorage of, Numbers[] boxIndices) {
            if (of == null) {
                return List.of();
            }
            StorageLayout storage = (StorageLayout) of;
            Box box = storage.nodes().box();
            int count = Arrays.stream(boxIndices)
                    .mapToInt(ofDirection -> ofDirection.size)
                    .sum();
            List<long[]> byPhase = new ArrayList<>();
            for (int phase = 0; phase < storage.pattern().phases(); phase++) {
                long[] slots = new long[count];
                int value = 0;
                for (int i = 0; i < boxIndices.length; i++) {
                    for (int k = 0; k < boxIndices[i].size; k++) {
                        long index = boxIndices[i].at(k);
                        slots[value++] = storage.readSlot(phase, box.x(index), box.y(index), box.z(index), i);
                    }
                }
                byPhase.add(slots);
            }
            return byPhase;
        }
    }

    /// What one part knows of another.
    private static final class Halo {
        private final Numbers nodes = new Numbers(); // halo nodes by fluid number
        private final Numbers ownNumbers = new Numbers(); // the same nodes in the part that updates them
        private final Numbers[] values; // box indices of the halo nodes of populations, [direction]
        private final Numbers[] ownValues; // the same in the part that updates them

        Halo(int directions) {
            values = new Numbers[directions];
            ownValues = new Numbers[directions];
            Arrays.setAll(values, i -> new Numbers());
            Arrays.setAll(ownValues, i -> new Numbers());
        }

        void add(long index, long ownIndex, int direction) {
            values[direction].add(index);
            ownValues[direction].add(ownIndex);
        }

        boolean hasValues() {
            return Arrays.stream(values).anyMatch(of -> of.size > 0);
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
