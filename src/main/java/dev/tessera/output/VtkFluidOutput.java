package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputRegion.Range;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes fluid nodes only (`fluid-000001200.vtu`): an unstructured grid of cubes (2D: squares) of one spacing, one
/// per fluid node, with the fields as cell data, and the collection of all steps (`fluid.pvd`). Wall shear stress
/// is NaN away from walls, where `touches-wall` is 0.
public final class VtkFluidOutput implements Output, VtkPieces {
    static final ResultFormat FORMAT = new ResultFormat("vtu", "fluid nodes only", (folder, theCase, writing) -> {
        VtkFluidOutput whole = new VtkFluidOutput(folder, theCase.output().fields(), writing);
        return writing.pieces() == 1 ? whole : new VtkPiecesOutput(folder, whole.series.name(), whole, writing);
    });

    private static final int VTK_PIXEL = 8;
    private static final int VTK_VOXEL = 11;
    private final Path folder;
    private final VtkCollection series;
    private final List<ResultField> fields;
    private final FileWriting writing;
    private final OfGeometry<VtkCorners> corners;

    public VtkFluidOutput(Path folder, List<ResultField> fields, FileWriting writing) {
        this.writing = writing;
        this.corners = new OfGeometry<>(nodes -> VtkCorners.of(nodes, writing.workers()));
        this.folder = folder;
        this.series = new VtkCollection(folder, writing.named("fluid"), "vtu");
        this.fields = List.copyOf(fields);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        write(folder.resolve(series.fileOfStep(snapshot.step())), snapshot);
        series.write(snapshot.step());
    }

    /// @return the attributes of the arrays of cells
    private List<String> write(Path path, Snapshot snapshot) throws IOException {
        NodeMap nodes = snapshot.nodes();
        long cells = nodes.fluid().count();
        VtkCorners corners = this.corners.of(nodes);
        VtkIndices indices = VtkIndices.upTo(cells * corners.perCell());
        int type = cellType(nodes);
        VtkFile file = new VtkFile("UnstructuredGrid", writing)
                .line("<UnstructuredGrid>")
                .line(VtkText.time(snapshot.timeS()))
                .line("<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">".formatted(corners.count(), cells))
                .line("<CellData>");
        List<FieldData> data = fields.stream().map(snapshot::field).toList();
        for (FieldData one : data) {
            FieldValues values = FieldValues.of(one, nodes);
            file.field(one.field(), VtkArray.ofFloats(cells, values.components(), (VtkArray.Tuples) values::read));
        }
        for (FieldMarks mark : FieldMarks.of(data, nodes)) {
            file.array("UInt8", mark.name(), 1, VtkArray.ofBytes(cells, mark::at));
        }
        List<String> declarations = file.declarations();
        file.line("</CellData>")
                .line("<Points>")
                .array("Float32", "Points", 3, corners.points())
                .line("</Points>")
                .line("<Cells>")
                .array(indices.type(), "connectivity", 1, corners.cells(indices))
                .array(indices.type(), "offsets", 1, indices.multiples(1, cells, corners.perCell()))
                .array("UInt8", "types", 1, VtkArray.ofByte(cells, type))
                .line("</Cells>")
                .line("</Piece>")
                .line("</UnstructuredGrid>");
        file.write(path);
        return declarations;
    }

    @Override
    public void prepare(NodeMap nodes) {
        if (writing.pieces() == 1) {
            corners.of(nodes);
        }
    }

    @Override
    public String ending() {
        return "vtu";
    }

    @Override
    public long before(NodeMap whole, long boxIndex) {
        return whole.fluid().rank(boxIndex);
    }

    @Override
    public List<String> writePiece(Path file, Snapshot piece, Range place, NodeMap whole) throws IOException {
        return write(file, piece);
    }

    @Override
    public String listElement(NodeMap whole) {
        return "PUnstructuredGrid";
    }

    @Override
    public String pointsElement() {
        return "<PPoints>\n<PDataArray type=\"Float32\" Name=\"Points\" NumberOfComponents=\"3\"/>\n</PPoints>\n";
    }

    @Override
    public String pieceAttributes(Range place) {
        return "";
    }

    /// VTK's number of the cells' type.
    static int cellType(NodeMap nodes) {
        return nodes.box().is2d() ? VTK_PIXEL : VTK_VOXEL;
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(series.fileName());
    }

    @Override
    public String description() {
        return series.fileOfEachStep();
    }
}
