package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.suites.generator.Triangles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A tube along (1, 2, 3) whose triangles have its full length, with pressure that varies along it and uniform shear
/// stress: away from the openings what is written is exact.
final class VtkSurfaceOutputTest {
    private static final double SPACING_M = 0.1e-3;
    private static final double RADIUS_M = 0.63e-3;
    private static final double LENGTH_M = 3e-3;
    private static final int AROUND = 40;
    private static final Vec FROM = new Vec(2e-3, -1e-3, 0.5e-3);
    private static final Vec ALONG = new Vec(1, 2, 3).unit();
    private static final double GRADIENT_PA_PER_M = -4000;
    private static final Vec STRESS_PA = ALONG.times(0.7);
    private static final String FILE = "surface-000001200.vtp";

    @TempDir
    private Path folder;

    private StlSource source;
    private NodeMap nodes;

    @BeforeEach
    void voxelise() throws IOException {
        source =
                TubeSurface.source(folder, TubeSurface.of(FROM, FROM.plus(ALONG.times(LENGTH_M)), RADIUS_M, AROUND, 1));
        nodes = TubeSurface.voxelised(source, SPACING_M);
    }

    private static double pressurePa(Vec placeM) {
        return 3 + GRADIENT_PA_PER_M * placeM.minus(FROM).dot(ALONG);
    }

    private VtkSurfaceOutput output(Compression compression, ForkJoinPool workers) {
        return new VtkSurfaceOutput(folder, source::triangles, new FileWriting(compression, workers));
    }

    private VtkSurfaceOutput output() {
        return output(Compression.NONE, ForkJoinPool.commonPool());
    }

    private void write(VtkSurfaceOutput output, long step, double timeS) throws IOException {
        output.write(TubeSurface.snapshot(nodes, step, timeS, VtkSurfaceOutputTest::pressurePa, STRESS_PA));
    }

    private RawPolyData written() throws IOException {
        write(output(), 1200, 0.375);
        return RawPolyData.of(folder.resolve(FILE));
    }

    @Test
    void pressure_and_shear_stress_at_vertices_are_those_at_their_places() throws IOException {
        RawPolyData read = written();
        assertThat(read.vertices()).isGreaterThan(1000);
        for (int vertex = 0; vertex < read.vertices(); vertex++) {
            double along = read.point(vertex).minus(FROM).dot(ALONG);
            double spacings = Math.min(along, LENGTH_M - along) < 2 * SPACING_M ? 3 : 0.1; // on one side at openings
            assertThat((double) read.pressure()[vertex])
                    .as("pressure at %s", read.point(vertex))
                    .isCloseTo(
                            pressurePa(read.point(vertex)), within(spacings * SPACING_M * Math.abs(GRADIENT_PA_PER_M)));
            assertThat(read.stress(vertex).distance(STRESS_PA)).isLessThan(1e-5);
        }
    }

    @Test
    void the_sum_of_traction_is_the_force_on_the_wall() throws IOException {
        RawPolyData read = written();
        double area = AROUND * 2 * RADIUS_M * Math.sin(Math.PI / AROUND) * LENGTH_M;
        assertThat(read.area()).as("the wall without its openings").isCloseTo(area, within(1e-4 * area));
        assertThat(read.force().distance(STRESS_PA.times(area)))
                .as("pressures around the axis cancel")
                .isLessThan(1e-2 * STRESS_PA.length() * area);
        Vec axis = FROM.plus(ALONG.times(0.5 * LENGTH_M));
        for (int t = 0; t < read.triangles(); t++) {
            Vec outward = read.centre(t).minus(axis);
            if (Math.abs(outward.dot(ALONG)) > 0.5 * LENGTH_M - 3 * SPACING_M) {
                continue; // at openings
            }
            Vec radial = outward.minus(ALONG.times(outward.dot(ALONG))).unit();
            double p = pressurePa(read.centre(t));
            assertThat(read.traction(t).dot(radial))
                    .as("pressure pushes out of the fluid")
                    .isCloseTo(p, within(0.01 * Math.abs(p) + 0.2 * SPACING_M * Math.abs(GRADIENT_PA_PER_M)));
        }
    }

