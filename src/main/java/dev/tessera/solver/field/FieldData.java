package dev.tessera.solver.field;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The values of a field at one time, SI.
///
/// @param where the entries are
/// @param values `[component][entry]`; owned, read-only
/// @param marks named properties of the entries, `[entry]`, which files contain as 0 and 1; 0 where there is no
///        entry
public record FieldData(ResultField field, Where where, double[][] values, SequencedMap<String, boolean[]> marks) {
    /// The nodes that have values.
    public sealed interface Where {
        /// One entry per fluid node, in canonical order.
        record FluidNodes() implements Where {}

        /// One entry for each of some boundary nodes; elsewhere the field is not a number.
        /// @param boundaryNodes indices into [dev.tessera.geometry.NodeMap#links], ascending
        record BoundaryNodes(int[] boundaryNodes) implements Where {}
    }

    public FieldData {
        marks = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(marks));
        int components = Math.max(1, field.components().size());
        if (values.length != components) {
            throw new IllegalArgumentException(
                    "%s has %d components, not %d".formatted(field.key(), components, values.length));
        }
    }

    /// A field of all fluid nodes.
    public static FieldData everywhere(ResultField field, double[]... values) {
        return new FieldData(field, new Where.FluidNodes(), values, new LinkedHashMap<>());
    }
}
