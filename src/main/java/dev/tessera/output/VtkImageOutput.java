package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Writes the whole box as VTK image data (`fields-000001200.vti`), one cell of one spacing around each node with
/// the fields as cell data, and the collection of all steps (`fields.pvd`). Solid nodes are zero and marked by
/// `fluid`. Wall shear stress is NaN away from walls, where `touches-wall` is 0.
public final class VtkImageOutput implements Output {
    static final ResultFormat FORMAT = new ResultFormat(
            "vti",
            "the whole box as image data",
            (folder, theCase, writing) ->
                    new VtkImageOutput(folder, theCase.output().fields(), writing));

    private final Path folder;
    private final VtkCollection series;
    private final List<ResultField> fields;
    private final FileWriting writing;

    public VtkImageOutput(Path folder, List<ResultField> fields, FileWriting writing) {
        this.writing = writing;
        this.folder = folder;
        this.series = new VtkCollection(folder, writing.named("fields"), "vti");
        this.fields = List.copyOf(fields);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        NodeMap nodes = snapshot.nodes();
        var box = nodes.box();
        String extent = "0 %d 0 %d 0 %d".formatted(box.nx(), box.ny(), box.is2d() ? 0 : box.nz());
        double dx = nodes.spacingM();
        double[] o = nodes.originM();
        VtkFile file = new VtkFile("ImageData", writing)
                .line(String.format(
                        Locale.ROOT,
                        "<ImageData WholeExtent=\"%s\" Origin=\"%s %s %s\" Spacing=\"%s %s %s\">",
                        extent,
                        o[0] - dx / 2,
                        o[1] - dx / 2,
                        box.is2d() ? o[2] : o[2] - dx / 2,
                        dx,
                        dx,
                        dx))
                .line(VtkText.time(snapshot.timeS()))
                .line("<Piece Extent=\"%s\">".formatted(extent))
                .line("<CellData>");
        List<FieldData> data = fields.stream().map(snapshot::field).toList();
        for (FieldData one : data) {
            FieldValues values = FieldValues.of(one, nodes);
            file.field(one.field(), boxData(nodes, values));
        }
        for (FieldMarks mark : FieldMarks.of(data, nodes)) {
            file.array("UInt8", mark.name(), 1, VtkArray.ofBytes(box.size(), n -> {
                long number = nodes.fluid().number(n);
                return number < 0 ? 0 : mark.at(number);
            }));
        }
        file.array(
                        "UInt8",
                        "fluid",
                        1,
                        VtkArray.ofBytes(box.size(), n -> nodes.fluid().isFluid(n) ? 1 : 0))
                .line("</CellData>")
                .line("</Piece>")
                .line("</ImageData>");
        file.write(folder.resolve(series.fileOfStep(snapshot.step())));
        series.write(snapshot.step());
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(series.fileName());
    }

    private static VtkArray boxData(NodeMap nodes, FieldValues values) {
        return VtkArray.ofFloats(nodes.box().size(), values.components(), (n, target) -> {
            long number = nodes.fluid().number(n);
            if (number < 0) {
                Arrays.fill(target, values.inSolid());
            } else {
                values.read(number, target);
            }
        });
    }

    @Override
    public String description() {
        return series.fileOfEachStep();
    }
}
