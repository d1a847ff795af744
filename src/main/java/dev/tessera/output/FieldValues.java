package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.field.FieldData;
import java.util.Arrays;

/// The values of one field of a snapshot by fluid node, in SI units; NaN where the field is not defined.
final class FieldValues {
    private final double[][] values; // [component][entry]
    private final int[] entries; // by fluid node, -1: none; empty where every node has its own

    private FieldValues(double[][] values, int[] entries) {
        this.values = values;
        this.entries = entries;
    }

    static FieldValues of(FieldData data, NodeMap nodes) {
        return new FieldValues(
                data.values(),
                switch (data.where()) {
                    case FieldData.Where.FluidNodes everywhere -> new int[0];
                    case FieldData.Where.BoundaryNodes(int[] boundaryNodes) -> entries(boundaryNodes, nodes);
                });
    }

    private static int[] entries(int[] boundaryNodes, NodeMap nodes) {
        int[] entries = new int[Math.toIntExact(nodes.fluid().count())];
        Arrays.fill(entries, -1);
        for (int k = 0; k < boundaryNodes.length; k++) {
            entries[(int) nodes.links().node(boundaryNodes[k])] = k;
        }
        return entries;
    }

    int components() {
        return values.length;
    }

    /// All components at consecutive nodes, as [VtkArray.Tuples].
    void read(long firstNode, int count, float[] target) {
        int first = (int) firstNode;
        for (int c = 0; c < values.length; c++) {
            double[] component = values[c];
            if (entries.length == 0) {
                for (int n = 0; n < count; n++) {
                    target[n * values.length + c] = (float) component[first + n];
                }
            } else {
                for (int n = 0; n < count; n++) {
                    int entry = entries[first + n];
                    target[n * values.length + c] = entry < 0 ? Float.NaN : (float) component[entry];
                }
            }
        }
    }

    /// All components at a node.
    void read(long fluidNode, double[] target) {
        int entry = entries.length == 0 ? (int) fluidNode : entries[(int) fluidNode];
        for (int c = 0; c < target.length; c++) {
            target[c] = entry < 0 ? Double.NaN : values[c][entry];
        }
    }

    /// The value in files at nodes that are not fluid.
    double inSolid() {
        return entries.length == 0 ? 0 : Double.NaN;
    }

    /// The value, or the length of a vector or tensor.
    double magnitude(int fluidNode) {
        int entry = entries.length == 0 ? fluidNode : entries[fluidNode];
        if (entry < 0) {
            return Double.NaN;
        }
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
