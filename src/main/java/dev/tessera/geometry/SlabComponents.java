package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The connected parts of the fluid of all slabs, found from those of each. Every slab stores planes of its
/// neighbours: a run of nodes that two slabs store belongs to one part of either, and so joins them. The processes
/// exchange the sizes of the parts of their slabs, and the pairs of parts that are joined; all find the same result.
///
/// @param components of all slabs; their runs are those of the stored box
/// @param loops of each component, as [FluidParts.Part#loops]
record SlabComponents(FluidComponents components, List<List<int[]>> loops) {
    private static final int RECORD = 8; // of a part of a slab: nodes, first node, low[3], high[3]
    private static final int LOOP = 4; // part, periods along x, y, z
    private static final int PAIR = 4; // own part, part of the slab behind, periods along x and y

    /// Collective.
    /// @param union of the runs within the stored box
    /// @param overlap planes on either side of the border between two slabs in which both know all runs
    static SlabComponents of(FluidRuns runs, PeriodicUnion union, Slab slab, int overlap) {
        if (slab.isWhole()) {
            FluidComponents components = FluidComponents.of(runs, union.roots());
            List<List<int[]>> loops = none(components.count());
            union.loops().forEach((root, its) -> loops.set(components.componentOfRun(root), List.copyOf(its)));
            return new SlabComponents(components, loops);
        }
        return new Merge(runs, union, slab, overlap).merged();
    }