    @Test
    void long_triangles_are_divided_and_the_parts_of_the_wall_are_numbered() throws IOException {
        RawPolyData read = written();
        for (int t = 0; t < read.triangles(); t++) {
            for (int corner = 0; corner < 3; corner++) {
                assertThat(read.corner(t, corner).distance(read.corner(t, (corner + 1) % 3)))
                        .isLessThan(2.0001 * SPACING_M);
            }
        }
        assertThat(read.parts()).hasSize(read.triangles()).containsOnly(0);
        assertThat(nodes.surfaces().getFirst().name()).isEqualTo("wall");
        assertThat(read.counted()).contains(0, 1);
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void vtk_reads_the_file(Compression compression) throws IOException {
        RawPolyData raw = written();
        write(output(compression, ForkJoinPool.commonPool()), 1200, 0.375);
        VtkReading read = VtkReading.of(folder.resolve(FILE));
        assertThat(read.numbers("points")).containsExactly(raw.vertices());
        assertThat(read.numbers("cells")).containsExactly(raw.triangles());
        assertThat(read.numbers("time")).containsExactly(0.375);
        assertThat(read.numbers("cell-types")).as("triangles").containsExactly(5);
        assertThat(read.arrays()).containsExactly("traction [Pa]: float", "part: unsigned char");
        assertThat(read.numbers("area")).containsExactly(new double[] {raw.area()}, within(1e-4 * raw.area()));
        assertThat(read.numbers("integral", "traction [Pa]"))
                .containsExactly(
                        raw.force().toArray(), within(1e-4 * raw.force().length()));
        assertThat(read.numbers("on-points", "pressure [Pa]")).containsExactly(range(raw.pressure()), within(1e-6));
        assertThat(read.numbers("on-points", "wall-shear-stress-counted")).containsExactly(0, 1);
    }

    private static double[] range(float[] values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (float value : values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        return new double[] {low, high};
    }

    @Test
    void the_number_of_threads_changes_no_byte() throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (int threads : new int[] {1, 3}) {
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                write(output(Compression.LZ4, pool), 1200, 0.375);
            }
            files.add(Files.readAllBytes(folder.resolve(FILE)));
        }
        assertThat(files.getFirst()).isEqualTo(files.getLast());
    }

    @Test
    void after_a_resume_the_collection_has_earlier_files_and_none_to_be_replaced() throws IOException {
        VtkSurfaceOutput first = output();
        for (int k = 1; k <= 4; k++) {
            write(first, 100L * k, 0.25 * k);
        }
        assertThat(first.filesOfAllSteps()).containsExactly("surface.pvd");
        Files.delete(folder.resolve("surface.pvd"));
        write(output(), 300, 0.75);
        assertThat(VtkReading.of(folder.resolve("surface.pvd")).numbers("series"))
                .containsExactly(0.25, 0.5, 0.75);
    }

    @Test
    void a_surface_that_vanished_before_the_first_output_is_named() throws IOException {
        Files.delete(source.file());
        assertThatThrownBy(() -> write(output(), 1200, 0.375))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("read again", "tube.stl");
    }

    /// Two channels on both sides of a sheet that is 1.2 spacings thick, with a vertex of the upper one 1.6 spacings
    /// from nodes of the lower one.
    @Test
    void values_of_the_two_sides_of_a_thin_wall_do_not_mix() throws IOException {
        double d = SPACING_M;
        Triangles boxes = boxes(new double[][] {{0, 0, 0}, {20 * d, 20 * d, 12 * d}}, new double[][] {
            {4 * d, 4 * d, 5.5 * d}, {16 * d, 16 * d, 6.7 * d}
        });
        source = TubeSurface.source(folder, boxes)
                .opening(new OpeningSpec(
                        "end", new OpeningSelector.Near(new Vec(0, 10 * d, 6 * d)), OpeningSpec.Extension.NONE));
        nodes = TubeSurface.voxelised(source, SPACING_M);
        double middle = 6.1 * d;
        output().write(TubeSurface.snapshot(nodes, 1200, 0.375, place -> place.z() > middle ? 1 : -1, STRESS_PA));
        RawPolyData read = RawPolyData.of(folder.resolve(FILE));
        int checked = 0;
        for (int vertex = 0; vertex < read.vertices(); vertex++) {
            Vec place = read.point(vertex);
            boolean within = Math.max(Math.abs(place.x() - 10 * d), Math.abs(place.y() - 10 * d)) < 3.9 * d;
            if (within && Math.abs(place.z() - middle) < d) {
                assertThat(read.pressure()[vertex]).as("at %s", place).isEqualTo(place.z() > middle ? 1f : -1f);
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(40);
    }

    /// The surface of the space between two boxes. @param outer lowest and highest corner
    private static Triangles boxes(double[][] outer, double[][] inner) {
        double[] points = new double[48];
        int[] corners = new int[72];
        int[][] quads = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
        int next = 0;
        for (int box = 0; box < 2; box++) {
            double[][] its = box == 0 ? outer : inner;
            for (int corner = 0; corner < 8; corner++) {
                for (int axis = 0; axis < 3; axis++) {
                    points[24 * box + 3 * corner + axis] = its[corner >> axis & 1][axis];
                }
            }
            for (int[] q : quads) {
                for (int k : box == 0 ? new int[] {0, 1, 2, 0, 2, 3} : new int[] {0, 2, 1, 0, 3, 2}) {
                    corners[next++] = 8 * box + q[k];
                }
            }
        }
        return new Triangles(points, corners);
    }
}
