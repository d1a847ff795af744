package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes fluid nodes only (`fluid-000001200.vtu`): an unstructured grid of cubes (2D: squares) of one spacing, one
/// per fluid node, with the fields as cell data, and the collection of all steps (`fluid.pvd`). Wall shear stress
/// is NaN away from walls, where `touches-wall` is 0.
public final class VtkFluidOutput implements Output {
    static final ResultFormat FORMAT = new ResultFormat("vtu", "fluid nodes only", VtkFluidOutput::new);

    private static final int VTK_PIXEL = 8;
    private static final int VTK_VOXEL = 11;
    private final Path folder;
    private final VtkCollection series;
    private final List<ResultField> fields;

    public VtkFluidOutput(Path folder, List<ResultField> fields) {
        this.folder = folder;
        this.series = new VtkCollection(folder, "fluid", "vtu");
        this.fields = List.copyOf(fields);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        NodeMap nodes = snapshot.nodes();
        boolean flat = nodes.box().is2d();
        int corners = flat ? 4 : 8;
        long cells = nodes.fluid().count();
        Corners points = Corners.of(nodes);
        VtkFile file = new VtkFile("UnstructuredGrid")
                .line("<UnstructuredGrid>")
                .line(VtkText.time(snapshot.timeS()))
                .line("<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">".formatted(points.count(), cells))
                .line("<CellData>");
        List<FieldData> data = fields.stream().map(snapshot::field).toList();
        for (FieldData one : data) {
            FieldValues values = FieldValues.of(one, nodes);
            int components = values.components();
            file.field(
                    one.field(),
                    VtkEncoding.Data.ofFloats(
                            cells * components, k -> values.at((int) (k / components), (int) (k % components))));
        }
        for (FieldMarks mark : FieldMarks.of(data, nodes)) {
            file.array("UInt8", mark.name(), 1, VtkEncoding.Data.ofBytes(cells, mark.atNode()));
        }
        file.line("</CellData>")
                .line("<Points>")
                .array("Float32", "Points", 3, VtkEncoding.Data.ofFloats(3 * points.count(), points::coordinateM))
                .line("</Points>")
                .line("<Cells>")
                .array(
                        "Int64",
                        "connectivity",
                        1,
                        VtkEncoding.Data.ofLongs(cells * corners, k -> points.corner(k / corners, (int) (k % corners))))
                .array("Int64", "offsets", 1, VtkEncoding.Data.ofLongs(cells, n -> (n + 1) * corners))
                .array("UInt8", "types", 1, VtkEncoding.Data.ofBytes(cells, n -> flat ? VTK_PIXEL : VTK_VOXEL))
                .line("</Cells>")
                .line("</Piece>")
                .line("</UnstructuredGrid>");
        file.write(folder.resolve(series.fileOfStep(snapshot.step())));
        series.write(snapshot.step());
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(series.fileName());
    }

    @Override
    public String description() {
        return "fluid-<step>.vtu";
    }

    /// The corners of all fluid nodes' cubes, each once, numbered through a bit set of the corner box.
    private record Corners(NodeMap nodes, FluidNodes used) {
        static Corners of(NodeMap nodes) {
            var box = nodes.box();
            var cornerBox = new Box(box.nx() + 1, box.ny() + 1, box.is2d() ? 1 : box.nz() + 1, false, false, false);
            long[] words = new long[Math.toIntExact((cornerBox.size() + 63) >>> 6)];
            int layers = box.is2d() ? 1 : 2;
            for (int z = 0; z < box.nz(); z++) {
                for (int y = 0; y < box.ny(); y++) {
                    for (int x = 0; x < box.nx(); x++) {
                        if (nodes.fluid().isFluid(x, y, z)) {
                            for (int k = 0; k < 4 * layers; k++) {
                                long n = cornerBox.index(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2));
                                words[(int) (n >>> 6)] |= 1L << n;
                            }
                        }
                    }
                }
            }
            return new Corners(nodes, FluidNodes.ofBits(cornerBox, words));
        }

        long count() {
            return used.count();
        }

        double coordinateM(long k) {
            int axis = (int) (k % 3);
            long at = used.boxIndex(k / 3);
            int position = axis == 0
                    ? used.box().x(at)
                    : axis == 1 ? used.box().y(at) : used.box().z(at);
            double half = axis == 2 && nodes.box().is2d() ? 0 : 0.5;
            return nodes.originM()[axis] + (position - half) * nodes.spacingM();
        }

        long corner(long cell, int k) {
            var box = nodes.box();
            long at = nodes.fluid().boxIndex(cell);
            return used.number(used.box().index(box.x(at) + (k & 1), box.y(at) + (k >> 1 & 1), box.z(at) + (k >> 2)));
        }
    }
}
