package dev.tessera.output;

import dev.tessera.solver.field.ResultField;

/// Parts of VTK's XML that several formats share.
final class VtkText {
    private VtkText() {}

    /// The physical time, as ParaView reads it.
    static String time(double timeS) {
        return "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%s</DataArray></FieldData>"
                .formatted(timeS);
    }

    /// An array's name with its unit.
    static String name(ResultField field) {
        return "%s [%s]".formatted(field.key(), field.unit());
    }
}
