package dev.tessera.output;

import dev.tessera.solver.field.ResultField;
import java.util.Arrays;

/// Parts of VTK's XML that several formats share.
final class VtkText {
    private VtkText() {}

    /// The physical time, as ParaView reads it.
    static String time(double timeS) {
        return "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%s</DataArray></FieldData>"
                .formatted(timeS);
    }

    /// An array's name with its unit in powers: `velocity [m s-1]`. In names of HDF5, a slash separates groups.
    static String nameWithoutSlash(ResultField field) {
        String[] parts = field.unit().split("/", -1);
        StringBuilder unit = new StringBuilder(parts[0].equals("1") ? "" : parts[0]);
        for (String divisor : Arrays.asList(parts).subList(1, parts.length)) {
            boolean isPower = Character.isDigit(divisor.charAt(divisor.length() - 1));
            int end = isPower ? divisor.length() - 1 : divisor.length();
            unit.append(' ').append(divisor, 0, end).append('-').append(isPower ? divisor.charAt(end) : '1');
        }
        return "%s [%s]".formatted(field.key(), unit.toString().strip());
    }

    /// An array's name with its unit.
    static String name(ResultField field) {
        return "%s [%s]".formatted(field.key(), field.unit());
    }
}
