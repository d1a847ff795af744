package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.field.FieldData;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// Arrays of VTK files that mark nodes: those where a field is defined, and those that its statistics count.
///
/// @param name of the array
/// @param nodes by fluid node
record FieldMarks(String name, BitSet nodes) {
    /// The marks of several fields, each name once.
    static List<FieldMarks> of(List<FieldData> fields, NodeMap nodes) {
        SequencedMap<String, FieldMarks> marks = new LinkedHashMap<>();
        for (FieldData data : fields) {
            data.marks()
                    .forEach((name, values) ->
                            marks.putIfAbsent(name, new FieldMarks(name, marked(values, data.where(), nodes))));
        }
        return List.copyOf(marks.values());
    }

    private static BitSet marked(boolean[] values, FieldData.Where where, NodeMap nodes) {
        BitSet marked = new BitSet();
        for (int k = 0; k < values.length; k++) {
            if (values[k]) {
                marked.set(
                        switch (where) {
                            case FieldData.Where.FluidNodes everywhere -> k;
                            case FieldData.Where.BoundaryNodes(int[] boundaryNodes) ->
                                (int) nodes.links().node(boundaryNodes[k]);
                        });
            }
        }
        return marked;
    }

    /// 0 or 1.
    int at(long fluidNode) {
        return nodes.get((int) fluidNode) ? 1 : 0;
    }
}
