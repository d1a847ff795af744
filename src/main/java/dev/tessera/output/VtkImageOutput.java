package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputRegion.Range;
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
public final class VtkImageOutput implements Output, VtkPieces {
    static final ResultFormat FORMAT =
            new ResultFormat("vti", "the whole box as image data", (folder, theCase, writing) -> {
                VtkImageOutput whole =
                        new VtkImageOutput(folder, theCase.output().fields(), writing);
                return writing.pieces() == 1 ? whole : new VtkPiecesOutput(folder, whole.series.name(), whole, writing);
            });

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
        write(folder.resolve(series.fileOfStep(snapshot.step())), snapshot, Range.of(nodes.box()), nodes);
        series.write(snapshot.step());
    }

    /// @param place of the nodes in the whole
    /// @return the attributes of the arrays of cells
    private List<String> write(Path path, Snapshot snapshot, Range place, NodeMap whole) throws IOException {
        NodeMap nodes = snapshot.nodes();
        var box = nodes.box();
        VtkFile file = new VtkFile("ImageData", writing)
                .line("<ImageData WholeExtent=\"%s\"%s>".formatted(extent(place), geometry(whole)))
                .line(VtkText.time(snapshot.timeS()))
                .line("<Piece Extent=\"%s\">".formatted(extent(place)))
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
        file.write(path);
        return file.declarations();
    }

    /// In points.
    private static String extent(Range place) {
        int[] first = place.first();
        int[] count = place.count();
        return "%d %d %d %d %d %d"
                .formatted(
                        first[0],
                        first[0] + count[0],
                        first[1],
                        first[1] + count[1],
                        first[2],
                        place.box().is2d() ? first[2] : first[2] + count[2]);
    }

    private static String geometry(NodeMap whole) {
        double dx = whole.spacingM();
        double[] o = whole.originM();
        return String.format(
                Locale.ROOT,
                " Origin=\"%s %s %s\" Spacing=\"%s %s %s\"",
                o[0] - dx / 2,
                o[1] - dx / 2,
                whole.box().is2d() ? o[2] : o[2] - dx / 2,
                dx,
                dx,
                dx);
    }

    @Override
    public String ending() {
        return "vti";
    }

    @Override
    public long before(NodeMap whole, long boxIndex) {
        return boxIndex;
    }

    @Override
    public List<String> writePiece(Path file, Snapshot piece, Range place, NodeMap whole) throws IOException {
        return write(file, piece, place, whole);
    }

    @Override
    public String listElement(NodeMap whole) {
        return "PImageData WholeExtent=\"%s\"%s".formatted(extent(Range.of(whole.box())), geometry(whole));
    }

    @Override
    public String pointsElement() {
        return "";
    }

    @Override
    public String pieceAttributes(Range place) {
        return "Extent=\"%s\" ".formatted(extent(place));
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
