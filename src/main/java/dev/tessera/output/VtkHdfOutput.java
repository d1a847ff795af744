package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.output.hdf5.Hdf5;
import dev.tessera.output.hdf5.Hdf5File;
import dev.tessera.output.hdf5.Hdf5Filter;
import dev.tessera.output.hdf5.Hdf5Type;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/// Writes fluid nodes only, as VTKHDF: the cells and fields of [VtkFluidOutput]. `fluid.vtkhdf` has all steps
/// (VTKHDF 2.0, VTK 9.3 and newer). It contains no values itself, but refers to those in the files beside it:
/// `fluid-000001200.vtkhdf` has the fields of one step, and `fluid-mesh.vtkhdf` points and cells, once for all
/// steps. These files can be opened alone (VTKHDF 1.0).
///
/// Each file appears complete or not at all. `fluid.vtkhdf` is rewritten after each step, from the files in the
/// folder, so that it is correct after every step and after a resume.
public final class VtkHdfOutput implements Output {
    static final ResultFormat FORMAT = format(Hdf5::find);

    private static final String ROOT = "/VTKHDF";
    private static final String TIME = ROOT + "/FieldData/TimeValue";
    private static final String CELL_DATA = ROOT + "/CellData/";
    private static final List<String> MESH = List.of(
            "NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds", "Points", "Connectivity", "Offsets", "Types");

    private final Hdf5 hdf5;
    private final Path folder;
    private final VtkCollection files;
    private final List<ResultField> fields;
    private final FileWriting writing;
    private final Hdf5Filter filter;
    private final Map<Path, Double> stepTimes = new LinkedHashMap<>(); // in seconds, of files that were written or read
    private boolean hasMesh;

    /// The values of an array, one row for each cell.
    private record Column(String name, Hdf5Type type, int components, VtkArray values) {
        long[] shape(long cells) {
            return components == 1 ? new long[] {cells} : new long[] {cells, components};
        }
    }

    VtkHdfOutput(Hdf5 hdf5, Path folder, List<ResultField> fields, FileWriting writing) {
        this.hdf5 = hdf5;
        this.folder = folder;
        this.files = new VtkCollection(folder, writing.named("fluid"), "vtkhdf");
        this.fields = List.copyOf(fields);
        this.writing = writing;
        this.filter = switch (writing.compression()) {
            case NONE -> Hdf5Filter.NONE;
            case ZLIB -> Hdf5Filter.SHUFFLED_ZLIB;
            case LZ4 -> throw new IllegalArgumentException("HDF5 has no LZ4");
        };
    }

    /// @param library finds libhdf5
    static ResultFormat format(Supplier<Optional<Hdf5>> library) {
        return new ResultFormat(
                "vtkhdf",
                "fluid nodes only, points and cells once for all steps, all steps in `fluid.vtkhdf` (for VTK 9.3 and"
                        + " newer; it needs the files beside it) and single steps for VTK 9.1 and newer; needs the"
                        + " library libhdf5",
                choice -> refusal(choice, library),
                (folder, theCase, writing) -> new VtkHdfOutput(
                        library.get().orElseThrow(() -> new IllegalStateException(withoutLibrary())),
                        folder,
                        theCase.output().fields(),
                        writing));
    }

    private static Optional<String> refusal(OutputChoice choice, Supplier<Optional<Hdf5>> library) {
        if (choice.pieces() > 1) {
            return Optional.of(
                    "output.pieces: files of the format vtkhdf have one piece. Use vtu or vti, or one piece.");
        }
        if (choice.compression() == Compression.LZ4) {
            return Optional.of("output.compression: lz4 cannot be used with the format vtkhdf: HDF5 reads LZ4 only with"
                    + " a plug-in. Use zlib or none, or the format vtu.");
        }
        return library.get().isPresent() ? Optional.empty() : Optional.of(withoutLibrary());
    }

    private static String withoutLibrary() {
        return ("output.formats has vtkhdf, which needs the library libhdf5, version 1.10.3 or newer; none was found (%s)."
                        + " Install it (Debian and Ubuntu: apt install libhdf5-dev; Fedora: dnf install hdf5; macOS:"
                        + " brew install hdf5), or set %s to its file, or use the format vtu.")
                .formatted(String.join(", ", Hdf5.names()), Hdf5.VARIABLE);
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        NodeMap nodes = snapshot.nodes();
        if (!hasMesh) {
            writeMesh(nodes);
            hasMesh = true;
        }
        List<Column> columns = columns(snapshot);
        Path file = folder.resolve(files.fileOfStep(snapshot.step()));
        writeStep(file, snapshot.timeS(), nodes.fluid().count(), columns);
        stepTimes.put(file, snapshot.timeS());
        writeSeries(snapshot.step(), nodes.fluid().count(), columns);
    }

    private List<Column> columns(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        long cells = nodes.fluid().count();
        List<Column> columns = new ArrayList<>();
        List<FieldData> data = fields.stream().map(snapshot::field).toList();
        for (FieldData one : data) {
            FieldValues values = FieldValues.of(one, nodes);
            columns.add(new Column(
                    VtkText.nameWithoutSlash(one.field()),
                    Hdf5Type.FLOAT32,
                    values.components(),
                    VtkArray.ofFloats(cells, values.components(), (VtkArray.Tuples) values::read)));
        }
        for (FieldMarks mark : FieldMarks.of(data, nodes)) {
            columns.add(new Column(mark.name(), Hdf5Type.UINT8, 1, VtkArray.ofBytes(cells, mark::at)));
        }
        return columns;
    }

