package dev.tessera.output;

import dev.tessera.solver.OutputChoice.Field;
import java.util.List;

/// Pieces of VTK's XML that several files share.
final class VtkText {
    private VtkText() {}

    /// The physical time, as ParaView reads it.
    static String time(double timeS) {
        return "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%s</DataArray></FieldData>"
                .formatted(timeS);
    }

    /// The array that says where wall shear stress is known (1): elsewhere VTK files hold 0, because filters
    /// such as "integrate variables" spread a NaN over all they touch.
    static final String TOUCHES_WALL = "touches-wall";

    static boolean needsWallMark(List<Field> fields) {
        return fields.contains(Field.WALL_SHEAR_STRESS);
    }

    /// A value as VTK files hold it: 0 where there is none.
    static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// An array's name with its unit.
    static String name(Field field) {
        return "%s [%s]".formatted(field.key(), field.unit());
    }
}
