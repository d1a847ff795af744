package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.field.FieldData;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

/// The values of fields at the corners of the cells that a picture shows: the mean over the boundary nodes among
/// the 27 nodes around a corner. Boundary nodes are the fluid nodes at corners of crossed cells.
final class SurfaceValues {
    private final FluidNodes fluid;
    private final ForkJoinPool workers;
    private final FluidNodes sources; // those boundary nodes that are used, by fluid number
    private final Block[] blocks; // of NODES_PER_TASK corners each
    private final int corners;

    /// @param ends `[corner + 1]`
    /// @param sources fluid numbers, later numbers of sources
    private record Block(int[] ends, int[] sources) {}

    /// @param shown the corners, by their numbers in [SurfaceCells#corners]
    SurfaceValues(NodeMap nodes, SurfaceCells cells, FluidNodes shown, ForkJoinPool workers) {
        this.fluid = nodes.fluid();
        this.workers = workers;
        this.corners = Math.toIntExact(shown.count());
        this.blocks = new Block[(corners + SurfaceNodes.NODES_PER_TASK - 1) / SurfaceNodes.NODES_PER_TASK];
        ParallelLoop.over(workers, blocks.length, block -> blocks[block] = find(block, cells, shown));
        long[] used = new long[Math.toIntExact((fluid.count() + 63) >>> 6)];
        for (Block block : blocks) {
            for (int number : block.sources) {
                used[number >>> 6] |= 1L << number;
            }
        }
        this.sources = FluidNodes.ofBits(row(Math.toIntExact(fluid.count())), used);
        ParallelLoop.over(workers, blocks.length, block -> {
            int[] its = blocks[block].sources;
            for (int k = 0; k < its.length; k++) {
                its[k] = (int) sources.number(its[k]);
            }
        });
    }

    /// A box for sets of numbers.
    static Box row(int count) {
        return new Box(count, 1, 1, false, false, false);
    }

    private Block find(int block, SurfaceCells cells, FluidNodes shown) {
        int from = block * SurfaceNodes.NODES_PER_TASK;
        int count = Math.min(SurfaceNodes.NODES_PER_TASK, corners - from);
        int[] ends = new int[count];
        int[] found = new int[27 * count];
        int total = 0;
        Box padded = cells.box();
        FluidNodes.Ascending numbers = shown.ascending();
        FluidNodes.Ascending places = cells.corners().ascending();
        for (int c = 0; c < count; c++) {
            long at = places.boxIndex(numbers.boxIndex(from + c));
            int x = padded.x(at) - 1;
            int y = padded.y(at) - 1;
            int z = padded.z(at) - 1;
            for (int code = 0; code < 27; code++) {
                int nx = x + code % 3 - 1;
                int ny = y + code / 3 % 3 - 1;
                int nz = z + code / 9 - 1;
                long near = padded.index(nx + 1, ny + 1, nz + 1);
                boolean inside = nx >= 0
                        && ny >= 0
                        && nz >= 0
                        && nx < fluid.box().nx()
                        && ny < fluid.box().ny()
                        && nz < fluid.box().nz();
                if (inside && cells.isFluid(near) && cells.corners().isFluid(near)) {
                    found[total++] = (int) fluid.number(fluid.box().index(nx, ny, nz));
                }
            }
            ends[c] = total;
        }
        return new Block(ends, Arrays.copyOf(found, total));
    }

    /// The values of a field, or the lengths of its vectors, at the corners; NaN where no boundary node nearby
    /// has one.
    float[] of(FieldData field, NodeMap nodes) {
        float[] atSources = new float[Math.toIntExact(sources.count())];
        double[][] values = field.values();
        switch (field.where()) {
            case FieldData.Where.FluidNodes everywhere -> {
                FluidNodes.Ascending ascending = sources.ascending();
                for (int s = 0; s < atSources.length; s++) {
                    atSources[s] = magnitude(values, (int) ascending.boxIndex(s));
                }
            }
            case FieldData.Where.BoundaryNodes(int[] boundaryNodes) -> {
                Arrays.fill(atSources, Float.NaN);
                for (int entry = 0; entry < boundaryNodes.length; entry++) {
                    long source = sources.number(nodes.links().node(boundaryNodes[entry]));
                    if (source >= 0) {
                        atSources[(int) source] = magnitude(values, entry);
                    }
                }
            }
        }
        float[] means = new float[corners];
        ParallelLoop.over(workers, blocks.length, block -> average(block, atSources, means));
        return means;
    }

    private void average(int block, float[] atSources, float[] means) {
        int[] ends = blocks[block].ends;
        int[] its = blocks[block].sources;
        int next = 0;
        for (int c = 0; c < ends.length; c++) {
            double sum = 0;
            int count = 0;
            for (; next < ends[c]; next++) {
                float value = atSources[its[next]];
                if (!Float.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
            means[block * SurfaceNodes.NODES_PER_TASK + c] = count == 0 ? Float.NaN : (float) (sum / count);
        }
    }

    private static float magnitude(double[][] values, int entry) {
        if (values.length == 1) {
            return (float) values[0][entry];
        }
        double square = 0;
        for (double[] component : values) {
            square += component[entry] * component[entry];
        }
        return (float) Math.sqrt(square);
    }
}
