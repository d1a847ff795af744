package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.field.FieldData;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;

/// The values of fields at places of a surface: weighted means over boundary nodes near each place, which are found
/// once. Memory: 4 bytes per place and node, 8 where the weights of nodes differ.
final class SurfaceValues {
    private static final int PLACES_PER_TASK = 1 << 12;

    /// Finds the nodes of places. One per task, whose places ascend.
    interface Near {
        /// @param nodes fluid numbers, `[most]`
        /// @param weights theirs, `[most]`; their sum is positive
        /// @return the number of nodes; 0: the place has no values
        int find(int place, int[] nodes, float[] weights);

        /// The largest number of nodes of a place.
        int most();
    }

    private final ForkJoinPool workers;
    private final FluidNodes sources; // those boundary nodes that are used, by fluid number
    private final Block[] blocks; // of PLACES_PER_TASK each
    private final int places;

    /// @param ends `[place + 1]`
    /// @param sources fluid numbers, later numbers of sources
    /// @param weights of the sources; empty: all are equal
    private record Block(int[] ends, int[] sources, float[] weights) {}

    /// @param near makes one for each task
    SurfaceValues(NodeMap nodes, int places, Supplier<Near> near, ForkJoinPool workers) {
        this.workers = workers;
        this.places = places;
        this.blocks = new Block[(places + PLACES_PER_TASK - 1) / PLACES_PER_TASK];
        ParallelLoop.over(workers, blocks.length, block -> blocks[block] = find(block, near.get()));
        int fluid = Math.toIntExact(nodes.fluid().count());
        long[] used = new long[(fluid + 63) >>> 6];
        for (Block block : blocks) {
            for (int number : block.sources) {
                used[number >>> 6] |= 1L << number;
            }
        }
        this.sources = FluidNodes.ofBits(row(fluid), used);
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

    private Block find(int block, Near near) {
        int from = block * PLACES_PER_TASK;
        int[] ends = new int[Math.min(PLACES_PER_TASK, places - from)];
        int[] nodes = new int[near.most()];
        float[] itsWeights = new float[near.most()];
        int[] found = new int[8 * ends.length];
        float[] weights = new float[found.length];
        int total = 0;
        boolean equal = true;
        for (int p = 0; p < ends.length; p++) {
            int count = near.find(from + p, nodes, itsWeights);
            if (total + count > found.length) {
                found = Arrays.copyOf(found, 2 * (total + count));
                weights = Arrays.copyOf(weights, found.length);
            }
            System.arraycopy(nodes, 0, found, total, count);
            System.arraycopy(itsWeights, 0, weights, total, count);
            for (int k = 0; k < count; k++) {
                equal &= itsWeights[k] == 1;
            }
            total += count;
            ends[p] = total;
        }
        return new Block(ends, Arrays.copyOf(found, total), equal ? new float[0] : Arrays.copyOf(weights, total));
    }

    /// The values of a field, or the lengths of its vectors, at the places; NaN where no boundary node nearby has
    /// one.
    float[] of(FieldData field, NodeMap nodes) {
        return means(field.where(), nodes, entry -> magnitude(field.values(), entry));
    }

    /// As [#of]: the values of one component.
    float[] component(FieldData field, NodeMap nodes, int component) {
        double[] values = field.values()[component];
        return means(field.where(), nodes, entry -> values[entry]);
    }

    /// As [#of].
    /// @param values by entry
    float[] means(FieldData.Where where, NodeMap nodes, IntToDoubleFunction values) {
        float[] atSources = new float[Math.toIntExact(sources.count())];
        switch (where) {
            case FieldData.Where.FluidNodes everywhere -> {
                FluidNodes.Ascending ascending = sources.ascending();
                for (int s = 0; s < atSources.length; s++) {
                    atSources[s] = (float) values.applyAsDouble((int) ascending.boxIndex(s));
                }
            }
            case FieldData.Where.BoundaryNodes(int[] boundaryNodes) -> {
                Arrays.fill(atSources, Float.NaN);
                for (int entry = 0; entry < boundaryNodes.length; entry++) {
                    long source = sources.number(nodes.links().node(boundaryNodes[entry]));
                    if (source >= 0) {
                        atSources[(int) source] = (float) values.applyAsDouble(entry);
                    }
                }
            }
        }
        float[] means = new float[places];
        ParallelLoop.over(workers, blocks.length, block -> average(block, atSources, means));
        return means;
    }

    private void average(int block, float[] atSources, float[] means) {
        int[] ends = blocks[block].ends;
        int[] its = blocks[block].sources;
        float[] weights = blocks[block].weights;
        int next = 0;
        for (int p = 0; p < ends.length; p++) {
            double sum = 0;
            double total = 0;
            for (; next < ends[p]; next++) {
                float value = atSources[its[next]];
                if (!Float.isNaN(value)) {
                    double weight = weights.length == 0 ? 1 : weights[next];
                    sum += weight * value;
                    total += weight;
                }
            }
            means[block * PLACES_PER_TASK + p] = total == 0 ? Float.NaN : (float) (sum / total);
        }
    }

    private static double magnitude(double[][] values, int entry) {
        if (values.length == 1) {
            return values[0][entry];
        }
        double square = 0;
        for (double[] component : values) {
            square += component[entry] * component[entry];
        }
        return Math.sqrt(square);
    }
}
