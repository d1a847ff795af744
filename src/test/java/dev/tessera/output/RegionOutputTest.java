package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import dev.tessera.output.hdf5.Hdf5;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.OutputRegion;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Files of regions, read back by VTK.
final class RegionOutputTest {
    private static final SampleFlow FLOW = SampleFlow.of(140, 12, 9);
    private static final Offset<Double> FLOAT = within(1e-3);
    static final List<String> FORMATS = List.of("vtu", "vti", "vtkhdf");

    @TempDir
    private Path folder;

    private Output writer(String format, List<ResultField> fields) {
        FileWriting writing = new FileWriting(Compression.NONE, ForkJoinPool.commonPool(), 1, Optional.of("part"));
        return switch (format) {
            case "vtu" -> new VtkFluidOutput(folder, fields, writing);
            case "vti" -> new VtkImageOutput(folder, fields, writing);
            default -> {
                Optional<Hdf5> hdf5 = Hdf5.find();
                Needs.part("hdf5", hdf5.isPresent());
                yield new VtkHdfOutput(hdf5.orElseThrow(), folder, fields, writing);
            }
        };
    }

    private VtkReading written(String format, OutputRegion region, List<ResultField> fields, int[]... nodes)
            throws IOException {
        Output output = new RegionOutput(region, writer(format, fields), ForkJoinPool.commonPool());
        output.write(FLOW.snapshot());
        Path file = folder.resolve(output.description().replace("<step>", "000001200"));
        assertThat(file.getFileName().toString()).contains("-part-000001200.");
        return VtkReading.of(
                file, Stream.of(nodes).map(n -> FLOW.placeM(n[0], n[1], n[2])).toArray(double[][]::new));
    }

    private static OutputRegion box(int[] from, int[] to, int stride) {
        return new OutputRegion(
                "part",
                Optional.of(Vec.of(FLOW.placeM(from[0], from[1], from[2]))),
                Optional.of(Vec.of(FLOW.placeM(to[0], to[1], to[2]))),
                Optional.empty(),
                stride);
    }

    private static void expectAt(VtkReading read, int place, String format, int[] n) {
        String velocity = format.equals("vtkhdf") ? "velocity [m s-1]" : "velocity [m/s]";
        assertThat(read.numbers("at", Integer.toString(place), velocity))
                .containsExactly(FLOW.velocityMPerS(n[0], n[1], n[2]), FLOAT);
        assertThat(read.numbers("at", Integer.toString(place), "pressure [Pa]"))
                .containsExactly(new double[] {FLOW.pressurePa(n[0], n[1], n[2])}, FLOAT);
    }

    private static boolean isEmpty(VtkReading read, int place) {
        return read.numbers("at", Integer.toString(place), "pressure [Pa]").length == 0;
    }

    /// Both corners are nodes.
    @ParameterizedTest
    @FieldSource("FORMATS")
    void a_box_has_the_nodes_from_corner_to_corner(String format) throws IOException {
        int[][] inside = {{3, 2, 1}, {138, 5, 7}, {70, 3, 4}};
        int[][] outside = {{2, 2, 1}, {139, 5, 7}, {70, 6, 4}, {70, 3, 8}};
        VtkReading read = written(
                format,
                box(inside[0], inside[1], 1),
                List.of(new Velocity(), new Pressure()),
                Stream.of(inside, outside).flatMap(Stream::of).toArray(int[][]::new));
        assertThat(read.numbers("cells")).containsExactly(136 * 4 * 7);
        for (int k = 0; k < inside.length; k++) {
            expectAt(read, k, format, inside[k]);
        }
        for (int k = 0; k < outside.length; k++) {
            assertThat(isEmpty(read, inside.length + k)).isTrue();
        }
        assertThat(read.numbers("time")).containsExactly(SampleFlow.TIME_S);
    }

    @ParameterizedTest
    @FieldSource("FORMATS")
    void solid_is_no_part_of_a_box(String format) throws IOException {
        VtkReading read = written(
                format,
                box(new int[] {130, 0, 0}, new int[] {139, 11, 1}, 1),
                List.of(new Velocity(), new Pressure()),
                new int[] {139, 4, 1});
        expectAt(read, 0, format, new int[] {139, 4, 1});
        assertThat(read.numbers("cells")).containsExactly(10 * 12 * 2 - (format.equals("vti") ? 0 : 2 * 12));
    }

    /// A plane of nodes normal to z is a plane of squares.
    @ParameterizedTest
    @FieldSource("FORMATS")
    void a_slice_has_the_nodes_of_one_plane(String format) throws IOException {
        for (int axis = 0; axis < 3; axis++) {
            int[] on = {69, 6, 4};
            int[] beside = on.clone();
            beside[axis] += 1;
            OutputRegion region = new OutputRegion(
                    "part",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(
                            new View.Slice(axis, (double) on[axis] / (FLOW.box().nodes(axis) - 1))),
                    1);
            VtkReading read = written(format, region, List.of(new Velocity(), new Pressure()), on, beside);
            expectAt(read, 0, format, on);
            boolean flatImage = format.equals("vti") && axis == 2; // it has no extent along z
            assertThat(isEmpty(read, 1)).isNotEqualTo(flatImage);
            assertThat(read.numbers("cells")).containsExactly(cellsOfSlice(format, axis));
        }
    }

    private static double cellsOfSlice(String format, int axis) {
        int all = (int) FLOW.box().size() / FLOW.box().nodes(axis);
        int solid = axis == 0 ? 0 : axis == 1 ? 2 : 0;
        return format.equals("vti") ? all : all - solid;
    }

    /// Cells are three spacings wide and have the values of their nodes.
    @ParameterizedTest
    @FieldSource("FORMATS")
    void a_stride_takes_every_third_node(String format) throws IOException {
        VtkReading read = written(
                format,
                box(new int[] {2, 1, 1}, new int[] {100, 11, 8}, 3),
                List.of(new Velocity(), new Pressure()),
                new int[] {2, 1, 1},
                new int[] {80, 7, 4},
                new int[] {81, 6, 5});
        assertThat(read.numbers("cells")).containsExactly(33 * 4 * 3);
        expectAt(read, 0, format, new int[] {2, 1, 1});
        expectAt(read, 1, format, new int[] {80, 7, 4});
        expectAt(read, 2, format, new int[] {80, 7, 4});
    }

    @ParameterizedTest
    @FieldSource("FORMATS")
    void wall_shear_stress_keeps_its_nodes_and_marks(String format) throws IOException {
        VtkReading read = written(
                format,
                box(new int[] {0, 1, 2}, new int[] {70, 4, 8}, 1),
                List.of(new WallShearStress()),
                new int[] {0, 3, 2},
                new int[] {0, 1, 8},
                new int[] {1, 3, 2});
        assertThat(read.numbers("at", "0", "wall-shear-stress [Pa]")).containsExactly(3, 0, -4);
        assertThat(read.numbers("at", "0", "touches-wall")).containsExactly(1);
        assertThat(read.numbers("at", "0", "wall-shear-stress-counted")).containsExactly(1);
        assertThat(read.numbers("at", "1", "touches-wall")).containsExactly(1);
        assertThat(read.numbers("at", "1", "wall-shear-stress-counted")).containsExactly(0);
        assertThat(read.numbers("at", "2", "touches-wall")).containsExactly(0);
    }
}
