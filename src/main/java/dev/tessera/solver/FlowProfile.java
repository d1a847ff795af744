package dev.tessera.solver;

import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.util.List;

/// Means over all planes across an axis, as a table whenever fields are written.
///
/// @param fields whose means are columns, one or more, each with values at all fluid nodes
/// @param axis 0, 1, 2
public record FlowProfile(List<ResultField> fields, int axis) {
    public FlowProfile {
        fields = List.copyOf(fields);
        if (axis < 0 || axis > 2) {
            throw new IllegalArgumentException("axis %d of a profile is not 0, 1 or 2".formatted(axis));
        }
        if (fields.isEmpty() || fields.stream().distinct().count() < fields.size()) {
            throw new IllegalArgumentException("a profile has one field or more, each once, not %s"
                    .formatted(fields.stream().map(ResultField::key).toList()));
        }
    }

    /// Of the velocity.
    public static FlowProfile along(int axis) {
        return new FlowProfile(List.of(new Velocity()), axis);
    }

    /// `x`, `y` or `z`.
    public String axisName() {
        return "xyz".substring(axis, axis + 1);
    }
}
