package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Field;
import dev.tessera.solver.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Writes the whole box as VTK image data (`fields-000001200.vti`): point data, solid nodes zero and marked
/// by `fluid`. Wall shear stress is zero away from walls, where `touches-wall` is 0.
public final class VtkImageOutput implements Output {
    private final Path folder;
    private final List<Field> fields;

    public VtkImageOutput(Path folder, List<Field> fields) {
        this.folder = folder;
        this.fields = List.copyOf(fields);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        NodeMap nodes = snapshot.nodes();
        var box = nodes.box();
        String extent = "0 %d 0 %d 0 %d".formatted(box.nx() - 1, box.ny() - 1, box.nz() - 1);
        double dx = nodes.spacingM();
        double[] o = nodes.originM();
        VtkFile file = new VtkFile("ImageData")
                .line(String.format(
                        Locale.ROOT,
                        "<ImageData WholeExtent=\"%s\" Origin=\"%s %s %s\" Spacing=\"%s %s %s\">",
                        extent,
                        o[0],
                        o[1],
                        o[2],
                        dx,
                        dx,
                        dx))
                .line(VtkText.time(snapshot.timeS()))
                .line("<Piece Extent=\"%s\">".formatted(extent))
                .line("<PointData>");
        for (Field field : fields) {
            FieldValues values = FieldValues.of(field, snapshot);
            file.array("Float32", VtkText.name(field), values.components(), boxData(nodes, values));
        }
        if (VtkText.needsWallMark(fields)) {
            var wall = FieldValues.of(Field.WALL_SHEAR_STRESS, snapshot);
            file.array("UInt8", VtkText.TOUCHES_WALL, 1, VtkEncoding.Data.ofBytes(box.size(), n -> {
                long number = nodes.fluid().number(n);
                return number < 0 || Double.isNaN(wall.at((int) number, 0)) ? 0 : 1;
            }));
        }
        file.array(
                        "UInt8",
                        "fluid",
                        1,
                        VtkEncoding.Data.ofBytes(box.size(), n -> nodes.fluid().isFluid(n) ? 1 : 0))
                .line("</PointData>")
                .line("</Piece>")
                .line("</ImageData>");
        file.write(folder.resolve("fields-%09d.vti".formatted(snapshot.step())));
    }

    private static VtkEncoding.Data boxData(NodeMap nodes, FieldValues values) {
        int components = values.components();
        return VtkEncoding.Data.ofFloats(nodes.box().size() * components, k -> {
            long number = nodes.fluid().number(k / components);
            return number < 0 ? 0 : VtkText.orZero(values.at((int) number, (int) (k % components)));
        });
    }

    @Override
    public String description() {
        return "fields-<step>.vti";
    }
}
