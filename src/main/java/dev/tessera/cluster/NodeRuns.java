package dev.tessera.cluster;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Subdomain;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The nodes that a part owns, as runs: nodes whose fluid numbers are consecutive both in the part and in the whole.
/// Runs ascend in both. A row of nodes along x is a run where nothing divides it. Immutable.
final class NodeRuns {
    /// No nodes.
    static final NodeRuns NONE = new NodeRuns(new int[0], new int[0], new int[1]);

    private final int[] inPart; // fluid number of the first node of each run
    private final int[] inWhole; // the same
    private final int[] before; // nodes of all runs before; one more than runs: the last is the number of nodes

    private NodeRuns(int[] inPart, int[] inWhole, int[] before) {
        this.inPart = inPart;
        this.inWhole = inWhole;
        this.before = before;
    }

    /// @param workers threads that share the work
    static NodeRuns of(Subdomain part, ForkJoinPool workers) {
        Box box = part.fluid().box();
        Found[] byPlane = new Found[box.nz()];
        ParallelLoop.over(workers, byPlane.length, z -> byPlane[z] = new Finder(part).plane(z));
        Found all = new Found();
        for (Found plane : byPlane) {
            all.addAll(plane);
        }
        return all.runs();
    }

    /// The number of runs.
    int count() {
        return inPart.length;
    }

    /// The number of nodes of all runs.
    int nodes() {
        return before[inPart.length];
    }

    /// The fluid number in the whole of the first node of a run.
    int inWhole(int run) {
        return inWhole[run];
    }

    int length(int run) {
        return before[run + 1] - before[run];
    }

    /// Those of the nodes `first … end - 1` of the whole that the part owns.
    NodeRuns within(long first, long end) {
        return slice(nodesBefore(first), nodesBefore(end));
    }

    /// How many of the nodes come before a node of the whole.
    private int nodesBefore(long whole) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (inWhole[middle] < whole) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : (int) Math.min(before[low], before[low - 1] + whole - inWhole[low - 1]);
    }

    /// The nodes `first … end - 1` of these.
    NodeRuns slice(int first, int end) {
        if (first >= end) {
            return NONE;
        }
        int from = runOf(first);
        int to = runOf(end - 1) + 1;
        int[] part = Arrays.copyOfRange(inPart, from, to);
        int[] whole = Arrays.copyOfRange(inWhole, from, to);
        part[0] += first - before[from];
        whole[0] += first - before[from];
        int[] sums = new int[to - from + 1];
        for (int run = 1; run < sums.length; run++) {
            sums[run] = Math.min(before[from + run], end) - first;
        }
        return new NodeRuns(part, whole, sums);
    }

    private int runOf(int node) {
        int at = Arrays.binarySearch(before, node);
        return at < 0 ? -at - 2 : at;
    }

    /// In the whole: `first, end, first, end …`.
    long[] bounds() {
        long[] bounds = new long[2 * count()];
        for (int run = 0; run < count(); run++) {
            bounds[2 * run] = inWhole[run];
            bounds[2 * run + 1] = inWhole[run] + (long) length(run);
        }
        return bounds;
    }

    /// The first of the part's nodes.
    int firstInPart() {
        return inPart[0];
    }

    /// One more than the last of the part's nodes.
    int endInPart() {
        return inPart[count() - 1] + length(count() - 1);
    }

    /// The part's fluid numbers of all nodes.
    long[] numbersInPart() {
        long[] numbers = new long[nodes()];
        for (int run = 0; run < count(); run++) {
            for (int k = 0; k < length(run); k++) {
                numbers[before[run] + k] = inPart[run] + (long) k;
            }
        }
        return numbers;
    }

    /// Copies values of nodes.
    @FunctionalInterface
    interface Copy {
        /// @param inPart fluid number in the part of the first of `nodes` nodes
        /// @param inWhole its number in the whole
        /// @param before nodes of the runs before
        void run(int inPart, int inWhole, int before, int nodes);
    }

    /// Calls `copy` for each run.
    void forEach(Copy copy) {
        for (int run = 0; run < count(); run++) {
            copy.run(inPart[run], inWhole[run], before[run], length(run));
        }
    }

    /// Runs while they are found.
    private static final class Found {
        private int[] part = new int[16];
        private int[] whole = new int[16];
        private int[] length = new int[16];
        private int count;

        /// A run that continues the one before becomes part of it.
        void add(int inPart, int inWhole, int nodes) {
            if (count > 0
                    && part[count - 1] + length[count - 1] == inPart
                    && whole[count - 1] + length[count - 1] == inWhole) {
                length[count - 1] += nodes;
                return;
            }
            if (count == part.length) {
                part = Arrays.copyOf(part, 2 * count);
                whole = Arrays.copyOf(whole, 2 * count);
                length = Arrays.copyOf(length, 2 * count);
            }
            part[count] = inPart;
            whole[count] = inWhole;
            length[count++] = nodes;
        }

        void addAll(Found others) {
            for (int run = 0; run < others.count; run++) {
                add(others.part[run], others.whole[run], others.length[run]);
            }
        }

        NodeRuns runs() {
            int[] sums = new int[count + 1];
            for (int run = 0; run < count; run++) {
                sums[run + 1] = sums[run] + length[run];
            }
            return new NodeRuns(Arrays.copyOf(part, count), Arrays.copyOf(whole, count), sums);
        }
    }

    /// Finds the runs of a plane.
    private static final class Finder {
        private final Subdomain part;
        private final FluidNodes fluid;
        private final FluidNodes whole;
        private final Found found = new Found();

        Finder(Subdomain part) {
            this.part = part;
            this.fluid = part.fluid();
            this.whole = part.whole().fluid();
        }

        Found plane(int z) {
            Box box = fluid.box();
            long[] others = part.others();
            for (int y = 0; y < box.ny(); y++) {
                long row = box.index(0, y, z);
                int first = (int) fluid.rank(row);
                int end = (int) fluid.rank(row + box.nx());
                int at = Arrays.binarySearch(others, first);
                for (int h = at < 0 ? -at - 1 : at; first < end; h++) {
                    int next = h < others.length ? (int) Math.min(others[h], end) : end;
                    add(first, next);
                    first = next + 1;
                }
            }
            return found;
        }

        /// Adds nodes of one row, of which those of other parts may divide the numbers in the whole.
        private void add(int first, int end) {
            if (first >= end) {
                return;
            }
            int low = wholeNumber(first);
            if (wholeNumber(end - 1) - low == end - 1 - first) {
                found.add(first, low, end - first);
            } else {
                int middle = (first + end) >>> 1;
                add(first, middle);
                add(middle, end);
            }
        }

        private int wholeNumber(long number) {
            Box box = fluid.box();
            long index = fluid.boxIndex(number);
            return Math.toIntExact(whole.number(part.wholeIndex(box.x(index), box.y(index), box.z(index))));
        }
    }
}
