package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.output.hdf5.Hdf5;
import dev.tessera.output.hdf5.Hdf5File;
import dev.tessera.solver.Case;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.Density;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class VtkHdfOutputTest extends OutputKit {
    private static final String PRESSURE = "/VTKHDF/CellData/pressure [Pa]";
    private static final String DENSITY = "/VTKHDF/CellData/density [kg m-3]";

    private static Hdf5 library() {
        Optional<Hdf5> library = Hdf5.find();
        Needs.part("hdf5", library.isPresent());
        return library.orElseThrow();
    }

    @Override
    Output output(List<ResultField> fields, FileWriting writing) {
        return new VtkHdfOutput(library(), folder, fields, writing);
    }

    private Output output(ResultField... fields) {
        return output(List.of(fields), new FileWriting(Compression.NONE, ForkJoinPool.commonPool()));
    }

    @Override
    String fileName() {
        return "fluid-000001200.vtkhdf";
    }

    @Override
    String collectionName() {
        return "fluid.vtkhdf";
    }

    @Override
    List<String> fileNames() {
        return List.of(fileName(), collectionName(), "fluid-mesh.vtkhdf");
    }

    @Override
    List<Compression> compressions() {
        return List.of(Compression.NONE, Compression.ZLIB);
    }

    @Override
    String named(String name) {
        return switch (name) {
            case "velocity [m/s]" -> "velocity [m s-1]";
            case "density [kg/m3]" -> "density [kg m-3]";
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Override
    boolean namesComponents() {
        return false;
    }

    /// VTK 9.1 does not read steps: libhdf5 does.
    @Override
    double[] timesOfCollection() throws IOException {
        double[] times = read(collectionName(), "/VTKHDF/Steps/Values");
        int cells = (int) SOLID.nodes().fluid().count();
        double[] pressure = read(fileName(100), PRESSURE);
        assertThat(pressure).hasSize(cells).doesNotContain(Double.NaN);
        double[] all = read(collectionName(), PRESSURE);
        assertThat(all).hasSize(times.length * cells);
        for (int k = 0; k < times.length; k++) {
            assertThat(rows(all, k, cells)).containsExactly(pressure);
        }
        return times;
    }

    private static String fileName(long step) {
        return "fluid-%09d.vtkhdf".formatted(step);
    }

    private double[] read(String file, String dataset) throws IOException {
        return Hdf5File.read(library(), folder.resolve(file), dataset);
    }

    private static double[] rows(double[] all, int step, int cells) {
        return Arrays.copyOfRange(all, step * cells, (step + 1) * cells);
    }

    /// Pressure and density have this value.
    private static Snapshot uniform(long step, double value) {
        NodeMap nodes = FLAT.nodes();
        double[] values = new double[(int) nodes.fluid().count()];
        Arrays.fill(values, value);
        return Snapshot.of(
                step,
                0.5 * step,
                nodes,
                List.of(FieldData.everywhere(new Pressure(), values), FieldData.everywhere(new Density(), values)));
    }

    private static int flatCells() {
        return (int) FLAT.nodes().fluid().count();
    }

    @Test
    void points_cells_and_values_are_those_of_the_vtu() throws IOException {
        for (SampleFlow flow : List.of(SOLID, FLAT)) {
            for (Compression compression : compressions()) {
                var writing = new FileWriting(compression, ForkJoinPool.commonPool());
                output(ResultFields.all(), writing).write(flow.snapshot());
                new VtkFluidOutput(folder, ResultFields.all(), writing).write(flow.snapshot());
                assertThat(digests(fileName()))
                        .as("%s, %s", flow.box(), compression)
                        .hasSizeGreaterThan(4 + ResultFields.all().size())
                        .isEqualTo(digests("fluid-000001200.vtu"));
            }
        }
    }

    /// Checksums of the arrays, without their names and in the order of the checksums.
    private List<String> digests(String file) throws IOException {
        return VtkReading.of(folder.resolve(file)).facts().stream()
                .filter(fact -> fact.getFirst().equals("digest"))
                .map(List::getLast)
                .sorted()
                .toList();
    }

    @Test
    void the_collection_has_the_values_of_each_step_and_one_mesh() throws IOException {
        Output output = output(new Pressure(), new Density());
        for (int k = 1; k <= 3; k++) {
            output.write(uniform(100L * k, k));
        }
        int cells = flatCells();
        double[] pressure = read(collectionName(), PRESSURE);
        double[] offsets = read(collectionName(), "/VTKHDF/Steps/CellDataOffsets/pressure [Pa]");
        assertThat(offsets).containsExactly(0, cells, 2 * cells);
        for (int k = 0; k < 3; k++) {
            assertThat(rows(pressure, k, cells)).containsOnly(k + 1);
        }
        assertThat(read(collectionName(), "/VTKHDF/Steps/Values")).containsExactly(50, 100, 150);
        assertThat(read(collectionName(), "/VTKHDF/Steps/NumberOfParts")).containsExactly(1, 1, 1);
        for (String offset : List.of("PartOffsets", "PointOffsets", "CellOffsets", "ConnectivityIdOffsets")) {
            assertThat(read(collectionName(), "/VTKHDF/Steps/" + offset)).containsExactly(0, 0, 0);
        }
        for (String file : List.of(collectionName(), fileName(100), "fluid-mesh.vtkhdf")) {
            assertThat(read(file, "/VTKHDF/NumberOfCells")).containsExactly(cells);
            assertThat(read(file, "/VTKHDF/Connectivity")).hasSize(4 * cells);
            assertThat(read(file, "/VTKHDF/Offsets"))
                    .containsExactly(IntStream.rangeClosed(0, cells)
                            .mapToDouble(n -> 4 * n)
                            .toArray());
        }
        Files.delete(folder.resolve("fluid-mesh.vtkhdf"));
        assertThatThrownBy(() -> read(fileName(100), "/VTKHDF/Points")).isInstanceOf(IOException.class);
    }

    @Test
    void values_of_a_step_whose_file_or_field_is_missing_are_not_numbers() throws IOException {
        output(new Pressure()).write(uniform(100, 1));
        Output more = output(new Pressure(), new Density());
        more.write(uniform(200, 2));
        more.write(uniform(300, 3));
        Files.delete(folder.resolve(fileName(200)));
        double[] pressure = read(collectionName(), PRESSURE);
        double[] density = read(collectionName(), DENSITY);
        int cells = flatCells();
        assertThat(rows(pressure, 0, cells)).containsOnly(1);
        assertThat(rows(pressure, 1, cells)).containsOnly(Double.NaN);
        assertThat(rows(pressure, 2, cells)).containsOnly(3);
        assertThat(rows(density, 0, cells)).containsOnly(Double.NaN);
        assertThat(rows(density, 2, cells)).containsOnly(3);
    }

    @Test
    void a_folder_can_be_moved_and_files_of_others_are_no_steps() throws IOException {
        Files.writeString(folder.resolve(fileName(50)), "half a file of a run that was killed");
        output(new Pressure()).write(uniform(100, 7));
        Path moved = Files.createDirectory(folder.resolve("moved"));
        for (String file : List.of(collectionName(), fileName(100), "fluid-mesh.vtkhdf")) {
            Files.move(folder.resolve(file), moved.resolve(file));
        }
        assertThat(read("moved/fluid.vtkhdf", "/VTKHDF/Steps/Values")).containsExactly(50);
        assertThat(read("moved/fluid.vtkhdf", PRESSURE)).containsOnly(7);
        assertThat(read("moved/fluid.vtkhdf", "/VTKHDF/NumberOfCells")).containsExactly(flatCells());
    }

    @Test
    void compressed_files_are_smaller_and_equal() throws IOException {
        List<Long> sizes = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (Compression compression : compressions()) {
            output(List.of(new Pressure()), new FileWriting(compression, ForkJoinPool.commonPool()))
                    .write(SampleFlow.of(70, 60, 50).snapshot());
            sizes.add(Files.size(folder.resolve("fluid-mesh.vtkhdf")));
            values.add(read(fileName(), PRESSURE));
        }
        assertThat(sizes.getLast()).isLessThan(sizes.getFirst() / 4);
        assertThat(values.getFirst()).containsExactly(values.getLast());
    }

    @Test
    void a_failed_file_leaves_nothing_and_tells_the_reason_of_the_system() throws IOException {
        Output output = output(new Pressure());
        Files.createDirectory(folder.resolve(".fluid-mesh.vtkhdf.writing"));
        assertThatThrownBy(() -> output.write(uniform(100, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("libhdf5")
                .hasMessageContaining("Is a directory");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
        output.write(uniform(100, 1));
        assertThat(read(collectionName(), PRESSURE)).containsOnly(1);
    }

    @Test
    void without_the_library_the_message_says_what_is_missing_and_what_to_do() {
        ResultFormat format = VtkHdfOutput.format(Optional::empty);
        assertThat(format.refusal().of(choice(Compression.NONE, 1)).orElseThrow())
                .contains(
                        "vtkhdf",
                        "libhdf5",
                        "1.10.3",
                        "none was found (" + Hdf5.names().getFirst(),
                        "apt install",
                        Hdf5.VARIABLE,
                        "vtu");
        var writing = new FileWriting(Compression.NONE, ForkJoinPool.commonPool());
        Case cavity = Case.named("cavity")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall"))))
                .spacingM(0.125)
                .fluid(1, 1)
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        assertThatThrownBy(() -> format.writer().of(folder, cavity, writing)).hasMessageContaining("apt install");
    }

    @Test
    void lz4_is_refused_with_the_reason() {
        assertThat(VtkHdfOutput.FORMAT.refusal().of(choice(Compression.LZ4, 1)).orElseThrow())
                .contains("output.compression", "lz4", "plug-in", "zlib");
    }

    @Test
    void pieces_are_refused() {
        assertThat(VtkHdfOutput.FORMAT.refusal().of(choice(Compression.NONE, 2)).orElseThrow())
                .contains("output.pieces", "vtkhdf", "Use vtu or vti");
    }

    private static OutputChoice choice(Compression compression, int pieces) {
        OutputChoice standard = OutputChoice.standard();
        return new OutputChoice(
                standard.every(),
                standard.fields(),
                standard.formats(),
                compression,
                pieces,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                standard.logEvery(),
                standard.checkpoints(),
                standard.exclude(),
                List.of(),
                List.of());
    }

    @Test
    void with_the_library_nothing_is_refused() {
        library();
        assertThat(VtkHdfOutput.FORMAT.refusal().of(choice(Compression.ZLIB, 1)))
                .isEmpty();
    }

    @Test
    void no_name_of_an_array_has_a_slash() {
        assertThat(ResultFields.all().stream().map(VtkText::nameWithoutSlash))
                .noneMatch(name -> name.contains("/"))
                .contains("velocity [m s-1]", "density [kg m-3]", "pressure [Pa]");
    }

    /// The page for users.
    @Test
    void the_page_names_the_arrays_of_all_fields() throws IOException {
        String page = Files.readString(Path.of("docs/reference/files.md"));
        for (ResultField field : ResultFields.all()) {
            assertThat(page)
                    .contains("| `%s` | `%s` | `%s` |"
                            .formatted(field.key(), VtkText.name(field), VtkText.nameWithoutSlash(field)));
        }
        assertThat(page)
                .contains(
                        "`%s`".formatted(WallShearStress.TOUCHES_WALL),
                        "`%s`".formatted(WallShearStress.COUNTED),
                        "`%s`".formatted(VtkSurfaceOutput.TRACTION),
                        "`%s`".formatted(VtkSurfaceOutput.PART));
    }
}