    private void writeMesh(NodeMap nodes) throws IOException {
        long cells = nodes.fluid().count();
        VtkCorners corners = VtkCorners.of(nodes, writing.workers());
        long ids = cells * corners.perCell();
        VtkIndices indices = VtkIndices.upTo(ids);
        Hdf5Type index = indices.isWide() ? Hdf5Type.INT64 : Hdf5Type.INT32;
        int type = VtkFluidOutput.cellType(nodes);
        write(folder.resolve(meshName()), 1, file -> {
            file.numbers(ROOT + "/NumberOfPoints", corners.count());
            file.numbers(ROOT + "/NumberOfCells", cells);
            file.numbers(ROOT + "/NumberOfConnectivityIds", ids);
            file.array(ROOT + "/Points", Hdf5Type.FLOAT32, corners.points().part()::fill, corners.count(), 3);
            file.array(ROOT + "/Connectivity", index, corners.cells(indices).part()::fill, ids);
            VtkArray offsets = indices.multiples(0, cells + 1, corners.perCell());
            file.array(ROOT + "/Offsets", index, offsets.part()::fill, cells + 1);
            VtkArray types = VtkArray.ofByte(cells, type);
            file.array(ROOT + "/Types", Hdf5Type.UINT8, types.part()::fill, cells);
        });
    }

    private void writeStep(Path path, double timeS, long cells, List<Column> columns) throws IOException {
        write(path, 1, file -> {
            linkMesh(file);
            file.group(ROOT + "/FieldData");
            file.numbers(TIME, timeS);
            file.group(ROOT + "/CellData");
            for (Column column : columns) {
                file.array(
                        CELL_DATA + column.name(),
                        column.type(),
                        column.values().part()::fill,
                        column.shape(cells));
            }
        });
    }

    /// @param lastStep the present step; files of later ones, from before a resume, are removed
    private void writeSeries(long lastStep, long cells, List<Column> columns) throws IOException {
        files.removeLater(lastStep);
        SequencedMap<String, Double> steps = new LinkedHashMap<>();
        for (Path file : files.files(lastStep).values()) {
            Optional<Double> timeS = timeS(file);
            if (timeS.isPresent()) {
                steps.put(file.getFileName().toString(), timeS.get());
            }
        }
        List<String> names = List.copyOf(steps.sequencedKeySet());
        write(folder.resolve(seriesName()), 2, file -> {
            linkMesh(file);
            file.group(ROOT + "/CellData");
            for (Column column : columns) {
                file.joined(CELL_DATA + column.name(), column.type(), names, column.shape(cells));
            }
            file.group(ROOT + "/Steps");
            file.attribute(ROOT + "/Steps", "NSteps", names.size());
            file.numbers(
                    ROOT + "/Steps/Values",
                    steps.values().stream().mapToDouble(Double::doubleValue).toArray());
            // One part, and the same mesh in each step.
            file.numbers(ROOT + "/Steps/NumberOfParts", multiples(names.size(), 0, 1));
            file.numbers(ROOT + "/Steps/PartOffsets", multiples(names.size(), 0, 0));
            file.numbers(ROOT + "/Steps/PointOffsets", multiples(names.size(), 0, 0));
            file.column(ROOT + "/Steps/CellOffsets", multiples(names.size(), 0, 0));
            file.column(ROOT + "/Steps/ConnectivityIdOffsets", multiples(names.size(), 0, 0));
            file.group(ROOT + "/Steps/CellDataOffsets");
            for (Column column : columns) {
                file.numbers(ROOT + "/Steps/CellDataOffsets/" + column.name(), multiples(names.size(), cells, 0));
            }
        });
    }

    /// `first, first + step, first + 2 step …`
    private static long[] multiples(int count, long step, long first) {
        long[] numbers = new long[count];
        for (int k = 0; k < count; k++) {
            numbers[k] = first + k * step;
        }
        return numbers;
    }

    /// Empty where Tessera did not write the file.
    private Optional<Double> timeS(Path file) {
        try {
            if (!stepTimes.containsKey(file)) {
                stepTimes.put(file, Hdf5File.read(hdf5, file, TIME)[0]);
            }
            return Optional.of(stepTimes.get(file));
        } catch (IOException foreign) {
            return Optional.empty();
        }
    }

    /// Writes the groups and datasets of a file.
    @FunctionalInterface
    private interface Content {
        void writeTo(Hdf5File file) throws IOException;
    }

    /// @param version of VTKHDF
    private void write(Path path, int version, Content content) throws IOException {
        AtomicFile.replace(path, beside -> {
            try (Hdf5File file = Hdf5File.create(hdf5, beside, filter, writing.workers())) {
                file.group(ROOT);
                file.attribute(ROOT, "Version", version, 0);
                file.attribute(ROOT, "Type", "UnstructuredGrid");
                content.writeTo(file);
            }
        });
    }

    private void linkMesh(Hdf5File file) throws IOException {
        for (String dataset : MESH) {
            file.link(ROOT + "/" + dataset, meshName());
        }
    }

    private String seriesName() {
        return files.name() + ".vtkhdf";
    }

    /// No name of a region has a dot.
    private String meshName() {
        return files.name() + (writing.region().isPresent() ? ".mesh" : "-mesh") + ".vtkhdf";
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(meshName(), seriesName());
    }

    @Override
    public String description() {
        return files.fileOfEachStep();
    }
}
