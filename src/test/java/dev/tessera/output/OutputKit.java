package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of every writer of fields: an independent reader finds each value at its place, with its unit and time.
abstract class OutputKit {
    private static final Offset<Double> FLOAT = within(1e-3);
    protected static final SampleFlow SOLID = SampleFlow.of(7, 5, 4);
    protected static final SampleFlow FLAT = SampleFlow.of(7, 5, 1);

    @TempDir
    protected Path folder;

    abstract Output output(List<ResultField> fields, FileWriting writing);

    private Output output(List<ResultField> fields) {
        return output(fields, new FileWriting(Compression.NONE, ForkJoinPool.commonPool()));
    }

    /// The file of step 1200.
    abstract String fileName();

    abstract String collectionName();

    /// Those that the format has.
    List<Compression> compressions() {
        return List.of(Compression.values());
    }

    /// The name of an array in this format.
    /// @param name in files of VTK's XML
    String named(String name) {
        return name;
    }

    /// Whether files name the components of tensors.
    boolean namesComponents() {
        return true;
    }

    /// The times of the collection's steps, whose data can be read.
    double[] timesOfCollection() throws IOException {
        VtkReading read = VtkReading.of(folder.resolve(collectionName()));
        double[] times = read.numbers("series");
        assertThat(read.numbers("series-cells"))
                .as("each file has its own time")
                .hasSize(times.length)
                .doesNotContain(-1);
        return times;
    }

    List<String> fileNames() {
        return List.of(fileName(), collectionName());
    }

    @Test
    void each_value_is_found_at_its_place() throws IOException {
        checkAt(SOLID, new int[][] {{0, 0, 0}, {5, 1, 2}, {1, 4, 3}, {4, 3, 0}, {6, 0, 1}});
    }

    @Test
    void values_of_a_flat_geometry_are_at_their_places() throws IOException {
        checkAt(FLAT, new int[][] {{0, 0, 0}, {5, 2, 0}, {1, 4, 0}, {6, 3, 0}});
    }

    /// Rows of several words, and arrays of several blocks.
    @Test
    void arrays_of_several_blocks_are_read_back() throws IOException {
        try (ForkJoinPool two = new ForkJoinPool(2)) {
            for (Compression compression : compressions()) {
                checkAt(
                        SampleFlow.of(130, 70, 60),
                        new int[][] {{0, 0, 0}, {129, 69, 59}, {63, 3, 4}, {64, 33, 58}},
                        new FileWriting(compression, two));
            }
        }
    }

