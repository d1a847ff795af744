package dev.tessera.geometry.spheres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Line;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.Spans;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Union;
import dev.tessera.geometry.spheres.Packing.End;
import dev.tessera.geometry.spheres.Packing.Overlap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PackingTest {
    private static final List<End> PERIODIC = List.of(End.PERIODIC, End.PERIODIC, End.PERIODIC);
    private static final List<End> CUT = List.of(End.CUT, End.CUT, End.CUT);
    private static final List<End> INSIDE = List.of(End.INSIDE, End.PERIODIC, End.INSIDE);

    private static Packing fill(double edge, double porosity, Overlap overlap, List<End> ends, long seed) {
        return Packing.random(new Vec(edge, edge, edge), 1, porosity, overlap, ends, seed);
    }

    @Test
    void spheres_leave_the_requested_porosity() {
        double half = Math.PI / 12 / Math.pow(6, 3); // of the volume of a sphere, in the room's
        for (double porosity : new double[] {0.9, 0.6, 0.3, 0.1}) {
            for (Overlap overlap : new Overlap[] {Overlap.FREE, Overlap.NO_CENTRE_INSIDE}) {
                for (List<End> ends : List.of(PERIODIC, CUT)) {
                    assertThat(fill(6, porosity, overlap, ends, 1).porosity()).isCloseTo(porosity, within(half));
                }
            }
        }
        for (Overlap overlap : Overlap.values()) {
            assertThat(fill(6, 0.6, overlap, INSIDE, 1).porosity()).isCloseTo(0.6, within(1.1 * half));
        }
    }

    @Test
    void spheres_that_must_not_overlap_do_not() {
        for (double porosity : new double[] {0.95, 0.75, 0.6, 0.45, 0.4}) {
            Packing packing = fill(6, porosity, Overlap.NONE, PERIODIC, 2);
            assertThat(packing.closestInDiameters()).isGreaterThanOrEqualTo(1);
            assertThat(packing.porosity()).isCloseTo(porosity, within(2e-3));
        }
    }

    @Test
    void no_centre_is_in_another_sphere_where_that_is_requested() {
        Packing packing = fill(6, 0.1, Overlap.NO_CENTRE_INSIDE, PERIODIC, 3);
        assertThat(packing.closestInDiameters()).isBetween(0.5, 0.52);
        assertThat(fill(6, 0.1, Overlap.FREE, PERIODIC, 3).closestInDiameters()).isLessThan(0.2);
    }

    @Test
    void the_porosity_of_free_spheres_follows_the_boolean_model() {
        double sum = 0;
        for (long seed = 1; seed <= 8; seed++) {
            sum += fill(8, 0.3, Overlap.FREE, PERIODIC, seed).count();
        }
        double expected = -Math.log(0.3) * 512 / (Math.PI / 6);
        assertThat(sum / 8).isCloseTo(expected, within(0.02 * expected));
    }

    @Test
    void spheres_are_inside_where_the_box_ends() {
        for (Overlap overlap : Overlap.values()) {
            Packing packing = fill(6, 0.6, overlap, INSIDE, 4);
            for (int i = 0; i < packing.count(); i++) {
                assertThat(packing.centre(i).x()).isBetween(0.5, 5.5);
                assertThat(packing.centre(i).z()).isBetween(0.5, 5.5);
            }
        }
    }

    @Test
    void a_seed_defines_one_arrangement() {
        for (Overlap overlap : Overlap.values()) {
            double[] once = fill(5, 0.55, overlap, PERIODIC, 7).centresM();
            assertThat(fill(5, 0.55, overlap, PERIODIC, 7).centresM()).containsExactly(once);
            assertThat(fill(5, 0.55, overlap, PERIODIC, 8).centresM()).isNotEqualTo(once);
        }
    }

    @Test
    void what_does_not_fit_is_refused_with_the_remedy() {
        assertThatThrownBy(() -> fill(6, 0.3, Overlap.NONE, PERIODIC, 1))
                .isInstanceOf(GeometryException.class)
                .hasMessageContaining("do not fill the box down to a porosity of 0.3000")
                .hasMessageContaining("let them overlap");
        assertThatThrownBy(() -> fill(3, 0.4, Overlap.NONE, List.of(End.INSIDE, End.INSIDE, End.INSIDE), 1))
                .hasMessageContaining("less between walls");
        assertThatThrownBy(() -> fill(6, 1, Overlap.FREE, PERIODIC, 1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> fill(0.9, 0.5, Overlap.FREE, PERIODIC, 1)).hasMessageContaining("do not fit a box");
        assertThatThrownBy(() -> fill(4, 0.05, Overlap.NO_CENTRE_INSIDE, INSIDE, 1))
                .hasMessageContaining("no place is left for a sphere");
    }

    @Test
    void the_union_of_the_spheres_equals_their_plain_union() {
        Packing packing = fill(5, 0.4, Overlap.FREE, PERIODIC, 5);
        SphereUnion fast = packing.shape();
        Shape plain = Union.of(fast.spheres().stream().map(Shape.class::cast).toList());
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            Line line = new Line(
                    5 * random.nextDouble(),
                    5 * random.nextDouble(),
                    5 * random.nextDouble(),
                    random.nextInt(3) - 1 + 1e-3,
                    random.nextInt(3) - 1,
                    random.nextInt(3) - 1);
            Spans expected = plain.along(line, 0);
            Spans all = fast.along(line, 0);
            assertThat(all.crossings()).isEqualTo(expected.crossings());
            for (int c = 0; c < expected.crossings(); c++) {
                assertThat(all.at(c)).isEqualTo(expected.at(c));
            }
            Spans part = fast.within(line, 0, 0, 0.3);
            for (double t = 0; t <= 0.3; t += 0.01) {
                assertThat(part.contains(t)).isEqualTo(expected.contains(t));
            }
        }
    }

    @Test
    void images_are_across_periodic_ends_only() {
        Packing packing = new Packing(new Vec(4, 4, 4), 1, INSIDE, new double[] {0.5, 0.1, 2});
        assertThat(packing.shape().spheres())
                .containsExactlyInAnyOrder(
                        new Sphere(new Vec(0.5, 0.1, 2), 0.5), new Sphere(new Vec(0.5, 4.1, 2), 0.5));
    }

    @Test
    void a_packing_reports_its_progress() {
        for (Overlap overlap : Overlap.values()) {
            List<String> heard = new ArrayList<>();
            Packing.random(new Vec(1, 1, 1), 0.3, 0.5, overlap, PERIODIC, 1, (what, done) -> {
                heard.add(what);
                assertThat(Double.isNaN(done) || done >= 0 && done <= 1).isTrue();
            });
            assertThat(heard).isNotEmpty();
        }
    }
}
