package dev.tessera.layout.cost;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.FluidIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Sectors (aligned 32 bytes, what GPUs move between their caches) that the warps of a sweep touch for populations
/// in one phase, counted slot by slot over a sample of the warps. All are numbers a fluid node. Threads go over
/// positions, but with a fluid index over the box: there the nodes of a warp need not fill whole sectors.
///
/// @param loads that a warp touches with one load, summed over directions
/// @param stores likewise
/// @param partialStores of these, those that the warp does not write whole, more than it would of its nodes' own: other
///     warps write the rest
/// @param holes sectors of the nodes' own populations that nobody writes whole: some of their nodes are not fluid
/// @param ownPairs pairs of sectors (64 bytes, what memory moves) that hold the nodes' own populations, once
/// @param gaps sectors that lie between these pairs, in pieces of 512 bytes of which any is moved
/// @param cuts sectors of the nodes' own populations, besides holes, that a warp does not meet whole: one that goes
///     over the box shares them with the next
/// @param privateWarps warps with a load or store among whose slots is a private one
/// @param lanes fluid nodes per node that a warp has room for: threads that have work
public record Sectors(
        double loads,
        double stores,
        double partialStores,
        double holes,
        double ownPairs,
        double gaps,
        double cuts,
        double privateWarps,
        double lanes) {
    /// Bytes of a sector on the GPUs that Tessera knows.
    public static final int BYTES = 32;

    /// What memory reads or writes in one go, about, for little more than it takes for a part of it.
    private static final int ROW_BYTES = 512;

    /// Warps that are counted, about.
    private static final int SAMPLE = 512;

    /// @param nodesPerThread side by side: a warp has room for 32 times as many nodes
    /// @return for each phase
    public static List<Sectors> of(StorageLayout storage, int nodesPerThread) {
        int room = Bursts.WARP * nodesPerThread;
        List<Counter> counters = new ArrayList<>();
        for (int phase = 0; phase < storage.pattern().phases(); phase++) {
            counters.add(new Counter(storage, phase, room));
        }
        if (storage.addressing() instanceof FluidIndex) {
            overPositions(storage, room, nodes -> counters.forEach(counter -> counter.countOwn(nodes)));
            overBox(storage.nodes().fluid(), room, nodes -> counters.forEach(counter -> counter.countAccesses(nodes)));
        } else {
            overPositions(
                    storage,
                    room,
                    nodes -> counters.forEach(counter -> {
                        counter.countOwn(nodes);
                        counter.countAccesses(nodes);
                    }));
        }
        double gaps = gaps(storage);
        return counters.stream().map(counter -> counter.perNode(gaps)).toList();
    }

    /// Tells the nodes of every so many warps whose threads go over positions.
    private static void overPositions(StorageLayout storage, int room, Consumer<List<int[]>> told) {
        Placement placement = storage.placement();
        Warp warp = new Warp(room, everyNth(Math.ceilDiv(placement.positions(), (long) room)), told);
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(block, warp::add);
        }
        warp.flush();
    }

    /// Likewise over the box.
    private static void overBox(FluidNodes fluid, int room, Consumer<List<int[]>> told) {
        Box box = fluid.box();
        Warp warp = new Warp(room, everyNth(Math.ceilDiv(box.size(), (long) room)), told);
        FluidNodes.Ascending walk = fluid.ascending();
        for (long number = 0; number < fluid.count(); number++) {
            long index = walk.boxIndex(number);
            warp.add(box.x(index), box.y(index), box.z(index), 1, index);
        }
        warp.flush();
    }

    /// See the record; of all nodes, for all directions.
    private static double gaps(StorageLayout storage) {
        Placement placement = storage.placement();
        Pieces pairs = new Pieces(2 * BYTES / storage.bytesPerValue());
        Pieces rows = new Pieces(ROW_BYTES / storage.bytesPerValue());
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(block, (x, y, z, count, position) -> {
                pairs.add(count, position);
                rows.add(count, position);
            });
        }
        double sectors = (double) rows.met * ROW_BYTES / BYTES - 2.0 * pairs.met;
        double nodes = Math.max(1, storage.nodes().fluid().count());
        return storage.lattice().size() * Math.max(0, sectors) / nodes;
    }

    /// Counts the pieces of so many values in which positions lie that are told in their order.
    private static final class Pieces {
        private final int values;
        private long last = -1;
        private long met;

        Pieces(int values) {
            this.values = values;
        }

        void add(int count, long position) {
            long first = position / values;
            long end = (position + count - 1) / values;
            met += end - first + (first == last ? 0 : 1);
            last = end;
        }
    }

    /// Likewise where each node reads and writes its own slots: every sector of them once each way.
    public Sectors inPlace() {
        return new Sectors(2 * ownPairs, 2 * ownPairs, 0, holes, ownPairs, gaps, 0, 0, lanes);
    }

    /// Values that share nothing with the sizes of boxes and tiles: warps at edges are met as often as others.
    private static long everyNth(long warps) {
        long every = Math.max(1, warps / SAMPLE) | 1;
        while (every > 1 && (every % 3 == 0 || every % 5 == 0)) {
            every += 2;
        }
        return every;
    }

    /// Collects the nodes of one warp after the other.
    private static final class Warp {
        private final int room;
        private final long every;
        private final Consumer<List<int[]>> told;
        private final List<int[]> nodes = new ArrayList<>();
        private long current = -1;

        Warp(int room, long every, Consumer<List<int[]>> told) {
            this.room = room;
            this.every = every;
            this.told = told;
        }

        void add(int x, int y, int z, int count, long position) {
            int done = 0;
            while (done < count) {
                long at = position + done;
                int here = (int) Math.min(count - done, room - at % room);
                if (at / room % every == 0) {
                    take(at / room, x + done, y, z, here);
                }
                done += here;
            }
        }

        private void take(long number, int x, int y, int z, int count) {
            if (number != current) {
                flush();
                current = number;
            }
            for (int i = 0; i < count; i++) {
                nodes.add(new int[] {x + i, y, z});
            }
        }

        void flush() {
            if (!nodes.isEmpty()) {
                told.accept(nodes);
                nodes.clear();
            }
        }
    }

    /// Counts one phase.
    private static final class Counter {
        private final StorageLayout storage;
        private final int phase;
        private final int room;
        private final int valuesPerSector;
        private final long firstPrivate;
        private final long[] slots; // that one access of a warp touches
        private long loads;
        private long stores;
        private long partial;
        private long holes;
        private long pairs;
        private long ownParts; // what a warp meets of its own sectors that is no whole sector
        private long privateWarps;
        private long ownNodes;
        private long fluid;
        private long warps;

        Counter(StorageLayout storage, int phase, int room) {
            this.storage = storage;
            this.phase = phase;
            this.room = room;
            this.valuesPerSector = BYTES / storage.bytesPerValue();
            this.firstPrivate = storage.slots() - storage.privateSlots();
            this.slots = new long[room];
        }

        /// Where the nodes' own populations lie.
        void countOwn(List<int[]> nodes) {
            ownNodes += nodes.size();
            for (int i = 0; i < storage.lattice().size(); i++) {
                findOwn(nodes, i);
                pairs += touched(nodes.size(), 2 * valuesPerSector);
                holes += partlyTouched(nodes.size());
            }
        }

        private void findOwn(List<int[]> nodes, int direction) {
            for (int n = 0; n < nodes.size(); n++) {
                int[] at = nodes.get(n);
                slots[n] = storage.placement().slot(at[0], at[1], at[2], direction, 0);
            }
        }

        /// What one warp loads and stores.
        void countAccesses(List<int[]> nodes) {
            warps++;
            int count = nodes.size();
            fluid += count;
            boolean isPrivate = false;
            for (int i = 0; i < storage.lattice().size(); i++) {
                for (int n = 0; n < count; n++) {
                    int[] at = nodes.get(n);
                    slots[n] = storage.readSlot(phase, at[0], at[1], at[2], i);
                }
                loads += touched(count, valuesPerSector);
                isPrivate |= slots[count - 1] >= firstPrivate;
                findOwn(nodes, i);
                touched(count, valuesPerSector);
                long parts = partlyTouched(count);
                ownParts += parts;
                for (int n = 0; n < count; n++) {
                    int[] at = nodes.get(n);
                    slots[n] = storage.writeSlot(phase, at[0], at[1], at[2], i);
                }
                stores += touched(count, valuesPerSector);
                partial += Math.max(0, partlyTouched(count) - parts);
                isPrivate |= slots[count - 1] >= firstPrivate;
            }
            privateWarps += isPrivate ? 1 : 0;
        }

        /// Sorts the slots and counts the groups of `values` that they lie in.
        private long touched(int count, int values) {
            Arrays.sort(slots, 0, count);
            long groups = 0;
            int first = 0;
            while (first < count) {
                first = endOfGroup(first, count, values);
                groups++;
            }
            return groups;
        }

        /// Counts the sectors, not all of whose values are among the slots, which are sorted.
        private long partlyTouched(int count) {
            long parts = 0;
            int first = 0;
            while (first < count) {
                int end = endOfGroup(first, count, valuesPerSector);
                parts += end - first < valuesPerSector ? 1 : 0;
                first = end;
            }
            return parts;
        }

        private int endOfGroup(int first, int count, int values) {
            int end = first + 1;
            while (end < count && slots[end] / values == slots[first] / values) {
                end++;
            }
            return end;
        }

        Sectors perNode(double gaps) {
            double nodes = Math.max(1, fluid);
            double own = Math.max(1, ownNodes);
            return new Sectors(
                    loads / nodes,
                    stores / nodes,
                    partial / nodes,
                    holes / own,
                    pairs / own,
                    gaps,
                    Math.max(0, ownParts / nodes - holes / own),
                    privateWarps / nodes,
                    nodes / Math.max(1, warps * (double) room));
        }
    }
}
