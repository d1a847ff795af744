package dev.tessera.output;

import dev.tessera.solver.field.ResultField;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// Builds one VTK XML file: text that refers to arrays, and the arrays appended raw after it. Offsets are known
/// only after arrays are compressed, so arrays are written to a temporary file, then joined. The file appears
/// complete or not at all.
final class VtkFile {
    private static final int VECTOR = 3; // components
    private final StringBuilder text = new StringBuilder();
    private final List<VtkEncoding.Data> arrays = new ArrayList<>();

    /// @param type such as `ImageData`
    VtkFile(String type) {
        text.append("<?xml version=\"1.0\"?>\n<VTKFile type=\"")
                .append(type)
                .append("\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\""
                        + " compressor=\"vtkZLibDataCompressor\">\n");
    }

    VtkFile line(String line) {
        text.append(line).append('\n');
        return this;
    }

    /// Refers to the values of a field; components of a tensor are named.
    /// @param data floats, `[tuple][component]`
    VtkFile field(ResultField field, VtkEncoding.Data data) {
        List<String> names = field.components();
        StringBuilder attributes = new StringBuilder();
        if (names.size() > VECTOR) {
            for (int c = 0; c < names.size(); c++) {
                attributes.append(" ComponentName%d=\"%s\"".formatted(c, names.get(c)));
            }
        }
        return array("Float32", VtkText.name(field), Math.max(1, names.size()), attributes.toString(), data);
    }

    /// Refers to an array of the appended section.
    /// @param type VTK's name: `Float32`, `UInt8`, `Int64`
    VtkFile array(String type, String name, int components, VtkEncoding.Data data) {
        return array(type, name, components, "", data);
    }

    private VtkFile array(String type, String name, int components, String attributes, VtkEncoding.Data data) {
        text.append(
                "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\"%s format=\"appended\" offset=\"@%d@\"/>\n"
                        .formatted(type, name, components, attributes, arrays.size()));
        arrays.add(data);
        return this;
    }

    void write(Path file) throws IOException {
        Path body = file.resolveSibling("." + file.getFileName() + ".body");
        Path whole = file.resolveSibling("." + file.getFileName() + ".writing");
        try {
            String head = text.toString();
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(body), 1 << 20)) {
                long offset = 0;
                for (int k = 0; k < arrays.size(); k++) {
                    head = head.replace("@" + k + "@", Long.toString(offset));
                    offset += VtkEncoding.write(arrays.get(k), out);
                }
            }
            try (OutputStream out = Files.newOutputStream(whole)) {
                ByteArrayOutputStream start = new ByteArrayOutputStream();
                start.writeBytes(head.getBytes(StandardCharsets.UTF_8));
                start.writeBytes("<AppendedData encoding=\"raw\">\n_".getBytes(StandardCharsets.UTF_8));
                start.writeTo(out);
                Files.copy(body, out);
                out.write("\n</AppendedData>\n</VTKFile>\n".getBytes(StandardCharsets.UTF_8));
            }
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(body);
            Files.deleteIfExists(whole);
        }
    }
}
