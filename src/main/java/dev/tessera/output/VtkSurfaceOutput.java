package dev.tessera.output;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.TriangleMesh;
import dev.tessera.geometry.mesh.TriangleSource;
import dev.tessera.solver.Case;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.FieldData.Where.BoundaryNodes;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.WallShearStress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes the walls of a geometry of triangles (`surface-000001200.vtp`), in metres, and the collection of all steps
/// (`surface.pvd`). Openings are left out. Edges longer than [#LONGEST] spacings are divided, so that large triangles
/// show what changes along them.
///
/// Vertices have the pressure and the wall shear stress: means over the nodes beside the wall ([NodesAtWall]), NaN
/// where there is none. Triangles have the traction `-p n + wall shear stress`, the force of the fluid on the wall per
/// area, with the triangle's own normal n into the fluid, and `part`, the number of the wall in the geometry.
public final class VtkSurfaceOutput implements Output {
    static final ResultFormat FORMAT = new ResultFormat(
            FieldFormat.SURFACE.key(),
            "walls as the triangles of the STL file, whatever `fields` contains: `pressure` and `wall-shear-stress` at"
                    + " vertices, and `traction`, the force of the fluid per area, of triangles",
            VtkSurfaceOutput::of);

    static final String TRACTION = "traction [%s]".formatted(new Pressure().unit());
    static final String PART = "part";
    private static final double LONGEST = 2;

    private final Path folder;
    private final VtkCollection series;
    private final FileWriting writing;
    private @Nullable CompletableFuture<TriangleMesh> surface; // null: no longer needed
    private @Nullable Wall wall; // null: not yet known

    /// What depends on the geometry only.
    private record Wall(TriangleMesh mesh, SurfaceValues values) {}

    /// The flow at one time. @param stress `[axis][vertex]`
    private record Flow(float[] pressure, float[][] stress, float[] counted) {}

    /// @param surface whose patches are surfaces of the nodes; called once, by another thread
    VtkSurfaceOutput(Path folder, Supplier<TriangleMesh> surface, FileWriting writing) {
        this.folder = folder;
        this.writing = writing;
        this.series = new VtkCollection(folder, "surface", FieldFormat.SURFACE.key());
        this.surface = CompletableFuture.supplyAsync(surface, writing.workers());
    }

    /// @throws IllegalArgumentException where the geometry has no triangles
    private static VtkSurfaceOutput of(Path folder, Case theCase, FileWriting writing) {
        if (!(theCase.geometry() instanceof TriangleSource source)) {
            throw new IllegalArgumentException(
                    "%s has no triangles".formatted(theCase.geometry().description()));
        }
        return new VtkSurfaceOutput(folder, source::triangles, writing);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        FieldData pressure = snapshot.field(new Pressure());
        FieldData stress = snapshot.field(new WallShearStress());
        NodeMap nodes = snapshot.nodes();
        if (wall == null) {
            wall = wall(nodes, stress);
        }
        Wall its = wall;
        boolean[] counted = Objects.requireNonNull(stress.marks().get(WallShearStress.COUNTED));
        float[][] stresses = new float[3][];
        for (int axis = 0; axis < 3; axis++) {
            stresses[axis] = its.values.component(stress, nodes, axis);
        }
        Flow flow = new Flow(
                its.values.of(pressure, nodes),
                stresses,
                its.values.means(stress.where(), nodes, entry -> counted[entry] ? 1 : 0));
        file(its.mesh, flow, snapshot.timeS()).write(folder.resolve(series.fileOfStep(snapshot.step())));
        series.write(snapshot.step());
    }

