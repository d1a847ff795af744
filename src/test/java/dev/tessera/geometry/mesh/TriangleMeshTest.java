package dev.tessera.geometry.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TriangleMeshTest {
    @TempDir
    private Path folder;

    @Test
    void dividing_long_edges_keeps_a_box_closed_with_its_volume_and_area() {
        TriangleMesh box = StlSource.of(Meshes.write(folder, Meshes.box(Vec.ZERO, new Vec(1, 0.3, 0.7))), StlUnit.M)
                .triangles();
        TriangleMesh divided = box.withEdgesUpTo(0.11);
        assertThat(divided.triangles()).isGreaterThan(300);
        assertThat(Loops.of(MeshEdges.of(divided))).as("open edges").isEmpty();
        assertThat(divided.volume()).isCloseTo(box.volume(), within(1e-12));
        assertThat(area(divided)).isCloseTo(area(box), within(1e-12));
        for (int t = 0; t < divided.triangles(); t++) {
            for (int corner = 0; corner < 3; corner++) {
                assertThat(divided.corner(t, corner).distance(divided.corner(t, (corner + 1) % 3)))
                        .isLessThanOrEqualTo(0.11);
            }
        }
        for (int vertex = 0; vertex < box.vertices(); vertex++) {
            assertThat(divided.point(vertex)).isEqualTo(box.point(vertex));
        }
        assertThat(divided.withEdgesUpTo(0.11)).as("nothing left to divide").isSameAs(divided);
    }

    private static double area(TriangleMesh mesh) {
        double sum = 0;
        for (int t = 0; t < mesh.triangles(); t++) {
            sum += mesh.doubleArea(t).length() / 2;
        }
        return sum;
    }

    @Test
    void normals_at_the_vertices_of_a_ball_are_radial() {
        Vec centre = new Vec(0.2, 0.1, -0.4);
        TriangleMesh ball = StlSource.of(Meshes.write(folder, Meshes.icosphere(centre, 1, 3)), StlUnit.M)
                .triangles();
        double[] normals = ball.vertexNormals();
        assertThat(normals).hasSize(3 * ball.vertices());
        for (int vertex = 0; vertex < ball.vertices(); vertex++) {
            Vec normal = new Vec(normals[3 * vertex], normals[3 * vertex + 1], normals[3 * vertex + 2]);
            assertThat(normal.distance(ball.point(vertex).minus(centre).unit())).isLessThan(0.02);
        }
    }

    @Test
    void a_wall_without_its_openings_has_only_vertices_that_it_uses() {
        Vec to = new Vec(0, 0, 2);
        StlSource source = StlSource.of(Meshes.write(folder, Meshes.tube(Vec.ZERO, to, 0.5, 32, 4)), StlUnit.M);
        TriangleMesh closed = source.triangles();
        TriangleMesh wall = closed.ofPatches(patch -> patch == 0);
        assertThat(closed.triangles()).isGreaterThan(wall.triangles());
        assertThat(wall.triangles()).isEqualTo(2 * 32 * 4);
        assertThat(wall.vertices()).isEqualTo(32 * 5);
        assertThat(Loops.of(MeshEdges.of(wall))).as("open ends").hasSize(2);
    }
}
