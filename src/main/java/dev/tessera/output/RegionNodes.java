package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.OutputRegion;
import dev.tessera.solver.OutputRegion.Range;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.FieldData.Where;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;

/// The nodes of a region as a geometry of their own, for writers of fields: with fluid, boundary nodes and places, but
/// without links. With a stride, the distance of its nodes is that many spacings.
///
/// @param whole the geometry
/// @param part the region
/// @param numbers fluid numbers in the geometry, `[fluid number in the region]`, ascending
/// @param boundary boundary nodes of the geometry, `[boundary node of the region]`, ascending
record RegionNodes(NodeMap whole, NodeMap part, int[] numbers, int[] boundary) {
    private static final int NODES_PER_TASK = 1 << 14;

    /// @throws IllegalStateException where the region has no node; the case was checked
    static RegionNodes of(OutputRegion region, NodeMap whole) {
        return of(
                region.in(whole)
                        .orElseThrow(
                                () -> new IllegalStateException("region %s has no nodes".formatted(region.name()))),
                whole);
    }

    static RegionNodes of(Range range, NodeMap whole) {
        Found found = new Found(range.box());
        for (int z = 0; z < found.box.nz(); z++) {
            for (int y = 0; y < found.box.ny(); y++) {
                found.row(whole.fluid(), range, y, z);
            }
        }
        int[] numbers = Arrays.copyOf(found.numbers, found.count);
        double[] originM = whole.originM().clone();
        for (int axis = 0; axis < 3; axis++) {
            originM[axis] += range.first()[axis] * whole.spacingM();
        }
        int[] boundary = boundary(whole.links(), numbers);
        NodeMap part = new NodeMap(
                FluidNodes.ofBits(found.box, found.words),
                whole.spacingM() * range.stride(),
                originM,
                List.of(),
                links(whole.links(), numbers, boundary),
                List.of(),
                List.of());
        return new RegionNodes(whole, part, numbers, boundary);
    }

    /// What is found row by row.
    private static final class Found {
        private final Box box;
        private final long[] words;
        private int[] numbers = new int[1 << 10];
        private int count;

        Found(Box box) {
            this.box = box;
            this.words = new long[Math.toIntExact((box.size() + 63) >>> 6)];
        }

        /// @param y row of the region, @param z its layer
        void row(FluidNodes fluid, Range range, int y, int z) {
            int stride = range.stride();
            long start =
                    fluid.box().index(range.first()[0], range.first()[1] + y * stride, range.first()[2] + z * stride);
            int length = (box.nx() - 1) * stride + 1; // of the row in the geometry
            long to = box.index(0, y, z);
            long number = -1; // of the next fluid node
            for (int x = 0; x < length; x += 64) {
                long bits = fluid.bits(start + x, Math.min(64, length - x));
                if (bits != 0 && number < 0) {
                    number = fluid.rank(start + x);
                }
                for (; bits != 0; bits &= bits - 1, number++) {
                    int place = x + Long.numberOfTrailingZeros(bits);
                    if (place % stride == 0) {
                        add(to + place / stride, (int) number);
                    }
                }
            }
        }

        private void add(long node, int number) {
            words[(int) (node >>> 6)] |= 1L << node;
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
        }
    }

    /// The boundary nodes whose fluid numbers are among some.
    private static int[] boundary(CutLinks links, int[] numbers) {
        int[] found = new int[Math.min(links.boundaryNodes(), numbers.length)];
        int count = 0;
        for (int b = 0, n = 0; b < links.boundaryNodes(); b++) {
            while (n < numbers.length && numbers[n] < links.node(b)) {
                n++;
            }
            if (n < numbers.length && numbers[n] == links.node(b)) {
                found[count++] = b;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static CutLinks links(CutLinks links, int[] numbers, int[] boundary) {
        long[] nodes = new long[boundary.length];
        for (int b = 0; b < nodes.length; b++) {
            nodes[b] = Arrays.binarySearch(numbers, (int) links.node(boundary[b]));
        }
        return new CutLinks(nodes, new int[nodes.length + 1], new byte[0], new byte[0], null, null);
    }

    /// The values at the nodes of the region.
    Snapshot of(Snapshot snapshot, ForkJoinPool workers) {
        List<FieldData> fields = new ArrayList<>();
        for (FieldData field : snapshot.fields().sequencedValues()) {
            fields.add(
                    switch (field.where()) {
                        case Where.FluidNodes everywhere -> chosen(field, everywhere, numbers, workers);
                        case Where.BoundaryNodes(int[] itsNodes) -> atBoundary(field, itsNodes, workers);
                    });
        }
        return Snapshot.of(snapshot.step(), snapshot.timeS(), part, fields);
    }

    private FieldData atBoundary(FieldData field, int[] itsNodes, ForkJoinPool workers) {
        int[] entries = new int[Math.min(itsNodes.length, boundary.length)];
        int[] nodes = new int[entries.length]; // of the region
        int count = 0;
        for (int entry = 0, b = 0; entry < itsNodes.length; entry++) {
            while (b < boundary.length && boundary[b] < itsNodes[entry]) {
                b++;
            }
            if (b < boundary.length && boundary[b] == itsNodes[entry]) {
                entries[count] = entry;
                nodes[count++] = b;
            }
        }
        return chosen(
                field, new Where.BoundaryNodes(Arrays.copyOf(nodes, count)), Arrays.copyOf(entries, count), workers);
    }

    /// Some entries of a field.
    private static FieldData chosen(FieldData field, Where where, int[] entries, ForkJoinPool workers) {
        double[][] values = new double[field.values().length][entries.length];
        ParallelLoop.over(workers, (entries.length + NODES_PER_TASK - 1) / NODES_PER_TASK, task -> {
            int end = Math.min((task + 1) * NODES_PER_TASK, entries.length);
            for (int c = 0; c < values.length; c++) {
                double[] from = field.values()[c];
                for (int k = task * NODES_PER_TASK; k < end; k++) {
                    values[c][k] = from[entries[k]];
                }
            }
        });
        SequencedMap<String, boolean[]> marks = new LinkedHashMap<>();
        field.marks().forEach((name, all) -> {
            boolean[] some = new boolean[entries.length];
            for (int k = 0; k < some.length; k++) {
                some[k] = all[entries[k]];
            }
            marks.put(name, some);
        });
        return new FieldData(field.field(), where, values, marks);
    }
}