    private static List<List<int[]>> none(int count) {
        List<List<int[]>> loops = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> loops.add(List.of()));
        return loops;
    }

    private static final class Merge {
        private final FluidRuns runs;
        private final PeriodicUnion union;
        private final Slab slab;
        private final int overlap;
        private final int[] partOfRun; // of this slab, numbered by their first runs
        private final int parts;

        Merge(FluidRuns runs, PeriodicUnion union, Slab slab, int overlap) {
            this.runs = runs;
            this.union = union;
            this.slab = slab;
            this.overlap = overlap;
            this.partOfRun = union.roots();
            int count = 0;
            for (int run = 0; run < partOfRun.length; run++) {
                partOfRun[run] = partOfRun[run] == run ? count++ : partOfRun[partOfRun[run]];
            }
            this.parts = count;
        }

        SlabComponents merged() {
            List<long[]> tables = slab.exchange().all(table());
            int[] base = new int[tables.size() + 1]; // number of the first part of each slab among all
            for (int rank = 0; rank < tables.size(); rank++) {
                base[rank + 1] = Math.addExact(base[rank], (int) tables.get(rank)[0]);
            }
            PeriodicUnion all = PeriodicUnion.ofApart(base[tables.size()]);
            for (int rank = 0; rank < tables.size(); rank++) {
                addLoops(tables.get(rank), base[rank], all);
            }
            List<long[]> pairs = slab.exchange().all(pairs());
            for (int rank = 0; rank < pairs.size(); rank++) {
                int next = (rank + 1) % pairs.size();
                long[] its = pairs.get(rank);
                for (int k = 0; k < its.length; k += PAIR) {
                    all.join(
                            base[rank] + (int) its[k],
                            base[next] + (int) its[k + 1],
                            (int) its[k + 2],
                            (int) its[k + 3],
                            next == 0 ? 1 : 0);
                }
            }
            return components(tables, all, base[slab.exchange().rank()]);
        }

        /// The number of parts, their records with their own nodes, and their loops.
        private long[] table() {
            long[] records = measure();
            List<long[]> loops = new ArrayList<>();
            union.loops().forEach((root, its) -> {
                for (int[] loop : its) {
                    loops.add(new long[] {partOfRun[root], loop[0], loop[1], loop[2]});
                }
            });
            long[] table = new long[1 + records.length + LOOP * loops.size()];
            table[0] = parts;
            System.arraycopy(records, 0, table, 1, records.length);
            for (int k = 0; k < loops.size(); k++) {
                System.arraycopy(loops.get(k), 0, table, 1 + records.length + LOOP * k, LOOP);
            }
            return table;
        }

        private long[] measure() {
            Box box = slab.box();
            long[] records = new long[Math.multiplyExact(RECORD, parts)];
            for (int part = 0; part < parts; part++) {
                Arrays.fill(records, RECORD * part + 1, RECORD * part + 5, Long.MAX_VALUE);
                Arrays.fill(records, RECORD * part + 5, RECORD * part + RECORD, -1);
            }
            for (int row = slab.firstRow(); row < slab.endRow(); row++) {
                int y = row % box.ny();
                int z = slab.wholeZ(row / box.ny());
                for (int run = runs.first(row); run < runs.first(row + 1); run++) {
                    int at = RECORD * partOfRun[run];
                    records[at] += runs.end(run) - runs.start(run);
                    records[at + 1] = Math.min(records[at + 1], slab.whole().index(runs.start(run), y, z));
                    extend(records, at, 0, runs.start(run), runs.end(run) - 1);
                    extend(records, at, 1, y, y);
                    extend(records, at, 2, z, z);
                }
            }
            return records;
        }

        private static void extend(long[] records, int at, int axis, long low, long high) {
            records[at + 2 + axis] = Math.min(records[at + 2 + axis], low);
            records[at + 5 + axis] = Math.max(records[at + 5 + axis], high);
        }

        private static void addLoops(long[] table, int base, PeriodicUnion all) {
            for (int k = 1 + RECORD * (int) table[0]; k < table.length; k += LOOP) {
                all.addLoop(
                        base + (int) table[k], new int[] {(int) table[k + 1], (int) table[k + 2], (int) table[k + 3]});
            }
        }

        /// The pairs of parts that runs in the overlap with the slab behind join; only those that do not follow from
        /// others.
        private long[] pairs() {
            long[] own = slab.above() > 0 ? labels(slab.below() + slab.planes() - overlap) : new long[1];
            long[] other = slab.exchange().fromNext(slab.below() > 0 ? labels(slab.below() - overlap) : new long[1]);
            if (own.length != other.length) {
                throw new IllegalStateException("%s: %d runs next to the slab behind, which has %d there"
                        .formatted(slab, own.length / 2, other.length / 2));
            }
            PeriodicUnion joined = PeriodicUnion.ofApart(Math.addExact(parts, (int) other[0]));
            long[] pairs = new long[4 * PAIR];
            int count = 0;
            for (int k = 1; k < own.length; k += 2) {
                int dx = (int) (own[k + 1] >> 32) - (int) (other[k + 1] >> 32);
                int dy = (int) own[k + 1] - (int) other[k + 1];
                if (joined.join((int) own[k], parts + (int) other[k], dx, dy, 0)) {
                    pairs = count < pairs.length ? pairs : Arrays.copyOf(pairs, 2 * count);
                    pairs[count] = own[k];
                    pairs[count + 1] = other[k];
                    pairs[count + 2] = dx;
                    pairs[count + 3] = dy;
                    count += PAIR;
                }
            }
            return Arrays.copyOf(pairs, count);
        }

        /// The number of parts, and for the runs of twice `overlap` planes their part and the periods from its root.
        private long[] labels(int fromPlane) {
            int ny = slab.box().ny();
            int from = runs.first(fromPlane * ny);
            int to = runs.first((fromPlane + 2 * overlap) * ny);
            long[] labels = new long[1 + Math.multiplyExact(2, to - from)];
            labels[0] = parts;
            int[] periods = new int[3];
            for (int run = from; run < to; run++) {
                int root = union.root(run, periods);
                labels[1 + 2 * (run - from)] = partOfRun[root];
                labels[2 + 2 * (run - from)] = (long) periods[0] << 32 | periods[1] & 0xFFFFFFFFL;
            }
            return labels;
        }

        private SlabComponents components(List<long[]> tables, PeriodicUnion all, int base) {
            int[] number = all.roots(); // [part of any slab]
            List<long[]> found = new ArrayList<>();
            int part = 0;
            for (long[] table : tables) {
                for (int k = 0; k < (int) table[0]; k++, part++) {
                    int from = 1 + RECORD * k;
                    if (number[part] == part) {
                        number[part] = found.size();
                        found.add(Arrays.copyOfRange(table, from, from + RECORD));
                    } else {
                        number[part] = number[number[part]];
                        add(found.get(number[part]), table, from);
                    }
                }
            }
            List<Integer> order = IntStream.range(0, found.size())
                    .boxed()
                    .sorted((a, b) -> largestFirst(found.get(a), found.get(b)))
                    .toList();
            int[] place = new int[found.size()];
            IntStream.range(0, place.length).forEach(k -> place[order.get(k)] = k);
            List<List<int[]>> loops = none(place.length);
            all.loops().forEach((root, its) -> loops.set(place[number[root]], List.copyOf(its)));
            int[] componentOfRun = new int[partOfRun.length];
            Arrays.setAll(componentOfRun, run -> place[number[base + partOfRun[run]]]);
            Component[] components =
                    order.stream().map(k -> component(found.get(k))).toArray(Component[]::new);
            return new SlabComponents(new FluidComponents(runs, componentOfRun, components), loops);
        }

        private static void add(long[] record, long[] table, int from) {
            record[0] += table[from];
            for (int k = 1; k < RECORD; k++) {
                record[k] = k < 5 ? Math.min(record[k], table[from + k]) : Math.max(record[k], table[from + k]);
            }
        }

        private static int largestFirst(long[] one, long[] other) {
            return one[0] != other[0] ? Long.compare(other[0], one[0]) : Long.compare(one[1], other[1]);
        }

        private static Component component(long[] record) {
            int[] low = {(int) record[2], (int) record[3], (int) record[4]};
            int[] high = {(int) record[5], (int) record[6], (int) record[7]};
            return new Component(record[0], low, high, record[1]);
        }
    }
}