    @Test
    void the_number_of_threads_changes_no_byte() throws IOException {
        SampleFlow flow = SampleFlow.of(70, 60, 50);
        List<byte[]> files = new ArrayList<>();
        for (int threads : new int[] {1, 3}) {
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                output(ResultFields.all(), new FileWriting(compressions().getLast(), pool))
                        .write(flow.snapshot());
            }
            files.add(Files.readAllBytes(folder.resolve(fileName())));
        }
        assertThat(files.getFirst()).isEqualTo(files.getLast());
    }

    @Test
    void a_prepared_output_writes_the_same_bytes() throws IOException {
        Snapshot snapshot = SOLID.snapshot();
        List<byte[]> files = new ArrayList<>();
        for (boolean isPrepared : new boolean[] {false, true}) {
            Output output = output(ResultFields.all());
            if (isPrepared) {
                output.prepare(snapshot.nodes());
            }
            output.write(snapshot);
            files.add(Files.readAllBytes(folder.resolve(fileName())));
        }
        assertThat(files.getLast()).isEqualTo(files.getFirst());
    }

    @Test
    void arrays_have_their_units_and_the_file_its_time() throws IOException {
        VtkReading read = written(SOLID, ResultFields.all());
        assertThat(read.numbers("time")).containsExactly(SampleFlow.TIME_S);
        assertThat(read.arrays())
                .contains(
                        named("velocity [m/s]") + ": float",
                        "pressure [Pa]: float",
                        "wall-shear-stress [Pa]: float",
                        "shear-stress [Pa]: float",
                        "stress [Pa]: float",
                        named("density [kg/m3]") + ": float",
                        "touches-wall: unsigned char",
                        "wall-shear-stress-counted: unsigned char");
    }

    @Test
    void wall_shear_stress_is_a_vector_and_not_a_number_away_from_walls() throws IOException {
        VtkReading read = written(
                SOLID,
                List.of(new WallShearStress()),
                SOLID.placeM(0, 3, 2),
                SOLID.placeM(1, 3, 2),
                SOLID.placeM(0, 1, 2));
        assertThat(read.numbers("at", "0", "wall-shear-stress [Pa]")).containsExactly(3, 0, -4);
        assertThat(read.numbers("at", "0", "touches-wall")).containsExactly(1);
        assertThat(read.numbers("at", "0", "wall-shear-stress-counted")).containsExactly(1);
        assertThat(read.numbers("at", "1", "wall-shear-stress [Pa]"))
                .containsExactly(Double.NaN, Double.NaN, Double.NaN);
        assertThat(read.numbers("at", "1", "touches-wall")).containsExactly(0);
        assertThat(read.numbers("at", "2", "touches-wall")).containsExactly(1);
        assertThat(read.numbers("at", "2", "wall-shear-stress-counted"))
                .as("close to an opening")
                .containsExactly(0);
    }

    @Test
    void the_components_of_a_tensor_are_in_the_order_of_vtk() throws IOException {
        VtkReading read = written(SOLID, List.of(new Stress()), SOLID.placeM(3, 3, 2));
        assertThat(read.numbers("at", "0", "stress [Pa]")).containsExactly(3, 13, 23, 33, 43, 53);
        assertThat(Files.readString(folder.resolve(fileName()), StandardCharsets.ISO_8859_1)
                        .contains("ComponentName3=\"xy\" ComponentName4=\"yz\" ComponentName5=\"xz\""))
                .isEqualTo(namesComponents());
    }

    @Test
    void fields_are_data_of_cells() throws IOException {
        VtkReading read = written(FLAT, List.of(new Pressure()));
        assertThat(read.numbers("arrays-on-points")).containsExactly(0);
    }

    @Test
    void the_collection_holds_every_step_with_its_time() throws IOException {
        Output output = output(List.of(new Pressure()));
        output.write(SOLID.snapshot(100, 0.25));
        assertThat(timesOfCollection()).containsExactly(0.25);
        output.write(SOLID.snapshot(200, 0.5));
        output.write(SOLID.snapshot(1300, 3.25));
        assertThat(timesOfCollection()).containsExactly(0.25, 0.5, 3.25);
    }

    @Test
    void after_a_resume_the_collection_has_earlier_files_and_none_to_be_replaced() throws IOException {
        Output first = output(List.of(new Pressure()));
        for (int k = 1; k <= 4; k++) {
            first.write(SOLID.snapshot(100L * k, 0.25 * k));
        }
        Files.delete(folder.resolve(collectionName()));
        output(List.of(new Pressure())).write(SOLID.snapshot(300, 0.75));
        assertThat(timesOfCollection()).containsExactly(0.25, 0.5, 0.75);
    }

    @Test
    void no_temporary_file_is_left() throws IOException {
        output(List.of(new Pressure())).write(SOLID.snapshot());
        try (var files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactlyInAnyOrderElementsOf(fileNames());
        }
    }

    protected final VtkReading written(SampleFlow flow, List<ResultField> fields, double[]... placesM)
            throws IOException {
        output(fields).write(flow.snapshot());
        return VtkReading.of(folder.resolve(fileName()), placesM);
    }

    private void checkAt(SampleFlow flow, int[][] nodes) throws IOException {
        checkAt(flow, nodes, new FileWriting(Compression.NONE, ForkJoinPool.commonPool()));
    }

    private void checkAt(SampleFlow flow, int[][] nodes, FileWriting writing) throws IOException {
        double[][] places = new double[nodes.length][];
        for (int k = 0; k < nodes.length; k++) {
            places[k] = flow.placeM(nodes[k][0], nodes[k][1], nodes[k][2]);
        }
        output(List.of(new Velocity(), new Pressure()), writing).write(flow.snapshot());
        VtkReading read = VtkReading.of(folder.resolve(fileName()), places);
        for (int k = 0; k < nodes.length; k++) {
            int[] n = nodes[k];
            assertThat(read.numbers("at", Integer.toString(k), named("velocity [m/s]")))
                    .as("velocity at node %d %d %d", n[0], n[1], n[2])
                    .containsExactly(flow.velocityMPerS(n[0], n[1], n[2]), FLOAT);
            assertThat(read.numbers("at", Integer.toString(k), "pressure [Pa]"))
                    .as("pressure at node %d %d %d", n[0], n[1], n[2])
                    .containsExactly(new double[] {flow.pressurePa(n[0], n[1], n[2])}, FLOAT);
        }
    }
}
