package dev.tessera.geometry.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeshRepairTest {
    private static final double BALL = 4.0 / 3 * Math.PI;

    @TempDir
    Path folder;

    private final ForkJoinPool workers = ForkJoinPool.commonPool();
    private final List<Meshes.Triangle> ball = Meshes.icosphere(Vec.ZERO, 1, 3);

    private StlSource source(List<Meshes.Triangle> triangles) {
        return StlSource.of(Meshes.write(folder, triangles), StlUnit.MM);
    }

    /// The fluid's volume in units of the file, of a mesh whose holes are filled.
    private NodeMap voxels(List<Meshes.Triangle> triangles) {
        return source(triangles).holes(HolePolicy.FILL).voxelise(0.04e-3, workers);
    }

    private static double volume(NodeMap map) {
        return map.fluid().count() * Math.pow(0.04, 3);
    }

    private static void closed(ClosedMesh mesh) {
        MeshEdges edges = MeshEdges.of(mesh.mesh());
        for (int e = 0; e < edges.count(); e++) {
            assertThat(edges.net(e)).isZero();
        }
    }

    @Test
    void normals_that_point_inward_are_turned() {
        NodeMap map = voxels(ball.stream().map(Meshes.Triangle::turned).toList());
        assertThat(map.findings()).contains("normals pointed inward; turned outward");
        assertThat(volume(map)).isCloseTo(BALL, within(0.03 * BALL));
    }

    @Test
    void mixed_normals_are_turned_to_agree() {
        Random random = new Random(3);
        List<Meshes.Triangle> mixed =
                ball.stream().map(t -> random.nextInt(3) == 0 ? t.turned() : t).toList();
        long turned = IntStream.range(0, ball.size())
                .filter(i -> !mixed.get(i).equals(ball.get(i)))
                .count();
        NodeMap map = voxels(mixed);
        assertThat(map.findings())
                .anyMatch(f -> f.equals(
                        "mixed normals: %,d of 1,280 triangles were oriented against their neighbours; turned"
                                .formatted(turned)));
        assertThat(volume(map)).isCloseTo(BALL, within(0.03 * BALL));
    }

    @Test
    void triangles_without_area_and_twice_there_are_dropped() {
        List<Meshes.Triangle> more = new ArrayList<>(ball);
        more.add(ball.get(7));
        more.add(new Meshes.Triangle(
                ball.get(7).a(), ball.get(7).a(), ball.get(7).b()));
        NodeMap map = voxels(more);
        assertThat(map.findings())
                .anyMatch(f -> f.startsWith("1 triangle without area dropped, first at ("))
                .anyMatch(f -> f.startsWith("1 triangle was there twice; one of the two was kept, first at ("));
        assertThat(volume(map)).isCloseTo(BALL, within(0.03 * BALL));
    }

    @Test
    void of_two_triangles_of_opposite_orientation_both_are_dropped_and_reported() {
        List<Meshes.Triangle> more = new ArrayList<>(ball);
        Meshes.Triangle within =
                new Meshes.Triangle(new Vec(0, 0, 0.02), new Vec(0.002, 0, 0.02), new Vec(0, 0.002, 0.02));
        more.add(within);
        more.add(new Meshes.Triangle(within.a(), within.c(), within.b()));
        assertThat(source(more).close().findings())
                .anyMatch(f ->
                        f.startsWith("1 pair of triangles lay on each other and looked in opposite directions (a wall"
                                + " without thickness); both of the pair were dropped, first at ("))
                .noneMatch(f -> f.contains("there twice"));
    }

    @Test
    void a_crack_between_two_halves_is_stitched() {
        List<Meshes.Triangle> halves = ball.stream()
                .map(t -> t.centre().z() > 0.02
                        ? Meshes.map(List.of(t), v -> v.plus(new Vec(0, 0, 5e-4)))
                                .getFirst()
                        : t)
                .toList();
        ClosedMesh mesh = source(halves).close();
        assertThat(mesh.findings())
                .anyMatch(f -> f.matches("cracks stitched at \\d+ places, up to 0.5 um wide, first at .*"));
        assertThat(mesh.holes()).isEmpty();
        assertThat(mesh.ends()).isEmpty();
        closed(mesh);
        assertThat(mesh.mesh().triangles()).isEqualTo(1280);
    }

    @Test
    void a_crack_with_other_vertices_on_its_other_side_is_stitched() {
        List<Meshes.Triangle> coarse = Meshes.tube(new Vec(0, 0, 0), new Vec(0, 0, 1), 0.5, 24, 4);
        List<Meshes.Triangle> fine = Meshes.tube(new Vec(0, 0, 1), new Vec(0, 0, 2), 0.5, 24, 8);
        List<Meshes.Triangle> doubled = new ArrayList<>(); // each edge at z = 1 has a vertex in its middle
        for (Meshes.Triangle t : fine) {
            boolean edge = t.a().z() == 1 && t.b().z() == 1;
            if (edge) {
                Vec middle = t.a().plus(t.b()).times(0.5);
                doubled.add(new Meshes.Triangle(t.a(), middle, t.c()));
                doubled.add(new Meshes.Triangle(middle, t.b(), t.c()));
            } else {
                doubled.add(t);
            }
        }
        ClosedMesh mesh = source(Meshes.join(coarse, doubled)).close();
        assertThat(mesh.findings()).anyMatch(f -> f.startsWith("cracks stitched at 24 places"));
        assertThat(mesh.openings()).hasSize(2);
        assertThat(mesh.holes()).isEmpty();
        closed(mesh);
    }

    @Test
    void a_hole_in_the_wall_is_named_with_place_width_and_remedy() {
        List<Meshes.Triangle> holed = ball.stream()
                .filter(t -> t.centre().distance(new Vec(1, 0, 0)) > 0.3)
                .toList();
        assertThatThrownBy(() -> source(holed).voxelise(0.04e-3, workers))
                .isInstanceOf(GeometryException.class)
                .hasMessageMatching("(?s)mesh.stl has 1 hole wider than the spacing of 40 um:\\s+hole at"
                        + " \\(960.0, 0.0, 0.0\\) um \\(file: 0.9600, 0.0000, 0.0000 mm\\), 543 um wide,"
                        + ".*Name those that are openings, set holes: fill to close the others, or repair the file.");
        NodeMap map = voxels(holed);
        assertThat(map.findings()).anyMatch(f -> f.startsWith("hole at (") && f.endsWith("around: closed"));
        assertThat(volume(map)).isCloseTo(BALL, within(0.03 * BALL));
        assertThat(source(holed).voxelise(0.9e-3, workers).fluid().count())
                .as("a hole narrower than the spacing does not matter")
                .isPositive();
    }

    @Test
    void an_edge_of_three_triangles_is_named_and_harmless() {
        List<Meshes.Triangle> fin = new ArrayList<>(ball);
        Meshes.Triangle t = ball.get(100);
        fin.add(new Meshes.Triangle(t.a(), t.b(), t.centre().times(1.02)));
        NodeMap map = voxels(fin);
        assertThat(map.findings())
                .anyMatch(f -> f.startsWith("1 non-manifold edge: more than two triangles meet, first at ("));
        assertThat(volume(map)).isCloseTo(BALL, within(0.03 * BALL));
    }

    @Test
    void a_body_within_another_is_a_solid_whatever_its_orientation() {
        List<Meshes.Triangle> core = Meshes.icosphere(new Vec(0.1, 0, 0), 0.5, 2);
        double shell = BALL * (1 - 0.125);
        for (List<Meshes.Triangle> inner :
                List.of(core, core.stream().map(Meshes.Triangle::turned).toList())) {
            NodeMap map = voxels(Meshes.join(ball, inner));
            assertThat(map.findings())
                    .contains("the surface consists of 2 separate bodies")
                    .anyMatch(f -> f.startsWith("1 body is inside another, first at ("));
            assertThat(volume(map)).isCloseTo(shell, within(0.03 * shell));
        }
    }

    @Test
    void bodies_that_overlap_are_joined() {
        List<Meshes.Triangle> other = Meshes.icosphere(new Vec(1, 0, 0), 1, 3);
        double lens = Math.PI * (4 + 1) * 1 / 12; // two unit balls, 1 apart: π (4 + d) (2 - d)² / 12
        NodeMap map = voxels(Meshes.join(ball, other));
        assertThat(volume(map)).isCloseTo(2 * BALL - lens, within(0.03 * BALL));
        for (int l = 0; l < map.links().links(); l++) {
            assertThat(map.links().distance(l)).isBetween(1e-4f * 0.999, 1.0);
        }
    }

    @Test
    void random_nicks_leave_no_leak() {
        Random random = new Random(5);
        List<Meshes.Triangle> nicked = ball.stream()
                .map(t -> {
                    Vec shift =
                            new Vec(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).times(2e-4);
                    return random.nextInt(10) == 0 ? new Meshes.Triangle(t.a().plus(shift), t.b(), t.c()) : t;
                })
                .toList();
        ClosedMesh mesh = source(nicked).holes(HolePolicy.FILL).close();
        closed(mesh);
        assertThat(mesh.holes()).isEmpty();
        assertThat(mesh.mesh().volume() * 1e9).isCloseTo(BALL, within(0.03 * BALL));
        assertThat(volume(voxels(nicked))).isCloseTo(BALL, within(0.03 * BALL));
    }

    @Test
    void a_flat_sheet_is_no_vessel() {
        List<Meshes.Triangle> sheet = List.of(
                new Meshes.Triangle(Vec.ZERO, new Vec(1, 0, 0), new Vec(1, 1, 0)),
                new Meshes.Triangle(Vec.ZERO, new Vec(1, 1, 0), new Vec(0, 1, 0)));
        assertThatThrownBy(() -> source(sheet).voxelise(1e-4, workers))
                .hasMessage("the surface encloses no volume: it is a flat sheet, not a vessel");
    }
}
