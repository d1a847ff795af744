package dev.tessera.layout.cost;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.layout.Placement;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.addressing.FluidIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/// Sectors (aligned 32 bytes, the unit of transfers between GPU caches) that the warps of a sweep access for
/// populations in one phase, counted slot by slot over a sample of the warps. All numbers are per fluid node.
/// Threads are mapped to positions; with a fluid index to nodes of the box, where the nodes of a warp need not fill
/// whole sectors.
///
/// @param loads sectors per load of a warp, summed over directions
/// @param stores sectors per store of a warp, summed over directions
/// @param partialStores additional partially written sectors, compared with writing the nodes' own slots; other
///       warps write the rest
/// @param holes sectors of the nodes' own populations that are never written completely, because some of their
///       nodes are not fluid
/// @param ownPairs pairs of sectors (64 bytes, the unit of memory transfers) with the nodes' own populations,
///       counted once
/// @param gaps sectors between these pairs, in pieces of 512 bytes of which any part is transferred
/// @param cuts sectors of the nodes' own populations, besides holes, that a warp accesses partially: with a fluid
///       index, consecutive warps share them
/// @param privateWarps warps with a load or store of a private slot
/// @param lanes fluid nodes per node of a warp: the fraction of active threads
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
    /// Bytes of a sector.
    public static final int BYTES = 32;

    /// Approximate bytes that memory transfers together, at little more than the cost of a part.
    private static final int ROW_BYTES = 512;

    /// Parts of the blocks that are treated in parallel.
    private static final int PARTS = 256;

    /// Approximate number of sampled warps.
    private static final int SAMPLE = 512;

    private static final int WARPS_PER_TASK = 16;

    /// @param nodesPerThread adjacent nodes per thread: a warp has 32 times as many nodes
    /// @return the counts for each phase
    public static List<Sectors> of(StorageLayout storage, int nodesPerThread) {
        int room = Bursts.WARP * nodesPerThread;
        List<List<int[]>> ofPositions = ofPositions(storage, room);
        List<List<int[]>> ofThreads = storage.addressing() instanceof FluidIndex
                ? ofBox(storage.nodes().fluid(), room)
                : ofPositions;
        double gaps = gaps(storage);
        List<Sectors> phases = new ArrayList<>();
        for (int phase = 0; phase < storage.pattern().phases(); phase++) {
            int its = phase;
            Counter all = new Counter(storage, its, room);
            count(ofPositions, () -> new Counter(storage, its, room), Counter::countOwn, all);
            count(ofThreads, () -> new Counter(storage, its, room), Counter::countAccesses, all);
            phases.add(all.perNode(gaps));
        }
        return phases;
    }

    /// Counts the nodes of warps in parallel.
    private static void count(
            List<List<int[]>> warps, Supplier<Counter> counters, BiConsumer<Counter, List<int[]>> one, Counter all) {
        Counter[] parts = new Counter[Math.ceilDiv(warps.size(), WARPS_PER_TASK)];
        ParallelLoop.over(ParallelLoop.workers(), parts.length, part -> {
            Counter counter = counters.get();
            int end = Math.min(warps.size(), (part + 1) * WARPS_PER_TASK);
            warps.subList(part * WARPS_PER_TASK, end).forEach(nodes -> one.accept(counter, nodes));
            parts[part] = counter;
        });
        for (Counter part : parts) {
            all.add(part);
        }
    }

    /// The nodes of sampled warps, for threads mapped to positions.
    private static List<List<int[]>> ofPositions(StorageLayout storage, int room) {
        Placement placement = storage.placement();
        long every = everyNth(Math.ceilDiv(placement.positions(), (long) room));
        List<List<Run>> sampled = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            sampled.add(new ArrayList<>());
        }
        forEachRun(placement, (part, x, y, z, count, position) -> {
            if (Warps.holdsSampled(position, count, room, every)) {
                sampled.get(part).add(new Run(x, y, z, count, position));
            }
        });
        Warps warps = new Warps(room, every);
        sampled.forEach(runs -> runs.forEach(run -> warps.add(run.x, run.y, run.z, run.count, run.position)));
        return warps.sampled;
    }

    private record Run(int x, int y, int z, int count, long position) {}

    /// Visits [#PARTS] parts of a placement in parallel, each in storage order.
    private static void forEachRun(Placement placement, RunInPart visitor) {
        ParallelLoop.over(ParallelLoop.workers(), PARTS, part -> {
            long end = (part + 1L) * placement.blocks() / PARTS;
            for (long block = (long) part * placement.blocks() / PARTS; block < end; block++) {
                placement.forEachRun(
                        (int) block, (x, y, z, count, position) -> visitor.visit(part, x, y, z, count, position));
            }
        });
    }

    private interface RunInPart {
        void visit(int part, int x, int y, int z, int count, long position);
    }

    /// The same for threads mapped to nodes of the box.
    private static List<List<int[]>> ofBox(FluidNodes fluid, int room) {
        Box box = fluid.box();
        Warps warps = new Warps(room, everyNth(Math.ceilDiv(box.size(), (long) room)));
        FluidNodes.Ascending walk = fluid.ascending();
        for (long number = 0; number < fluid.count(); number++) {
            long index = walk.boxIndex(number);
            warps.add(box.x(index), box.y(index), box.z(index), 1, index);
        }
        return warps.sampled;
    }

    /// The gaps as defined in the record, for all nodes and directions.
    private static double gaps(StorageLayout storage) {
        Placement placement = storage.placement();
        Pieces[] pairsOf = Pieces.parts(2 * BYTES / storage.bytesPerValue());
        Pieces[] rowsOf = Pieces.parts(ROW_BYTES / storage.bytesPerValue());
        forEachRun(placement, (part, x, y, z, count, position) -> {
            pairsOf[part].add(count, position);
            rowsOf[part].add(count, position);
        });
        Pieces pairs = Pieces.joined(pairsOf);
        Pieces rows = Pieces.joined(rowsOf);
        double sectors = (double) rows.met * ROW_BYTES / BYTES - 2.0 * pairs.met;
        double nodes = Math.max(1, storage.nodes().fluid().count());
        return storage.lattice().size() * Math.max(0, sectors) / nodes;
    }

    /// Counts the pieces that contain given positions, which are added in ascending order.
    private static final class Pieces {
        private final int values;
        private long first = -1;
        private long last = -1;
        private long met;

        Pieces(int values) {
            this.values = values;
        }

        void add(int count, long position) {
            long start = position / values;
            long end = (position + count - 1) / values;
            met += end - start + (start == last ? 0 : 1);
            first = first < 0 ? start : first;
            last = end;
        }

        static Pieces[] parts(int values) {
            Pieces[] parts = new Pieces[PARTS];
            Arrays.setAll(parts, part -> new Pieces(values));
            return parts;
        }

        static Pieces joined(Pieces[] parts) {
            Pieces all = new Pieces(parts[0].values);
            for (Pieces next : parts) {
                if (next.met > 0) {
                    all.met += next.met - (next.first == all.last ? 1 : 0);
                    all.last = next.last;
                }
            }
            return all;
        }
    }

    /// The counts if each node reads and writes its own slots: every sector once each.
    public Sectors inPlace() {
        return new Sectors(2 * ownPairs, 2 * ownPairs, 0, holes, ownPairs, gaps, 0, 0, lanes);
    }

    /// The sampling interval: coprime to the sizes of boxes and tiles, so that warps at edges are sampled as
    /// often as others.
    private static long everyNth(long warps) {
        long every = Math.max(1, warps / SAMPLE) | 1;
        while (every > 1 && (every % 3 == 0 || every % 5 == 0)) {
            every += 2;
        }
        return every;
    }

    /// Collects the nodes of each sampled warp.
    private static final class Warps {
        private final int room;
        private final long every;
        private final List<List<int[]>> sampled = new ArrayList<>();
        private long current = -1;

        Warps(int room, long every) {
            this.room = room;
            this.every = every;
        }

        /// Whether a warp that is sampled has some of the positions.
        static boolean holdsSampled(long position, int count, int room, long every) {
            long last = (position + count - 1) / room;
            return last - last % every >= position / room;
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
                sampled.add(new ArrayList<>());
                current = number;
            }
            for (int i = 0; i < count; i++) {
                sampled.getLast().add(new int[] {x + i, y, z});
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
        private final long[] slots; // of one access of a warp
        private long loads;
        private long stores;
        private long partial;
        private long holes;
        private long pairs;
        private long ownParts; // partially accessed sectors of the warp's own slots
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

        void add(Counter other) {
            loads += other.loads;
            stores += other.stores;
            partial += other.partial;
            holes += other.holes;
            pairs += other.pairs;
            ownParts += other.ownParts;
            privateWarps += other.privateWarps;
            ownNodes += other.ownNodes;
            fluid += other.fluid;
            warps += other.warps;
        }

        /// Counts the sectors of the nodes' own populations.
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

        /// Counts the loads and stores of one warp.
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

        /// Sorts the slots and counts the groups of `values` that contain them.
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

        /// Counts the sectors that are only partially covered by the sorted slots.
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
            long bound = (slots[first] / values + 1) * values;
            int end = first + 1;
            while (end < count && slots[end] < bound) {
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