    private VtkFile file(TriangleMesh mesh, Flow flow, double timeS) {
        VtkIndices indices = VtkIndices.upTo(3L * mesh.triangles());
        return new VtkFile("PolyData", writing)
                .line("<PolyData>")
                .line(VtkText.time(timeS))
                .line("<Piece NumberOfPoints=\"%d\" NumberOfPolys=\"%d\">".formatted(mesh.vertices(), mesh.triangles()))
                .line("<PointData>")
                .field(
                        new Pressure(),
                        VtkArray.ofFloats(mesh.vertices(), 1, (vertex, to) -> to[0] = flow.pressure[(int) vertex]))
                .field(new WallShearStress(), VtkArray.ofFloats(mesh.vertices(), 3, (vertex, to) -> {
                    for (int axis = 0; axis < 3; axis++) {
                        to[axis] = flow.stress[axis][(int) vertex];
                    }
                }))
                .array(
                        "UInt8",
                        WallShearStress.COUNTED,
                        1,
                        VtkArray.ofBytes(mesh.vertices(), vertex -> flow.counted[(int) vertex] > 0.5 ? 1 : 0))
                .line("</PointData>")
                .line("<CellData>")
                .array("Float32", TRACTION, 3, VtkArray.ofFloats(mesh.triangles(), 3, (t, to) -> {
                    traction(mesh, flow, (int) t, to);
                }))
                .array("UInt8", PART, 1, VtkArray.ofBytes(mesh.triangles(), t -> mesh.patches()[(int) t]))
                .line("</CellData>")
                .line("<Points>")
                .array("Float32", "Points", 3, VtkArray.ofFloats(mesh.vertices(), 3, (vertex, to) -> {
                    System.arraycopy(mesh.points(), 3 * (int) vertex, to, 0, 3);
                }))
                .line("</Points>")
                .line("<Polys>")
                .array(
                        indices.type(),
                        "connectivity",
                        1,
                        indices.of(3L * mesh.triangles(), corner -> mesh.corners()[(int) corner]))
                .array(indices.type(), "offsets", 1, indices.multiples(1, mesh.triangles(), 3))
                .line("</Polys>")
                .line("</Piece>")
                .line("</PolyData>");
    }

    /// Pressure and shear stress are the means over the three vertices.
    private static void traction(TriangleMesh mesh, Flow flow, int triangle, double[] to) {
        Vec area = mesh.doubleArea(triangle);
        double length = area.length();
        for (int axis = 0; axis < 3; axis++) {
            double outward = length > 0 ? area.along(axis) / length : 0;
            double sum = 0;
            for (int corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
                int vertex = mesh.corners()[corner];
                sum += flow.pressure[vertex] * outward + flow.stress[axis][vertex];
            }
            to[axis] = sum / 3;
        }
    }

    /// @param stress wall shear stress; its nodes are the same at all times
    private Wall wall(NodeMap nodes, FieldData stress) throws IOException {
        if (!(stress.where() instanceof BoundaryNodes(int[] boundaryNodes))) {
            throw new IllegalStateException("wall shear stress is defined at " + stress.where());
        }
        BitSet walls = walls(nodes, boundaryNodes);
        TriangleMesh mesh = surface().ofPatches(walls::get).withEdgesUpTo(LONGEST * nodes.spacingM());
        double[] normals = mesh.vertexNormals();
        FluidNodes withValues = NodesAtWall.byFluidNumber(nodes, boundaryNodes);
        SurfaceValues values = new SurfaceValues(
                nodes,
                mesh.vertices(),
                () -> new NodesAtWall(nodes, boundaryNodes, withValues, mesh, normals),
                writing.workers());
        surface = null;
        return new Wall(mesh, values);
    }

    /// Surfaces that are walls, and openings that the case closes by a wall.
    private static BitSet walls(NodeMap nodes, int[] boundaryNodes) {
        BitSet walls = new BitSet();
        for (Surface one : nodes.surfaces()) {
            walls.set(one.id(), one.kind() == Surface.Kind.WALL);
        }
        CutLinks links = nodes.links();
        for (int b : boundaryNodes) {
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                walls.set(links.surface(link));
            }
        }
        return walls;
    }

    private TriangleMesh surface() throws IOException {
        try {
            return Objects.requireNonNull(surface).join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof GeometryException changed) {
                throw new IOException(
                        "the surface could not be read again: %s. The file must not change before the first output."
                                .formatted(changed.getMessage()),
                        changed);
            }
            throw failed;
        }
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(series.fileName());
    }

    @Override
    public String description() {
        return "surface-<step>.vtp";
    }
}
