package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Field;
import dev.tessera.solver.Snapshot;
import java.util.List;

/// Parts of VTK's XML that several formats share.
final class VtkText {
    private VtkText() {}

    /// The physical time, as ParaView reads it.
    static String time(double timeS) {
        return "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%s</DataArray></FieldData>"
                .formatted(timeS);
    }

    /// The arrays that mark where wall shear stress is known and where statistics count it; none without that field.
    static List<WallMarks.Mark> wallMarks(List<Field> fields, Snapshot snapshot) {
        return fields.contains(Field.WALL_SHEAR_STRESS) ? WallMarks.of(snapshot).marks() : List.of();
    }

    /// An array's name with its unit.
    static String name(Field field) {
        return "%s [%s]".formatted(field.key(), field.unit());
    }
}
