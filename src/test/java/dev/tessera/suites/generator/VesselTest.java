package dev.tessera.suites.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class VesselTest {
    static final Path EXAMPLE = Path.of("examples/aneurysm/aneurysm.stl");
    static final String TITLE = "Vessel with aneurysm, metres; made by dev.tessera.suites.generator.Vessel";
    private static final String SHA_256 = "4ee1755e0d0569ef9c4fbb2e033ad1514907ac94c8b870f68c1b3e7257fe42e9";

    private static Map<Long, Integer> edges(Triangles wall) {
        Map<Long, Integer> edges = new HashMap<>();
        int[] corners = wall.corners();
        for (int t = 0; t < corners.length; t += 3) {
            for (int c = 0; c < 3; c++) {
                edges.merge((long) corners[t + c] << 32 | corners[t + (c + 1) % 3], 1, Integer::sum);
            }
        }
        return edges;
    }

    /// Twice the area of the rim's polygon as a vector, by edges that only one triangle has.
    private static Vec rim(Triangles wall, Map<Long, Integer> edges, Vessel.OpenEnd end) {
        Vec sum = Vec.ZERO;
        for (long edge : edges.keySet()) {
            int a = (int) (edge >>> 32);
            int b = (int) edge;
            if (!edges.containsKey((long) b << 32 | a)) {
                Vec from = wall.point(a).minus(end.centreMm());
                if (from.length() < 1.5 * end.radiusMm()) {
                    assertThat(from.dot(end.outward())).isCloseTo(0, within(1e-9));
                    sum = sum.plus(wall.point(b).minus(end.centreMm()).cross(from));
                }
            }
        }
        return sum;
    }

    private static void assertIsCleanWithFlatOpenEnds(Vessel vessel) {
        Triangles wall = vessel.wall();
        Map<Long, Integer> edges = edges(wall);
        assertThat(edges.values()).allMatch(times -> times == 1); // a manifold, oriented
        long open = edges.keySet().stream()
                .filter(edge -> !edges.containsKey((edge & 0xffff_ffffL) << 32 | edge >>> 32))
                .count();
        long atEnds = 0;
        for (Vessel.OpenEnd end : vessel.openEnds()) {
            Vec area = rim(wall, edges, end).times(0.5);
            double circle = Math.PI * end.radiusMm() * end.radiusMm();
            assertThat(area.dot(end.outward())).isCloseTo(circle, within(0.03 * circle));
            atEnds += edges.keySet().stream()
                    .filter(edge -> !edges.containsKey((edge & 0xffff_ffffL) << 32 | edge >>> 32))
                    .filter(edge -> wall.point((int) (edge >>> 32)).distance(end.centreMm()) < 1.5 * end.radiusMm())
                    .count();
        }
        assertThat(atEnds).as("open edges at the ends").isEqualTo(open);
    }

    @Test
    void the_aneurysm_is_clean_and_has_three_flat_open_ends() {
        Vessel vessel = Vessel.aneurysm();
        assertThat(vessel.openEnds()).extracting(Vessel.OpenEnd::name).containsExactly("inlet", "outlet-1", "outlet-2");
        assertThat(vessel.wall().count()).isBetween(10_000, 20_000);
        assertIsCleanWithFlatOpenEnds(vessel);
    }

    @Test
    void the_coarctation_is_clean_and_has_two_flat_open_ends() {
        assertIsCleanWithFlatOpenEnds(Vessel.coarctation());
    }

    @Test
    void triangles_face_outward_and_none_is_a_sliver() {
        Triangles wall = Vessel.aneurysm().wall();
        for (int t = 0; t < wall.count(); t++) {
            Vec a = wall.point(wall.corners()[3 * t]);
            Vec b = wall.point(wall.corners()[3 * t + 1]);
            Vec c = wall.point(wall.corners()[3 * t + 2]);
            double area = b.minus(a).cross(c.minus(a)).length() / 2;
            double squares = Math.pow(a.distance(b), 2) + Math.pow(b.distance(c), 2) + Math.pow(c.distance(a), 2);
            assertThat(4 * Math.sqrt(3) * area / squares).isGreaterThan(0.2); // 1: equilateral
        }
        // At the inlet, which faces up, walls face away from the axis.
        Vec highest = wall.point(wall.corners()[0]);
        for (int t = 0; t < wall.count(); t++) {
            Vec a = wall.point(wall.corners()[3 * t]);
            if (a.z() > 38) {
                Vec b = wall.point(wall.corners()[3 * t + 1]);
                Vec c = wall.point(wall.corners()[3 * t + 2]);
                assertThat(b.minus(a).cross(c.minus(a)).dot(a.minus(new Vec(12, 3, a.z()))))
                        .isPositive();
                highest = a;
            }
        }
        assertThat(highest.z()).isGreaterThan(38);
    }

    /// `.ci/dev vessel` writes the example's file.
    @Test
    void the_example_file_equals_the_output_of_the_generator() throws IOException, NoSuchAlgorithmException {
        byte[] stl = Vessel.aneurysm().wallInMetres().stl(TITLE);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(stl));
        assertThat(hash).isEqualTo(SHA_256);
        assertThat(Files.readAllBytes(EXAMPLE)).isEqualTo(stl);
    }
}
